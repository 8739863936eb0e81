"""A probe: a place at a table at which one question is asked, and what its answer rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, get_args, runtime_checkable

from parlour.core import Decision, Player
from parlour.llm import Language, Prompt

Place = Literal["beginning", "middle", "end"]
"""Where in somebody's papers that stands which the answer rests on."""
PLACES: tuple[Place, ...] = get_args(Place)


@dataclass(frozen=True, kw_only=True, eq=False)
class Probe:
    """One question to one player, with as much around it as it shall be found in; equal to itself alone.

    Attributes:
        name: the same for the same seed.
        game: of the table.
        kind: what it takes to answer, such as `find` or `chain`.
        pattern: probes of one pattern differ in names, words and length alone, so that a reader who has taken
            in the same of their sentences answers them alike.
        place: where in the papers the decisive sentences stand.
        prompt: what is asked.
        bare: the same without what the answer does not rest on.
        reply: the form of the answer.
        bearing: the sentences that an answer can rest on, as they stand in both prompts, in the order of the
            pattern.
        players: who sits at the table.
        roles: the options by the part that each has in the pattern; the first is right.
        case: the hidden question that is asked.
    """

    name: str
    game: str
    kind: str
    pattern: str
    place: Place
    prompt: Prompt
    bare: Prompt
    reply: type[Decision]
    bearing: tuple[str, ...]
    players: tuple[Player, ...]
    roles: tuple[Player, ...]
    case: str


@dataclass(frozen=True, kw_only=True)
class ProbesAsked:
    """Which probes are wanted.

    Attributes:
        count: how many.
        languages: of them, in turn.
        longest: of how many tokens the longest prompts are, about.
        seed: by which all chance is drawn.
    """

    count: int = 360
    languages: tuple[Language, ...] = ("en", "zh")
    longest: int = 1600
    seed: int = 0


@runtime_checkable
class ProbeMaker(Protocol):
    """A game's part `probes`: questions from its own tables, in its own words."""

    def probes(self, asked: ProbesAsked) -> Sequence[Probe]:
        """Probes of every kind, place and length, mixed, so that any first part of them is mixed too."""
        ...
