"""The grammar's meaning of an act: a fact or a question; none if the act lacks something.

An act without such a sentence (a refusal, a denial, "I agree with 5") is heard as what it is, an act of
speech.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from parlour.language.facts import (
    Absence,
    CardSeen,
    Cause,
    CentreSeen,
    Check,
    Confirm,
    DeathPlace,
    DeathTime,
    Drank,
    Fact,
    Fellow,
    Hearing,
    Killing,
    Language,
    Level,
    Means,
    Motive,
    NoMeans,
    NoMotive,
    Presence,
    Quarrel,
    Question,
    Relation,
    Robbed,
    RoleClaim,
    Secret,
    Sighting,
    Slot,
    Suspicion,
    Swapped,
    Trust,
    VoteFor,
    WhatCause,
    WhatCheck,
    WhatDeathPlace,
    WhatDeathTime,
    WhatKnown,
    WhatMotive,
    WhatQuarrel,
    WhatRelation,
    WhatRole,
    WhatSecret,
    WhenSeen,
    WhereWas,
    WhoKilled,
    WhomHeard,
    WhomSeen,
    WhomSeenAnywhere,
    WhomSeenThere,
    WhomSuspected,
    WhomTrusted,
    WhoseMeans,
    WhoseMotive,
    WhoseVote,
    Woke,
    Word,
    WordKind,
    entries,
    hear,
)
from parlour.language.hearing.act import ANYBODY, SpokenAct, TalkTable, Value
from parlour.language.hearing.clauses import sought

_FACTS: Mapping[str, tuple[type[Fact], Mapping[str, str]]] = {
    "was": (Presence, {"who": "who", "place": "where", "slot": "when"}),
    "not_there": (Absence, {"who": "who", "place": "where", "slot": "when"}),
    "saw": (Sighting, {"by": "by", "whom": "whom", "place": "where", "slot": "when"}),
    "heard": (Hearing, {"by": "by", "whom": "whom", "place": "where", "slot": "when"}),
    "relation": (Relation, {"of": "of", "to": "to", "kind": "kind"}),
    "motive": (Motive, {"who": "who", "victim": "victim", "kind": "kind"}),
    "no_motive": (NoMotive, {"who": "who", "victim": "victim"}),
    "means": (Means, {"who": "who", "thing": "thing"}),
    "no_means": (NoMeans, {"who": "who", "thing": "thing"}),
    "quarrel": (Quarrel, {"who": "who", "whom": "whom", "over": "kind", "slot": "when"}),
    "cause": (Cause, {"victim": "victim", "thing": "thing"}),
    "death_where": (DeathPlace, {"victim": "victim", "place": "where"}),
    "death_when": (DeathTime, {"victim": "victim", "slot": "when"}),
    "secret": (Secret, {"who": "who", "kind": "kind"}),
    "suspect": (Suspicion, {"by": "me", "whom": "who", "level": "level"}),
    "trust": (Trust, {"by": "me", "whom": "who", "level": "level"}),
    "vote": (VoteFor, {"by": "me", "whom": "whom"}),
    "claim": (RoleClaim, {"who": "who", "role": "role"}),
    "centre": (CentreSeen, {"by": "by", "card": "card", "role": "role"}),
    "robbed": (Robbed, {"by": "by", "whom": "whom", "role": "role"}),
    "swapped": (Swapped, {"by": "by", "whom": "whom", "other": "other"}),
    "drank": (Drank, {"by": "by", "card": "card"}),
    "woke": (Woke, {"by": "by", "role": "role"}),
    "fellow": (Fellow, {"by": "by", "whom": "whom", "role": "role"}),
}
"""The fact of an act, and the slot that each field of it is filled from."""
_LEXICAL = {
    "relation": WordKind.RELATION,
    "motive": WordKind.MOTIVE,
    "quarrel": WordKind.TOPIC,
    "secret": WordKind.SECRET,
}
_OWN = frozenset({"claim", "centre", "robbed", "swapped", "drank", "woke", "fellow", "check"})
"""Facts that only their doer can state."""


def meaning(act: SpokenAct, table: TalkTable) -> Fact | Question | None:
    """An act as the grammar says it."""
    return _question(act, table) if act.is_question else _fact(act, table)


def lacks(act: SpokenAct, table: TalkTable) -> str | None:
    """Returns what an act lacks to be a fact, if it is one thing: its `slot` or its `place`."""
    if table.is_of_roles or act.is_question or act.kind not in _FACTS or meaning(act, table):
        return None
    trials: dict[str, dict[str, Value]] = {"slot": {"when": Slot(38)}, "place": {"where": "kitchen"}}
    return next((name for name, filled in trials.items() if meaning(act.with_slots(**filled), table)), None)


def _fact(act: SpokenAct, table: TalkTable) -> Fact | None:
    me = table.speaker
    if act.kind in _OWN and me not in (act["by"], act["who"]):
        return None
    match act.kind:
        case "check":
            return _checked(act, table)
        case "confess" if table.is_of_roles:
            return RoleClaim(who=me, role=sought())
        case "confess":
            return Killing(who=me, victim=table.victims[0]) if len(table.victims) == 1 else None
        case kind if kind not in _FACTS:
            return None
        case _:
            of, fields = _FACTS[act.kind]
            slots: dict[str, Value | None] = {**dict(act.slots), "me": me, "level": Level.SOME}
            slots["victim"] = table.victims[0] if len(table.victims) == 1 else None
            if act.kind in _LEXICAL:
                slots["kind"] = _word(_LEXICAL[act.kind], act["kind"], table.language)
            values = {field: slots.get(slot) for field, slot in fields.items()}
            whole = None not in values.values() and ANYBODY not in values.values() and _are_two(values)
            return of(**values) if whole else None  # pyright: ignore[reportArgumentType]


def _are_two(values: Mapping[str, object]) -> bool:
    """Returns true if no person fills two fields of a fact."""
    people = [values[field] for field in ("by", "who", "whom", "other", "of", "to") if field in values]
    return len(people) == len(set(people))


def _checked(act: SpokenAct, table: TalkTable) -> Fact | None:
    by, whom, result, night = (act[slot] for slot in ("by", "whom", "result", "night"))
    if not (isinstance(by, str) and isinstance(whom, str) and isinstance(result, str)) or by == whom:
        return None
    if table.scope == "cards":
        return CardSeen(by=by, whom=whom, role=result) if result != "good" else None
    role = sought() if result == sought() else "good"
    return Check(
        by=by, whom=whom, role=role, night=night if isinstance(night, int) and night else table.night
    )


def _word(kind: WordKind, said: Value | None, language: Language) -> Word | None:
    """The word of the lexicon that was typed, if it is one."""
    if not isinstance(said, str):
        return None
    return said if said in entries(kind) else hear(kind, said, language)


def _question(act: SpokenAct, table: TalkTable) -> Question | None:
    whom = act["whom"]
    who = str(table.to or "") if whom in (None, ANYBODY) else str(whom)
    ask = _QUESTIONS.get(act.kind)
    return ask(act, who, table) if ask and (who or whom == ANYBODY) else None


def _somebody(act: SpokenAct, slot: str) -> str | None:
    """Returns the person in a slot; None if it may be anyone."""
    found = act[slot]
    return found if isinstance(found, str) and found != ANYBODY else None


def _when(act: SpokenAct, table: TalkTable) -> Slot | None:
    """The half hour that is asked for; that of the death where none is named."""
    return cast(Slot | None, act["when"]) or next(iter(table.deaths.values()), None)


def _where(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    slot = _when(act, table)
    return WhereWas(who=who, slot=slot) if slot and who else None


def _company(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    place, slot = cast(Word | None, act["where"]), cast(Slot | None, act["when"])
    if not who:
        return None
    if place and slot:
        return WhomSeen(by=who, place=place, slot=slot)
    if place:
        return WhomSeenThere(by=who, place=place)
    slot = _when(act, table)
    return WhomSeenAnywhere(by=who, slot=slot) if slot else None


def _sighting(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    del table
    about = _somebody(act, "about")
    return WhenSeen(by=who, whom=about) if who and about and about != who else None


def _motive(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    if len(table.victims) != 1:
        return None
    about = _somebody(act, "about") or (None if act["whom"] == ANYBODY else who)
    victim = table.victims[0]
    return WhatMotive(who=about, victim=victim) if about and about != victim else WhoseMotive(victim=victim)


def _means(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    del table
    thing = act["thing"]
    if not isinstance(thing, str):
        return None
    return WhoseMeans(thing=thing) if act["whom"] == ANYBODY else Confirm(fact=Means(who=who, thing=thing))


def _killed(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    if table.is_of_roles:
        return WhatRole(who=who) if who else None
    if len(table.victims) != 1:
        return None
    victim = table.victims[0]
    return (
        WhoKilled(victim=victim) if act["whom"] == ANYBODY else Confirm(fact=Killing(who=who, victim=victim))
    )


def _opinion(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    about = _somebody(act, "about")
    if about and about != who and not table.is_of_roles:
        return Confirm(fact=Suspicion(by=who, whom=about, level=Level.SOME)) if who else None
    return WhomSuspected(by=who) if who else None


def _death(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    del who
    if len(table.victims) != 1:
        return None
    asks: dict[str, type[WhatCause | WhatDeathPlace | WhatDeathTime]] = {
        "where": WhatDeathPlace,
        "when": WhatDeathTime,
    }
    return asks.get(str(act["of"]), WhatCause)(victim=table.victims[0])


def _relation(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    del table
    to = _somebody(act, "to")
    return WhatRelation(of=who, to=to) if who and to and to != who else None


def _quarrel(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    whom = _somebody(act, "about") or (table.victims[0] if len(table.victims) == 1 else None)
    return WhatQuarrel(who=who, whom=whom) if who and whom and whom != who else None


def _heard(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    slot = _when(act, table)
    return WhomHeard(by=who, slot=slot) if who and slot else None


def _known(act: SpokenAct, who: str, table: TalkTable) -> Question | None:
    del act, who
    return WhatKnown(of=table.victims[0]) if len(table.victims) == 1 else None


_QUESTIONS: Mapping[str, Callable[[SpokenAct, str, TalkTable], Question | None]] = {
    "ask_where": _where,
    "ask_company": _company,
    "ask_saw": _sighting,
    "ask_heard": _heard,
    "ask_relation": _relation,
    "ask_motive": _motive,
    "ask_quarrel": _quarrel,
    "ask_means": _means,
    "ask_secret": lambda act, who, table: WhatSecret(who=who) if who else None,
    "ask_known": _known,
    "ask_killed": _killed,
    "ask_opinion": _opinion,
    "ask_trust": lambda act, who, table: WhomTrusted(by=who) if who else None,
    "ask_vote": lambda act, who, table: WhoseVote(by=who) if who else None,
    "ask_role": lambda act, who, table: WhatRole(who=who) if who else None,
    "ask_check": lambda act, who, table: WhatCheck(by=who, night=table.night) if who else None,
    "ask_death": _death,
}
