"""The subcommands of `branchline train`."""
