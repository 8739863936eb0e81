"""Scores of mysteries: by their cases, their votes, the answers to questions, and what was asked.

Thoughts on record are compared to the exact gains of that moment: `expected` (a number for each player that
may be asked; probabilities if `by` is there) and `scores` (of a choice). A list of suspects on record
(`before` and `after` a step) tells who was taken off it before being asked. Only innocent players count.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import cast

from pydantic import BaseModel, ConfigDict

from parlour.arena import Act, Note, Record
from parlour.core import Event, Player, event_kinds
from parlour.evaluation import (
    Amount,
    MatchScore,
    PlainScoring,
    Spent,
    count_votes,
    score_by_counts,
    spent,
)
from parlour.games.mystery.answers import count_answers, grade_answers
from parlour.games.mystery.difficulty import decisive
from parlour.games.mystery.gains import Gains, exact_gains
from parlour.games.mystery.hearing import solution_of
from parlour.games.mystery.metrics import BINS, OWN_QUESTIONS, TABLE_QUESTIONS
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.language.facts import Name


class MysteryScoring(PlainScoring):
    """The scoring of mysteries: the questions after the vote and their costs are apart from play."""

    def score(self, record: Record, leaving_out: Collection[Player]) -> MatchScore:
        """Returns the score; the winner is that of the whole table, even with players left out."""
        cases, (play, answering) = self.verdicts(record), _stages(record)
        answers = [answer for answer in grade_answers(record) if answer.player not in leaving_out]
        return score_by_counts(record, cases, leaving_out).model_copy(
            update={
                "evaluations": MysterySetup.of(record.setup.game).evaluations,
                "answers": count_answers(answer.row for answer in answers),
                "votes": count_votes(record, cases, leaving_out),
                "play": play,
                "answering": answering,
                "amounts": {**gain_amounts(record, leaving_out), **witness_amounts(record, leaving_out)},
            }
        )


def _stages(record: Record) -> tuple[Spent, Spent]:
    """Returns the costs up to the vote and those of the answers, which are all requests after it."""
    entries = list(record.items)
    votes = (
        n for n, entry in enumerate(entries) if isinstance(entry, Event) and entry.kind is event_kinds.VOTED
    )
    vote = max(votes, default=len(entries))
    requests = {entry.request for entry in entries[vote:] if isinstance(entry, Act)}
    answering = [call for call in record.calls if call.key.request in requests]
    play = [call for call in record.calls if call.key.request not in requests]
    return spent(play), spent(answering)


PART = MysteryScoring()


_LEAST = 1e-9
"""A gain below this is none."""


class Forecast(BaseModel):
    """A thought's forecast of questions, and its change of a list of suspects, if any."""

    model_config = ConfigDict(extra="ignore")
    expected: Mapping[Player, float] = {}
    scores: Mapping[Player, float] = {}
    by: tuple[str, ...] = ()
    before: tuple[Player, ...] = ()
    after: tuple[Player, ...] = ()


class Sums(defaultdict[str, list[tuple[float, float]]]):
    """Counted items by name, each with what was reached and what was possible, as they grow."""

    def add(self, name: str, reached: float, possible: float = 1.0) -> None:
        self[name].append((reached, possible))

    @property
    def amounts(self) -> dict[str, Amount]:
        return {
            name: Amount(
                reached=math.fsum(reached for reached, _ in pairs),
                possible=math.fsum(possible for _, possible in pairs),
                n=len(pairs),
            )
            for name, pairs in self.items()
        }


def gain_amounts(record: Record, without: Collection[Player] = ()) -> dict[str, Amount]:
    """Returns the gains of a mystery's questions; empty if they cannot be computed."""
    setup = MysterySetup.of(record.setup.game)
    names = [name for name in setup.players if not setup.script.victims_of(name) and name not in without]
    if solution_of(setup.script) is None:
        return {}
    events: dict[Player, list[Event]] = {name: [] for name in names}
    cache: dict[tuple[Player, str, int], Gains] = {}

    def gains(player: Player, case: str) -> Gains:
        moment = player, case, len(events[player])
        if moment not in cache:
            cache[moment] = exact_gains(setup, player, events[player], case)
        return cache[moment]

    sums = Sums(list)
    for entry in record.items:
        match entry:
            case Event():
                if entry.kind is event_kinds.ASKED and entry.actor and entry.actor in events:
                    of_choice(sums, gains(entry.actor, entry.case or ""), entry.to or "")
                for name in filter(entry.is_visible_to, events):
                    events[name].append(entry)
            case Note(player=player, thought=thought) if player in events and thought.case:
                forecast = Forecast.model_validate(thought.body)
                if forecast.expected or forecast.scores:
                    of_forecast(sums, gains(player, thought.case), forecast)
            case _:
                continue
    return sums.amounts


def of_choice(sums: Sums, gains: Gains, chosen: Player) -> None:
    """Adds the gain of a question, and that of the best one."""
    best, reached = max(gains.values()), gains.get(chosen, 0.0)
    sums.add("gain.exact", reached)
    sums.add("gain.best", best)
    sums.add("gain.regret", best - reached)
    if best > _LEAST:
        sums.add("gain.share", reached, best)


def of_forecast(sums: Sums, gains: Gains, forecast: Forecast) -> None:
    """Adds equation 3 by its own numbers, and equations 3 and 4 by the order they give."""
    for right in _orders(forecast.expected, gains):
        sums.add("gain.order.expected", right)
    for right in _orders(forecast.scores, gains):
        sums.add("gain.order.score", right)
    for name, estimate in forecast.expected.items() if forecast.by else ():
        tells = float(gains.get(name, 0.0) > _LEAST)
        sums.add("gain.expected", estimate)
        sums.add("gain.told", tells)
        sums.add("gain.brier", (estimate - tells) ** 2)
        sums.add(f"gain.told.{min(BINS - 1, int(estimate * BINS)) + 1}", tells)


def _orders(numbers: Mapping[Player, float], gains: Gains) -> Iterator[float]:
    """Yields per pair of unequal gains whether the larger has the larger number; a half if equal."""
    for first, other in combinations([name for name in numbers if name in gains], 2):
        more = gains[first] - gains[other]
        if abs(more) > _LEAST:
            difference = (numbers[first] - numbers[other]) * more
            yield 0.5 if difference == 0 else float(difference > 0)


Pair = tuple[Player, str]
"""A seeker and a case."""


@dataclass(frozen=True)
class _Inquiries:
    """The questions about the cases of a match, and the players pruned from lists before being asked.

    Attributes:
        at_table: the questioned players, case by case, in order.
        pruned: the players that each seeker took off its list before anyone had asked them; only for
          seekers with a list.
    """

    at_table: defaultdict[str, list[Player]] = field(
        default_factory=lambda: defaultdict[str, list[Player]](list)
    )
    by: defaultdict[Pair, list[Player]] = field(default_factory=lambda: defaultdict[Pair, list[Player]](list))
    pruned: dict[Pair, set[Player]] = field(default_factory=dict[Pair, set[Player]])

    @classmethod
    def of(cls, record: Record) -> _Inquiries:
        inquiries = cls()
        for entry in record.items:
            match entry:
                case Event(kind=event_kinds.ASKED, actor=str(actor), to=str(to), case=str(case)):
                    inquiries.at_table[case].append(to)
                    inquiries.by[actor, case].append(to)
                case Note(player=player, thought=thought) if thought.case and "after" in thought.body:
                    change, pair = Forecast.model_validate(thought.body), (player, thought.case)
                    gone = {*change.before} - {*change.after} - {*inquiries.at_table[thought.case]}
                    inquiries.pruned.setdefault(pair, set()).update(gone)
                case _:
                    continue
        return inquiries


def witness_amounts(record: Record, without: Collection[Player] = ()) -> dict[str, Amount]:
    """Returns how far the decisive witnesses were asked; empty without any, or without questions."""
    setup = MysterySetup.of(record.setup.game)
    cases: Mapping[Name, Sequence[Name]] = witnesses(setup.script) if setup.rounds else {}
    seekers = [name for name in setup.players if not setup.script.victims_of(name) and name not in without]
    inquiries, sums = _Inquiries.of(record), Sums(list)
    for case, names in cases.items():
        for witness in names:
            for most in TABLE_QUESTIONS:
                sums.add(f"witness.heard.{most}", witness in inquiries.at_table[case][:most])
            for pair in ((name, case) for name in seekers if name != witness):
                for most in OWN_QUESTIONS:
                    sums.add(f"witness.asked.{most}", witness in inquiries.by[pair][:most])
                if pair in inquiries.pruned:
                    is_pruned = witness in inquiries.pruned[pair]
                    sums.add("witness.pruned", is_pruned)
                    sums.add("witness.lost", is_pruned and witness not in inquiries.at_table[case])
    return sums.amounts


def witnesses(script: Script) -> Mapping[Name, Sequence[Name]]:
    """Returns the decisive witnesses of each case; empty if they cannot be computed."""
    return _witnesses(cast("Hashable", script))


@lru_cache(maxsize=64)
def _witnesses(script: Hashable) -> Mapping[Name, Sequence[Name]]:
    solution = solution_of(cast("Script", script))
    return decisive(solution.evidence, solution.truth) if solution and solution.is_proved else {}
