"""A Ray cluster of three nodes on this machine: each has processes of its own, and one can be lost."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from ray._common.utils import get_default_ray_temp_dir
from ray.cluster_utils import Cluster

SMALL: dict[str, Any] = {"object_store_memory": 80 * 2**20, "include_dashboard": False}
"""Near the least that Ray takes for a node's objects."""


class Nodes:
    """A head, which holds no worker, and two nodes with room for one worker each."""

    def __init__(self, folder: str) -> None:
        head = {**SMALL, "num_cpus": 0, "temp_dir": folder}
        self._cluster = cast("Any", Cluster(initialize_head=True, head_node_args=head))
        self._nodes = [self._add(), self._add()]

    @property
    def address(self) -> str:
        """Where the head is, as `HOST:PORT`."""
        return self._cluster.address

    def lose_one(self) -> None:
        """A node is gone with all its processes, as by a power cut; another takes its place."""
        self._cluster.remove_node(self._nodes.pop(), allow_graceful=False)
        self._nodes.append(self._add())

    def close(self) -> None:
        """Ends every process."""
        self._cluster.shutdown()

    def _add(self) -> object:
        return self._cluster.add_node(**SMALL, num_cpus=1)


@contextmanager
def ray_nodes() -> Generator[Nodes]:
    """Such a cluster for as long as the block runs."""
    os.environ.setdefault("RAY_worker_niceness", "0")  # by default 15: beside busy processes they hardly run
    Path(get_default_ray_temp_dir()).mkdir(parents=True, exist_ok=True)  # there the head notes its address
    folder = tempfile.mkdtemp(prefix="ray-")  # short, since sockets lie in it
    nodes = Nodes(folder)
    try:
        yield nodes
    finally:
        nodes.close()
        shutil.rmtree(folder, ignore_errors=True)
