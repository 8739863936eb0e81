"""The packages of `examples/`, installed for a test: on the path, with their entry points."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
NAMES = ("avalon", "bandwagon")


def installed(folder: Path) -> list[str]:
    """Writes what pip would write of them into a folder; gives what is to be on the path."""
    for name in NAMES:
        told = tomllib.loads((ROOT / "examples" / name / "pyproject.toml").read_text(encoding="utf-8"))
        _write(folder, told["project"])
    return [str(folder), *(str(ROOT / "examples" / name / "src") for name in NAMES)]


def _write(folder: Path, project: Mapping[str, Any]) -> None:
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    points = [
        line
        for group, named in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {where}" for name, where in named.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(points) + "\n")
