"""llama.cpp inside this process: it serves HTTP on a loopback address, and is asked like any server.

Heavy to import: only `providers` does so, when a model is opened.
"""

from __future__ import annotations

import atexit
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from parlour.errors import MissingExtra, ModelUnavailable, UsageError
from parlour.llm.hosted import Hosted
from parlour.llm.openmp import rein_in_openmp, thread_count
from parlour.llm.servers import chat_model
from parlour.llm.weights import trained_context

LARGEST_CONTEXT = 16384
PATIENCE = 1800.0


class _Server(Protocol):
    """llama.cpp's server while it runs; it stops when nothing refers to it."""

    @property
    def listening_address(self) -> str: ...


_running: dict[tuple[Path, int], _Server] = {}
_users: dict[tuple[Path, int], int] = {}
atexit.register(_running.clear)


class Embedded(Hosted):
    """A GGUF model in this process; all that open the same file share one server."""

    def __init__(self, path: Path, *, name: str, context: int | None) -> None:
        trained = trained_context(path)
        self._key = (path.resolve(), context or min(trained or LARGEST_CONTEXT, LARGEST_CONTEXT))
        server = _running.get(self._key) or _start(*self._key)
        _running[self._key] = server
        _users[self._key] = _users.get(self._key, 0) + 1
        super().__init__(
            chat_model(f"{server.listening_address}/v1", path.name),
            name=name,
            context=self._key[1],
            slots=1,
            patience=PATIENCE,
        )

    async def close(self) -> None:
        """Closes its connections; the last user's end stops the server."""
        await super().close()
        _users[self._key] -= 1
        if not _users[self._key]:
            _running.pop(self._key, None)


def _start(path: Path, context: int) -> _Server:
    """Starts llama.cpp with one slot: slots would share out the window and the cache.

    Raises:
        MissingExtra: if its package is not installed.
        ModelUnavailable: if it will not load the file.
    """
    rein_in_openmp()
    try:
        xllamacpp: Any = import_module("xllamacpp")
    except ModuleNotFoundError as error:
        raise MissingExtra("models in this process need llama.cpp: pip install 'parlour[local]'") from error
    except ImportError as error:
        raise UsageError(f"llama.cpp cannot be loaded: {error}: on Debian, install libgomp1") from error
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.n_ctx, parameters.n_parallel, parameters.verbosity = context, 1, -1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = thread_count()
    try:
        return cast(_Server, xllamacpp.Server(parameters))
    except RuntimeError as error:
        raise ModelUnavailable(
            f"{path}: llama.cpp cannot load this model with a window of {context} tokens:"
            " is the file whole, and is there memory enough?"
        ) from error
