"""Sentences with gaps: the notation of `sentences.en.yaml`, and the patterns that stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal, get_args

from parlour.core.language import Language
from parlour.language.facts.fact import Claim, Fact, Plain, Word
from parlour.language.facts.files import load
from parlour.language.facts.question import Confirm, Question

PEOPLE = frozenset({"who", "whom", "by", "victim", "of", "to", "other"})
"""The fields that hold a name."""

ANY = "any"
_NOT = "not "
_GAP = re.compile(r"\{([^}]+)\}")
_TYPES: dict[str, type[Fact | Question]] = {
    each.__name__: each for each in (*get_args(Plain), Claim, *get_args(Question))
}


@dataclass(frozen=True, kw_only=True)
class Gap:
    """Where a sentence has room for a field of its fact.

    Attributes:
        form: of a person `subject`, `object` or `possessive`; of a word as in `lexicon.py`.
        verb: the verb beside a subject, in the third person.
        inverted: whether the verb stands before the subject, as in a question.
        only: the one person that fits, if not any: a `name`, or the speaker (`I`).
    """

    field: str
    form: str = ""
    verb: str = ""
    inverted: bool = False
    only: Literal["", "name", "I"] = ""


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """One sentence of the grammar.

    Attributes:
        type: the fact or question that it says.
        fixed: the fields that its wording settles.
        unsaid_of: the word of which it is understood but not said; `ANY` where it is said of nothing.
        confirms: whether it asks if the fact is so, and so means a `Confirm` of it.
    """

    type: type[Fact | Question]
    language: Language
    text: str
    fixed: tuple[tuple[str, Word], ...] = ()
    unsaid_of: Word = ""
    confirms: bool = False

    @property
    def means(self) -> type[Fact | Question]:
        """The type of what somebody says with it."""
        return Confirm if self.confirms else self.type

    def says(self, fact: Fact | Question) -> bool:
        """Whether it is said of a fact or a question of its type: its wording may settle a word."""
        if self.unsaid_of == ANY or not all(getattr(fact, field) == word for field, word in self.fixed):
            return False
        return not self.unsaid_of or getattr(fact, _worded_field(self.type)) != self.unsaid_of

    @property
    def is_question(self) -> bool:
        """Whether it ends in a question mark."""
        return self.means in get_args(Question)

    @cached_property
    def parts(self) -> tuple[str | Gap, ...]:
        """Literal text and gaps in turn."""
        pieces = enumerate(_GAP.split(self.text))
        return tuple(_gap(piece, self.language) if odd % 2 else piece for odd, piece in pieces if piece)

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """The gaps alone."""
        return tuple(part for part in self.parts if isinstance(part, Gap))

    @cached_property
    def anchor(self) -> str:
        """The longest literal: a text without it is some other sentence."""
        return max((part for part in self.parts if isinstance(part, str)), key=len, default="")

    @cached_property
    def opens_with_person(self) -> bool:
        """Whether it begins with somebody, whose name keeps its own capital."""
        first = self.parts[0]
        return isinstance(first, Gap) and first.field in PEOPLE and not first.inverted


@cache
def patterns(language: Language, file: str = "sentences") -> tuple[Pattern, ...]:
    """All sentences of a language that stand in a file."""
    sections: dict[str, list[str | dict[Word, str]]] = load(f"{file}.{language}.yaml")
    return tuple(pattern for name, rows in sections.items() for pattern in _section(name, rows, language))


def lexical_kind(of: type[Fact | Question], field: str) -> str:
    """The kind of the lexicon whose words stand in a field."""
    if field in ("kind", "level"):
        return of.__name__.lower()
    return "topic" if field == "over" else field


def _section(name: str, rows: list[str | dict[Word, str]], language: Language) -> Iterator[Pattern]:
    confirms = name.startswith("Confirm(")
    of = _TYPES[name.removeprefix("Confirm(").removesuffix(")")]
    for row in rows:
        pairs = [("", row)] if isinstance(row, str) else [*row.items()]
        for word, text in pairs:
            pattern = Pattern(type=of, language=language, text=text, confirms=confirms)
            if word.startswith(_NOT):
                pattern = replace(pattern, unsaid_of=word.removeprefix(_NOT))
            elif word:
                pattern = replace(pattern, fixed=((_worded_field(of), word),))
            yield pattern


def _worded_field(of: type[Fact | Question]) -> str:
    return next(field for field in ("kind", "level", "role", "thing") if field in of.__dataclass_fields__)


def _gap(text: str, language: Language) -> Gap:
    """A gap from its notation."""
    if text.endswith(("!", "=I")):
        only: Literal["name", "I"] = "name" if text.endswith("!") else "I"
        return Gap(
            field=text.rstrip("!").removesuffix("=I"),
            form="object" if only == "name" else "subject",
            only=only,
        )
    if text.endswith(("'s", "的")):
        return Gap(field=text.removesuffix("'s").removesuffix("的"), form="possessive")
    first, _, second = text.partition(" ")
    if second:
        field, verb = (first, second) if first in PEOPLE else (second, first)
        only_name: Literal["", "name"] = "name" if field.endswith("!") else ""
        return Gap(
            field=field.rstrip("!"), form="subject", verb=verb, inverted=first not in PEOPLE, only=only_name
        )
    field, _, form = text.partition(".")
    return Gap(field=field, form=form or ("object" if field in PEOPLE else ""))
