"""The addressee of a remark, and the people that it has mentioned so far."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from parlour.language.facts import Language
from parlour.language.hearing.act import ANYBODY, DOERS, TalkTable, Value
from parlour.language.hearing.answers import OpenQuestion
from parlour.language.hearing.clauses import ME, PEOPLE, REF, YOU, Clause, sought_role, wordlist
from parlour.language.hearing.entities import Entities

PERSON = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xFF)}]")
NAME = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}]")
"""The stand-ins of anybody, and of those who are called by name."""


@dataclass(kw_only=True)
class RemarkContext:
    """The context of a remark while its clauses are heard.

    Attributes:
        to: the stand-in of the person called by name; empty for none.
    """

    table: TalkTable
    entities: Entities
    question: OpenQuestion
    pieces: Sequence[Clause] = ()
    to: str = ""
    subject: str = ME
    named: str = ""
    waiting: dict[str, Value] = field(default_factory=dict[str, Value])

    def of_clause(self, clause: Clause) -> dict[str, Value]:
        """Returns the place and time of a clause, as far as it states them."""
        slots: dict[str, Value] = {}
        if clause.places:
            slots["where"] = self.entities.found[clause.places[0]]
        if clause.times:
            slots["when"] = self.entities.found[clause.times[0]]
        return slots

    def you(self) -> Value | None:
        """Returns the addressee; None if there is no particular one."""
        if self.to:
            return self.entities.found[self.to]
        return self.table.to or self.table.asker

    def person(self, mark: str, start: int, clause: Clause) -> Value | None:
        """Returns the person that a stand-in means; None if unknown."""
        if mark == ME:
            return self.table.speaker
        if mark == YOU:
            return self.you()
        if mark != REF:
            return self.entities.found.get(mark)
        before = list(NAME.findall(clause.text[:start]))
        named = before[-1] if before else self.named
        if named:
            return self.entities.found[named]
        if self.table.spoken_of:
            return self.table.spoken_of
        if self.question.about:
            return self.question.about
        names = set(NAME.findall("".join(piece.text for piece in self.pieces)))
        return self.entities.found[names.pop()] if len(names) == 1 else None


_NAME = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}]"
_FIRST = {
    "en": re.compile(
        f"({_NAME}) (?={YOU}|where |what |who |why |how |"
        f"(?:did|do|can|could|have|was|is|will|would) {YOU}|"
        r"(?:any|got|give|tell|claim|answer|explain|speak)\b)"
    ),
    "zh": re.compile(f"({_NAME})(?={YOU})"),
}


def is_asking(clause: Clause, language: Language) -> bool:
    """Returns true if a clause has the words of a question."""
    return re.search(wordlist(language)["asks"], clause.text) is not None


def split_addressee(
    pieces: Sequence[Clause], language: Language, question: OpenQuestion
) -> tuple[tuple[Clause, ...], str]:
    """Returns the clauses without the name of the addressee, and the addressee; empty for none."""
    asks = any(clause.asks or is_asking(clause, language) for clause in pieces)
    speaks_to = asks or any(YOU in clause.text for clause in pieces)
    remaining: list[Clause] = []
    called = ""
    for clause in pieces:
        name = re.fullmatch(_NAME, clause.text)
        is_bare = name and not clause.times and not clause.places and len(pieces) > 1
        if is_bare and speaks_to and name and not question.takes_name(has_more=asks):
            called = name[0]
        else:
            remaining.append(clause)
    if called:
        return tuple(remaining), called
    for n, clause in enumerate(remaining):
        first = _FIRST[language].match(clause.text)
        if first:
            remaining[n] = replace(clause, text=clause.text[first.end() :])
            return tuple(remaining), first[1]
        last = _called_last(clause, language)
        if last:
            remaining[n] = replace(clause, text=clause.text[: last.start()].strip())
            return tuple(remaining), last[1]
    return tuple(remaining), ""


def _called_last(clause: Clause, language: Language) -> re.Match[str] | None:
    """Matches the person called at the end of a question, without a comma: `did you hear anything violet`."""
    if language != "en" or not (clause.asks or is_asking(clause, language)):
        return None
    last = re.search(f" ({_NAME})$", clause.text)
    before = clause.text[: last.start()] if last else ""
    if last is None or YOU not in before or re.match(wordlist("en")["takes_name"], before.rsplit(" ", 1)[-1]):
        return None
    return last


SUBJECT = {
    **dict.fromkeys((*DOERS, "alone"), "by"),
    **dict.fromkeys(
        ("was", "not_there", "motive", "no_motive", "means", "no_means", "quarrel", "secret", "claim"), "who"
    ),
    "relation": "of",
}
"""The slot that is the subject, which may be left out."""
_AS_QUESTION = {
    "saw": "ask_saw",
    "was": "ask_where",
    "heard": "ask_heard",
    "claim": "ask_role",
    "quarrel": "ask_quarrel",
    "means": "ask_means",
    "relation": "ask_relation",
    "motive": "ask_motive",
    "secret": "ask_secret",
    "check": "ask_check",
    "suspect": "ask_opinion",
    "trust": "ask_trust",
    "vote": "ask_vote",
    "saw_nobody": "ask_company",
    "confess": "ask_killed",
    "unsure": "ask_opinion",
    "fellow": "ask_role",
    "robbed": "ask_check",
    "swapped": "ask_check",
    "centre": "ask_check",
    "drank": "ask_check",
    "woke": "ask_role",
    "no_vote": "ask_vote",
    "changed": "ask_why",
    "no_means": "ask_means",
    "no_motive": "ask_motive",
}
"""The questions of statements that end in a question mark."""
_OF_OTHERS = frozenset({"ask_motive", "ask_quarrel", "ask_opinion", "ask_trust"})
"""Questions to the addressee about another person."""
_OF_ANOTHER = frozenset({"saw", "fellow", "check", "robbed", "quarrel"})
_OF_AN_OPINION = frozenset({"suspect", "trust", "vote", "no_vote"})
"""Statements that as questions are about another, and those that are about the person they name."""


def turn_to_question(
    kind: str, slots: dict[str, list[Value]], context: RemarkContext
) -> tuple[str, dict[str, list[Value]]]:
    """Returns the question in the words of a statement."""
    asks = _AS_QUESTION.get(kind)
    if asks is None:
        return kind, slots
    me, you = context.table.speaker, context.you()
    subject = slots.get(SUBJECT.get(kind, ""), [])
    other = [subject[0]] if kind == "quarrel" else subject
    addressees: list[Value] = other if subject and subject[0] != me else [you] if you else [ANYBODY]
    about: list[Value] = []
    if kind == "relation":
        return asks, {"whom": subject, "to": slots.get("to", [])}
    if kind == "claim" and slots.get("role") == [sought_role()]:
        return "ask_killed", {"whom": subject}
    if kind in _OF_ANOTHER:
        about = slots.get("whom", [])
    elif kind in _OF_AN_OPINION:
        about = slots.get("who", slots.get("whom", []))
    question_slots: dict[str, list[Value]] = {"whom": addressees}
    if about and about[0] != addressees[0]:
        question_slots["about"] = about
    if kind in ("means", "no_means") and "thing" in slots:
        question_slots["thing"] = slots["thing"]
    return asks, question_slots


def redirect(kind: str, slots: dict[str, list[Value]], context: RemarkContext) -> None:
    """Redirects a question about another person to the addressee."""
    you, person = context.you(), slots["whom"][0]
    if kind == "ask_company" and person == ANYBODY and you is not None:
        slots["whom"] = [you]
    if kind in _OF_OTHERS and person not in (you, ANYBODY, context.table.speaker):
        slots["about"] = [person]
        slots["whom"] = [you or ANYBODY]
