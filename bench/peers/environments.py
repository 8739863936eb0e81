"""The environments of the peers: each its own, made once and kept under `build/`."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PINS = Path(__file__).with_name("peers.toml")
PATIENCE = 1200


class NotInstalled(Exception):
    """A peer cannot be installed here."""


@dataclass(frozen=True, kw_only=True)
class Peer:
    """What Parlour is measured beside.

    Attributes:
        driver: the module under `drivers` that plays at its tables.
    """

    name: str
    requirement: str
    driver: str


def peers() -> list[Peer]:
    """All of them."""
    pins = tomllib.loads(PINS.read_text(encoding="utf-8"))
    return [Peer(name=name, **pin) for name, pin in pins.items()]


def interpreter(peer: Peer, kept: Path = ROOT / "build" / "peers") -> Path:
    """Its Python, with the peer installed.

    Args:
        peer: the one asked for.
        kept: where environments are kept.

    Raises:
        NotInstalled: with the installer's last words.
    """
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    folder = kept / f"{peer.requirement.replace('==', '-')}-python{version}"
    python, ready = folder / "bin" / "python", folder / "ready"
    if ready.exists():
        return python
    uv = (sys.executable, "-m", "uv")
    _run(*uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(folder))
    _run(*uv, "pip", "install", "--quiet", "--python", str(python), peer.requirement)
    ready.touch()
    return python


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, cwd="/", timeout=PATIENCE)
    except subprocess.CalledProcessError as error:
        last = [line.strip() for line in error.stderr.splitlines() if line.strip()][-2:]
        raise NotInstalled(" ".join(last)) from error
    except subprocess.TimeoutExpired as error:
        raise NotInstalled(f"the installer was not done after {PATIENCE} s") from error
