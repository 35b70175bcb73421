"""No test is skipped without a word, and none at all in the continuous integration."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
TESTS = {
    "test_one.py": "import pytest\n\ndef test_one():\n    pytest.skip('no compiler')\n\ndef test_two():\n    pass\n",
    "test_file.py": "import pytest\n\npytest.importorskip('no_such_module')\n",
}


@pytest.mark.parametrize("ci", ["", "true"])
def test_skips_are_named_and_fail_where_ci_is_set(tmp_path: Path, ci: str) -> None:
    for name, text in TESTS.items():
        (tmp_path / name).write_text(text)
    options = ["-p", "no:cacheprovider", "-p", "tests.conftest", "-c", "pyproject.toml", f"--rootdir={tmp_path}"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--continue-on-collection-errors", *options, str(tmp_path)],
        cwd=PROJECT,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    shown = done.stdout + done.stderr
    assert "no compiler" in shown
    assert "No module named 'no_such_module'" in shown
    assert ("1 failed, 1 passed, 1 error" if ci else "1 passed, 2 skipped") in shown
    assert done.returncode == (1 if ci else 0)
