"""What bears on which acts a remark holds: words without names, what was asked, what the rules heard."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from parlour.language.facts import Language, Word, WordKind, entries
from parlour.language.hearing.marks import CARD, KIND, ME, NIGHT, PEOPLE, PLACE, REF, ROLE, THING, TIME, YOU

_SORTS = {PLACE: "L", TIME: "T", THING: "G", CARD: "C", NIGHT: "D", KIND: "K"}
_TOKEN = re.compile("[a-z0-9']+|[?!,.]|[\u4e00-\u9fff]|[\ue000-\uf8ff]")


def tokens(text: str) -> list[str]:
    """The words of a marked text, its entities by their sort, in order."""
    return [token(each) for each in _TOKEN.findall(text)]


def words_of(text: str) -> list[str]:
    """The words and entities of a marked text, without marks of punctuation."""
    return [each for each in tokens(text) if each not in "?!,."]


def features(text: str, question: str, heard: Iterable[str], language: Language, scope: str) -> list[str]:
    """The features of a marked text.

    Args:
        text: as it was marked, one word for all that say the same.
        question: the kind of the question that is open; empty for none.
        heard: the kinds of the acts that the rules found.
        language: of the text.
        scope: what is spoken of.
    """
    said = tokens(text)
    own = [*_grams(said, language)]
    own += [f"rule:{kind}" for kind in dict.fromkeys(heard)]
    own.append(f"scope:{scope}")
    own.append(f"length:{min(len(said) // 4, 6)}")
    asked = f"asked:{question or '-'}"
    own.append(asked)
    own += [
        f"{asked}&{each}"
        for each in dict.fromkeys(said[:1] + [t for t in said if t.isupper() or t in _SHORT])
    ]
    return own


def _grams(said: list[str], language: Language) -> Iterator[str]:
    yield from dict.fromkeys(said)
    longest = 4 if language == "zh" else 3
    for size in range(2, longest + 1):
        yield from dict.fromkeys("_".join(said[n : n + size]) for n in range(len(said) - size + 1))
    yield f"first:{said[0] if said else ''}"
    yield f"last:{said[-1] if said else ''}"


def token(mark: str) -> str:
    """A word as it is, an entity by its sort."""
    if mark == ME:
        return "I"
    if mark == YOU:
        return "Y"
    if mark == REF:
        return "H"
    code = ord(mark[0])
    if PEOPLE <= code <= PEOPLE + 0xEF:
        return "N"
    if ROLE <= code <= ROLE + 0xFF:
        return f"R{_roles()[code - ROLE].upper()}"
    return _SORTS.get(code & 0xFF00, mark)


@cache
def _roles() -> tuple[Word, ...]:
    """The roles in the order of their stand-ins; their features bear names, since more games may come."""
    return tuple(entries(WordKind.ROLE))


_SHORT = frozenset(
    {
        "yes",
        "no",
        "not",
        "yeah",
        "nah",
        "nope",
        "yep",
        "nobody",
        "know",
        "sure",
        "did",
        "?",
        "没",
        "不",
        "是",
        "有",
        "能",
        "对",
        "谁",
        "知",
    }
)
