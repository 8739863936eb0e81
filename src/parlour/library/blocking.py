"""Asynchronous functions for callers that do not await: in a script, or in a notebook with a running loop."""

from __future__ import annotations

import asyncio
import contextvars
import signal
import threading
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import wraps
from types import FrameType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def blocking(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Returns the same function for callers that do not await: it returns when the work is done.

    If the thread has a running loop, as in a notebook or a server, the work runs in a loop of its own in
    another thread. Ctrl-C cancels it there, and the call ends after the work has.
    """

    @wraps(work)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        def start() -> Coroutine[Any, Any, T]:
            return work(*args, **kwargs)

        return _Apart(start).result() if _is_looping() else asyncio.run(start())

    return call


def _is_looping() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class _Apart:
    """Work in a loop and a thread of its own, in the caller's context.

    Ctrl-C does not interrupt the waiting, which could leave a lock held: as in `asyncio.run`, the first one
    cancels the work, and a second one gives it up.
    """

    def __init__(self, started: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._started = started
        self._ended: Future[Any] = Future()
        self._task: asyncio.Task[Any] | None = None
        self._is_interrupted = False
        run = contextvars.copy_context().run
        self._thread = threading.Thread(target=run, args=(self._run,), daemon=True, name="parlour")

    def result(self) -> Any:  # noqa: ANN401 - whatever the work returns
        """Returns the result of the work; an interrupt of the waiting interrupts the work."""
        with self._hearing_interrupts():
            self._thread.start()
            while self._thread.is_alive():  # Python sees a signal that comes just before a wait after it
                self._thread.join(0.1)
        try:
            return self._ended.result()
        except asyncio.CancelledError as stopped:
            if not self._is_interrupted:
                raise
            interrupt = KeyboardInterrupt()
            for note in getattr(stopped, "__notes__", ()):
                interrupt.add_note(note)
            raise interrupt from None

    @contextmanager
    def _hearing_interrupts(self) -> Generator[None]:
        usual = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or not callable(usual):
            yield
            return

        def interrupt(number: int, frame: FrameType | None) -> None:
            if self._is_interrupted:
                usual(number, frame)
            self._is_interrupted = True
            if self._task:
                with suppress(RuntimeError):  # the loop is closed: the work has ended
                    self._task.get_loop().call_soon_threadsafe(self._task.cancel)

        signal.signal(signal.SIGINT, interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, usual)

    def _run(self) -> None:
        try:
            self._ended.set_result(asyncio.run(self._work()))
        except BaseException as error:  # noqa: BLE001 - whoever waits for it must hear of it
            self._ended.set_exception(error)

    async def _work(self) -> object:
        self._task = asyncio.current_task()
        if self._is_interrupted:
            raise asyncio.CancelledError
        return await self._started()
