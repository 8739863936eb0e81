"""Where Parlour keeps what it keeps on this machine, and whether it may."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from parlour.llm import models_folder


@dataclass(frozen=True, kw_only=True)
class UserFolder:
    """A folder that Parlour uses; it is made when it is first needed.

    Attributes:
        holds: what it is for.
        path: where it is.
        is_made: whether it is there.
        free: bytes on its disk.
        trouble: why nothing can be kept there; empty where it can.
    """

    holds: str
    path: str
    is_made: bool
    free: int
    trouble: str


def look_at_folders() -> tuple[UserFolder, ...]:
    """The folders of this user; nothing is made."""
    return tuple(_looked(holds, path) for holds, path in _folders())


def _folders() -> Iterator[tuple[str, Path]]:
    yield "matches, scripts", user_data_path("parlour", appauthor=False)
    yield "cache", user_cache_path("parlour")
    yield "models", models_folder()


def _looked(holds: str, path: Path) -> UserFolder:
    there = next(each for each in (path.absolute(), *path.absolute().parents) if each.exists())
    may_write = there.is_dir() and os.access(there, os.W_OK)
    return UserFolder(
        holds=holds,
        path=str(path),
        is_made=path.is_dir(),
        free=shutil.disk_usage(there).free,
        trouble="" if may_write else f"{path} ({holds}): {there} is no folder that may be written",
    )
