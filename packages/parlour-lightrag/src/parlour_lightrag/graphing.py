"""A passage as a graph of who and what it tells of; and the forms in which a model gives them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any, Literal

from parlour.language.facts import Claim, Fact, Name, WordKind, render, say
from parlour.llm import FieldPurpose, Language, Prompt, with_purposes
from parlour.reader import GameReader, drawn_for, names_in, read_lines, words
from pydantic import BaseModel, Field

MOST = 12
"""How many entities, and how many relations, are given at most."""
_CHARACTERS = 300
_MOST_KEYWORDS = 8
_PACKAGE = "parlour_lightrag"
_KINDS = {"place": WordKind.PLACE, "thing": WordKind.THING}

Row = dict[str, str | list[str]]


@dataclass(kw_only=True)
class _Graph:
    language: Language
    types: dict[Name, str] = field(default_factory=dict[Name, str])
    sentences: dict[Name, list[str]] = field(default_factory=dict[Name, list[str]])
    ties: dict[tuple[Name, Name], tuple[list[str], list[str]]] = field(
        default_factory=dict[tuple[Name, Name], tuple[list[str], list[str]]]
    )

    def add(self, fact: Fact, speaker: Name | None) -> None:
        plain = fact.fact if isinstance(fact, Claim) else fact
        sentence = render(plain, self.language, drawn_for(str(plain)))
        entity_types = dict(_entities(plain, self.language))
        if speaker and len(entity_types) == 1:
            entity_types.setdefault(speaker, "person")
        for name, type_ in entity_types.items():
            self.types.setdefault(name, type_)
            self.sentences.setdefault(name, []).append(sentence)
        for pair in combinations(entity_types, 2):
            sentences, keywords = self.ties.setdefault(pair, ([], []))
            sentences.append(sentence)
            keywords.append(words("graph", self.language, _PACKAGE)["keywords"][type(plain).__name__])

    def entities(self) -> list[Row]:
        types = words("graph", self.language, _PACKAGE)["types"]
        return [
            {"name": name, "type": types[type_], "description": self._joined(self.sentences[name])}
            for name, type_ in list(self.types.items())[:MOST]
        ]

    def relations(self) -> list[Row]:
        names = list(self.types)[:MOST]
        pairs = [(pair, texts) for pair, texts in self.ties.items() if all(name in names for name in pair)]
        return [
            {
                "source": source,
                "target": target,
                "keywords": list(dict.fromkeys(keywords))[:4],
                "description": self._joined(sentences),
            }
            for (source, target), (sentences, keywords) in pairs[:MOST]
        ]

    def _joined(self, sentences: list[str]) -> str:
        gap = words("phrases", self.language)["gap"]
        once = list(dict.fromkeys(sentences))
        while len(once) > 1 and len(gap.join(once)) > _CHARACTERS:
            once.pop()
        return gap.join(once)[:_CHARACTERS]


def _graph(prompt: Prompt, names: tuple[Name, ...]) -> _Graph:
    graph = _Graph(language=prompt.language)
    for speaker, statement in read_lines(prompt.user[0].text, prompt.language, names):
        graph.add(statement.fact, speaker)
    return graph


def _entities(fact: Fact, language: Language) -> Iterator[tuple[Name, str]]:
    for attribute in fields(fact):
        value = getattr(fact, attribute.name)
        if attribute.name in ("by", "who", "whom", "other", "victim", "of", "to"):
            yield value, "person"
        elif kind := _KINDS.get(attribute.name):
            yield _bare(say(kind, value, language), kind, language), attribute.name


def _bare(phrase: str, kind: WordKind, language: Language) -> str:
    return phrase.partition(" ")[2] if kind is WordKind.PLACE and language == "en" else phrase


@dataclass(frozen=True, kw_only=True)
class Related(FieldPurpose):
    """What the passage that stands in the prompt says: its entities, or how they stand to each other."""

    part: Literal["entities", "relations"]
    names: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[Row]:
        """The rows."""
        graph = _graph(prompt, names_in(prompt, self.names, game))
        return graph.entities() if self.part == "entities" else graph.relations()


@dataclass(frozen=True, kw_only=True)
class Keywords(FieldPurpose):
    """What the question that stands in the prompt is about: in general, or whom and what in particular."""

    part: Literal["themes", "details"]
    names: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[str]:
        """Whom the question names; in general, what such a game turns on."""
        if self.part == "themes":
            return game.themes(prompt.language)
        names = names_in(prompt, self.names, game)
        return [name for name in names if name in prompt.user[0].text][:_MOST_KEYWORDS]


MOST_ENTITIES, MOST_RELATIONS = 12, 12
MOST_KEYWORDS = 8

Named = Annotated[str, Field(min_length=1, max_length=80)]
Described = Annotated[str, Field(min_length=1, max_length=300)]


class Entity(BaseModel):
    """Somebody or something that a passage is about."""

    name: Named
    type: Named
    description: Described


class Relation(BaseModel):
    """How two entities stand to each other by a passage."""

    source: Named
    target: Named
    keywords: Annotated[list[Named], Field(min_length=1, max_length=4)]
    description: Described


class Extracted(BaseModel):
    """A reply with what a passage says."""

    entities: Annotated[list[Entity], Field(max_length=MOST_ENTITIES)]
    relations: Annotated[list[Relation], Field(max_length=MOST_RELATIONS)]


class Asked(BaseModel):
    """A reply with what a question is about: themes for relations, names and things for entities."""

    themes: Annotated[list[Named], Field(max_length=MOST_KEYWORDS)]
    details: Annotated[list[Named], Field(max_length=MOST_KEYWORDS)]


@lru_cache(maxsize=256)
def extracted(names: tuple[str, ...]) -> type[Extracted]:
    """The form of a reply on a passage that may speak of those names."""
    wants: dict[str, Any] = {part: Related(part=part, names=names) for part in ("entities", "relations")}
    return with_purposes(Extracted, **wants)


@lru_cache(maxsize=256)
def asked(names: tuple[str, ...]) -> type[Asked]:
    """The form of a reply on a question that may speak of those names."""
    wants: dict[str, Any] = {part: Keywords(part=part, names=names) for part in ("themes", "details")}
    return with_purposes(Asked, **wants)
