"""Reports: what a run says, as one HTML file that needs nothing else."""

from branchline.lab.report.page import write_report

__all__ = ["write_report"]
