"""A match on record, as Python reads it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from parlour.arena import Act, Fault, Note, Observer, Record, RecordedCall, Replay, Setup, Status, items
from parlour.arena import replay as run_again
from parlour.core import Event
from parlour.evaluation import Leak, Score, Spent, audit, spent
from parlour.library.blocking import blocking
from parlour.library.frames import frame
from parlour.library.match_card import MatchCard, card_of, heard
from parlour.library.match_rows import RowKind, match_columns, match_rows
from parlour.library.outcome import MatchOutcome, outcome_of
from parlour.store import MemoryLog
from parlour.views import summary_of

if TYPE_CHECKING:
    import pandas as pd


class Match:
    """A match on record, the whole of it: every role, private paper, thought and prompt.

    Whoever holds one knows everything; nobody at the table ever does. In a notebook it shows itself.

    Args:
        record: what was recorded.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._items = tuple(items(record))

    @property
    def id(self) -> str:
        """Its id in the store; `:memory:` where no store keeps it."""
        return self.record.match

    @property
    def setup(self) -> Setup:
        """Everything that it is a function of, besides the replies that it got."""
        return self.record.setup

    @property
    def status(self) -> Status:
        """Whether it is finished, or was stopped."""
        return self.record.status

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened, the secret too, each with who may know."""
        return tuple(each for each in self._items if isinstance(each, Event))

    @cached_property
    def actions(self) -> tuple[Act, ...]:
        """What was played on each request."""
        return tuple(each for each in self._items if isinstance(each, Act))

    @cached_property
    def thoughts(self) -> tuple[Note, ...]:
        """What the agents made of things, which nobody else at the table saw."""
        return tuple(each for each in self._items if isinstance(each, Note))

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """What went wrong: illegal or unreadable answers, speeches cut to their limit."""
        return tuple(each for each in self._items if isinstance(each, Fault))

    @property
    def calls(self) -> tuple[RecordedCall, ...]:
        """Every call of a model, with its prompt part by part and its reply."""
        return self.record.calls

    @cached_property
    def outcome(self) -> MatchOutcome:
        """Who won, whom the votes put out, and what was true."""
        return outcome_of(self.record)

    @cached_property
    def scores(self) -> Mapping[str, Score]:
        """Its scores by name, each with the number of answers, votes or cases that it rests on."""
        return summary_of(self.setup.game.name).scores(self.record)

    @cached_property
    def spent(self) -> Spent:
        """What its calls took: tokens, dollars, seconds."""
        return spent(self.record.calls)

    @cached_property
    def transcript(self) -> str:
        """What everybody at the table heard, line by line."""
        return "\n".join(told for _, told in heard(self.record))

    def to_frame(self, rows: RowKind = "events") -> pd.DataFrame:
        """Its events, or whatever else there are rows of, as a frame of pandas with the columns of an export.

        Args:
            rows: of what; of events there is a column more, `told`, with the words in which the table heard.

        Raises:
            MissingExtra: if pandas is not installed.
        """
        return frame(match_rows(self.record, rows), match_columns(rows))

    def replay(self, observer: Observer | None = None) -> Replay:
        """Runs it again from its recorded replies, without any model, and says whether it comes out alike.

        Args:
            observer: who watches, if anybody.
        """
        return _replayed(self.record, observer)

    def audit(self) -> list[Leak]:
        """Whatever stood in a prompt that its player might not know; none, if all is well."""
        return audit(self.record)

    @cached_property
    def _card(self) -> MatchCard:
        return card_of(self.record)

    def __repr__(self) -> str:
        return f"<Match {self.id}: {self.setup.game.name}, seed {self.setup.seed}, {self.status}>"

    def __str__(self) -> str:
        return self._card.text

    def _repr_html_(self) -> str:
        return self._card.html


@blocking
async def _replayed(record: Record, observer: Observer | None) -> Replay:
    return await run_again(record, MemoryLog(record.calls), observer)
