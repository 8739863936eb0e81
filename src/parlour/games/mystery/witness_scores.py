"""Whether the decisive witnesses were asked in time: errors of choosing and of pruning, counted.

A witness of a case is decisive if the case stays open without its words, whoever else speaks (`combining`).
That can be known of a script that the deduction reads and proves. Counted are the questions of those who
killed nobody, since only they seek; but whoever asks, everybody hears the answer.

A method that keeps a list of suspects may put it on record as a thought with `before` and `after` (the names
on the list as a step began and ended). From that it is told who was taken off a list before anybody had asked
them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import cast

from pydantic import BaseModel, ConfigDict

from parlour.arena import Note, Record, items
from parlour.core import Event, Player, event_kinds
from parlour.errors import UsageError
from parlour.evaluation import Amount
from parlour.games.mystery.combining import decisive
from parlour.games.mystery.hearing import is_controlled
from parlour.games.mystery.metrics import OWN_QUESTIONS, TABLE_QUESTIONS
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.games.mystery.solve import solve
from parlour.language.facts import Name

Pair = tuple[Player, str]
"""Somebody who seeks, and a case."""
_MOST_CACHED = 64


class ListChange(BaseModel):
    """What a thought says of a list of suspects, if it does."""

    model_config = ConfigDict(extra="ignore")
    before: tuple[Player, ...] = ()
    after: tuple[Player, ...] = ()


@dataclass(frozen=True)
class _Inquiries:
    """What was asked about the cases of a match, and who was taken off whose list unheard.

    Attributes:
        at_table: whom anybody questioned, case by case, in order.
        by: whom each seeker questioned.
        pruned: whom each seeker took off its list before anybody had asked them; only of those who keep one.
    """

    at_table: defaultdict[str, list[Player]] = field(
        default_factory=lambda: defaultdict[str, list[Player]](list)
    )
    by: defaultdict[Pair, list[Player]] = field(default_factory=lambda: defaultdict[Pair, list[Player]](list))
    pruned: dict[Pair, set[Player]] = field(default_factory=dict[Pair, set[Player]])

    @classmethod
    def of(cls, record: Record) -> _Inquiries:
        found = cls()
        for each in items(record):
            match each:
                case Event(kind=event_kinds.ASKED, actor=str(actor), to=str(to), case=str(case)):
                    found.at_table[case].append(to)
                    found.by[actor, case].append(to)
                case Note(player=player, thought=thought) if thought.case and "after" in thought.body:
                    change, pair = ListChange.model_validate(thought.body), (player, thought.case)
                    gone = {*change.before} - {*change.after} - {*found.at_table[thought.case]}
                    found.pruned.setdefault(pair, set()).update(gone)
                case _:
                    continue
        return found


def witness_amounts(record: Record, without: Collection[Player] = ()) -> dict[str, Amount]:
    """How far the decisive witnesses were asked; nothing where none was, or nobody asks anything."""
    setup = MysterySetup.of(record.setup.game)
    cases: Mapping[Name, Sequence[Name]] = witnesses(setup.script) if setup.rounds else {}
    seekers = [name for name in setup.players if not setup.script.victims_of(name) and name not in without]
    told, sums = _Inquiries.of(record), defaultdict[str, list[bool]](list)
    for case, names in cases.items():
        for witness in names:
            for most in TABLE_QUESTIONS:
                sums[f"witness.heard.{most}"].append(witness in told.at_table[case][:most])
            for name in seekers:
                if name != witness:
                    _count(sums, told, (name, case), witness)
    return {name: Amount(reached=sum(each), possible=len(each), n=len(each)) for name, each in sums.items()}


def _count(sums: Mapping[str, list[bool]], told: _Inquiries, pair: Pair, witness: Player) -> None:
    """Of one who seeks: whether it asked the witness in time, and whether it gave the witness up unheard."""
    for most in OWN_QUESTIONS:
        sums[f"witness.asked.{most}"].append(witness in told.by[pair][:most])
    if pair in told.pruned:
        is_pruned = witness in told.pruned[pair]
        sums["witness.pruned"].append(is_pruned)
        sums["witness.lost"].append(is_pruned and witness not in told.at_table[pair[1]])


def witnesses(script: Script) -> Mapping[Name, Sequence[Name]]:
    """The decisive witnesses of each case; nothing where that cannot be known."""
    return _witnesses(cast("Hashable", script))


@lru_cache(maxsize=_MOST_CACHED)
def _witnesses(told: Hashable) -> Mapping[Name, Sequence[Name]]:
    script = cast("Script", told)
    if not is_controlled(script):
        return {}
    try:
        solution = solve(script)
    except UsageError:
        return {}
    return decisive(solution.evidence, solution.truth) if solution.is_proved else {}
