"""What is killed: a match, a run on two processes, a server with people; each begins in a fork of its own."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, ForkServerProcess
from typing import ClassVar

import uvicorn

from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import open_match
from parlour.cli import main
from parlour.experiments import workers
from parlour.llm import MatchModels, ModelPool
from parlour.store import Store
from parlour.web.gate import Gate
from parlour.web.server import Serving, application


def play_match(db: str, match: str) -> None:
    """Plays a match, or goes on with it."""

    async def play() -> None:
        with Store.open(db) as store:
            async with ModelPool() as models:
                log = store.journal(match)
                setup = store.setup(match)
                await open_match(setup, log, MatchModels(models, log=log), LazyRanking(BM25)).play()

    asyncio.run(play())


def serve(db: str, port: int, model: str) -> None:
    """Serves the tables of a database, which may use that model."""
    os.environ["PARLOUR_MODEL"] = model
    asked = Serving(gate=Gate(), db=db)
    uvicorn.run(application(asked), host="127.0.0.1", port=port, log_level="error")


def play_run(asked: Sequence[str], hired: Connection) -> None:
    """Gives a command to the command line, and tells of each worker that is begun for it."""
    if sys.version_info < (3, 14):
        # From within a fork these begin a second server, against their documentation, and import all anew.
        forkserver._forkserver.ensure_running = lambda: None  # pyright: ignore[reportPrivateUsage]
    _ToldOf.hired = hired
    workers.get_context = _telling  # pyright: ignore[reportAttributeAccessIssue]
    sys.argv = ["parlour", *asked]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for said in (sys.stdout, sys.stderr):
        os.dup2(nowhere, said.fileno())
    main()


def _telling(_method: str) -> ForkServerContext:
    return _Telling()


class _ToldOf(ForkServerProcess):
    """A worker that is told of when it is started."""

    hired: ClassVar[Connection]

    def start(self) -> None:
        super().start()
        self.hired.send(self.pid)


class _Telling(ForkServerContext):
    """Begins workers as forks too, and tells which."""

    Process = _ToldOf
