"""The notebooks in `examples/` run from the first cell to the last."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from branchline import lab

NOTEBOOK = Path(__file__).parents[2] / "examples/lab.ipynb"


@pytest.mark.filterwarnings("default")  # those of Jupyter's own libraries are not ours
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"GAMES": "40", "BOT": "random", "OUT": str(tmp_path / "run")}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("BRANCHLINE_QUIET", "1")
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute(env=dict(os.environ))
    assert len(lab.Run(tmp_path / "run").games) == 40
    assert (tmp_path / "run/report.html").is_file()
    last = notebook.cells[-1].outputs[-1]["data"]["text/markdown"]
    assert "A seat scores" in last
    drawn = [
        out for cell in notebook.cells for out in cell.get("outputs", []) if "image/svg+xml" in out.get("data", {})
    ]
    assert len(drawn) == 1


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(("name", "shown"), [("bots", "'random': "), ("research", "in three of them")])
def test_notebooks_for_writers_of_programs_run(
    name: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in {"GAMES": "4", "STEPS": "640", "BRANCHLINE_QUIET": "1"}.items():
        monkeypatch.setenv(variable, value)
    notebook = nbformat.read(NOTEBOOK.with_name(f"{name}.ipynb"), as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute(env=dict(os.environ))
    assert shown in str(notebook.cells[-2].outputs)


@pytest.mark.parametrize("path", sorted(NOTEBOOK.parent.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_are_kept_without_results(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in notebook.cells)
