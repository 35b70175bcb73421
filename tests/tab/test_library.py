"""What is left out of Python's library in a tab is not missed there."""

from __future__ import annotations

import subprocess
import sys

from branchline.site.archives import _UNUSED

_IMPORT = """
import sys
import pydantic, typing_extensions  # others may want more of the library where it is whole

class Left:
    def find_spec(self, name, path=None, target=None):
        if name in unused:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

unused = {name.replace("/", ".") for name in sys.argv[1:]}
for name in unused & sys.modules.keys():
    del sys.modules[name]
sys.meta_path.insert(0, Left())
import branchline.tab.worker, branchline.tab.thinking
"""


def test_tables_start_with_the_library_that_a_tab_has() -> None:
    command = [sys.executable, "-c", _IMPORT, *_UNUSED.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
