"""A match on record, as Python reads it and as a notebook shows it: its outcome, scores and cost."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import BaseModel

from parlour.arena import (
    Act,
    Fault,
    Note,
    Observer,
    Record,
    RecordedCall,
    Replay,
    Setup,
    Status,
    replay,
    team_names,
)
from parlour.core import Event, Player
from parlour.evaluation import Leak, Score, Spent, audit, spent, verdicts
from parlour.language.wording import GamePhrases, game_word, has_word, tell, title_of, word
from parlour.library.blocking import blocking
from parlour.library.notebook import PHRASES, RowKind, frame, match_columns, match_rows, render
from parlour.llm import Language
from parlour.store import MemoryLog, Store
from parlour.views import summary_of, truth

if TYPE_CHECKING:
    import pandas as pd


Place = str | os.PathLike[str] | None
"""A database: a path, a URL, or None for the file in the user's data folder."""


def path_of(db: Place) -> str | None:
    """Returns a database in the form of `Store.open`."""
    return None if db is None else os.fspath(db)


class MatchOutcome(BaseModel, frozen=True):
    """The winner: of several cases, the side that won more of the scored ones.

    Attributes:
        winner: the side; `draw` if none is ahead, None while nothing is decided.
        winners: the side that won each case; None for one that is not scored.
    """

    winner: str | None
    winners: dict[str, str | None]
    eliminated: dict[str, Player | None]
    truth: dict[str, tuple[Player, ...]]


def outcome_of(record: Record) -> MatchOutcome:
    """Returns the outcome of a match; nothing is decided in an unfinished one."""
    cases = verdicts(record)
    scored = Counter(case.winner for case in cases if case.truth)
    teams = team_names(record.setup.game)
    ahead = [team for team in teams if scored[team] == max(scored[other] for other in teams)]
    winner = ahead[0] if len(ahead) == 1 else "draw"
    return MatchOutcome(
        winner=winner if scored else None,
        winners={case.case: case.winner for case in cases},
        eliminated={case.case: case.eliminated for case in cases},
        truth={case.case: case.truth for case in cases},
    )


def score_lines(record: Record, scores: Mapping[str, Score]) -> Iterator[tuple[str, str]]:
    """Yields the name and the value of each score in words; those of single sides are left out."""
    language, game = record.setup.language, record.setup.game.name
    for key, score in scores.items():
        if "." not in key:
            value = word("nothing_scored", language)
            if score.value is not None:
                value = word("of_n", language, value=f"{score.value:.3f}", n=score.n)
            has_name = has_word(f"score_{key}", language, game)
            yield game_word(f"score_{key}", language, game) if has_name else key.replace("_", " "), value


def cost_line(took: Spent, faults: int, language: Language, *, mark: str = "") -> str:
    """Returns the cost of calls, in a sentence, with a mark before tokens that are estimates."""
    return word(
        "cost",
        language,
        calls=took.calls,
        input=f"{mark}{took.input_tokens}",
        cached=took.cached_tokens,
        output=f"{mark}{took.output_tokens}",
        dollars=word("unpriced", language) if took.dollars is None else f"${took.dollars:.4f}",
        seconds=round(took.seconds, 1),
        faults=faults,
    )


@dataclass(frozen=True, kw_only=True)
class CardSeat:
    """A seat on the card: its player, role and methods."""

    player: Player
    role: str
    filling: str
    faults: int


@dataclass(frozen=True, kw_only=True)
class MatchCard:
    """A summary of a match in its own language."""

    language: Language
    title: str
    about: str
    seats: tuple[CardSeat, ...]
    ended: tuple[str, ...]
    scores: tuple[tuple[str, str], ...]
    cost: str
    chapters: Mapping[str, Sequence[str]]

    @property
    def text(self) -> str:
        """The card as lines, without the public events."""
        table = [(seat.player, seat.role, seat.filling) for seat in self.seats]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        seats = (
            "  " + "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in table
        )
        scores = (f"{name}: {value}" for name, value in self.scores)
        return "\n".join((self.title, self.about, *seats, *self.ended, *scores, self.cost))


def card_of(record: Record) -> MatchCard:
    """Returns the card of a match."""
    setup = record.setup
    language: Language = setup.language
    status = PHRASES.say(record.status.value, language)
    about = PHRASES.say(
        "about", language, match=record.match, game=setup.game.name, seed=setup.seed, status=status
    )
    scores = summary_of(setup.game.name).scores(record)
    return MatchCard(
        language=language,
        title=title_of(setup.game),
        about=about,
        seats=tuple(_seats(record)),
        ended=tuple(_result_lines(record)),
        scores=tuple(score_lines(record, scores)),
        cost=cost_line(spent(record.calls), len(record.faults), language),
        chapters=_chapters(record),
    )


def public_events(record: Record) -> Iterator[tuple[Event, str]]:
    """Yields the public events, each with its words."""
    setup = record.setup
    for event in record.events:
        if event.visible_to is None and (sentence := tell(event, setup.language, setup.game.name)):
            yield event, sentence


def _seats(record: Record) -> Iterator[CardSeat]:
    setup, roles = record.setup, truth(record).roles
    phrases = GamePhrases(setup.game.name, setup.language)
    troubles = Counter(fault.player for fault in record.faults)
    for seat in setup.seats:
        holders = ("@".join(filter(None, (holder.method, holder.model))) for holder in (seat, *seat.then))
        yield CardSeat(
            player=seat.player,
            role=phrases.role(roles[seat.player]) if seat.player in roles else "",
            filling=" → ".join(holders),
            faults=troubles[seat.player],
        )


def _result_lines(record: Record) -> Iterator[str]:
    """Yields sentences on the winner and, in a game without roles, on the accused of each case."""
    setup, language = record.setup, record.setup.language
    winner = outcome_of(record).winner
    if winner in (None, "draw"):
        yield PHRASES.say(winner or "undecided", language)
    else:
        phrases = GamePhrases(setup.game.name, language)
        yield phrases.find(f"won_{winner}") or phrases.side(winner)
    if truth(record).roles:
        return
    nobody, comma = PHRASES.say("nobody", language), word("comma", language)
    for case in verdicts(record):
        true = comma.join(case.truth) or nobody
        yield PHRASES.say("accused", language, case=case.case, named=case.eliminated or nobody, true=true)


def _chapters(record: Record) -> dict[str, list[str]]:
    chapters: dict[str, list[str]] = {}
    for event, sentence in public_events(record):
        key = "round" if event.round else "opening"
        title = PHRASES.say(key, record.setup.language, round=event.round)
        chapters.setdefault(title, []).append(sentence)
    return chapters


class Match:
    """A match on record with every role, private event, thought and prompt.

    It contains what no player may know. In a notebook it shows itself.
    """

    def __init__(self, record: Record) -> None:
        self.record = record

    @property
    def id(self) -> str:
        """Its id in the store; `:memory:` if it is in no store."""
        return self.record.match

    @property
    def setup(self) -> Setup:
        """Its setup: with the replies it determines the match."""
        return self.record.setup

    @property
    def status(self) -> Status:
        return self.record.status

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All events, secret ones too, each with the players that may see it."""
        return tuple(self.record.events)

    @cached_property
    def actions(self) -> tuple[Act, ...]:
        return tuple(item for item in self.record.items if isinstance(item, Act))

    @cached_property
    def thoughts(self) -> tuple[Note, ...]:
        """The agents' private thoughts."""
        return tuple(item for item in self.record.items if isinstance(item, Note))

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """The faults: illegal or unreadable answers, speeches cut to their limit."""
        return tuple(self.record.faults)

    @property
    def calls(self) -> tuple[RecordedCall, ...]:
        """Every call of a model, with its prompt part by part and its reply."""
        return self.record.calls

    @cached_property
    def outcome(self) -> MatchOutcome:
        """The winner, the eliminated players, and the truth."""
        return outcome_of(self.record)

    @cached_property
    def scores(self) -> Mapping[str, Score]:
        """Its scores by name, each with the number of answers, votes or cases that it rests on."""
        return summary_of(self.setup.game.name).scores(self.record)

    @cached_property
    def spent(self) -> Spent:
        """The tokens, dollars and seconds of its calls."""
        return spent(self.record.calls)

    @cached_property
    def transcript(self) -> str:
        """The public events, line by line."""
        return "\n".join(sentence for _, sentence in public_events(self.record))

    def to_frame(self, rows: RowKind = "events") -> pd.DataFrame:
        """Returns its events, or rows of another kind, as a pandas frame with the columns of an export.

        Args:
            rows: their kind; events have one more column, `told`, with their words.

        Raises:
            MissingExtra: if pandas is not installed.
        """
        return frame(match_rows(self.record, rows), match_columns(rows))

    def replay(self, observer: Observer | None = None) -> Replay:
        """Runs it again from its recorded replies, without any model, and compares the result.

        Args:
            observer: receives the events, if given.
        """
        return blocking(replay)(self.record, MemoryLog(self.record.calls), observer)

    def audit(self) -> list[Leak]:
        """Returns the parts of prompts that their player might not see; none if all is well."""
        return audit(self.record)

    @cached_property
    def _card(self) -> MatchCard:
        return card_of(self.record)

    def __repr__(self) -> str:
        return f"<Match {self.id}: {self.setup.game.name}, seed {self.setup.seed}, {self.status}>"

    def __str__(self) -> str:
        return self._card.text

    def _repr_html_(self) -> str:
        return render("match.html.j2", self._card.language, card=self._card)


def load(match: str, *, db: Place = None) -> Match:
    """Returns a match on record, played by the command line, a server or Python.

    Args:
        match: its id, an unambiguous beginning of it, or `latest`.
        db: the database: a path or a URL; the user's data folder if left out.

    Raises:
        UnknownMatch: if there is no such match, or more than one.
    """
    with Store.reading(path_of(db)) as store:
        return Match(store.record(store.find_named(match)))
