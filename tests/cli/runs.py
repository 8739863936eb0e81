"""What came of a run of the command line, and a server that can go away and come back."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.arena.replies import varied
from tests.llm.loopback import Answer, Body, Loopback


@dataclass(frozen=True, kw_only=True)
class Done:
    """An exit code and what was printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Parlour = Callable[..., Done]


class Returning(Loopback):
    """A server at the port of one that is gone."""

    def __init__(self, answers: Callable[[Body], Answer], port: int) -> None:
        super().__init__(answers)
        self._server.socket.close()
        self._server.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._server.server_address = ("127.0.0.1", port)
        self._server.server_bind()
        self._server.server_activate()


class Held:
    """Replies as any other; after so many none until it is let go, so that what is played goes no further."""

    def __init__(self, count: int) -> None:
        self._left = count
        self.reached, self.let_go = threading.Event(), threading.Event()

    def __call__(self, body: Body) -> Answer:
        self._left -= 1
        if self._left < 0:
            self.reached.set()
            self.let_go.wait()
        return varied(body)

    def wait_for(self, process: subprocess.Popen[str]) -> None:
        while not self.reached.wait(0.1):
            assert process.poll() is None, process.communicate()


def port(server: Loopback) -> int:
    return int(server.url.removesuffix("/v1").rpartition(":")[2])


def started(*words: str, first: str = "") -> subprocess.Popen[str]:
    """The command line as a process of its own, with a statement before it if need be."""
    code = f"{first}\nfrom parlour.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
