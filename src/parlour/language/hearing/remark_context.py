"""What has been said of a remark so far, clause after clause: whom it speaks of, and to whom it is said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from parlour.language.hearing.act import TalkTable, Value
from parlour.language.hearing.answers import OpenQuestion
from parlour.language.hearing.clauses import Clause
from parlour.language.hearing.entities import Entities
from parlour.language.hearing.marks import ME, PEOPLE, REF, YOU

PERSON = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xFF)}]")
NAME = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}]")
"""The stand-ins of anybody, and of those who are called by name."""


@dataclass(kw_only=True)
class RemarkContext:
    """What is known of a remark while its clauses are heard.

    Attributes:
        table: at which it is said.
        entities: whom and what it names.
        question: what it may answer.
        pieces: its clauses.
        to: the stand-in of whoever is called by name; empty for nobody.
        subject: the stand-in of whom the clause before spoke of.
        named: the stand-in of whoever was named last.
        waiting: where and when, said before what it belongs to.
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
        """Where and when, as far as a clause says it."""
        told: dict[str, Value] = {}
        if clause.places:
            told["where"] = self.entities.found[clause.places[0]]
        if clause.times:
            told["when"] = self.entities.found[clause.times[0]]
        return told

    def you(self) -> Value | None:
        """Who is spoken to; None for nobody in particular."""
        if self.to:
            return self.entities.found[self.to]
        return self.table.to or self.table.asker

    def person(self, mark: str, start: int, clause: Clause) -> Value | None:
        """Whom a stand-in means; None where nobody is known."""
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
        names = set(NAME.findall("".join(each.text for each in self.pieces)))
        return self.entities.found[names.pop()] if len(names) == 1 else None
