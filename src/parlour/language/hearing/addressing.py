"""Whom a remark is said to, where that person is called by name in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from parlour.language.facts import Language
from parlour.language.hearing.answers import OpenQuestion
from parlour.language.hearing.clauses import Clause
from parlour.language.hearing.marks import PEOPLE, YOU
from parlour.language.hearing.wordlists import wordlist

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
    """Whether a clause has the words of a question."""
    return re.search(wordlist(language)["asks"], clause.text) is not None


def addressed(
    pieces: Sequence[Clause], language: Language, question: OpenQuestion
) -> tuple[tuple[Clause, ...], str]:
    """The clauses without the name of whoever is called, and who that is; empty for nobody."""
    asks = any(clause.asks or is_asking(clause, language) for clause in pieces)
    speaks_to = asks or any(YOU in clause.text for clause in pieces)
    kept: list[Clause] = []
    called = ""
    for clause in pieces:
        name = re.fullmatch(_NAME, clause.text)
        is_bare = name and not clause.times and not clause.places and len(pieces) > 1
        if is_bare and speaks_to and name and not question.takes_name(has_more=asks):
            called = name[0]
        else:
            kept.append(clause)
    if called:
        return tuple(kept), called
    for n, clause in enumerate(kept):
        first = _FIRST[language].match(clause.text)
        if first:
            kept[n] = replace(clause, text=clause.text[first.end() :])
            return tuple(kept), first[1]
        last = _called_last(clause, language)
        if last:
            kept[n] = replace(clause, text=clause.text[: last.start()].strip())
            return tuple(kept), last[1]
    return tuple(kept), ""


def _called_last(clause: Clause, language: Language) -> re.Match[str] | None:
    """Whoever is called at the end of a question, without a comma: `did you hear anything violet`."""
    if language != "en" or not (clause.asks or is_asking(clause, language)):
        return None
    last = re.search(f" ({_NAME})$", clause.text)
    before = clause.text[: last.start()] if last else ""
    if last is None or YOU not in before or re.match(wordlist("en")["takes_name"], before.rsplit(" ", 1)[-1]):
        return None
    return last
