"""Matches with trust graphs for the tests of their pictures: with the reader, with scripts, and by hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from parlour.arena import Record
from parlour.games.mystery import MysterySetup, generate
from parlour.llm import BUILT_IN, Language
from parlour.methods.gratr import Evidence, TrustGraph
from parlour.methods.gratr.views import EvidenceTaken, Learned, TrustHistory
from parlour.methods.gratr.views.history import ChainsRetrieved, Step, trace
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.arena.werewolves import werewolves
from tests.methods.gratr import tables
from tests.methods.gratr.graphs import PLAYERS, item


@cache
def werewolf(language: Language = "en") -> Record:
    """A table of eight with the reader."""
    setup = laid(werewolves("vwswxgvw", language), model=BUILT_IN, method="gratr", context=1_000_000)
    return recorded(setup, play(setup))


@cache
def mystery(language: Language = "en") -> Record:
    """Four with the reader, who ask about two victims."""
    game = MysterySetup(script=generate(1, players=4, victims=2, lang=language), questions=3, answers=False)
    setup = laid(game, model=BUILT_IN, method="gratr", seed=1, context=1_000_000)
    return recorded(setup, play(setup))


@cache
def accused(options: str = "") -> Record:
    """A table at which every statement is read as an attack on the same seat."""
    return tables.played(f"gratr:{options}" if options else "gratr").record


STEPS: tuple[Step, ...] = (
    Learned(round=1, event=1, player="Ann", is_ally=True, why="revealed"),
    EvidenceTaken(
        round=1, event=2, items=(item("Ann", "defend", "Ben", 8, 2), item("Ann", "attack", "Cat", 6, 2))
    ),
    EvidenceTaken(
        round=1, event=3, items=(item("Ben", "defend", "Ann", 8, 3), item("Dan", "attack", "Eve", 9, 3))
    ),
    EvidenceTaken(round=2, event=4, items=(item("Cat", "attack", "Ben", 10, 4),)),
    ChainsRetrieved(round=2, targets=("Cat", "Ben")),
)
"""Ann is one of us; she is for Ben, and he for her; she is against Cat, who attacks Ben."""


def by_hand(told: Mapping[int, str] | None = None, **about: object) -> TrustHistory:
    """The history of those steps, with the words of its events."""
    start = TrustGraph.of_villager("Me", PLAYERS)
    words = told or {number: f"the words of event {number}" for number in range(1, 5)}
    fields = {"source": "a test", "language": "en", "case": "", "method": "gratr", "start": start, **about}
    return TrustHistory(**fields, moments=trace(start, STEPS), told=words)  # pyright: ignore[reportArgumentType]


def evidence(history: TrustHistory) -> list[Evidence]:
    """Everything that was taken in."""
    steps = (moment.step for moment in history.moments)
    return [each for step in steps if isinstance(step, EvidenceTaken) for each in step.items]
