"""The browser client: plain ES modules without a build step, served by `branchline.server`.

`static/` is all of it. Every page of the client is the same file, `index.html`; the client looks at the address.
"""

from pathlib import Path

STATIC = Path(__file__).parent / "static"
