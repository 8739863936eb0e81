"""Acts of speech heard in typed text, and what the grammar says of them: a fact, a question, or nothing.

An act is looser than a fact: "I was in the lobby" names no half hour, "not me" denies whatever was asked.
An act without such a sentence (a refusal, "I agree with 5") is heard as what it is, an act of speech.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from parlour.language import facts
from parlour.language.facts import Fact, Language, Level, Name, NameGuess, Question, Slot, Word, WordKind
from parlour.language.hearing.clauses import sought_role

ANYBODY = "anybody"
"""The addressee of a question to all."""
Value = str | int | Slot
"""The value of a slot: a person, a word of the lexicon or as typed, a night, a half hour."""
_OF_NIGHT = ("check", "saved", "poisoned", "centre", "robbed", "swapped", "drank", "woke", "fellow")
DOERS = frozenset({"saw", "heard", "saw_nobody", *_OF_NIGHT})
"""The acts that a person tells of itself as `by`."""
PLACED = frozenset(
    {"was", "not_there", "saw", "heard", "saw_nobody", "ask_company", "ask_saw", "death_where"}
)
TIMED = PLACED - {"death_where"} | {"quarrel", "ask_where", "death_when"}
"""The acts that may say where, and those that may say when."""


_OF_VIEWS = frozenset({"ask_opinion", "ask_trust"})


@dataclass(frozen=True, kw_only=True)
class SpokenAct:
    """An act of speech.

    Attributes:
        kind: a row of `patterns.*.yaml`, or *either* or *retract* (`explicit` in `words.*.yaml`).
    """

    kind: str
    slots: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, slot: str) -> Value | None:
        return dict(self.slots).get(slot)

    def with_slots(self, **slots: Value) -> SpokenAct:
        """Returns the act with some slots filled."""
        return SpokenAct(kind=self.kind, slots=tuple({**dict(self.slots), **slots}.items()))

    @property
    def key(self) -> tuple[str, frozenset[tuple[str, Value]]]:
        """The act's identity, in any order of its slots."""
        return self.kind, frozenset(self.slots)

    @property
    def addressee(self) -> Name | None:
        """Returns the player that a question goes to; None for a statement, and a question to all."""
        person = self["whom"] if self.is_question else None
        return person if isinstance(person, str) and person != ANYBODY else None

    def as_sent(self, scope: str) -> SpokenAct:
        """Returns the act in whose words it is sent: a question of trust in a player asks for its view.

        Suspicion of a player in a role doubts that; a vote with anybody calls all to it.
        """
        if scope != "story" and self.kind == "ask_killed":
            return replace(self, kind="ask_wolves" if self["whom"] == ANYBODY else "ask_wolf")
        if self.kind == "suspect" and self["role"]:
            return replace(self, kind="doubt")
        if self.kind == "vote" and self["with"]:
            return replace(self, kind="call")
        if self.kind in _OF_VIEWS and self["about"] not in (None, ANYBODY, self["whom"]):
            return replace(self, kind="ask_view")
        return self

    @property
    def is_question(self) -> bool:
        """Returns true if it is a question."""
        return self.kind.startswith("ask_")


@dataclass(frozen=True, kw_only=True)
class HeardAct:
    """An act and the words in which it was heard.

    Attributes:
        means: the same as the grammar says it; None where it has no such sentence, or the clause leaves out
            what that needs.
    """

    act: SpokenAct
    clause: str
    is_sure: bool = True
    means: Fact | Question | None = None
    role: str = ""


@dataclass(frozen=True, kw_only=True)
class HeardRemark:
    """A typed remark, as it was heard clause by clause.

    Attributes:
        offered: readings of it, each of one act or of several, at most `MOST_OFFERED`, the surest first.
    """

    heard: tuple[HeardAct, ...] = ()
    unheard: tuple[str, ...] = ()
    guesses: tuple[NameGuess, ...] = ()
    offered: tuple[tuple[HeardAct, ...], ...] = ()

    @property
    def certain(self) -> tuple[HeardAct, ...]:
        """The acts that are said without a tap; none if a name was guessed."""
        return () if self.guesses else tuple(heard_act for heard_act in self.heard if heard_act.is_sure)

    @property
    def meanings(self) -> tuple[Fact | Question, ...]:
        """The certain acts that the grammar can express."""
        return tuple(heard_act.means for heard_act in self.certain if heard_act.means is not None)


@dataclass(frozen=True, kw_only=True)
class TalkTable:
    """The context of a typed remark: the people, the open question and the game.

    Attributes:
        spoken_of: the person last named before this text, who may be meant by "she".
        named: the people named in the sentence before, who may be meant by "both".
        scope: what is spoken of: a *story*, or *roles*, or roles that are *cards*.
        hours: the half hours of the story, by number, which settle what 8:30 means.
        places: where the story plays; every place of the lexicon where none is named.
        roles: the roles that are dealt; none where it is not known which.
        case: the victim of whom is spoken, if there are several.
    """

    language: Language
    names: tuple[Name, ...]
    speaker: Name
    to: Name | None = None
    asked: str = ""
    asker: Name | None = None
    spoken_of: Name | None = None
    named: tuple[Name, ...] = ()
    scope: str = "story"
    victims: tuple[Name, ...] = ()
    hours: frozenset[int] = frozenset(range(36, 48))
    deaths: Mapping[Name, Slot] = field(default_factory=dict[Name, Slot])
    places: frozenset[Word] = frozenset()
    night: int = 1
    roles: tuple[Word, ...] = ()
    case: Name | None = None

    @property
    def victim(self) -> Name | None:
        """Returns the victim who is meant if none is named."""
        return self.victims[0] if len(self.victims) == 1 else self.case

    @property
    def is_of_roles(self) -> bool:
        """Returns true if every player has a role."""
        return self.scope != "story"


_FACTS: Mapping[str, tuple[type[Fact], Mapping[str, str]]] = {
    "was": (facts.Presence, {"who": "who", "place": "where", "slot": "when"}),
    "not_there": (facts.Absence, {"who": "who", "place": "where", "slot": "when"}),
    "saw": (facts.Sighting, {"by": "by", "whom": "whom", "place": "where", "slot": "when"}),
    "heard": (facts.Hearing, {"by": "by", "whom": "whom", "place": "where", "slot": "when"}),
    "relation": (facts.Relation, {"of": "of", "to": "to", "kind": "kind"}),
    "motive": (facts.Motive, {"who": "who", "victim": "victim", "kind": "kind"}),
    "no_motive": (facts.NoMotive, {"who": "who", "victim": "victim"}),
    "means": (facts.Means, {"who": "who", "thing": "thing"}),
    "no_means": (facts.NoMeans, {"who": "who", "thing": "thing"}),
    "quarrel": (facts.Quarrel, {"who": "who", "whom": "whom", "over": "kind", "slot": "when"}),
    "cause": (facts.Cause, {"victim": "victim", "thing": "thing"}),
    "death_where": (facts.DeathPlace, {"victim": "victim", "place": "where"}),
    "death_when": (facts.DeathTime, {"victim": "victim", "slot": "when"}),
    "secret": (facts.Secret, {"who": "who", "kind": "kind"}),
    "suspect": (facts.Suspicion, {"by": "me", "whom": "who", "level": "level"}),
    "trust": (facts.Trust, {"by": "me", "whom": "who", "level": "level"}),
    "vote": (facts.VoteFor, {"by": "me", "whom": "whom"}),
    "claim": (facts.RoleClaim, {"who": "who", "role": "role"}),
    "centre": (facts.CentreSeen, {"by": "by", "card": "card", "role": "role"}),
    "robbed": (facts.Robbed, {"by": "by", "whom": "whom", "role": "role"}),
    "swapped": (facts.Swapped, {"by": "by", "whom": "whom", "other": "other"}),
    "drank": (facts.Drank, {"by": "by", "card": "card"}),
    "woke": (facts.Woke, {"by": "by", "role": "role"}),
    "one_of_two": (facts.OneOfTwo, {"by": "by", "whom": "whom", "other": "other", "role": "sought"}),
    "fellow": (facts.Fellow, {"by": "by", "whom": "whom", "role": "role"}),
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


_NO_OTHER_ROLE = (None, "role", "good", sought_role())
"""What is denied by a person who only says that it is not of the sought role."""


def meaning(act: SpokenAct, table: TalkTable) -> Fact | Question | None:
    """Returns an act as the grammar says it."""
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
            return _as_check(act, table)
        case "confess" if table.is_of_roles:
            return facts.RoleClaim(who=me, role=sought_role())
        case "deny" if table.is_of_roles:
            return facts.RoleClaim(who=me, role="good") if act["what"] in _NO_OTHER_ROLE else None
        case "confess":
            return facts.Killing(who=me, victim=table.victim) if table.victim else None
        case kind if kind not in _FACTS:
            return None
        case _:
            of, fields = _FACTS[act.kind]
            slots: dict[str, Value | None] = {
                **dict(act.slots),
                "me": me,
                "level": Level.SOME,
                "sought": sought_role(),
            }
            slots["victim"] = table.victim
            if act.kind in _LEXICAL:
                slots["kind"] = _word(_LEXICAL[act.kind], act["kind"], table.language)
            values = {field: slots.get(slot) for field, slot in fields.items()}
            people = [
                values[field] for field in ("by", "who", "whom", "other", "of", "to") if field in values
            ]
            whole = None not in values.values() and ANYBODY not in values.values()
            are_apart = len(people) == len(set(people))
            return of(**values) if whole and are_apart else None  # pyright: ignore[reportArgumentType]


def _as_check(act: SpokenAct, table: TalkTable) -> Fact | None:
    by, person, result, night = (act[slot] for slot in ("by", "whom", "result", "night"))
    if not (isinstance(by, str) and isinstance(person, str) and isinstance(result, str)) or by == person:
        return None
    if table.scope == "cards":
        return facts.CardSeen(by=by, whom=person, role=result) if result != "good" else None
    role = sought_role() if result == sought_role() else "good"
    return facts.Check(
        by=by, whom=person, role=role, night=night if isinstance(night, int) and night else table.night
    )


def _word(kind: WordKind, value: Value | None, language: Language) -> Word | None:
    """Returns the lexicon's id of a typed word, if it has one."""
    if not isinstance(value, str):
        return None
    return value if value in facts.entries(kind) else facts.hear(kind, value, language)


def _question(act: SpokenAct, table: TalkTable) -> Question | None:
    addressee, about = act["whom"], _person(act, "about")
    is_partners = addressee is None or (addressee == ANYBODY and not table.is_of_roles)
    who = str(table.to or "") if is_partners else "" if addressee == ANYBODY else str(addressee)
    victim = table.victim
    if not who and addressee != ANYBODY:
        return None
    if victim:
        match act.kind:
            case "ask_known":
                return facts.WhatKnown(of=victim)
            case "ask_motive":
                of = about or (None if addressee == ANYBODY else who)
                owner = of if of != victim else None
                return (
                    facts.WhatMotive(who=owner, victim=victim) if owner else facts.WhoseMotive(victim=victim)
                )
            case "ask_killed" if addressee == ANYBODY and not table.is_of_roles:
                return facts.WhoKilled(victim=victim)
            case "ask_death":
                return _DEATHS.get(str(act["of"]), facts.WhatCause)(victim=victim)
            case _:
                pass
    if act.kind == "ask_means":
        thing = act["thing"]
        if not isinstance(thing, str):
            return None
        is_open = addressee == ANYBODY
        return (
            facts.WhoseMeans(thing=thing)
            if is_open
            else facts.Confirm(fact=facts.Means(who=who, thing=thing))
        )
    return _question_to(who, act, table, about) if who else None


def _question_to(who: str, act: SpokenAct, table: TalkTable, about: str | None) -> Question | None:
    """Returns a question to a person; one about a time that names none asks about that of the death."""
    slot = cast(Slot | None, act["when"]) or next(iter(table.deaths.values()), None)
    victim = table.victim
    match act.kind:
        case "ask_where":
            return facts.WhereWas(who=who, slot=slot) if slot else None
        case "ask_heard":
            return facts.WhomHeard(by=who, slot=slot) if slot else None
        case "ask_company":
            return _company(who, cast(Word | None, act["where"]), cast(Slot | None, act["when"]), slot)
        case "ask_saw":
            return _ask_sighting(who, about, act)
        case "ask_relation":
            to = _person(act, "to")
            return facts.WhatRelation(of=who, to=to) if to and to != who else None
        case "ask_quarrel":
            person = about or victim
            return facts.WhatQuarrel(who=who, whom=person) if person and person != who else None
        case "ask_killed" if not table.is_of_roles:
            return facts.Confirm(fact=facts.Killing(who=who, victim=victim)) if victim else None
        case "ask_opinion" | "ask_trust" if about and about != who:
            suspicion = facts.Suspicion(by=who, whom=about, level=Level.SOME)
            return None if table.is_of_roles else facts.Confirm(fact=suspicion)
        case "ask_check":
            return facts.WhatCheck(by=who, night=table.night)
        case "ask_secret":
            return facts.WhatSecret(who=who)
        case "ask_role":
            return facts.WhatRole(who=who)
        case kind:
            opinion = _OPINIONS.get(kind)
            return opinion(by=who) if opinion else None


_OPINIONS = {
    "ask_opinion": facts.WhomSuspected,
    "ask_trust": facts.WhomTrusted,
    "ask_vote": facts.WhoseVote,
}
_DEATHS = {"where": facts.WhatDeathPlace, "when": facts.WhatDeathTime}


def _ask_sighting(who: str, about: str | None, act: SpokenAct) -> Question | None:
    place, when = cast(Word | None, act["where"]), cast(Slot | None, act["when"])
    if not about or about == who:
        return None
    if not (place and when):
        return facts.WhenSeen(by=who, whom=about)
    return facts.Confirm(fact=facts.Sighting(by=who, whom=about, place=place, slot=when))


def _company(who: str, place: Word | None, named: Slot | None, slot: Slot | None) -> Question | None:
    if place and named:
        return facts.WhomSeen(by=who, place=place, slot=named)
    if place:
        return facts.WhomSeenThere(by=who, place=place)
    return facts.WhomSeenAnywhere(by=who, slot=slot) if slot else None


def _person(act: SpokenAct, slot: str) -> str | None:
    """Returns the person in a slot; None if it may be anyone."""
    person = act[slot]
    return person if isinstance(person, str) and person != ANYBODY else None
