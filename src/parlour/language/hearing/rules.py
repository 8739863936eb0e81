"""Patterns of acts: what stands in `patterns.*.yaml`, ready to be tried on a clause.

<who>        anybody, or several joined by `&`; <who's> somebody's; <who:name> neither I nor you
<I>, <you>   the speaker, the one spoken to
<thing> <role> <card> <night>   a word of that sort
<kind>       words, as few as fit
... => role=seer, by=I          slots that the wording settles
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from parlour.language.facts import Language
from parlour.language.hearing.entities import role_mark
from parlour.language.hearing.marks import CARD, KIND, ME, NIGHT, PEOPLE, PLACE, REF, ROLE, THING, TIME, YOU
from parlour.language.hearing.wordlists import rows, sought

_PERSON = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xFF)}]"
_NAME = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}{REF}]"
_SORTS = {
    "thing": THING,
    "role": ROLE,
    "result": ROLE,
    "card": CARD,
    "night": NIGHT,
    "where": PLACE,
    "when": TIME,
    "relation": KIND,
}
_WORDS: Mapping[Language, str] = {"en": r"[a-z][a-z' -]*?", "zh": "[\u4e00-\u9fff]+?"}
_GAP = re.compile(r"(?<!\?P)<(?P<slot>[a-z_]+\d?|I)(?P<s>'s)?(?::(?P<only>[a-z]+|I))?>")
_ROLES = {
    "good": ("good", "villager"),
    "power": (
        "seer",
        "witch",
        "guard",
        "hunter",
        "robber",
        "troublemaker",
        "drunk",
        "insomniac",
        "mason",
        "minion",
        "tanner",
    ),
}


@dataclass(frozen=True, kw_only=True)
class ActPattern:
    """One pattern of an act.

    Attributes:
        kind: of the act.
        regex: what fits a clause, its groups the slots.
        fixed: slots that the wording settles.
    """

    kind: str
    regex: re.Pattern[str]
    fixed: tuple[tuple[str, str], ...]

    @property
    def asks(self) -> bool:
        """Whether it asks something."""
        return self.kind.startswith("ask_")


@cache
def rules(language: Language, scope: str) -> tuple[ActPattern, ...]:
    """The patterns of a language for what is spoken of, in the order in which they are tried."""
    return tuple(_rules(language, scope))


def _rules(language: Language, scope: str) -> Iterator[ActPattern]:
    for section, acts in rows(language).items():
        if section.partition(" ")[0] not in ("any", scope, "roles" if scope == "cards" else scope):
            continue
        for kind, patterns in acts.items():
            for row in patterns:
                text, _, settled = row.partition(" => ")
                for either in _alternatives(text):
                    yield _rule(kind.partition(" ")[0], either, settled, language)


def _alternatives(text: str) -> Iterator[str]:
    """The alternatives of a pattern outside all brackets, so that each may name the same slots."""
    depth, start = 0, 0
    for n, character in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "|" and not depth:
            yield text[start:n]
            start = n + 1
    yield text[start:]


def _rule(kind: str, text: str, settled: str, language: Language) -> ActPattern:
    fixed = tuple(tuple(each.strip().split("=", 1)) for each in settled.split(",") if each.strip())
    pattern = _GAP.sub(lambda match: _group(match, language), text)
    pattern = f"(?<![\\w'])(?:{pattern})(?![\\w])" if language == "en" else pattern.replace(" ", "")
    return ActPattern(kind=kind, regex=re.compile(pattern), fixed=fixed)  # pyright: ignore[reportArgumentType]


def _group(match: re.Match[str], language: Language) -> str:
    slot, only = match["slot"], match["only"]
    if slot == "I":
        return ME + ("(?:'s)?" if match["s"] else "")
    if slot == "you":
        return YOU + ("(?:'s)?" if match["s"] else "")
    if slot == "kind":
        return f"(?P<kind>{_WORDS[language]})"
    if only in ("role", "card"):
        return f"[{chr(_SORTS[only])}-{chr(_SORTS[only] + 0xFF)}]"
    if only == "notwolf":
        return f"(?P<role>(?!{role_mark(sought())})[{chr(ROLE)}-{chr(ROLE + 0xFF)}])"
    if only == "wolf":
        return role_mark(sought())
    if only in _ROLES:
        marks = "".join(map(role_mark, _ROLES[only]))
        return f"(?P<role>[{marks}])" if slot == "role" else f"[{marks}]"
    if sort := _SORTS.get(slot):
        return f"(?P<{slot}>[{chr(sort)}-{chr(sort + 0xFF)}])"
    is_kept = slot != "x" and not slot[-1].isdigit()
    one = {"name": _NAME, "I": ME, "you": YOU}.get(only or "", _PERSON)
    end = "(?:'s)?" if match["s"] and language == "en" else "的?" if match["s"] else ""
    name = f"?P<{slot}>" if is_kept else "?:"
    if only == "one" or end:
        return f"({name}{one}){end}"
    return f"({name}{one}(?:&{one})*)"
