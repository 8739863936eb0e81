"""Where the library `lightrag-hku` lives: a loop in a thread of its own, and a folder."""

# the library says little of its types
# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Coroutine, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from lightrag import LightRAG

T = TypeVar("T")
_NO_DOTENV = "PYTHON_DOTENV_DISABLED"
_LOADED = (
    "lightrag",
    "lightrag.lightrag",
    *(f"lightrag.kg.{name}_impl" for name in ("json_kv", "json_doc_status", "nano_vector_db", "networkx")),
)
"""All of the library that is used; left to itself it loads the rest when a graph is begun."""
_users: set[str] = set()


@cache
def library() -> ModuleType:
    """The library, loaded without what it does besides: reading a `.env`, and logging to the terminal."""
    before, handlers = os.environ.get(_NO_DOTENV), logging.root.handlers[:]
    level = logging.root.level
    os.environ[_NO_DOTENV] = "1"
    try:
        loaded, *_ = [import_module(name) for name in _LOADED]
    finally:
        os.environ.pop(_NO_DOTENV) if before is None else os.environ.update({_NO_DOTENV: before})
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
    for name in ("lightrag", "nano-vectordb"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    import_module("lightrag.utils").time = _Stopped()  # pyright: ignore[reportAttributeAccessIssue]
    return loaded


class _Stopped:
    def time(self) -> float:
        return 0.0

    def __getattr__(self, name: str) -> object:
        return getattr(time, name)


@cache
def folder() -> Path:
    """Where it keeps its files, until the process ends."""
    path = Path(tempfile.mkdtemp(prefix="parlour-lightrag-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


async def apart(task: Coroutine[Any, Any, T]) -> T:
    """Runs something of the library on its own loop."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(task, _loop()))


def enter(name: str) -> None:
    """Minds that a graph of that name is, or is about to be, in use."""
    _users.add(name)


def leave(name: str, graphs: Sequence[LightRAG]) -> None:
    """Has a graph closed that nobody holds any more; may be called from any thread.

    `graphs`: itself; empty where it never came to be.
    """
    asyncio.run_coroutine_threadsafe(_left(name, graphs), _loop())


async def _left(name: str, graphs: Sequence[LightRAG]) -> None:
    for graph in graphs:
        await graph.finalize_storages()
    shutil.rmtree(folder() / name, ignore_errors=True)
    _users.discard(name)
    if not _users:
        _swept()


def _swept() -> None:
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    import_module("lightrag.kg.shared_storage").finalize_share_data()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="lightrag", daemon=True).start()
    return loop
