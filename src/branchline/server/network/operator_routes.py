"""The HTTP part for those who have the operator's key: what they can have done, and doing it."""

from __future__ import annotations

import hmac
import inspect
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from branchline.server.network.routes import REFUSALS, Bearer, Given
from branchline.server.network.services import Services
from branchline.server.operating.orders import MEANINGS, ORDERS, BadOrder, Desk, carry_out, takes
from branchline.table.protocol.refusing import Refused


class Told(TypedDict):
    """Something that an order is told."""

    name: str
    meaning: str
    must: bool


class OrderInfo(TypedDict):
    """An order."""

    name: str
    words: str
    told: list[Told]


class Orders(TypedDict):
    """All orders."""

    orders: list[OrderInfo]


class Done(TypedDict):
    """What an order brought, as lines of a table."""

    lines: list[dict[str, str]]


class GiveOrder(BaseModel):
    """An order to carry out."""

    model_config = ConfigDict(extra="forbid")
    order: Annotated[str, Field(max_length=40)]
    values: Annotated[dict[str, Annotated[str, StringConstraints(max_length=500)]], Field(max_length=10)] = {}


async def _desk(token: Bearer, services: Given) -> Desk:
    """Refuse who has not the key."""
    key = services.settings.operator_key
    if not key or token is None or not hmac.compare_digest(token.encode(), key.encode()):
        raise Refused("not_allowed", "This is for those who run the server: give the operator's key.")
    return Desk(services.store, services.settings)


router = APIRouter(prefix="/api/operator", responses=REFUSALS)
AtDesk = Annotated[Desk, Depends(_desk)]


@router.get("")
async def get_orders(desk: AtDesk) -> Orders:
    """What an operator can have done."""
    return {
        "orders": [
            {
                "name": name,
                "words": (inspect.getdoc(order) or "").splitlines()[0],
                "told": [
                    {"name": each, "meaning": MEANINGS[each], "must": must} for each, must in takes(order).items()
                ],
            }
            for name, order in ORDERS.items()
        ]
    }


@router.post("")
async def give_order(wanted: GiveOrder, desk: AtDesk, services: Given) -> Done:
    """Carry out an order."""
    try:
        answer = await carry_out(desk, wanted.order, {name: text for name, text in wanted.values.items() if text})
    except BadOrder as error:
        raise Refused("bad_message", f"{str(error)[0].upper()}{str(error)[1:]}.") from error
    await _seen(services)
    return {"lines": [{name: str(value) for name, value in line.items()} for line in answer]}


async def _seen(services: Services) -> None:
    """This worker need not wait until it looks the next time."""
    await services.doorkeeper.look()
