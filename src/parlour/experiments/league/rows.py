"""The matches of a league, and the rows of its tables, as its page, CSV and JSON have them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from parlour.arena import Act, Record, RecordedCall, start_state
from parlour.core import Player, find_game
from parlour.evaluation import SeatScore, Sides, Spent, spent
from parlour.experiments.definition import RoundRobin, camps_of, rotate
from parlour.experiments.run import RUN, Played, RunDefinition, readable
from parlour.llm import AT, Language
from parlour.store import Store

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


@dataclass(frozen=True, kw_only=True)
class CampShare:
    """The usage and faults of one of the two entrants in a match."""

    entrant: str
    spent: Spent
    actions: int
    faults: int
    fallbacks: int


@dataclass(frozen=True, kw_only=True)
class LeagueMatch:
    """A match of a league.

    Attributes:
        deal: the key of the deal, the same from both camps and in every language.
        camps: the usage and faults of both entrants, the first camp's first.
    """

    match: str
    game: str
    deal: str
    language: Language
    camps: tuple[CampShare, CampShare]
    points: float
    seats: tuple[Player, ...]
    is_home: tuple[bool, ...]
    names: tuple[Player, ...] = ()

    @property
    def entrants(self) -> set[str]:
        return {camp.entrant for camp in self.camps}

    def points_of(self, entrant: str) -> float:
        return self.points if self.camps[0].entrant == entrant else 1 - self.points


def _shares(
    record: Record, scored: Sequence[SeatScore], camps: Sequence[tuple[str, Collection[Player]]]
) -> Iterator[CampShare]:
    """Yields the usage and faults of each entrant, given its seats.

    A reading shared by several seats counts for each of those that keep evidence on record, or, in a game
    whose scores do not say which do, for each that thinks with that model.
    """
    calls = defaultdict[Player, list[RecordedCall]](list)
    for call in record.calls:
        calls[call.key.player].append(call)
    acts = [act for act in record.items if isinstance(act, Act)]
    keepers = {seat.player for seat in scored if seat.kept is not None}
    models = {seat.player: f"{AT}{seat.model}" for seat in record.setup.seats}
    for entrant, seats in camps:
        shared = next(
            (models[player] for player in seats if player in (keepers or models) and models[player] in calls),
            "",
        )
        yield CampShare(
            entrant=entrant,
            spent=spent(call for caller in (shared, *seats) for call in calls.get(caller, ())),
            actions=sum(act.player in seats for act in acts),
            faults=sum(fault.player in seats for fault in record.faults),
            fallbacks=sum(act.is_fallback and act.player in seats for act in acts),
        )


def league_matches(store: Store, run: RunDefinition, robin: RoundRobin) -> list[LeagueMatch]:
    """Returns the matches of one of a league's games that are finished, in the order of their cells."""
    pairs = {meeting.name: pair for pair, meeting in robin.meetings.items()}
    with readable(run.id):
        cells = [
            Played.model_validate_json(json)
            for key, json in sorted(store.cells(run.id).items())
            if key != RUN
        ]
    done = (cell for cell in cells if cell.score and cell.condition in pairs)
    matches = (_match(store, robin, cell, pairs[cell.condition]) for cell in done)
    return [match for match in matches if match]


def _match(store: Store, robin: RoundRobin, cell: Played, pair: tuple[str, str]) -> LeagueMatch | None:
    """Returns a cell as a match of the league; None where no hidden question is scored."""
    record = store.record(cell.match)
    game = find_game(robin.game)
    points = first_camp_points(record)
    if points is None:
        return None
    seats = record.setup.players
    is_home = dealt_camps(record)
    home, away = pair if cell.side == camps_of(game)[0] else pair[::-1]
    homes = [player for player, is_first in zip(seats, is_home, strict=True) if is_first]
    others = [player for player in seats if player not in homes]
    scored = cell.score.seats if cell.score else ()
    first, second = _shares(record, scored, [(home, homes), (away, others)])
    return LeagueMatch(
        match=cell.match,
        game=robin.name,
        deal=f"{cell.story}|{cell.game}",
        language=cell.language,
        camps=(first, second),
        points=points,
        seats=seats,
        is_home=is_home,
        names=rotate(seats, -_deal(robin, cell)) if robin.seeds else (),
    )


def _deal(robin: RoundRobin, cell: Played) -> int:
    return int(cell.story.rpartition("-")[2]) - robin.first


def dealt_camps(record: Record) -> tuple[bool, ...]:
    """Returns, seat by seat, whether it was dealt to the first camp; entrants are seated by dealt camps."""
    teams = start_state(record.setup).teams()
    first = find_game(record.setup.game.name).teams[0]
    return tuple(teams[player] == first for player in record.setup.players)


def first_camp_points(record: Record) -> float | None:
    """Returns the share of hidden questions that the dealt first camp won; None where none is scored.

    A seat counts by the camp that it is in at the end. Where camps stay as they were dealt, all of one camp
    win, or all of the other. Where roles change by night, it is how many of the first camp's seats won and
    how many of the other's lost, either camp being a half. A draw is a half.
    """
    game, sides = find_game(record.setup.game.name), Sides.of(record)
    cases = [case for case in sides.cases if sides.is_scored(case)]
    if not cases:
        return None
    first, dealt = game.teams[0], dealt_camps(record)
    ended = [sides.teams[player] == first for player in record.setup.players] if sides.teams else dealt
    won = (0.5 if case.winner is None else _won(dealt, ended, case.winner == first) for case in cases)
    return sum(won) / len(cases)


def _won(dealt: Sequence[bool], ended: Sequence[bool], is_first_best: bool) -> float:  # noqa: FBT001 - a count
    served = [is_home == (is_first == is_first_best) for is_home, is_first in zip(dealt, ended, strict=True)]
    camps = [
        [is_served for is_served, was in zip(served, dealt, strict=True) if was is camp]
        for camp in (True, False)
    ]
    shares = [sum(camp) / len(camp) for camp in camps if camp]
    return sum(shares) / len(shares)
