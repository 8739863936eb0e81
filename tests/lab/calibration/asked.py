"""Probes put to a reader, in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from parlour.lab.calibration import Probe, ProbeRun, ProbesAnswered
from parlour.llm import Tally
from parlour.store import Store


def told_nobody(done: int, tally: Tally, faults: int) -> None:
    """Nobody waits."""


def asked(model: str, probes: Sequence[Probe], db: str = ":memory:") -> ProbesAnswered:
    with Store.open(db) as store:
        return asyncio.run(ProbeRun(model=model, probes=probes, store=store).ask(told_nobody))
