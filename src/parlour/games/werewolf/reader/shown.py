"""What deaths and deeds show for certain of who somebody was, as everybody at the table is told it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from parlour.games.werewolf.roles import PACK
from parlour.language.facts import Name, Word
from parlour.reader import SentenceFrame

GONE: Final[Mapping[str, tuple[str, ...]]] = {
    "shot one": ("one",),
    "shot black_wolf_king": ("one",),
    "eliminated one": ("one",),
    "scapegoated": ("one",),
    "duelled werewolf": ("one",),
    "duelled good": ("actor",),
    "exploded pair": ("one", "second"),
    "exploded one": ("one",),
    "grieved": ("one",),
    "perished": ("one",),
}
"""The lines of which somebody dies by day or of another's death, and the gaps in which the dead stand."""
_SHOWN: Final[Mapping[str, Mapping[str, Word]]] = {
    "shot one": {"actor": "hunter"},
    "shot black_wolf_king": {"actor": "black_wolf_king"},
    "exposed": {"one": "idiot"},
    "lost_powers": {"one": "elder"},
    "scapegoated": {"one": "scapegoat"},
    "duelled werewolf": {"actor": "knight", "one": "werewolf"},
    "duelled good": {"actor": "knight", "to": "good"},
    "exploded pair": {"one": "white_wolf_king"},
    "exploded one": {"one": "white_wolf_king"},
    "perished": {"actor": "wolf_beauty"},
}
"""The lines that show what somebody is: in which gap they stand, and the role or the side that is shown."""


@dataclass(frozen=True, kw_only=True)
class Neighbours:
    """Players of whom it is certain that a werewolf is among them, or that none is."""

    names: frozenset[Name]
    has_wolf: bool


def gone(line: SentenceFrame) -> Iterator[Name]:
    """Who is out of the game with a line, but for those who are found dead in a morning."""
    yield from (line[gap] for gap in GONE.get(line.kind, ()))


def shown(line: SentenceFrame) -> Iterator[tuple[Name, Word]]:
    """Of whom a line shows what they are."""
    yield from ((line[gap], role) for gap, role in _SHOWN.get(line.kind, {}).items())


def is_wolf(role: Word | None) -> bool | None:
    """Whether a role is one of the pack's; None where none is told."""
    return role in PACK if role else None
