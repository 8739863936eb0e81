"""What bears on whether a remark holds an act: the words around whoever and whatever would fill its slots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.language.hearing.act import ANYBODY, SpokenAct, Value
from parlour.language.hearing.possible import PEOPLE_SORTS, SlotSort, slots_of
from parlour.language.hearing.spoken import IMPLIED, SpokenMention, SpokenTokens

_NEAR = 5
_SLOTS: dict[str, tuple[SlotSort, ...]] = {}


@dataclass
class Bearing:
    """The features of the acts that a remark may hold.

    Attributes:
        spoken: the remark.
        ruled: the acts that the rules hear in it.
        chances: by kind, how likely the whole remark holds such an act, in logits.
        by_clause: the same of each clause.
    """

    spoken: SpokenTokens
    ruled: Sequence[SpokenAct]
    chances: Mapping[str, float]
    by_clause: Mapping[int, Mapping[str, float]]
    _windows: dict[int, list[str]] = field(default_factory=dict[int, list[str]])

    def of(self, act: SpokenAct) -> dict[str, float]:
        """What bears on one act."""
        kind = act.kind
        told: dict[str, float] = {}
        chance = self.chances.get(kind, -6.0)
        told["chance"] = max(min(chance, 6.0), -6.0) / 4
        told[f"chance:{round(max(min(chance, 4.0), -4.0))}"] = 1.0
        slots = _SLOTS.setdefault(kind, slots_of(kind))
        names: list[str] = []
        names += self._rules(act)
        anchors: list[int] = []
        for slot in slots:
            value = act[slot.name]
            names += self._slot(slot, value, anchors)
        if slots:
            told["clause"] = self._clause_chance(kind, anchors)
        for name in names:
            told[name] = 1.0
            told[f"{kind}>{name}"] = 1.0
        told[f"{kind}>"] = 1.0
        told[f"{kind}>chance"] = told["chance"]
        told[f"{kind}>asked:{self.spoken.question.kind}"] = 1.0
        return told

    def _clause_chance(self, kind: str, anchors: Iterable[int]) -> float:
        clauses = {self.spoken.clause[at] for at in anchors if at != IMPLIED}
        found = [self.by_clause.get(each, {}).get(kind, -4.0) for each in clauses]
        return max(min(max(found), 6.0), -6.0) / 4 if found else 0.0

    def _rules(self, act: SpokenAct) -> Iterator[str]:
        """What the rules say of it."""
        if not self.ruled:
            yield "rules:none"
            return
        same = [each for each in self.ruled if each.kind == act.kind]
        if not same:
            yield "rules:others"
            if len(self.ruled) > 1:
                yield "rules:two others"
            return
        slots = dict(act.slots)
        agreeing = max(_agreement(slots, dict(each.slots)) for each in same)
        yield f"rules:{agreeing}"
        yield f"rules:{agreeing}/{min(len(self.ruled), 3)}"

    # Slots

    def _slot(self, slot: SlotSort, value: Value | None, anchors: list[int]) -> Iterator[str]:
        name, spoken = slot.name, self.spoken
        sort = (
            "person"
            if slot.sort in PEOPLE_SORTS
            else {"result": "role", "fellow": "role"}.get(slot.sort, slot.sort)
        )
        if value is None or value == ANYBODY:
            yield f"{name}={'none' if value is None else 'any'}"
            yield f"{name}={'none' if value is None else 'any'}/{self._count(sort)}"
            return
        if sort == "death":
            yield f"{name}={value}"
            yield from (f"{name}={value}&{each}" for each in dict.fromkeys(spoken.tokens))
            return
        if sort == "role":
            yield f"{name}={value}"
        mentions = spoken.mentions(sort, value)
        if not mentions:
            yield f"{name}=unsaid"
            return
        for mention in mentions:
            yield f"{name}={mention.how}"
        said = [each for each in mentions if each.at != IMPLIED]
        if sort == "person":
            hows = "+".join(sorted({each.how for each in mentions}))
            yield f"{name}={hows}"
            yield f"{name}={hows}/{self._count(sort)}"
        if not said:
            yield f"{name}=implied/{self._count(sort)}"
            return
        yield from self._place(name, said, sort, anchors)
        for each in said[:3]:
            yield from self._around(name, each)
        anchors.append(self._nearest(said, anchors))

    def _nearest(self, said: Sequence[SpokenMention], anchors: Sequence[int]) -> int:
        others = [at for at in anchors if at != IMPLIED]
        if not others:
            return said[0].at
        return min((each.at for each in said), key=lambda at: min(abs(at - other) for other in others))

    def _count(self, sort: str) -> int:
        """How many of a sort are mentioned, up to three."""
        if sort == "person":
            me = self.spoken.table.speaker
            return min(
                sum(
                    any(each.how == "N" for each in mentions)
                    for name, mentions in self.spoken.people.items()
                    if name != me
                ),
                3,
            )
        return min(len(self.spoken.things.get(sort, {})), 3)

    def _place(
        self, name: str, said: Sequence[SpokenMention], sort: str, anchors: Sequence[int]
    ) -> Iterator[str]:
        """Where it stands: among others of its sort, and to what fills the slots before."""
        spoken = self.spoken
        table = spoken.people if sort == "person" else spoken.things.get(sort, {})
        first = [
            min(each.at for each in mentions if each.at != IMPLIED)
            for mentions in table.values()
            if any(each.at != IMPLIED for each in mentions)
        ]
        rank = sorted(first).index(min(each.at for each in said))
        yield f"{name}#{min(rank, 3)}"
        yield f"{name}#{min(rank, 3)}/{min(len(first), 4)}"
        if rank == len(first) - 1:
            yield f"{name}#last"
        others = [at for at in anchors if at != IMPLIED]
        if others:
            at = self._nearest(said, anchors)
            other = min(others, key=lambda each: abs(each - at))
            gap = spoken.clause[at] - spoken.clause[other]
            yield f"{name}~{max(min(gap, 2), -2)}"
            yield f"{name}~{'after' if at > other else 'before'}"
            between = spoken.tokens[min(at, other) + 1 : max(at, other)]
            if len(between) <= 3:
                yield f"{name}~{'>' if at > other else '<'}{'_'.join(between)}"

    def _around(self, name: str, mention: SpokenMention) -> Iterator[str]:
        for each in self._window(mention.at):
            yield f"{name}{each}"

    def _window(self, at: int) -> list[str]:
        """The words around a token."""
        if at not in self._windows:
            self._windows[at] = [*self._words_around(at)]
        return self._windows[at]

    def _words_around(self, at: int) -> Iterator[str]:
        tokens, clause = self.spoken.tokens, self.spoken.clause
        before = ["^", *tokens[:at]]
        after = [*tokens[at + 1 :], "$"]
        yield f"<{before[-1]}"
        yield f">{after[0]}"
        yield f"<{'_'.join(before[-2:])}"
        yield f">{'_'.join(after[:2])}"
        yield f"<>{before[-1]}_{after[0]}"
        if len(before) > 2:
            yield f"<{'_'.join(before[-3:])}"
        if len(after) > 2:
            yield f">{'_'.join(after[:3])}"
        here = clause[at]
        yield from dict.fromkeys(f"<<{tokens[n]}" for n in range(max(at - _NEAR, 0), at) if clause[n] == here)
        end = min(at + _NEAR + 1, len(tokens))
        yield from dict.fromkeys(f">>{tokens[n]}" for n in range(at + 1, end) if clause[n] == here)


def _agreement(slots: Mapping[str, Value], ruled: Mapping[str, Value]) -> str:
    """How far an act agrees with one of the rules of its kind."""
    shared = slots.keys() & ruled.keys()
    if any(slots[each] != ruled[each] for each in shared):
        return "other"
    if slots.keys() == ruled.keys():
        return "same"
    return "more" if slots.keys() > ruled.keys() else "less"
