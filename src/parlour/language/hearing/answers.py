"""The open question as context: what a short answer to it means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parlour.language.facts import Language, Name
from parlour.language.hearing.act import ANYBODY, HeardAct, SpokenAct, TalkTable, Value
from parlour.language.hearing.clauses import KIND, ME, PEOPLE, REF, ROLE, THING, YOU, Clause, wordlist
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

    act: SpokenAct | None = None
    text: str = ""
    people: tuple[Name, ...] = ()
    things: tuple[tuple[str, Value], ...] = ()

    @property
    def kind(self) -> str:
        """The kind of the question; empty for none."""
        return self.act.kind if self.act else ""

    @property
    def about(self) -> Name | None:
        """The person it is about besides the addressee."""
        if self.act is None:
            return None
        person = self.act["about"] or self.act["to"]
        return person if isinstance(person, str) and person != ANYBODY else None

    def slot(self, name: str) -> Value | None:
        """Returns the value of one of its slots."""
        return self.act[name] if self.act else None

    def is_plainly_answered(self, text: str, typed: str, language: Language) -> bool:
        """Returns true if a marked text is a plain answer, in which nothing is doubtful."""
        words = wordlist(language)["answers"]
        is_plain = re.fullmatch(words["plain"], text) and not re.search(words["beside"], typed)
        return self.kind not in ("", *_VIEWS) and bool(is_plain)

    def takes_name(self, *, has_more: bool) -> bool:
        """Returns true if a bare name answers it."""
        return self.kind in (*_COMPANY, *_VIEWS) and not has_more


def add_answers(
    pieces: Sequence[Clause],
    acts: list[HeardAct],
    question: OpenQuestion,
    entities: Entities,
    table: TalkTable,
) -> list[HeardAct] | None:
    """Returns a remark's acts with what its clauses mean as answers; None if they mean nothing more."""
    if not table.asked:
        return None
    answers: list[HeardAct] = []
    heard_clauses = {heard_act.clause for heard_act in acts}
    for n, clause in enumerate(pieces):
        words = entities.plain(clause.raw)
        if words and words not in heard_clauses:
            answer = _Answer(clause=clause, question=question, entities=entities, table=table)
            answers += [HeardAct(act=act, clause=words) for act in answer.acts(is_first=n == 0)]
    more = [heard_act for heard_act in (*acts, *answers) if heard_act.act.kind not in ("yes", "no")]
    return (more or [*acts, *answers][:1]) if answers else None


@dataclass(frozen=True, kw_only=True)
class _Answer:
    """One clause as an answer."""

    clause: Clause
    question: OpenQuestion
    entities: Entities
    table: TalkTable

    def acts(self, *, is_first: bool) -> list[SpokenAct]:
        """Returns the acts of "nobody", "yes" and "no", or else of the names with little beside them."""
        words, text, kind = wordlist(self.table.language)["answers"], self.clause.text, self.question.kind
        if re.fullmatch(words["nobody"], text):
            if kind in _COMPANY:
                return [self._act("saw_nobody", **self._where_and_when())]
            if kind != "ask_where":
                return [SpokenAct(kind="unsure" if kind in _VIEWS else "no")]
        elif is_first and kind == "ask_killed" and re.fullmatch(words["not_me"], text):
            return [SpokenAct(kind="deny" if ME in text else "no")]
        elif is_first and re.fullmatch(words["affirms"], text):
            return [SpokenAct(kind="yes")]
        elif is_first and re.fullmatch(words["denies"], text):
            return [SpokenAct(kind="no")]
        short = re.sub(f"[{chr(PEOPLE)}-{chr(KIND + 0xFF)}&]", "", text)
        most = _SHORTEST[self.table.language] // (1 + (REF in text))
        is_short = len(short) <= most or kind in ("ask_where", "ask_relation")
        return self._of_names() if is_short else []

    def _of_names(self) -> list[SpokenAct]:
        match self.question.kind:
            case "ask_where":
                who = self.question.slot("whom")
                who = self.table.speaker if who in (None, ANYBODY) else who
                slots = {"who": who or "", **self._where_and_when()}
                return [SpokenAct(kind="was").with_slots(**slots)] if self.clause.places else []
            case ("ask_company" | "ask_saw" | "ask_heard") as kind:
                act = self._act("heard" if kind == "ask_heard" else "saw", **self._where_and_when())
                return [act.with_slots(whom=name) for name in self._people()]
            case "ask_vote":
                return [SpokenAct(kind="vote").with_slots(whom=name) for name in self._people()]
            case "ask_trust":
                return [SpokenAct(kind="trust").with_slots(who=name) for name in self._people()]
            case "ask_opinion" | "ask_killed" | "ask_role" as kind:
                people = self._people() if kind != "ask_role" else []
                return [SpokenAct(kind="suspect").with_slots(who=name) for name in people] or self._role()
            case "ask_check":
                return self._check()
            case "ask_relation":
                return self._relation()
            case "ask_death":
                things, place = self._of_sort(THING), self._own_place()
                by_kind = {"cause": {"thing": things[0]} if things else {}}
                by_kind |= {f"death_{slot}": {slot: value} for slot, value in place.items()}
                return [SpokenAct(kind=kind).with_slots(**slots) for kind, slots in by_kind.items() if slots]
            case _:
                return []

    def _role(self) -> list[SpokenAct]:
        roles = self._of_sort(ROLE)
        if not roles or self._people() or self.question.kind not in ("ask_role", "ask_killed"):
            return []
        if roles[0] == "good":
            return [SpokenAct(kind="deny")]
        return [SpokenAct(kind="claim").with_slots(who=self.table.speaker, role=roles[0])]

    def _check(self) -> list[SpokenAct]:
        people, roles = self._people(), self._of_sort(ROLE)
        deeds = wordlist(self.table.language)["deeds"].items()
        deed = next((kind for kind, words in deeds if re.search(words, self.question.text.lower())), "")
        if deed == "swapped" and len(people) > 1:
            return [self._act(deed, whom=people[0], other=people[1])]
        if deed in ("robbed", "saved", "poisoned") and people:
            role = {"role": roles[0]} if roles and deed == "robbed" else {}
            return [self._act(deed, whom=people[0], **role)]
        person = people[0] if people else self.question.about
        if not person or (not roles and not people):
            return []
        nights = [self.entities.found[mark] for mark in self.clause.nights]
        roles += [value for sort, value in self.question.things if sort == "role"]
        act = self._act("check", whom=person, **({"result": roles[0]} if roles else {}))
        return [act.with_slots(night=nights[0] or self.table.night) if nights else act]

    def _relation(self) -> list[SpokenAct]:
        """Returns a relation: `my boss` is the other's role, a bare `boss` the speaker's own."""
        kinds, to = self._of_sort(KIND), self.question.about
        if not kinds or not to:
            return []
        of, other = self.question.slot("whom") or self.table.speaker, to
        if ME in self.clause.text:
            of, other = to, self.table.speaker
        return [SpokenAct(kind="relation").with_slots(of=of, to=other, kind=kinds[0])]

    def _act(self, kind: str, **slots: Value) -> SpokenAct:
        return SpokenAct(kind=kind).with_slots(by=self.table.speaker, **slots)

    def _people(self) -> list[Value]:
        people = [person for person in self._of_sort(PEOPLE) if person != self.table.speaker]
        referred = None if ME in self.clause.raw else self.table.spoken_of or self.question.about
        meant = ((YOU, self.table.to), (REF, referred))
        return people or [name for mark, name in meant if name and mark in self.clause.text]

    def _of_sort(self, sort: int) -> list[Value]:
        last = sort + (0xEF if sort == PEOPLE else 0xFF)
        return [self.entities.found[mark] for mark in self.clause.text if sort <= ord(mark) <= last]

    def _own_place(self) -> dict[str, Value]:
        marks = {"where": self.clause.places[:1], "when": self.clause.times[:1]}
        return {slot: self.entities.found[mark] for slot, few in marks.items() for mark in few}

    def _where_and_when(self) -> dict[str, Value]:
        slots = {slot: value for slot in ("where", "when") if (value := self.question.slot(slot)) is not None}
        return {**slots, **self._own_place()}
