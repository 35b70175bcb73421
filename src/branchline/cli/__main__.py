"""`python -m branchline.cli` is the `branchline` program."""

import sys

from branchline.cli.main import main

sys.exit(main())
