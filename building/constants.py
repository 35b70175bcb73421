"""Lets compiled code know constants by names made of their values, not by numbers.

mypyc numbers the constants of all modules in a row: with one more sentence somewhere, all that follow have another
number, and every module would have to be compiled again.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

# A constant by its number, with its value in a comment; and where all of them have been made.
CONSTANT = re.compile(r"CPyStatics\[(?P<number>\d+)\](?P<rest>[^\n;]*; /\* (?P<value>.*?) \*/)", re.DOTALL)
MADE = re.compile(r"    if \(CPyStatics_Initialize\([^\n]*\{\n        return -1;\n    \}\n")


def name_constants(files: list[Path]) -> None:
    """Rewrite C files that belong together."""
    texts = {file: file.read_text() for file in files}
    start = next((file for file, text in texts.items() if MADE.search(text)), None)
    if start is None:
        return
    numbers: dict[str, str] = {}  # by name
    for file, text in texts.items():
        used: set[str] = set()

        def named(found: re.Match[str], used: set[str] = used) -> str:
            name = f"CPyConstant_{hashlib.sha256(found['value'].encode()).hexdigest()[:16]}"
            if numbers.setdefault(name, found["number"]) != found["number"]:
                return found[0]  # two constants that look the same in comments
            used.add(name)
            return f"{name}{found['rest']}"

        renamed = CONSTANT.sub(named, text)
        texts[file] = "".join(f"extern struct _object *{name};\n" for name in sorted(used)) + renamed
    filled = "".join(f"    {name} = CPyStatics[{number}];\n" for name, number in sorted(numbers.items()))
    begun = MADE.sub(lambda made: made[0] + filled, texts[start])
    texts[start] = "".join(f"struct _object *{name};\n" for name in sorted(numbers)) + begun
    for file, text in texts.items():
        file.write_text(text)
