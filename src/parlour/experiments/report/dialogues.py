"""The same asker and answerer under each method, side by side (Zhu et al. 2025, figure 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.arena import Record, events
from parlour.core import event_kinds
from parlour.evaluation import verdicts
from parlour.experiments.report.results import Results
from parlour.store import Store

SILENCE, UNSPOKEN = "(silence)", "The two did not speak of it."
Meeting = tuple[str, str, str]
"""An asker, an answerer and the victim they talk about."""


@dataclass(frozen=True, kw_only=True)
class DialogueTurn:
    """A question with its reply.

    Attributes:
        reply: what was answered; empty if nothing was.
    """

    round: int
    question: str
    reply: str


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """The dialogue of an asker and an answerer about a victim, under each method.

    Attributes:
        turns: by condition, in the order of the suite; empty where the two did not meet.
    """

    story: str
    asker: str
    answerer: str
    victim: str
    turns: Mapping[str, tuple[DialogueTurn, ...]]

    @property
    def title(self) -> str:
        """The story, the asker, the answerer and the victim."""
        return f"{self.story}: {self.asker} asks {self.answerer} about {self.victim}"


def exchanges(results: Results, store: Store) -> list[Exchange]:
    """Returns for each story the meeting that most conditions had, from the records of its first match.

    Methods choose the answerer, so that not every pair meets under each; of meetings that equally many
    conditions had, the one of most turns is shown, then the first in seat order. Those who are
    sought play alike in all conditions and do not depend on a method: they are no askers.
    """
    return [shown for telling in results.setups if (shown := _exchange(results, store, telling[0]))]


def _exchange(results: Results, store: Store, story: str) -> Exchange | None:
    matches = {cell.condition: cell.match for cell in results.played if (cell.story, cell.game) == (story, 0)}
    order = [each.name for each in results.suite.conditions if each.name in matches]
    records = {name: store.record(matches[name]) for name in order}
    met = {name: _meetings(record) for name, record in records.items()}
    how_many = Counter(meeting for meetings in met.values() for meeting in meetings)
    if not how_many:
        return None
    turns = Counter(
        {meeting: sum(len(told.get(meeting, ())) for told in met.values()) for meeting in how_many}
    )
    asker, answerer, victim = max(how_many, key=lambda meeting: (how_many[meeting], turns[meeting]))
    return Exchange(
        story=records[order[0]].setup.game.title,
        asker=asker,
        answerer=answerer,
        victim=victim,
        turns={name: tuple(met[name].get((asker, answerer, victim), ())) for name in order},
    )


def _meetings(record: Record) -> dict[Meeting, list[DialogueTurn]]:
    """Returns every meeting of a match whose asker is not sought, with its turns."""
    sought = {player for case in verdicts(record) for player in case.truth}
    told = dict[Meeting, list[DialogueTurn]]()
    for event in events(record):
        if not event.actor or not event.to:
            continue
        if event.kind is event_kinds.ASKED and event.actor not in sought:
            turn = DialogueTurn(round=event.round, question=event.text, reply="")
            told.setdefault((event.actor, event.to, event.case or ""), []).append(turn)
        elif event.kind is event_kinds.REPLIED:
            turns = told.get((event.to, event.actor, event.case or ""))
            if turns:
                last = turns[-1]
                turns[-1] = DialogueTurn(round=last.round, question=last.question, reply=event.text)
    return told


def as_text(told: Sequence[Exchange]) -> str:
    """Returns the exchanges as plain text."""
    return "\n\n".join("\n".join(_lines(exchange)) for exchange in told)


def _lines(exchange: Exchange) -> list[str]:
    lines = [exchange.title]
    for condition, turns in exchange.turns.items():
        lines += ["", condition]
        lines += [] if turns else [f"  {UNSPOKEN}"]
        for turn in turns:
            lines.append(f"  {turn.round}. {exchange.asker}: {turn.question}")
            lines.append(f"     {exchange.answerer}: {turn.reply or SILENCE}")
    return lines
