"""What `import branchline` brings along: the engine and its few dependencies, nothing heavy."""

from __future__ import annotations

import json
import subprocess
import sys

CODE = "import json, sys; old = set(sys.modules); import branchline; print(json.dumps([*set(sys.modules) - old]))"
ALLOWED = {"branchline", "branchline__mypyc", "librt", "mypy_extensions"}


def test_importing_needs_only_the_engine() -> None:
    """No web framework, data frame, plotting or terminal library; only the standard library and the engine's own."""
    shown = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True).stdout
    roots = {name.partition(".")[0] for name in json.loads(shown)}
    foreign = {root for root in roots if root not in sys.stdlib_module_names and not root.startswith("_")}
    assert foreign <= ALLOWED
