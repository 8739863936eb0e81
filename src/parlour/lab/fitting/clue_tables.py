"""What a game brings so that its reader's likelihoods can be fitted: tables, and recorded games as deeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from parlour.lab.transcripts import GameTranscript, StanceKind, sought_seats, stances

PART = "fitting"
"""The module of a game's package whose value `PART` is its `ClueTables`."""
_STANCES: Mapping[StanceKind, str] = {"accuses": "suspects", "trusts": "trusts"}
"""The kinds of clues that stances are, in every game."""


@dataclass(frozen=True, kw_only=True)
class ClueTable:
    """How likely a kind of deed is, by the sides of whoever does it and of whom it is about; up to a factor.

    Attributes:
        cases: what the sides can be, in words.
        values: how likely it is in each case; above 0.
        case_of: the case of a doer's side and of a target's; a deed about nobody has the doer for its target.
    """

    cases: tuple[str, ...]
    values: tuple[float, ...]
    case_of: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """Raises `ValueError` unless there is a value above 0 for each case, and a case for all sides."""
        if len(self.values) != len(self.cases) or min(self.values) <= 0:
            raise ValueError(f"a value above 0 belongs to each of {self.cases}: {self.values}")
        if {case for row in self.case_of for case in row} - set(range(len(self.cases))):
            raise ValueError(f"there are only {len(self.cases)} cases: {self.case_of}")

    def with_values(self, values: Sequence[float]) -> ClueTable:
        """The same cases with other likelihoods."""
        return replace(self, values=tuple(values))


@dataclass(frozen=True, kw_only=True)
class SeatDeed:
    """Something that a seat said or did.

    Attributes:
        kind: the table that it is in.
        by: the seat, by its place.
        about: of or to which seat; the same where it tells of the doer alone.
    """

    kind: str
    by: int
    about: int


@dataclass(frozen=True, kw_only=True)
class SidedGame:
    """A recorded game whose sides are known, as the tables see it.

    Attributes:
        id: of the recorded game.
        sides: of each seat.
        deck: the sides that were to be dealt, which everybody knew; more than seats where some lay aside.
        deeds: what people among them said and did, each thing once.
        people: the places of the people; what others do is not counted.
    """

    id: str
    sides: tuple[int, ...]
    deck: tuple[int, ...]
    deeds: tuple[SeatDeed, ...]
    people: tuple[int, ...]


@runtime_checkable
class ClueTables(Protocol):
    """The part `fitting` of a game."""

    @property
    def sides(self) -> tuple[str, ...]:
        """What a seat can be as far as the tables go, in words."""
        ...

    @property
    def sought(self) -> int:
        """The side whose holders the others look for."""
        ...

    @property
    def shipped(self) -> Mapping[str, ClueTable]:
        """The tables as the reader has them, by kind."""
        ...

    @property
    def alone(self) -> frozenset[str]:
        """The kinds that tell of the doer alone."""
        ...

    def sided(self, game: GameTranscript) -> SidedGame | None:
        """A recorded game as the tables see it; None where it is another game, or cannot be read so."""
        ...


def stance_deeds(game: GameTranscript) -> Iterator[SeatDeed]:
    """Whom anybody accused or trusted aloud, in order."""
    for each in stances(game, sought_seats(game).roles):
        by, about = game.players.index(each.by), game.players.index(each.about)
        yield SeatDeed(kind=_STANCES[each.kind], by=by, about=about)
