"""Runs of the bench as they are kept, part by part: two can be compared, and a page be written from one."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from bench.figure import Figure


class Machine(BaseModel):
    """On what something was measured.

    Attributes:
        memory: in GB (10^9 bytes).
    """

    model_config = ConfigDict(frozen=True)
    processor: str
    cores: int
    memory: float
    system: str
    python: str

    @classmethod
    def here(cls) -> Machine:
        """The one that this runs on."""
        return cls(
            processor=_processor() or platform.machine(),
            cores=os.cpu_count() or 1,
            memory=round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
            system=f"{platform.system()} {platform.machine()}",
            python=platform.python_version(),
        )


class MeasuredPart(BaseModel):
    """One part of the bench as it was measured: where, when, how long it took, and its figures."""

    model_config = ConfigDict(frozen=True)
    machine: Machine
    date: datetime
    seconds: float
    figures: tuple[Figure, ...]


Kept = Mapping[str, MeasuredPart]
"""By the name of the part."""
_FORM = TypeAdapter(dict[str, MeasuredPart])


def read(path: Path) -> Kept:
    """A kept run."""
    return _FORM.validate_json(path.read_bytes())


def keep(path: Path, part: str, figures: Sequence[Figure], seconds: float) -> None:
    """Adds a part to a kept run, in the place of what stood there under its name."""
    now = datetime.now(UTC).replace(microsecond=0)
    measured = MeasuredPart(machine=Machine.here(), date=now, seconds=round(seconds), figures=tuple(figures))
    parts = {**(read(path) if path.exists() else {}), part: measured}
    path.write_bytes(_FORM.dump_json(parts, indent=1))


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "")
