"""What came of a run of the command line, and a server that can go away and come back."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.llm.loopback import Answer, Body, Loopback


@dataclass(frozen=True, kw_only=True)
class Done:
    """An exit code and what was printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What a program reads: standard output holds nothing else."""
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
