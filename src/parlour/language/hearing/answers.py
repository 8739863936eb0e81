"""The open question as context: what a short answer to it means."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from parlour.language.facts import Name
from parlour.language.hearing.act import ANYBODY, HeardAct, SpokenAct, TalkTable, Value
from parlour.language.hearing.clauses import KIND, ME, PEOPLE, ROLE, THING, YOU, Clause, wordlist
from parlour.language.hearing.entities import Entities

_COMPANY = frozenset({"ask_company", "ask_saw", "ask_heard"})
_VIEWS = frozenset({"ask_opinion", "ask_trust", "ask_vote", "ask_killed"})
_SHORTEST = {"en": 14, "zh": 5}
"""The most letters beside the names in an answer that is understood by its names alone."""


@dataclass(frozen=True, kw_only=True)
class OpenQuestion:
    """The open question to a person.

    Attributes:
        act: the question; None where there is none, or it was not understood.
    """

    act: SpokenAct | None
    text: str
    people: tuple[Name, ...] = ()
    things: tuple[tuple[str, Value], ...] = ()

    @property
    def kind(self) -> str:
        """Which question it is; empty for none."""
        return self.act.kind if self.act else ""

    @property
    def about(self) -> Name | None:
        """The person it is about besides the addressee."""
        if self.act is None:
            return None
        found = self.act["about"] or self.act["to"]
        return found if isinstance(found, str) and found != ANYBODY else None

    def slot(self, name: str) -> Value | None:
        """Returns the value of one of its slots."""
        return self.act[name] if self.act else None

    def takes_name(self, *, has_more: bool) -> bool:
        """Returns true if a bare name answers it."""
        return self.kind in (*_COMPANY, *_VIEWS) and not has_more


def no_question() -> OpenQuestion:
    """Nothing is open."""
    return OpenQuestion(act=None, text="")


def answered(
    pieces: Sequence[Clause],
    acts: list[HeardAct],
    question: OpenQuestion,
    entities: Entities,
    table: TalkTable,
) -> list[HeardAct] | None:
    """The acts of a remark with what its clauses mean as answers; None where they mean nothing more."""
    if not table.asked:
        return None
    told = [*acts]
    known = {heard.clause for heard in acts}
    for n, clause in enumerate(pieces):
        words = entities.plain(clause.raw)
        if words and words not in known:
            answer = _Answer(
                clause=clause, question=question, entities=entities, table=table, is_first=n == 0
            )
            told += [HeardAct(act=act, clause=words) for act in answer.acts()]
    return None if told == acts else _settled(told)


def _settled(acts: list[HeardAct]) -> list[HeardAct]:
    more = [each for each in acts if each.act.kind not in ("yes", "no")]
    return more or acts[:1]


@dataclass(frozen=True, kw_only=True)
class _Answer:
    """One clause as an answer."""

    clause: Clause
    question: OpenQuestion
    entities: Entities
    table: TalkTable
    is_first: bool

    def acts(self) -> list[SpokenAct]:
        """Returns the acts of the answer; none if it is no known answer."""
        return self._of_words() or self._of_names()

    def _of_words(self) -> list[SpokenAct]:
        words, text, kind = wordlist(self.table.language)["answers"], self.clause.text, self.question.kind
        if re.fullmatch(words["nobody"], text):
            return self._nobody()
        if not self.is_first:
            return []
        if kind == "ask_killed" and re.fullmatch(words["not_me"], text):
            return [SpokenAct(kind="deny")] if ME in text else [SpokenAct(kind="no")]
        if re.fullmatch(words["affirms"], text):
            return [SpokenAct(kind="yes")]
        return [SpokenAct(kind="no")] if re.fullmatch(words["denies"], text) else []

    def _nobody(self) -> list[SpokenAct]:
        if self.question.kind in _COMPANY:
            return [SpokenAct(kind="saw_nobody", slots=(("by", self.table.speaker), *self._where_and_when()))]
        if self.question.kind in _VIEWS:
            return [SpokenAct(kind="unsure")]
        return [] if self.question.kind == "ask_where" else [SpokenAct(kind="no")]

    def _of_names(self) -> list[SpokenAct]:
        """Returns the acts of the names in it, if there is little beside them."""
        short = re.sub(f"[{chr(PEOPLE)}-{chr(KIND + 0xFF)}&]", "", self.clause.text)
        reads = _BY_KIND.get(self.question.kind)
        if reads is None or (
            len(short) > _SHORTEST[self.table.language] and self.question.kind not in _LOOSE
        ):
            return []
        return reads(self)

    def where(self) -> list[SpokenAct]:
        """Returns the place of a person, who may be another."""
        who = self.question.slot("whom")
        who = self.table.speaker if who in (None, ANYBODY) else who
        if not self.clause.places:
            return []
        return [SpokenAct(kind="was", slots=(("who", who or ""), *self._where_and_when()))]

    def company(self) -> list[SpokenAct]:
        """Returns the people that the speaker saw."""
        return self._each("whom", "saw", (("by", self.table.speaker), *self._where_and_when()))

    def sounds(self) -> list[SpokenAct]:
        """Returns the people that the speaker heard."""
        return self._each("whom", "heard", (("by", self.table.speaker), *self._where_and_when()))

    def vote(self) -> list[SpokenAct]:
        """Returns the speaker's vote."""
        return self._each("whom", "vote")

    def trust(self) -> list[SpokenAct]:
        """Returns the speaker's trust."""
        return self._each("who", "trust")

    def suspicion(self) -> list[SpokenAct]:
        """Returns the speaker's suspicion, or the role it denies or claims."""
        return self._each("who", "suspect") or self.role()

    def role(self) -> list[SpokenAct]:
        """Returns the role that the speaker claims."""
        roles = self._sort(ROLE)
        if not roles or self._people() or self.question.kind not in ("ask_role", "ask_killed"):
            return []
        if roles[0] == "good":
            return [SpokenAct(kind="deny")]
        return [SpokenAct(kind="claim", slots=(("who", self.table.speaker), ("role", roles[0])))]

    def check(self) -> list[SpokenAct]:
        """Returns the speaker's check of another."""
        people, roles = self._people(), self._sort(ROLE)
        deed = self._deed()
        if deed == "swapped" and len(people) > 1:
            pair = (("whom", people[0]), ("other", people[1]))
            return [SpokenAct(kind=deed, slots=(("by", self.table.speaker), *pair))]
        if deed in ("robbed", "saved", "poisoned") and people:
            role = (("role", roles[0]),) if roles and deed == "robbed" else ()
            return [SpokenAct(kind=deed, slots=(("by", self.table.speaker), ("whom", people[0]), *role))]
        whom = people[0] if people else self.question.about
        if not whom or (not roles and not people):
            return []
        nights = [self.entities.found[mark] for mark in self.clause.nights]
        night = (("night", nights[0] or self.table.night),) if nights else ()
        slots = (
            ("by", self.table.speaker),
            ("whom", whom),
            *((("result", roles[0]),) if roles else ()),
            *night,
        )
        return [SpokenAct(kind="check", slots=slots)]

    def _deed(self) -> str:
        deeds = wordlist(self.table.language)["deeds"]
        return next(
            (kind for kind, words in deeds.items() if re.search(words, self.question.text.lower())), ""
        )

    def relation(self) -> list[SpokenAct]:
        """Returns a relation: `my boss` is the other's role, a bare `boss` the speaker's own."""
        kinds, to = self._sort(KIND), self.question.about
        if not kinds or not to:
            return []
        of, other = self.question.slot("whom") or self.table.speaker, to
        if ME in self.clause.text:
            of, other = to, self.table.speaker
        return [SpokenAct(kind="relation", slots=(("of", of), ("to", other), ("kind", kinds[0])))]

    def death(self) -> list[SpokenAct]:
        """Returns the manner, place or time of the death."""
        things = self._sort(THING)
        told = dict(self._own_place())
        acts = [SpokenAct(kind="cause", slots=(("thing", things[0]),))] if things else []
        acts += [SpokenAct(kind="death_where", slots=(("where", told["where"]),))] if "where" in told else []
        return acts + (
            [SpokenAct(kind="death_when", slots=(("when", told["when"]),))] if "when" in told else []
        )

    def _each(self, slot: str, kind: str, slots: tuple[tuple[str, Value], ...] = ()) -> list[SpokenAct]:
        return [SpokenAct(kind=kind, slots=(*slots, (slot, name))) for name in self._people()]

    def _people(self) -> list[Value]:
        found = [each for each in self._sort(PEOPLE) if each != self.table.speaker]
        return [self.table.to] if not found and YOU in self.clause.text and self.table.to else found

    def _sort(self, sort: int) -> list[Value]:
        last = sort + (0xEF if sort == PEOPLE else 0xFF)
        return [self.entities.found[mark] for mark in self.clause.text if sort <= ord(mark) <= last]

    def _own_place(self) -> tuple[tuple[str, Value], ...]:
        found = self.entities.found
        where = (("where", found[self.clause.places[0]]),) if self.clause.places else ()
        return (*where, *((("when", found[self.clause.times[0]]),) if self.clause.times else ()))

    def _where_and_when(self) -> tuple[tuple[str, Value], ...]:
        asked = (
            (slot, value) for slot in ("where", "when") if (value := self.question.slot(slot)) is not None
        )
        return tuple({**dict(asked), **dict(self._own_place())}.items())


_LOOSE = frozenset({"ask_where", "ask_relation"})
"""The questions of which an answer may say more beside."""
_BY_KIND: Mapping[str, Callable[[_Answer], list[SpokenAct]]] = {
    "ask_where": _Answer.where,
    "ask_company": _Answer.company,
    "ask_saw": _Answer.company,
    "ask_heard": _Answer.sounds,
    "ask_vote": _Answer.vote,
    "ask_trust": _Answer.trust,
    "ask_opinion": _Answer.suspicion,
    "ask_killed": _Answer.suspicion,
    "ask_role": _Answer.role,
    "ask_check": _Answer.check,
    "ask_relation": _Answer.relation,
    "ask_death": _Answer.death,
}
