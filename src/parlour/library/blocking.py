"""Asynchronous functions for whoever cannot wait: in a script, and in a notebook, whose loop runs already."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def blocking(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """The same function for callers that do not await: it returns when the work is done.

    Where the thread has a running loop, as in a notebook or a server, the work runs in a loop of its own in
    another thread. Ctrl-C cancels it there, and it has put everything down before the call ends.
    """

    @wraps(work)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        def started() -> Coroutine[Any, Any, T]:
            return work(*args, **kwargs)

        return _Apart(started).result() if _is_looping() else asyncio.run(started())

    return call


def _is_looping() -> bool:
    """Whether this thread has a running loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class _Apart:
    """Work in a loop and a thread of its own, in the caller's context."""

    def __init__(self, started: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._started = started
        self._ended: Future[Any] = Future()
        self._task: Future[asyncio.Task[Any]] = Future()
        run = contextvars.copy_context().run
        self._thread = threading.Thread(target=run, args=(self._run,), daemon=True, name="parlour")
        self._thread.start()

    def result(self) -> Any:  # noqa: ANN401 - whatever the work returns
        """What came of it; an interrupt of the waiting is one of the work."""
        try:
            return self._ended.result()
        except BaseException as error:
            if self._ended.done():
                raise
            self._cancel()
            if stopped := self._ended.exception():
                for note in getattr(stopped, "__notes__", ()):
                    error.add_note(note)
            raise

    def _run(self) -> None:
        try:
            self._ended.set_result(asyncio.run(self._work()))
        except BaseException as error:  # noqa: BLE001 - whoever waits for it must hear of it
            self._ended.set_exception(error)

    async def _work(self) -> object:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine that runs has one
        self._task.set_result(task)
        return await self._started()

    def _cancel(self) -> None:
        task = self._task.result()
        task.get_loop().call_soon_threadsafe(task.cancel)
        self._thread.join()
