"""The HTTP part of privacy: what is kept and how long, and deleting it oneself."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from branchline.server.network.routes import REFUSALS, Given
from branchline.server.operating import retention
from branchline.table.tokens import TABLE_ID, hashed

router = APIRouter(prefix="/api/privacy", responses=REFUSALS)
Secret = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class Kept(TypedDict):
    """Something that is kept."""

    what: str
    how_long: str


class Privacy(TypedDict):
    """What this server keeps of people."""

    kept: list[Kept]


class Erase(BaseModel):
    """What is to be deleted: at tables, by the secret of the seat there, and as a solver of puzzles."""

    model_config = ConfigDict(extra="forbid")
    seats: Annotated[dict[Annotated[str, StringConstraints(pattern=TABLE_ID)], Secret], Field(max_length=20)] = {}
    solver: Secret | None = None


class Erased(TypedDict):
    """The tables where it was deleted; at those that are missing the game still runs, or nobody knew the secret."""

    tables: list[str]


@router.get("")
async def get_privacy(services: Given) -> Privacy:
    """What this server keeps, and for how long."""
    return {"kept": [{"what": what, "how_long": how_long} for what, how_long in retention.kept(services.settings)]}


@router.post("/erase")
async def erase(wanted: Erase, services: Given) -> Erased:
    """Delete the games and the chat of whoever has these secrets."""
    done: list[str] = []
    for table, token in wanted.seats.items():
        if await retention.erase(services.store, table, hashed(token)):
            done.append(table)
            await services.hub.look_again(table)
    if wanted.solver is not None:
        await retention.erase_solver(services.store, hashed(wanted.solver))
    return {"tables": done}
