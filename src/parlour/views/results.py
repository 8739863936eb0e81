"""The results of a match for a person: truth, scores, proof, questions after it, and its methods' views."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from pydantic import BaseModel

from parlour.agents import MethodSpec, find_method_part
from parlour.arena import Record, Setup
from parlour.core import CaseOutcome, Event, GameSetup, Player, find_game
from parlour.evaluation import Score, ballots, final_roles, verdicts, vote_accuracy
from parlour.llm import Language

if TYPE_CHECKING:  # numpy and the readers of corpora are needed by few matches
    from parlour.lab.watching import FollowedGame


@runtime_checkable
class FollowsRecorded(Protocol):
    """The setup of a match that follows a recorded game."""

    @property
    def followed_game(self) -> FollowedGame:
        """The recorded game."""
        ...


def recorded_game(setup: GameSetup) -> FollowedGame | None:
    """Returns the recorded game that a match follows; None for a match that is played."""
    return setup.followed_game if isinstance(setup, FollowsRecorded) else None


@dataclass(frozen=True, kw_only=True)
class Truth:
    """The answers to a match's hidden questions, and the roles of the players."""

    culprits: Mapping[str, tuple[Player, ...]]
    roles: Mapping[Player, str] = field(default_factory=dict[Player, str])
    verdicts: tuple[CaseOutcome, ...] = ()

    def is_right(self, case: str, named: tuple[Player, ...]) -> bool | None:
        """Returns True if all named players are culprits; None without a truth or a named player."""
        true = self.culprits.get(case) or ()
        return set(named) <= set(true) if named and true else None


@runtime_checkable
class HasCulprits(Protocol):
    """The setup of a game whose answers do not follow from the roles that it deals."""

    @property
    def culprits(self) -> Mapping[str, tuple[Player, ...]]:
        """The culprits by case."""
        ...


def truth(record: Record) -> Truth:
    """Returns the truth of a match, finished or not: it follows from the deal."""
    setup = record.setup.game
    if followed := recorded_game(setup):
        return _recorded_truth(record, followed)
    roles = final_roles(record)
    culprits = setup.culprits if isinstance(setup, HasCulprits) else _sought_players(record, roles)
    return Truth(culprits=culprits, roles=roles, verdicts=tuple(verdicts(record)))


def _recorded_truth(record: Record, followed: FollowedGame) -> Truth:
    ends = {member.player: member.end for member in followed.transcript.cast if member.end is not None}
    sought = tuple(name for name in followed.players if name in followed.sought_players)
    case = followed.subject.case
    return Truth(culprits={case: sought}, roles=ends, verdicts=tuple(verdicts(record)))


def _sought_players(record: Record, roles: Mapping[Player, str]) -> Mapping[str, tuple[Player, ...]]:
    setup = record.setup
    game = find_game(setup.game.name)
    state = game.begin(setup.game, setup.seed)
    cases = [case.name for player in state.players for case in state.cases(player)]
    sought = tuple(name for name in setup.players if roles.get(name) in game.sought)
    return {cases[0]: sought} if cases else {}


@runtime_checkable
class Summary(Protocol):
    """A game's part `summary`."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        """Returns every ballot of a match, in the order in which they were cast."""
        ...

    def scores(self, record: Record) -> Mapping[str, Score]:
        """Returns the scores of a match by name; the game's word `score_NAME` describes each."""
        ...


class VoteLine(BaseModel):
    """One ballot of some round; `choice` is null for an abstention."""

    voter: Player
    round: int
    choice: Player | None


class PlainSummary:
    """The summary of a game without one of its own."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        return [
            VoteLine(voter=vote.actor or "", round=vote.round, choice=next(iter(vote.chosen), None))
            for vote in ballots(record)
        ]

    def scores(self, record: Record) -> Mapping[str, Score]:
        return {"vote_accuracy": vote_accuracy(record)}


def summary_of(game: str) -> Summary:
    """Returns the summary of a game's matches."""
    return find_game(game).find_part("views.SUMMARY", Summary) or PlainSummary()


@dataclass(frozen=True, kw_only=True)
class FinaleLine:
    """A fact that a step rests on.

    Attributes:
        speaker: of the statement; None for public knowledge.
    """

    speaker: Player | None
    text: str
    note: str


@dataclass(frozen=True, kw_only=True)
class FinaleStep:
    """A step of the proof."""

    title: str
    about: tuple[Player, ...]
    lines: tuple[FinaleLine, ...]
    conclusion: str


@dataclass(frozen=True, kw_only=True)
class Finale:
    """A proof as people read it."""

    opening: str
    steps: tuple[FinaleStep, ...]
    verdict: str
    lies: tuple[FinaleStep, ...] = ()


@runtime_checkable
class Finales(Protocol):
    """The part `finale` of a game whose hidden questions can be settled by what was known at the table."""

    def __call__(self, record: Record, viewer: Player | None) -> Finale | None:
        """Returns the proof of a match's truth, with a seat's possible questions; None if there is none."""
        ...


def finale(record: Record, viewer: Player | None = None) -> Finale | None:
    """Returns the proof of a match's culprits; None for a game or a story that has none.

    Args:
        record: of a finished match.
        viewer: the seat that looks back; None for an outside viewer.
    """
    part = find_game(record.setup.game.name).find_part("finale", Finales)
    return part(record, viewer) if part else None


@runtime_checkable
class ExplainsDeaths(Protocol):
    """The part `explain_deaths` of a game in which rules can kill a player whom others tried to save."""

    def __call__(self, setup: GameSetup, events: Sequence[Event], language: Language) -> Sequence[str]:
        """Returns a sentence for each such death."""
        ...


def explained_deaths(record: Record) -> Sequence[str]:
    """Returns the reasons of deaths that the events alone do not show; none in most games."""
    game = record.setup.game
    part = find_game(game.name).find_part("views.explain_deaths", ExplainsDeaths)
    return part(game, record.events, game.language) if part else ()


class PutQuestion(NamedTuple):
    """A question that is put after the match."""

    text: str
    answers: Mapping[str, str]


@runtime_checkable
class PutsQuestions(Protocol):
    """The setup of a game that puts questions whose answers are letters."""

    def question(self, case: str) -> tuple[str, Mapping[str, str]] | None:
        """Returns the question of that name on record, and its answers by letter; None if there is none."""
        ...


def put_question(setup: GameSetup, case: str) -> PutQuestion | None:
    """Returns the question of that name in a match's record; None if its game has none."""
    question = setup.question(case) if isinstance(setup, PutsQuestions) else None
    return PutQuestion(*question) if question else None


@dataclass(frozen=True, kw_only=True)
class EventOpinion:
    """A seat's opinions of others after an event."""

    event: int
    seat: Player
    measure: str
    case: str
    held: Mapping[Player, float]


@runtime_checkable
class MindPage(Protocol):
    """The part `mind_page` of a method: its seats' thoughts over time, for viewers with full access."""

    def title(self, language: Language) -> str:
        """Returns the title of the page."""
        ...

    def note(self, language: Language) -> str:
        """Returns a note for its reader."""
        ...

    def draw(self, record: Record) -> str:
        """Returns the page as HTML that loads nothing and has its own content security policy."""
        ...

    def opinions(self, record: Record) -> Iterator[EventOpinion]:
        """Yields the changed opinions, in the order of events."""
        ...


def mind_pages(setup: Setup) -> Mapping[str, MindPage]:
    """Returns the pages of all methods in a match's seats, past ones too, by the method's name."""
    seats = (holder for seat in setup.seats for holder in (seat, *seat.then))
    names = dict.fromkeys(MethodSpec.read(holder.method).name for holder in seats)
    pages = {name: find_method_part(name, "mind_page", MindPage) for name in names}
    return {name: page for name, page in pages.items() if page}


def event_opinions(record: Record) -> Iterator[EventOpinion]:
    """Yields the opinions of all methods in a match's seats, past ones too."""
    for page in mind_pages(record.setup).values():
        yield from page.opinions(record)
