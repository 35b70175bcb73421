"""`branchline admin`: what those who run a server do, while it runs."""

from __future__ import annotations

import argparse
import inspect
import json
import os
from pathlib import Path
from typing import Any

from branchline.boards import registry
from branchline.model.errors import BranchlineError
from branchline.server.configuring import configured

_FILES = {  # orders that read or write a file of this machine
    "backup": "copy everything to FILE, while the server runs",
    "restore": "replace all tables by those of FILE; a running server stands still for some seconds",
    "export": "copy one table to FILE",
    "import": "add the table in FILE",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The orders with what they are told."""
    parser.add_argument("--database", default=argparse.SUPPRESS, metavar="URL", help="that the server uses")
    parser.add_argument("--config", metavar="FILE", help="the settings of the server")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    orders = parser.add_subparsers(dest="order", metavar="ORDER", required=True)
    for name, words in _FILES.items():
        order = orders.add_parser(name, help=words)
        if name == "export":
            order.add_argument("table", help="the id of the table")
        order.add_argument("file", metavar="FILE", type=Path)
    try:
        known = _orders()
    except BranchlineError:
        return  # it is said when an order is to be carried out
    for name, do in known.ORDERS.items():
        words = (inspect.getdoc(do) or "").splitlines()[0]
        order = orders.add_parser(name, help=f"{words[0].lower()}{words[1:]}".rstrip("."), description=words)
        for told, must in known.takes(do).items():
            order.add_argument(told, help=known.MEANINGS[told], nargs=None if must else "?", default="")


def _orders() -> Any:
    try:
        from branchline.server.operating import orders
    except ImportError as error:
        raise BranchlineError(
            f'this needs an extra ({error.name} is missing): pip install "branchline[server]"'
        ) from error
    return orders


def run(options: argparse.Namespace) -> int:
    """Carry out an order."""
    import asyncio

    given = {"database": options.database} if "database" in options else {}
    settings = configured(options.config, os.environ, given)
    for folder in settings.boards:
        registry.add_board(folder)
    answer = asyncio.run(_carry_out(settings, options))
    print(json.dumps(answer, ensure_ascii=False) if options.json else _shown(answer))
    return 0


async def _carry_out(settings: Any, options: argparse.Namespace) -> list[dict[str, Any]]:
    from branchline.server.operating import restoring
    from branchline.server.store.store import Store

    known = _orders()
    store = await Store.open(settings.database, "operator", visits=True)
    desk = known.Desk(store, settings)
    try:
        match options.order:
            case "backup":
                found = await restoring.backup(desk, options.file)
            case "restore":
                found = await restoring.restore(desk, options.file)
            case "export":
                found = await restoring.export(desk, options.table, options.file)
            case "import":
                found = await restoring.import_table(desk, options.file)
            case order:
                told = known.takes(known.ORDERS[order])
                values = {name: getattr(options, name) for name in told if getattr(options, name)}
                found = await known.carry_out(desk, order, values)
    finally:
        await store.close()
    answer: list[dict[str, Any]] = found
    return answer


def _shown(answer: list[dict[str, Any]]) -> str:
    """An answer as a table."""
    if not answer:
        return "Nothing."
    names = [*answer[0]]
    lines = [names, *([str(each.get(name, "")) for name in names] for each in answer)]
    if names == ["what", "value"]:
        lines = lines[1:]
    widths = [max(len(line[column]) for line in lines) for column in range(len(names))]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
