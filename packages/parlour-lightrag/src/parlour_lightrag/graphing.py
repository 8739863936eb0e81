"""A passage as a graph of who and what it tells of; and the keywords of a question to such a graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import combinations
from typing import Literal

from parlour.language.facts import Claim, Fact, Name, WordKind, render, say
from parlour.llm import FieldPurpose, Language, Prompt
from parlour.reader import GameReader, drawn_for, names_in, read_lines, words

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
