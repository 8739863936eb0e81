"""A remark as tokens and features: who and what it mentions where, and what its pronouns may mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from parlour.language.facts import Language, Name, Slot, Word, WordKind, entries
from parlour.language.hearing.act import ANYBODY, TalkTable, Value
from parlour.language.hearing.answers import OpenQuestion
from parlour.language.hearing.clauses import CARD, KIND, ME, NIGHT, PEOPLE, PLACE, REF, ROLE, THING, TIME, YOU
from parlour.language.hearing.entities import Entities

_SORT_LETTERS = {PLACE: "L", TIME: "T", THING: "G", CARD: "C", NIGHT: "D", KIND: "K"}
_FEATURE_TOKEN = re.compile("[a-z0-9']+|[?!,.]|[\u4e00-\u9fff]|[\ue000-\uf8ff]")


def tokens(text: str) -> list[str]:
    """Returns the words of a marked text in order, its entities by their sort."""
    return [token(mark) for mark in _FEATURE_TOKEN.findall(text)]


def words_of(text: str) -> list[str]:
    """Returns the words and entities of a marked text, without punctuation."""
    return [word for word in tokens(text) if word not in "?!,."]


def features(text: str, question: str, kinds: Iterable[str], language: Language, scope: str) -> list[str]:
    """Returns the features of a marked text."""
    words = tokens(text)
    prefix = f"asked:{question or '-'}"
    telling = dict.fromkeys(words[:1] + [word for word in words if word.isupper() or _SHORT.fullmatch(word)])
    return [
        *_grams(words, language),
        *(f"rule:{kind}" for kind in dict.fromkeys(kinds)),
        f"scope:{scope}",
        f"length:{min(len(words) // 4, 6)}",
        prefix,
        *(f"{prefix}&{word}" for word in telling),
    ]


_STEM = 4
"""The letters by which longer words are alike."""


def _grams(words: list[str], language: Language) -> Iterator[str]:
    yield from dict.fromkeys(words)
    yield from dict.fromkeys(f"~{word[:_STEM]}" for word in words if len(word) > _STEM and word.islower())
    longest = 4 if language == "zh" else 3
    for size in range(2, longest + 1):
        yield from dict.fromkeys("_".join(words[n : n + size]) for n in range(len(words) - size + 1))
    yield f"first:{words[0] if words else ''}"
    yield f"last:{words[-1] if words else ''}"


def token(mark: str) -> str:
    """Returns a word as it is, an entity by its sort."""
    if mark in (ME, YOU, REF):
        return {ME: "I", YOU: "Y", REF: "H"}[mark]
    code = ord(mark[0])
    if PEOPLE <= code <= PEOPLE + 0xEF:
        return "N"
    if ROLE <= code <= ROLE + 0xFF:
        return f"R{_roles()[code - ROLE].upper()}"
    return _SORT_LETTERS.get(code & 0xFF00, mark)


@cache
def _roles() -> tuple[Word, ...]:
    """The roles in the order of their stand-ins; their features bear names, since more games may come."""
    return tuple(entries(WordKind.ROLE))


_SHORT = re.compile(r"yes|no|not|yeah|nah|nope|yep|nobody|know|sure|did|\?|[没不是有能对谁知]")


_TOKEN = re.compile("[a-z0-9']+|[?!,.;:&]|[\u4e00-\u9fff]|[\ue000-\uf8ff]|…|—")
_STOPS = frozenset("?!,.;:…—")
SORTS = {
    PLACE: "where",
    TIME: "when",
    THING: "thing",
    ROLE: "role",
    CARD: "card",
    NIGHT: "night",
    KIND: "kind",
}


def sort_of(mark: str) -> str:
    """Returns the slot that a stand-in of a place, a time or a thing fills; empty for a person."""
    return SORTS.get(ord(mark) & 0xFF00, "")


IMPLIED = -1
"""The position of implied entities."""


@dataclass(frozen=True)
class SpokenMention:
    """A mention of an entity, with its position.

    Attributes:
        at: the position of its token; `IMPLIED` where it goes without saying.
        how: `N` by name, `I`, `Y` you, `H` he or she; or in which way it goes without saying.
    """

    at: int
    how: str


@dataclass
class SpokenTokens:
    """A remark, token by token."""

    entities: Entities
    question: OpenQuestion
    tokens: list[str] = field(default_factory=list[str])
    clause: list[int] = field(default_factory=list[int])
    people: dict[Name, list[SpokenMention]] = field(default_factory=dict[Name, list[SpokenMention]])
    things: dict[str, dict[Value, list[SpokenMention]]] = field(
        default_factory=dict[str, dict[Value, list[SpokenMention]]]
    )
    you: Name | None = None

    @classmethod
    def of(cls, text: str, entities: Entities, question: OpenQuestion, called: str) -> SpokenTokens:
        """Returns the tokens of a marked text."""
        values, table = entities.found, entities.table
        spoken = cls(entities=entities, question=question)
        you = values[called] if called else table.to or table.asker
        spoken.you = you if isinstance(you, str) else None
        clause = 0
        for mark in _TOKEN.findall(text):
            spoken.tokens.append(token(mark))
            spoken.clause.append(clause)
            clause += mark in _STOPS
            spoken._add(mark, len(spoken.tokens) - 1, values)
        spoken._add_implied()
        return spoken

    @property
    def table(self) -> TalkTable:
        """The table at which it is said."""
        return self.entities.table

    def _add(self, mark: str, at: int, values: Mapping[str, Value]) -> None:
        if mark == ME:
            self._person(self.table.speaker, at, "I")
        elif mark == YOU:
            if self.you:
                self._person(self.you, at, "Y")
        elif mark == REF:
            self._add_referred(at)
        elif PEOPLE <= ord(mark[0]) < PEOPLE + 0xF0:
            self._person(str(values[mark]), at, "N")
        elif sort := sort_of(mark[0]):
            value = values[mark]
            value = (value or self.table.night) if sort == "night" else value
            self.things.setdefault(sort, {}).setdefault(value, []).append(SpokenMention(at, "T"))

    def _person(self, name: Name, at: int, how: str) -> None:
        self.people.setdefault(name, []).append(SpokenMention(at, how))

    def _add_referred(self, at: int) -> None:
        """Adds the people that a pronoun may mean: the last named, earlier ones, and those asked about."""
        named = [
            name
            for name, mentions in sorted(self.people.items(), key=lambda entry: -entry[1][-1].at)
            if any(mention.how == "N" for mention in mentions) and name != self.table.speaker
        ]
        if self.table.spoken_of and self.table.spoken_of not in named:
            named.append(self.table.spoken_of)
        for n, name in enumerate(named[:3]):
            self._person(name, at, "H" if n == 0 else "h")
        if self.question.about and self.question.about not in named:
            self._person(self.question.about, at, "h" if named else "H")

    def _add_implied(self) -> None:
        question = self.question
        self._person(self.table.speaker, IMPLIED, "me")
        for name, how in (
            (question.about, "about"),
            (question.slot("whom"), "asked"),
            (question.slot("who"), "asked"),
            (self.you, "you"),
            (self.table.victims[0] if self.table.victims else None, "victim"),
        ):
            if isinstance(name, str) and name != ANYBODY:
                self._person(name, IMPLIED, how)
        for name in question.people:
            if name not in (question.about, question.slot("whom")):
                self._person(name, IMPLIED, "spoken of")
        for slot, value in question.things:
            if value not in self.things.get(slot, {}):
                self.things.setdefault(slot, {})[value] = [SpokenMention(IMPLIED, "asked")]

    @property
    def people_named(self) -> list[Name]:
        """The people called by name, other than the speaker, in the order of their last mention."""
        last = {
            name: mention.at
            for name, mentions in self.people.items()
            for mention in mentions
            if mention.how == "N" and name != self.table.speaker
        }
        return sorted(last, key=lambda name: last[name])

    @property
    def people_mentioned(self) -> frozenset[Name]:
        """The people that the words mention, by he or she the likeliest one alone."""
        return frozenset(
            name
            for name, mentions in self.people.items()
            if any(mention.how in ("N", "I", "Y", "H") for mention in mentions)
        )

    def places(self, value: Value) -> list[int]:
        """Returns the positions of an entity's mentions."""
        mentions = list(self.people.get(str(value), []))
        for table in self.things.values():
            mentions += table.get(value, [])
        return [mention.at for mention in mentions if mention.at != IMPLIED]

    def values(self, sort: str) -> list[Value]:
        """Returns the values of a sort, as they are mentioned."""
        return list(self.things.get(sort, {}))

    def mentions(self, slot_sort: str, value: Value | Slot | None) -> list[SpokenMention]:
        """Returns the mentions of an entity."""
        if slot_sort == "person":
            return self.people.get(str(value), [])
        return self.things.get(slot_sort, {}).get(value, []) if value is not None else []
