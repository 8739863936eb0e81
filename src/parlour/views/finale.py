"""Why it was nobody else: the proof of who it was, told step by step when a match is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.arena import Record
from parlour.core import Player, find_game


@dataclass(frozen=True, kw_only=True)
class FinaleLine:
    """Something that a step rests on.

    Attributes:
        speaker: whose word it is; None for what everybody knew.
        text: the word.
        note: what became of it at the table, and how one could have heard it.
    """

    speaker: Player | None
    text: str
    note: str


@dataclass(frozen=True, kw_only=True)
class FinaleStep:
    """A step of the proof.

    Attributes:
        title: what it shows.
        about: of whom, whose faces stand beside it.
        lines: what it rests on.
        conclusion: what follows.
    """

    title: str
    about: tuple[Player, ...]
    lines: tuple[FinaleLine, ...]
    conclusion: str


@dataclass(frozen=True, kw_only=True)
class Finale:
    """A proof as people read it.

    Attributes:
        opening: by which rule it goes.
        steps: in order.
        verdict: who is left, and so did it.
        lies: what shows the culprits to have lied.
    """

    opening: str
    steps: tuple[FinaleStep, ...]
    verdict: str
    lies: tuple[FinaleStep, ...] = ()


@runtime_checkable
class Finales(Protocol):
    """The part `finale` of a game whose hidden questions can be settled by what was known at the table."""

    def finale(self, record: Record, viewer: Player | None) -> Finale | None:
        """The proof of a match's truth, with what one seat could have asked; None where there is none."""
        ...


def finale(record: Record, viewer: Player | None = None) -> Finale | None:
    """The proof of who it was; None of a game or a story that has none.

    Args:
        record: of a match that is over: everything is told.
        viewer: through whose eyes one looks back; None for nobody's.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    part = find_game(record.setup.game.name).find_part("finale", Finales)
    return part.finale(record, viewer) if part else None
