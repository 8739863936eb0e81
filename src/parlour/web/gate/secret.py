"""The secret that session cookies are signed with: made once, and kept where only its owner reads."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from platformdirs import user_data_path

from parlour.errors import StoreUnavailable

_BYTES = 32


def kept_secret(path: Path | None = None) -> str:
    """The server's secret; made where there is none yet.

    Args:
        path: where it is kept; None for the user's data folder.

    Raises:
        StoreUnavailable: if it can be neither read nor kept.
    """
    path = path or user_data_path("parlour", appauthor=False) / "session-secret"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _make(path)
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise StoreUnavailable(
            f"the secret of sessions cannot be kept in {path}: {error.strerror}"
        ) from error


def _make(path: Path) -> None:
    """Writes a new one beside its place and links it there, whole or not at all, unless there is one."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(_BYTES))
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
