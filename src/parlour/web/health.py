"""Whether the server answers and its store does: what a container's health check asks."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI, Response
from pydantic import BaseModel, ConfigDict

from parlour.errors import StoreUnavailable
from parlour.web.hosting import TableServer

PATH = "/health"
UNAVAILABLE = 503


class Health(BaseModel):
    """How the server is.

    Attributes:
        is_well: whether it could read its store just now.
    """

    model_config = ConfigDict(frozen=True)
    is_well: bool


def mount(app: FastAPI, house: Callable[[], TableServer]) -> None:
    """Adds the one path, which tells nothing of any table and asks for no password."""

    @app.get(PATH, include_in_schema=False)
    async def health(response: Response) -> Health:  # pyright: ignore[reportUnusedFunction]
        try:
            house().store.hosting.find("")
        except StoreUnavailable:
            response.status_code = UNAVAILABLE
            return Health(is_well=False)
        return Health(is_well=True)
