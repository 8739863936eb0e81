"""Something that is served on the loopback address for as long as a block runs."""

from __future__ import annotations

import threading
from http.server import HTTPServer
from types import TracebackType
from typing import Self


class Serving:
    """A server in a thread of its own.

    Args:
        server: what answers.
    """

    def __init__(self, server: HTTPServer) -> None:
        self._server = server
        self._thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)

    def leave(self) -> None:
        """Answers no more."""
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()
