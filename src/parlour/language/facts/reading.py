"""Reading a text: the sentences that say a fact or ask a question, and those that say nothing we know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast as cast_type
from typing import get_args

from parlour.core.language import Language
from parlour.language.facts.dressing import DRESSED, undressed
from parlour.language.facts.fact import Fact, Name
from parlour.language.facts.gaps import Voice
from parlour.language.facts.grammar import parse
from parlour.language.facts.names import NameVeil
from parlour.language.facts.question import Question

_BREAK = re.compile(
    r"""(?P<quote>"[^"\n]*"?|“[^”\n]*”?|「[^」\n]*」?|『[^』\n]*』?|(?<![\w\ue000-\uf8ff])'(?=\w)[^'\n]*(?:'\w[^'\n]*)*'(?!\w))"""
    r"""|(?P<stop>(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)[.!?]+(?=\s+[^\sa-z]|\s*$|[ \t]*\n)"""
    r"""|[。！？]+|\n)"""
)
_STOPS = (".", "!", "?", "。", "！", "？")
_BULLET = re.compile(r"^(?:[-*•·]\s+)")


@dataclass(frozen=True, kw_only=True)
class StatedFact:
    """A fact and the sentence that says it."""

    fact: Fact
    sentence: str


@dataclass(frozen=True, kw_only=True)
class StatedQuestion:
    """A question and the sentence that asks it."""

    question: Question
    sentence: str


@dataclass(frozen=True, kw_only=True)
class TextReading:
    """What a text says.

    Attributes:
        found: the facts, in the order of the text.
        asked: the questions.
        ignored: the sentences and clauses that were not understood, or could mean two things.
        answers: whom sentences of it answer.
    """

    found: tuple[StatedFact, ...] = ()
    asked: tuple[StatedQuestion, ...] = ()
    ignored: tuple[str, ...] = ()
    answers: tuple[Name, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts alone."""
        return tuple(each.fact for each in self.found)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions alone."""
        return tuple(each.question for each in self.asked)


def read(
    text: str,
    lang: Language,
    *,
    speaker: Name | None = None,
    reader: Name | None = None,
    names: Sequence[Name] = (),
) -> TextReading:
    """What a whole text says.

    Args:
        text: any prose; sentences that are not of the grammar are ignored, and listed.
        lang: its language.
        speaker: whose name is "I"; a sentence with "I" is ignored where nobody speaks.
        reader: whose name is "you".
        names: everybody whom the text may speak of; without them names are known by their look.
    """
    return _read(text, lang, Voice(speaker=speaker, reader=reader), NameVeil(tuple(names)))


@lru_cache(maxsize=4096)
def _read(text: str, lang: Language, voice: Voice, cast: NameVeil) -> TextReading:
    found: list[StatedFact] = []
    asked: list[StatedQuestion] = []
    ignored: list[str] = []
    answers: list[Name] = []
    for sentence in sentences(cast.veil(text)):
        original = cast.unveil(sentence)
        if dressed := _undressed(sentence, lang, voice, cast):
            told, rest, to = dressed
            found += [StatedFact(fact=fact, sentence=original) for fact in told]
            ignored += [cast.unveil(clause) for clause in rest]
            answers += [cast.unveil(to)] if to else []
            continue
        meaning = parse(sentence, lang, voice, cast)
        if meaning is None:
            ignored.append(original)
        elif isinstance(meaning, get_args(Question)):
            asked.append(StatedQuestion(question=cast_type(Question, meaning), sentence=original))
        else:
            found.append(StatedFact(fact=cast_type(Fact, meaning), sentence=original))
    return TextReading(found=tuple(found), asked=tuple(asked), ignored=tuple(ignored), answers=tuple(answers))


def _undressed(
    sentence: str, lang: Language, voice: Voice, cast: NameVeil
) -> tuple[list[Fact], list[str], str] | None:
    """What the clauses of a dressed sentence say, those that say nothing we know, and whom it answers."""
    dressed = undressed(sentence, lang)
    if dressed is None:
        return None
    meanings = {clause: parse(clause, lang, voice, cast) for clause in dressed.clauses}
    told: list[Fact] = [meaning for meaning in meanings.values() if isinstance(meaning, DRESSED)]
    if not told:
        return None
    rest = [clause for clause, meaning in meanings.items() if not isinstance(meaning, DRESSED)]
    return told, rest, dressed.to


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text; quotations stay whole."""
    start = 0
    for match in _BREAK.finditer(text):
        if match["stop"] or _ends_sentence(match, text):
            yield from _trimmed(text[start : match.end()])
            start = match.end()
    yield from _trimmed(text[start:])


def _ends_sentence(quote: re.Match[str], text: str) -> bool:
    """Whether a sentence ends with this quotation: `Bob says: "I was there."`."""
    if not quote["quote"][:-1].endswith(_STOPS):
        return False
    introduced = text[: quote.start()].rstrip().endswith((":", "："))
    return introduced or re.match(r"\s+[A-Z\ue000-\uf8fe]", text[quote.end() :]) is not None


def _trimmed(sentence: str) -> Iterator[str]:
    trimmed = _BULLET.sub("", sentence.strip())
    if trimmed:
        yield trimmed
