"""Reads a text sentence by sentence: facts, questions, words that add nothing, and what is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Literal, get_args
from typing import cast as cast_type

from parlour.core.language import Language
from parlour.language.facts.fact import (
    CardSeen,
    CentreSeen,
    Check,
    Drank,
    Fact,
    Fellow,
    Name,
    NeitherOfTwo,
    OneOfTwo,
    Robbed,
    RoleClaim,
    Suspicion,
    Swapped,
    Trust,
    VoteFor,
    Woke,
)
from parlour.language.facts.grammar import Chooser, parse
from parlour.language.facts.lexicon import load
from parlour.language.facts.names import NameVeil
from parlour.language.facts.pattern import Voice
from parlour.language.facts.question import Question

Joint = Literal["because", "whereas", "so"]
"""The connection of a clause with the one before it."""
Lead = Literal["leads", "recalls", "plans", "introductions"]
"""The lead of an opinion, of one that recalls the talk, of a plan, and of a statement about oneself."""
_LEADS = (*get_args(Lead), "answers", "heard")
NIGHT_OF_CARDS = (CardSeen, CentreSeen, Robbed, Swapped, Drank, Woke)
"""Facts of a night in which cards are looked at and moved."""
DRESSED = (Check, Fellow, NeitherOfTwo, OneOfTwo, RoleClaim, Suspicion, Trust, VoteFor, *NIGHT_OF_CARDS)
"""Facts said in table talk, which may be dressed."""
_STAND_IN = r"([\ue000-\uf8fe])"
_END_MARKS = ".!?。！？"
_COLON = re.compile("[:：]")


def lead_up(
    sentence: str, lang: Language, rng: Chooser, names: Sequence[Name], *, kinds: Sequence[Lead] = ("leads",)
) -> str:
    """Returns a sentence with a lead of one of those kinds."""
    rows = [row for kind in kinds for row in _words(lang)[kind]]
    return _after(rng.choice(_fitting(rows, sentence)), sentence, lang, names)


def answering(sentence: str, to: Name, lang: Language, rng: Chooser, names: Sequence[Name]) -> str:
    """Returns a sentence as an answer to a person."""
    rows = _fitting(_words(lang)["answers"], sentence)
    return _after(rng.choice(rows).format(to=to), sentence, lang, names)


def _fitting(rows: Sequence[str], sentence: str) -> Sequence[str]:
    """Returns the leads that give a sentence no second colon."""
    has_colon = bool(_COLON.search(sentence))
    return [row for row in rows if not (has_colon and _COLON.search(row))]


def joined_by(
    joint: Joint, first: str, second: str, lang: Language, rng: Chooser, names: Sequence[Name]
) -> str:
    """Returns two sentences as one; the second gives a reason, a contrast or a consequence."""
    links: list[str] = _words(lang)["joints"][joint]
    return first.rstrip(_END_MARKS) + rng.choice(links) + _inside(second, lang, names)


def is_led(sentence: str, lang: Language) -> bool:
    """Returns true if a sentence begins with a lead."""
    return _leads(lang).match(sentence) is not None


def _after(lead: str, sentence: str, lang: Language, names: Sequence[Name]) -> str:
    begun = lead if any(lead.startswith(name) for name in names) else lead[:1].upper() + lead[1:]
    return begun + _inside(sentence, lang, names)


def _inside(sentence: str, lang: Language, names: Sequence[Name]) -> str:
    if lang == "zh" or sentence.startswith(("I ", "I'", *names)):
        return sentence
    return sentence[:1].lower() + sentence[1:]


@cache
def _words(lang: Language) -> Mapping[str, Any]:
    return load(f"dressing.{lang}.yaml")


@cache
def _leads(lang: Language) -> re.Pattern[str]:
    rows = [row for kind in _LEADS for row in _words(lang)[kind]]
    return re.compile("|".join(map(_opening, rows)))


def _opening(row: str) -> str:
    """Returns a lead as a pattern: its first letter in either case, the answered person as a group."""
    first = f"[{row[0].upper()}{row[0]}]" if row[0].isascii() and row[0].isalpha() else ""
    return first + _STAND_IN.join(map(re.escape, row.removeprefix(row[0] if first else "").split("{to}")))


@cache
def _joints(lang: Language) -> re.Pattern[str]:
    rows = [row for kind in _words(lang)["joints"].values() for row in kind]
    return re.compile("|".join(map(re.escape, rows)))


_BREAK = re.compile(
    r"""(?P<quote>"[^"\n]*"?|“[^”\n]*”?|「[^」\n]*」?|『[^』\n]*』?|(?<![\w\ue000-\uf8ff])'(?=\w)[^'\n]*(?:'\w[^'\n]*)*'(?!\w))"""
    r"""|(?P<stop>(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)[.!?]+(?=\s+[^\sa-z]|\s*$|[ \t]*\n)"""
    r"""|[。！？]+|\n)"""
)


@dataclass(frozen=True, kw_only=True)
class StatedFact:
    """A fact and the sentence that says it."""

    fact: Fact
    sentence: str


@dataclass(frozen=True, kw_only=True)
class TextReading:
    """The facts, questions and sentences that ask them, the rest, and the people answered in a text."""

    found: tuple[StatedFact, ...] = ()
    questions: tuple[Question, ...] = ()
    asking: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    answers: tuple[Name, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts alone."""
        return tuple(statement.fact for statement in self.found)


def read(
    text: str,
    lang: Language,
    *,
    speaker: Name | None = None,
    reader: Name | None = None,
    names: Sequence[Name] = (),
) -> TextReading:
    """Reads a whole text; sentences that are not of the grammar are ignored, and listed.

    Without `speaker`, sentences with "I" are ignored; without `names`, names are recognized by their form.
    """
    return _read(text, lang, Voice(speaker=speaker, reader=reader), NameVeil(tuple(names)))


@lru_cache(maxsize=4096)
def _read(text: str, lang: Language, voice: Voice, cast: NameVeil) -> TextReading:
    statements: list[StatedFact] = []
    questions: list[Question] = []
    asking: list[str] = []
    ignored: list[str] = []
    answers: list[Name] = []
    for sentence in sentences(cast.veil(text)):
        original = cast.unveil(sentence)
        if dressed := _read_clauses(sentence, lang, voice, cast):
            facts, rest, to = dressed
            statements += [StatedFact(fact=fact, sentence=original) for fact in facts]
            ignored += [cast.unveil(clause) for clause in rest]
            answers += [cast.unveil(to)] if to else []
            continue
        meaning = parse(sentence, lang, voice, cast)
        if meaning is None:
            ignored.append(original)
        elif isinstance(meaning, get_args(Question)):
            questions.append(cast_type(Question, meaning))
            asking.append(original)
        else:
            statements.append(StatedFact(fact=cast_type(Fact, meaning), sentence=original))
    return TextReading(
        found=tuple(statements),
        questions=tuple(questions),
        asking=tuple(asking),
        ignored=tuple(ignored),
        answers=tuple(answers),
    )


def _read_clauses(
    sentence: str, lang: Language, voice: Voice, cast: NameVeil
) -> tuple[list[Fact], list[str], str] | None:
    body = sentence.rstrip(_END_MARKS)
    lead = _leads(lang).match(body)
    clauses = _joints(lang).split(body[lead.end() :] if lead else body, maxsplit=1)
    if lead is None and len(clauses) == 1:
        return None
    to = lead[lead.lastindex] if lead and lead.lastindex else ""
    if to:
        voice = replace(voice, reader=cast.unveil(to))
    meanings = {clause: parse(clause, lang, voice, cast) for clause in clauses}
    facts: list[Fact] = [meaning for meaning in meanings.values() if isinstance(meaning, DRESSED)]
    if not facts:
        return None
    rest = [clause for clause, meaning in meanings.items() if not isinstance(meaning, DRESSED)]
    return facts, rest, to


def sentences(text: str) -> Iterator[str]:
    """Yields the sentences of a text; quotations stay whole."""
    start = 0
    ends = [match.end() for match in _BREAK.finditer(text) if match["stop"] or _ends_sentence(match, text)]
    for end in (*ends, len(text)):
        if trimmed := re.sub(r"^(?:[-*•·]\s+)", "", text[start:end].strip()):
            yield trimmed
        start = end


def _ends_sentence(quote: re.Match[str], text: str) -> bool:
    """Returns true if a sentence ends with this quotation: `Bob says: "I was there."`."""
    if not quote["quote"][:-1].endswith((".", "!", "?", "。", "！", "？")):
        return False
    introduced = text[: quote.start()].rstrip().endswith((":", "："))
    return introduced or re.match(r"\s+[A-Z\ue000-\uf8fe]", text[quote.end() :]) is not None
