"""The acts that a remark may hold, with the features around each candidate for a slot."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from parlour.language.facts import Name, Slot, Word
from parlour.language.hearing.act import ANYBODY, SpokenAct, TalkTable, Value
from parlour.language.hearing.clauses import sought_role
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
    "roles": frozenset((*_STORY, *_CARDS)) - {"heard"},
    "cards": frozenset((*_STORY, *_ROLES)),
}
"""The kinds of acts without sense, by scope."""
_DOERS: Mapping[str, frozenset[Word]] = {
    "saved": frozenset({"guard", "witch"}),
    "poisoned": frozenset({"witch"}),
    "robbed": frozenset({"robber"}),
    "swapped": frozenset({"troublemaker"}),
    "drank": frozenset({"drunk"}),
    "woke": frozenset({"insomniac"}),
}
"""The roles of which one must be dealt for an act of the night to be done."""
MOVERS = frozenset({"robber", "troublemaker", "drunk", "insomniac"})
"""Roles of the rules by which cards lie in the centre, and a seer looks at cards one by one."""
PEOPLE_SORTS = frozenset({"other", "partner", "anyone", "kin", "named", "doer", "me", "all", "asked"})
_PAIRS = (
    *(("of", "to"), ("who", "whom"), ("whom", "other"), ("from", "to")),
    *(("by", "whom"), ("whom", "about"), ("whom", "to")),
)
_OF_THE_DEAD = frozenset(
    {"was", "not_there", "saw", "heard", "relation", "quarrel"} | {"ask_saw", "ask_relation", "ask_quarrel"}
)
_STATED = frozenset({"was", "not_there", "saw", "heard"})
_MEETINGS = _STATED | {"ask_saw", "quarrel"}
_VIEWS = frozenset({"ask_opinion", "ask_trust"})
_OF_OTHERS = frozenset(
    {"trust", "contradict", "agree", "disagree", "unsure", "changed"}
    | {"ask_relation", "ask_motive", "ask_quarrel"}
)
"""The kinds that may be about the dead, and those that are never about the speaker."""
_MOST = 400


def as_weighed(act: SpokenAct) -> SpokenAct:
    """Returns an act as the weights know it: they were fitted with one question why."""
    return replace(act, kind="ask_why") if act.kind == "ask_why_trust" else act


SlotSort = tuple[str, str, bool]
"""The name of a slot, the sort of what may fill it, and whether it may be empty."""


@cache
def slots_of(kind: str) -> tuple[SlotSort, ...]:
    """Returns the slots of a kind that are told apart."""
    rows = (row.partition(":") for row in SLOTS.get(kind, "").split())
    return tuple((name, sort.rstrip("?"), sort.endswith("?")) for name, _, sort in rows)


def makes_sense(kind: str, table: TalkTable) -> bool:
    """Returns true if a kind of act makes sense in a game, with the roles that are dealt there."""
    doers = _DOERS.get(kind, frozenset())
    if kind == "centre" and table.roles and MOVERS.isdisjoint(table.roles):
        return False  # no cards lie there
    is_done = not (doers and table.roles) or not doers.isdisjoint(table.roles)
    return is_done and kind not in _STRANGE.get(table.scope, ())


def is_of_the_living(act: SpokenAct, table: TalkTable) -> bool:
    """Returns true unless an act is about the dead, or the speaker, and is never said of them."""
    values = {value for _, value in act.slots}
    is_of_oneself = act.kind in _OF_OTHERS and table.speaker in values
    return not is_of_oneself and (act.kind in _OF_THE_DEAD or values.isdisjoint(table.victims))


def is_fitting(act: SpokenAct, spoken: SpokenTokens) -> bool:
    """Returns true unless the words cannot mean an act of these people at this time."""
    return (
        is_of_the_living(act, spoken.table)
        and not (act.kind in _VIEWS and act["about"] == spoken.table.speaker and not _is_said("I", spoken))
        and all(_may_be_met(name, act, spoken) for name in spoken.table.victims)
    )


def _is_said(how: str, spoken: SpokenTokens) -> bool:
    return any(mention.how == how for mentions in spoken.people.values() for mention in mentions)


def _may_be_met(victim: Name, act: SpokenAct, spoken: SpokenTokens) -> bool:
    """Returns true unless an act has a victim met who is not named, or at a time when it is dead."""
    if act.kind not in _MEETINGS or victim not in (act["who"], act["whom"], act["about"]):
        return True
    deaths = spoken.table.deaths
    slot, died = act["when"] or next(iter(deaths.values()), None), deaths.get(victim)
    is_alive = not (isinstance(slot, Slot) and died and slot.number > died.number)
    is_named = any(mention.how in ("N", "about", "asked") for mention in spoken.people.get(victim, ()))
    return is_alive and (is_named or act.kind not in _STATED)


def possible(kind: str, spoken: SpokenTokens, *, is_narrow: bool = True) -> Iterator[SpokenAct]:
    """Yields every act of a kind that a remark may hold; only in `saved` may one person fill two slots.

    If it is narrow, acts are left out that the words cannot mean (`is_fitting`).
    """
    slots = slots_of(kind)
    options = [_options(slot, spoken) for slot in slots]
    for values in itertools.islice(itertools.product(*options), _MOST):
        by_name = {name: value for (name, *_), value in zip(slots, values, strict=True) if value is not None}
        if kind == "saved" or not any(a in by_name and by_name[a] == by_name.get(b) for a, b in _PAIRS):
            act = SpokenAct(kind=kind, slots=tuple(by_name.items()))
            if is_fitting(act, spoken) if is_narrow else is_of_the_living(act, spoken.table):
                yield act


def _options(slot: SlotSort, spoken: SpokenTokens) -> list[Value | None]:
    _, sort, is_optional = slot
    values: list[Value | None] = [*_values(sort, spoken)]
    is_left_open = is_optional and (sort not in ("where", "when") or not values)
    return [*values, None] if is_left_open else values


def _values(sort: str, spoken: SpokenTokens) -> list[Value]:
    if sort in PEOPLE_SORTS:
        return list(dict.fromkeys(_persons(sort, spoken)))
    match sort:
        case "result":
            return list(dict.fromkeys([*spoken.values("role"), sought_role(), "good"]))
        case "fellow":
            return list(dict.fromkeys([*spoken.values("role"), sought_role(), "mason"]))
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
            return [
                name
                for name in people
                if name != me or any(mention.at != IMPLIED for mention in spoken.people[name])
            ]
        case "kin":
            return [*spoken.people]
        case _:
            return [*_meant(spoken), *([ANYBODY] if sort == "all" else [])]


def _people(spoken: SpokenTokens, hows: set[str]) -> list[Value]:
    return [
        name for name, mentions in spoken.people.items() if any(mention.how in hows for mention in mentions)
    ]


def _meant(spoken: SpokenTokens) -> list[Name]:
    """Returns the people that may be meant: none who is only spoken to, or only the victim."""
    return [
        name
        for name, mentions in spoken.people.items()
        if any(mention.how not in ("you", "victim") for mention in mentions)
    ]


_NEAR = 5
_SlotBeside = tuple[str, str, Value | None, tuple[int, ...]]


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
    _slots: dict[_SlotBeside, tuple[list[str], tuple[int, ...]]] = field(
        default_factory=dict["_SlotBeside", tuple[list[str], tuple[int, ...]]]
    )

    def of(self, act: SpokenAct) -> dict[str, float]:
        """Returns the features of one act."""
        kind = act.kind
        features: dict[str, float] = {}
        chance = self.chances.get(kind, -6.0)
        features["chance"] = max(min(chance, 6.0), -6.0) / 4
        features[f"chance:{round(max(min(chance, 4.0), -4.0))}"] = 1.0
        names = [*self._rules(act)]
        anchors: tuple[int, ...] = ()
        for name, sort, _ in slots_of(kind):
            more, anchors = self._slot_beside(name, sort, act[name], anchors)
            names += more
        if slots_of(kind):
            clauses = {self.spoken.clause[at] for at in anchors}
            logits = [self.by_clause.get(clause, {}).get(kind, -4.0) for clause in clauses]
            features["clause"] = max(min(max(logits), 6.0), -6.0) / 4 if logits else 0.0
        for name in names:
            features[name] = 1.0
            features[f"{kind}>{name}"] = 1.0
        features[f"{kind}>"] = 1.0
        features[f"{kind}>chance"] = features["chance"]
        features[f"{kind}>asked:{self.spoken.question.kind}"] = 1.0
        return features

    def _rules(self, act: SpokenAct) -> Iterator[str]:
        if not self.ruled:
            yield "rules:none"
            return
        same = [ruled_act for ruled_act in self.ruled if ruled_act.kind == act.kind]
        if not same:
            yield "rules:others"
            if len(self.ruled) > 1:
                yield "rules:two others"
            return
        slots = dict(act.slots)
        agreeing = max(_agreement(slots, dict(ruled_act.slots)) for ruled_act in same)
        yield f"rules:{agreeing}"
        yield f"rules:{agreeing}/{min(len(self.ruled), 3)}"

    # Slots

    def _slot_beside(
        self, name: str, sort: str, value: Value | None, anchors: tuple[int, ...]
    ) -> tuple[list[str], tuple[int, ...]]:
        """Returns the features of a slot beside those before it, and their places with its own."""
        key = name, sort, value, anchors
        if key not in self._slots:
            places = [*anchors]
            self._slots[key] = [*self._slot(name, sort, value, places)], tuple(places)
        return self._slots[key]

    def _slot(self, name: str, sort: str, value: Value | None, anchors: list[int]) -> Iterator[str]:
        spoken = self.spoken
        sort = "person" if sort in PEOPLE_SORTS else {"result": "role", "fellow": "role"}.get(sort, sort)
        if value in (None, ANYBODY):
            which = "none" if value is None else "any"
            yield from (f"{name}={which}", f"{name}={which}/{self._count(sort)}")
            return
        if sort == "death":
            yield f"{name}={value}"
            yield from (f"{name}={value}&{token}" for token in dict.fromkeys(spoken.tokens))
            return
        if sort == "role":
            yield f"{name}={value}"
        mentions = spoken.mentions(sort, value)
        if not mentions:
            yield f"{name}=unsaid"
            return
        for mention in mentions:
            yield f"{name}={mention.how}"
        explicit = [mention for mention in mentions if mention.at != IMPLIED]
        if sort == "person":
            hows = "+".join(sorted({mention.how for mention in mentions}))
            yield f"{name}={hows}"
            yield f"{name}={hows}/{self._count(sort)}"
        if not explicit:
            yield f"{name}=implied/{self._count(sort)}"
            return
        yield from self._place(name, explicit, sort, anchors)
        for mention in explicit[:3]:
            yield from (f"{name}{around}" for around in self._words_around(mention.at))
        anchors.append(self._nearest(explicit, anchors))

    def _nearest(self, explicit: Sequence[SpokenMention], anchors: Sequence[int]) -> int:
        if not anchors:
            return explicit[0].at
        return min(
            (mention.at for mention in explicit), key=lambda at: min(abs(at - other) for other in anchors)
        )

    def _count(self, sort: str) -> int:
        if sort == "person":
            others = (row for name, row in self.spoken.people.items() if name != self.spoken.table.speaker)
            return min(sum(any(mention.how == "N" for mention in row) for row in others), 3)
        return min(len(self.spoken.things.get(sort, {})), 3)

    def _place(
        self, name: str, explicit: Sequence[SpokenMention], sort: str, anchors: Sequence[int]
    ) -> Iterator[str]:
        """Yields the features of a mention's position: in its sort, and relative to the slots before."""
        spoken = self.spoken
        table = spoken.people if sort == "person" else spoken.things.get(sort, {})
        first = [
            min(mention.at for mention in mentions if mention.at != IMPLIED)
            for mentions in table.values()
            if any(mention.at != IMPLIED for mention in mentions)
        ]
        rank = sorted(first).index(min(mention.at for mention in explicit))
        yield f"{name}#{min(rank, 3)}"
        yield f"{name}#{min(rank, 3)}/{min(len(first), 4)}"
        if rank == len(first) - 1:
            yield f"{name}#last"
        if anchors:
            at = self._nearest(explicit, anchors)
            other = min(anchors, key=lambda anchor: abs(anchor - at))
            gap = spoken.clause[at] - spoken.clause[other]
            yield f"{name}~{max(min(gap, 2), -2)}"
            yield f"{name}~{'after' if at > other else 'before'}"
            between = spoken.tokens[min(at, other) + 1 : max(at, other)]
            if len(between) <= 3:
                yield f"{name}~{'>' if at > other else '<'}{'_'.join(between)}"

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
    if any(slots[slot] != ruled[slot] for slot in shared):
        return "other"
    if slots.keys() == ruled.keys():
        return "same"
    return "more" if slots.keys() > ruled.keys() else "less"
