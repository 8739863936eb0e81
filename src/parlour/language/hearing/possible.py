"""What a remark may mean: each kind of act with whoever and whatever may fill its slots."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.language.facts import Name
from parlour.language.hearing.act import ANYBODY, SpokenAct, Value
from parlour.language.hearing.spoken import IMPLIED, SpokenTokens
from parlour.language.hearing.wordlists import sought

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
"""By kind, its slots and who or what may fill each; a question mark where nothing may."""
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
"""By what is spoken of, the kinds of acts that mean nothing there."""
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
    """Whether a kind of act means anything at a table where that is spoken of (`TalkTable.scope`)."""
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
    """Whether nobody stands in two places of an act."""
    if kind == "saved":
        return True
    return not any(a in told and told.get(a) == told.get(b) for a, b in _PAIRS)


def _options(slot: SlotSort, spoken: SpokenTokens) -> list[Value | None]:
    found: list[Value | None] = [*_values(slot.sort, spoken)]
    is_left_open = slot.is_optional and (slot.sort not in ("where", "when") or not found)
    return [*found, None] if is_left_open else found


def _values(sort: str, spoken: SpokenTokens) -> list[Value]:
    """Who or what may fill a slot."""
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
