"""Where the cells of a run are played: by processes of this machine, or by those of a cluster."""

from __future__ import annotations

import os
import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Protocol

from parlour.errors import ClusterUnavailable, MissingExtra, UsageError
from parlour.experiments.cell import Cell
from parlour.experiments.job import Job
from parlour.experiments.runner import Watcher
from parlour.experiments.workers import Processes

RAY = "ray"
_PATIENCE = 5.0
"""Seconds in which a cluster must take a connection; Ray itself would go on trying for minutes."""


class Workplace(Protocol):
    """Has workers, and hands the cells of a run out to them."""

    def workers(self, model: str) -> int:
        """How many of them a run waits for that thinks with such a model, if nobody says how many."""
        ...

    async def play(self, cells: Iterator[Cell], job: Job, workers: int, watcher: Watcher) -> None:
        """Plays every cell, each where there is room.

        Cancelled, it ends when every worker has put its matches down.

        Raises:
            ParlourError: the first that stopped the run.
        """
        ...


@contextmanager
def workplace(on: str | None) -> Generator[Workplace]:
    """Where a run is to be played, for as long as the block lasts.

    Args:
        on: ``ray``, ``ray:HOST:PORT``, or None for this machine.

    Raises:
        UsageError: if it is neither, or lacks its packages.
        ClusterUnavailable: if it does not answer.
    """
    if on is None:
        yield Processes()
        return
    address = check_workplace(on)
    from parlour.experiments.ray_cluster import connected  # Ray takes a second to be imported

    with connected(address) as cluster:
        yield cluster


def check_workplace(on: str | None) -> str:
    """The address of a cluster that answers; empty where none is named, of which any will do.

    Raises:
        UsageError: if no such place is known, or it lacks its packages.
        ClusterUnavailable: if nothing answers there.
    """
    if on is None:
        return ""
    kind, _, told = on.partition(":")
    if kind != RAY:
        raise UsageError(f"--on {on}: write it as ray or ray:HOST:PORT; left out, it is this machine")
    if find_spec("ray") is None:
        raise MissingExtra("Ray is not installed: pip install 'parlour[ray]'")
    address = told or os.environ.get("RAY_ADDRESS", "")
    host, _, port = address.rpartition(":")
    if address and not (host and "/" not in host and port.isdecimal()):
        raise UsageError(
            f"--on {RAY}:{address}: write the address as HOST:PORT, as `ray start --head` prints it,"
            " and give the command on a machine of the cluster"
        )
    if address:
        _knock(address, host.strip("[]"), int(port))
    return address


def _knock(address: str, host: str, port: int) -> None:
    try:
        socket.create_connection((host, port), timeout=_PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ClusterUnavailable(
            f"no Ray cluster answers at {address} ({error}): see that it runs (`ray status`), and check the"
            " address and the port"
        ) from error
