"""The server: its tables, pages, API and health check as one application."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec

from fastapi import FastAPI, Response
from pydantic import BaseModel, ConfigDict

from parlour import __version__
from parlour.core.telemetry import SpanSink, listen
from parlour.errors import StoreUnavailable
from parlour.llm import Ledger, ModelPool
from parlour.store import Store
from parlour.web import api, pages
from parlour.web.gate import Gate, guard, not_found
from parlour.web.hosting import TableServer
from parlour.web.pace import USUAL_PACE, opener

PATH = "/health"
UNAVAILABLE = 503


class Health(BaseModel):
    """The state of the server."""

    model_config = ConfigDict(frozen=True)
    is_well: bool


def mount_health(app: FastAPI, house: Callable[[], TableServer]) -> None:
    """Adds the health path, which shows nothing of any table and needs no password."""

    @app.get(PATH, include_in_schema=False)
    async def health(response: Response) -> Health:  # pyright: ignore[reportUnusedFunction]
        try:
            house().store.hosting.find("")
        except StoreUnavailable:
            response.status_code = UNAVAILABLE
            return Health(is_well=False)
        return Health(is_well=True)


@dataclass(frozen=True, kw_only=True)
class Serving:
    """The options of a server.

    Attributes:
        gate: its access rules.
        db: the database of matches; None for the one in the user's data folder.
        budget: the cap in dollars over all its tables, if any.
        concurrency: the limit of concurrent calls per model; None for each model's default.
        pace: seconds per word of the reader's streamed speech; 0 for all at once, votes too.
    """

    gate: Gate
    db: str | None = None
    budget: float | None = None
    concurrency: int | None = None
    pace: float = USUAL_PACE


def _mount_metrics(app: FastAPI, house: Callable[[], TableServer]) -> SpanSink | None:
    if find_spec("prometheus_client") is None:
        return None
    from parlour.web import metrics

    return metrics.mount(app, house)


def application(serving: Serving) -> FastAPI:
    """Creates the whole server; its tables resume at the start and stop, resumable, at the end."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        with Store.open(serving.db) as store:
            async with (
                ModelPool(
                    ledger=Ledger(),
                    budget=serving.budget,
                    concurrency=serving.concurrency,
                    attempts=1,  # tables wait and ask again themselves, and say so meanwhile
                    opener=opener(serving.pace),
                ) as models,
                TableServer(store, models) as house,
            ):
                app.state.house = house
                forget = listen(counts) if counts else None
                yield
                if forget:
                    forget()

    app = FastAPI(title="Parlour", version=__version__, openapi_url=None, lifespan=lifespan)

    def house() -> TableServer:
        return app.state.house

    def opens(token: str) -> bool:
        return house().store.hosting.find(token) is not None

    mount_health(app, house)
    counts = _mount_metrics(app, house)
    api.mount(app, house)
    pages.mount(app, house, all_own=bool(serving.gate.password), is_paced=serving.pace > 0, missing=not_found)
    guard(app, serving.gate, opens)
    return app
