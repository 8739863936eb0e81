"""Distributions as an installer leaves them, in a folder of a test's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

GROUP = "parlour.tests"


def installed(
    folder: Path, name: str, points: Mapping[str, str], *, group: str = GROUP, **modules: str
) -> None:
    """A distribution with these entry points, and the source of each of its modules."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = (f"{point} = {value}\n" for point, value in points.items())
    (info / "entry_points.txt").write_text(f"[{group}]\n{''.join(lines)}")
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(source)
