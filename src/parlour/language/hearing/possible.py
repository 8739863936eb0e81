"""The acts that a remark may hold, with the features around each candidate for a slot."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.language.facts import Name
from parlour.language.hearing.act import ANYBODY, SpokenAct, Value
from parlour.language.hearing.clauses import sought
from parlour.language.hearing.spoken import IMPLIED, SpokenMention, SpokenTokens

SLOTS: Mapping[str, str] = {
    "suspect": "who:other",
    "trust": "who:other",
    "vote": "whom:anyone",
    "no_vote": "whom:anyone",
    "agree": "with:partner?",
    "disagree": "with:partner?",
    "contradict": "who:other",
    "unsure": "about:named?",
    "changed": "from:named? to:named",
    "claim": "who:anyone role:role",
    "deny": "what:role?",
    "confess": "",
    "check": "by:doer whom:anyone result:result night:night?",
    "saved": "by:me whom:anyone night:night?",
    "poisoned": "by:doer whom:anyone night:night?",
    "centre": "by:me role:role card:card?",
    "robbed": "by:doer whom:anyone role:role?",
    "swapped": "by:doer whom:anyone other:anyone?",
    "drank": "by:doer card:card?",
    "woke": "by:me role:role",
    "fellow": "by:doer whom:other role:fellow",
    "was": "who:anyone where:where when:when?",
    "not_there": "who:anyone where:where when:when?",
    "saw": "by:doer whom:anyone where:where? when:when?",
    "heard": "by:me whom:other? where:where? when:when?",
    "saw_nobody": "by:me where:where? when:when?",
    "relation": "of:kin to:kin",
    "motive": "who:anyone",
    "no_motive": "who:anyone",
    "means": "who:all thing:thing",
    "no_means": "who:anyone thing:thing",
    "quarrel": "who:kin whom:kin when:when?",
    "secret": "who:anyone",
    "cause": "thing:thing",
    "death_where": "where:where",
    "death_when": "when:when",
    "ask_where": "whom:asked when:when?",
    "ask_company": "whom:asked where:where? when:when?",
    "ask_saw": "whom:asked about:anyone where:where? when:when?",
    "ask_relation": "whom:asked to:kin",
    "ask_means": "whom:asked thing:thing?",
    "ask_death": "whom:asked of:death",
    "ask_heard": "whom:asked",
    **dict.fromkeys(
        ("ask_opinion", "ask_trust", "ask_vote", "ask_why", "ask_check"), "whom:asked about:anyone?"
    ),
    "ask_motive": "whom:asked about:anyone?",
    "ask_quarrel": "whom:asked about:kin?",
    **dict.fromkeys(("ask_role", "ask_known", "ask_killed", "ask_again", "ask_secret"), "whom:asked"),
}
"""The slots of each kind and the sorts that fill them; a question mark if one may be empty."""
_OF_PLACES = ("was", "not_there", "saw", "heard", "saw_nobody", "ask_where", "ask_company", "ask_saw")
_OF_PEOPLE = ("relation", "quarrel", "secret", "ask_relation", "ask_quarrel")
_OF_DEATH = ("motive", "no_motive", "means", "no_means", "cause", "death_where", "death_when")
_STORY = (*_OF_PLACES, *_OF_PEOPLE, *_OF_DEATH, "ask_motive", "ask_means", "ask_death")
_DEALT = ("claim", "check", "ask_check", "ask_role")
_ROLES = ("saved", "poisoned")
_CARDS = ("centre", "robbed", "swapped", "drank", "woke", "fellow")
_STRANGE: Mapping[str, frozenset[str]] = {
    "story": frozenset((*_DEALT, *_ROLES, *_CARDS)),
    "roles": frozenset((*_STORY, *_CARDS)),
    "cards": frozenset((*_STORY, *_ROLES)),
}
"""The kinds of acts without sense, by scope."""
PEOPLE_SORTS = frozenset({"other", "partner", "anyone", "kin", "named", "doer", "me", "all", "asked"})
_PAIRS = (
    ("of", "to"),
    ("who", "whom"),
    ("whom", "other"),
    ("from", "to"),
    ("by", "whom"),
    ("whom", "about"),
    ("whom", "to"),
)
_IN_ORDER = frozenset({"swapped"})
_MOST = 400


@dataclass(frozen=True)
class SlotSort:
    """A slot of a kind of act: who or what may fill it, and whether nothing may."""

    name: str
    sort: str
    is_optional: bool


def slots_of(kind: str) -> tuple[SlotSort, ...]:
    """The slots of a kind that are told apart."""
    rows = (row.partition(":") for row in SLOTS.get(kind, "").split())
    return tuple(SlotSort(name, sort.rstrip("?"), sort.endswith("?")) for name, _, sort in rows)


_SLOTS_OF = {kind: slots_of(kind) for kind in SLOTS}


def makes_sense(kind: str, scope: str) -> bool:
    """Returns true if a kind of act makes sense in a scope (`TalkTable.scope`)."""
    return kind not in _STRANGE.get(scope, ())


def possible(kind: str, spoken: SpokenTokens) -> Iterator[SpokenAct]:
    """Every act of a kind that a remark may hold."""
    slots = _SLOTS_OF.get(kind, ())
    options = [_options(each, spoken) for each in slots]
    for values in itertools.islice(itertools.product(*options), _MOST):
        told = {slot.name: value for slot, value in zip(slots, values, strict=True) if value is not None}
        if _is_sound(kind, told):
            yield SpokenAct(kind=kind, slots=tuple(told.items()))


def _is_sound(kind: str, told: Mapping[str, Value]) -> bool:
    """Returns true if no person fills two slots of an act."""
    if kind == "saved":
        return True
    return not any(a in told and told.get(a) == told.get(b) for a, b in _PAIRS)


def _options(slot: SlotSort, spoken: SpokenTokens) -> list[Value | None]:
    found: list[Value | None] = [*_values(slot.sort, spoken)]
    is_left_open = slot.is_optional and (slot.sort not in ("where", "when") or not found)
    return [*found, None] if is_left_open else found


def _values(sort: str, spoken: SpokenTokens) -> list[Value]:
    if sort in PEOPLE_SORTS:
        return list(dict.fromkeys(_persons(sort, spoken)))
    match sort:
        case "result":
            return list(dict.fromkeys([*spoken.values("role"), sought(), "good"]))
        case "fellow":
            return list(dict.fromkeys([*spoken.values("role"), sought(), "mason"]))
        case "death":
            return ["cause", "where", "when"]
        case _:
            return spoken.values(sort)


def _persons(sort: str, spoken: SpokenTokens) -> list[Value]:
    me = spoken.table.speaker
    match sort:
        case "me":
            return [me]
        case "asked":
            return [ANYBODY, *_people(spoken, {"N", "Y", "you", "H"})]
        case "doer":
            return [me, *_people(spoken, {"N", "H", "Y", "asked"})]
        case "named":
            return [name for name in _people(spoken, {"N", "H"}) if name != me]
        case "partner" | "other":
            people = spoken.people if sort == "partner" else _meant(spoken)
            return [name for name in people if name != me or _is_mentioned(name, spoken)]
        case "kin":
            return [*spoken.people]
        case _:
            return [*_meant(spoken), *([ANYBODY] if sort == "all" else [])]


def _people(spoken: SpokenTokens, hows: set[str]) -> list[Value]:
    return [name for name, mentions in spoken.people.items() if any(each.how in hows for each in mentions)]


def _meant(spoken: SpokenTokens) -> list[Name]:
    """Who may be meant: not who is only spoken to, nor who only lies dead."""
    return [
        name
        for name, mentions in spoken.people.items()
        if any(each.how not in ("you", "victim") for each in mentions)
    ]


def _is_mentioned(name: str, spoken: SpokenTokens) -> bool:
    return any(each.at != IMPLIED for each in spoken.people[name])


_NEAR = 5
_SLOTS: dict[str, tuple[SlotSort, ...]] = {}


@dataclass
class Bearing:
    """The features of the acts that a remark may hold.

    Attributes:
        chances: by kind, how likely the whole remark holds such an act, in logits.
    """

    spoken: SpokenTokens
    ruled: Sequence[SpokenAct]
    chances: Mapping[str, float]
    by_clause: Mapping[int, Mapping[str, float]]
    _windows: dict[int, list[str]] = field(default_factory=dict[int, list[str]])

    def of(self, act: SpokenAct) -> dict[str, float]:
        """Returns the features of one act."""
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
        """Yields the features of a mention's position: in its sort, and relative to the slots before."""
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
    shared = slots.keys() & ruled.keys()
    if any(slots[each] != ruled[each] for each in shared):
        return "other"
    if slots.keys() == ruled.keys():
        return "same"
    return "more" if slots.keys() > ruled.keys() else "less"
