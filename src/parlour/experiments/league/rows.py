"""The tables of a league, row by row, as its page, CSV and JSON have them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

ALL_GAMES = ""
BOTH_CAMPS = ""


class RatingRow(BaseModel, frozen=True):
    """The strength of an entrant; the average of all is 1500.

    Attributes:
        game: in which game; empty for all of them together.
        camp: in which camp; empty for both together.
        rating: a difference of 400 means odds of ten to one.
        low: where its 95 % interval begins.
    """

    game: str
    camp: str
    entrant: str
    rating: float
    low: float
    high: float
    share: float | None
    matches: int
    note: str = ""


class MeetingRow(BaseModel, frozen=True):
    """The results of an entrant against another.

    Attributes:
        game: in which game; empty for all of them together.
        low: where its 95 % interval begins, Wilson's.
    """

    game: str
    entrant: str
    rival: str
    share: float
    low: float
    high: float
    first_camp: float | None
    second_camp: float | None
    matches: int


class CampRow(BaseModel, frozen=True):
    """The advantage of the first camp in a game, between entrants of average strength.

    Attributes:
        low: where the 95 % interval of that begins.
    """

    game: str
    camp: str
    other: str
    share: float
    chance: float
    low: float
    high: float
    matches: int


class CostRow(BaseModel, frozen=True):
    """The cost and faults of an entrant per match.

    Attributes:
        game: in which game; empty for all of them together.
        dollars: per match; None where no price is known.
        seconds: of calls, per match, as if one had followed the other.
        faults: illegal or unreadable answers, per 100 actions.
        fallbacks: actions for which the game's fallback stood in, per 100 actions.
    """

    game: str
    entrant: str
    calls: float
    input_tokens: float
    output_tokens: float
    dollars: float | None
    seconds: float
    faults: float
    fallbacks: float
    matches: int


BiasKind = Literal["seat", "name", "language, camps", "language, entrants"]
PlaceKind = Literal["seat", "name", "language"]


class BiasRow(BaseModel, frozen=True):
    """A test of a factor that should make no difference.

    Attributes:
        kind: the factor: the seat, the name or the language, for camps or for entrants.
        p: how often chance alone does as much, by a permutation test; None where it was not tested.
        corrected: the same, corrected for all tests of the league (Holm); below 0.05 it differs from chance.
    """

    game: str
    kind: BiasKind
    p: float | None
    corrected: float | None = None
    deals: int
    note: str = ""


class PlaceRow(BaseModel, frozen=True):
    """The share of points of the camp of a seat or of a name; for a language, of the first camp."""

    game: str
    kind: PlaceKind
    place: str
    share: float
    matches: int


class LeagueTables(BaseModel, frozen=True):
    """All tables of a league, and what it is."""

    league: str
    title: str
    entrants: dict[str, str]
    games: dict[str, str]
    expected: int
    matches: int
    dollars: float
    ratings: tuple[RatingRow, ...]
    meetings: tuple[MeetingRow, ...]
    camps: tuple[CampRow, ...]
    costs: tuple[CostRow, ...]
    biases: tuple[BiasRow, ...]
    places: tuple[PlaceRow, ...]
    versions: dict[str, str]
