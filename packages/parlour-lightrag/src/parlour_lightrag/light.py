"""LightRAG as a retrieval: a model reads passages and questions, the library keeps and searches a graph."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest

from parlour.agents import attempt, together
from parlour.agents.memory import LookUp, Query, Segment
from parlour.agents.modules import MOST, FoundPassages
from parlour.errors import Unreadable
from parlour.llm import Embedding, Language, LanguageModel, Part, Prompt, Source, Templates, count_tokens
from pydantic import BaseModel, ConfigDict, JsonValue

from parlour_lightrag.graphing import Asked, Extracted, asked, extracted
from parlour_lightrag.library import EntityNode, Graph, Hits, Mode, Tie

NOTE_TOKENS = 100
"""How much is told of one entity or relation; the library would have a model summarise what grows long."""
_TEMPLATES = Templates("parlour_lightrag")


class Kept(BaseModel):
    """What was found, as the record keeps it."""

    model_config = ConfigDict(frozen=True)
    passages: tuple[int, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Light:
    """Keeps a graph of what passages say, and asks it by the keywords of a question."""

    model: LanguageModel
    look_up: LookUp
    head: tuple[Part, ...] = ()
    names: tuple[str, ...] = ()
    mode: Mode = "hybrid"
    most: int = MOST
    _read: dict[str, Extracted] = field(default_factory=dict[str, Extracted])
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def found(self, query: Query, passages: Sequence[Segment]) -> FoundPassages:
        """What the graph holds on a question."""
        if not passages:
            return FoundPassages()
        async with self._turn:
            problems = await self._read_all(query, passages)
            keywords = await attempt(self.model.parse(self._question(query), asked(self.names)))
            if isinstance(keywords, Unreadable):
                problems.append(f"the question stands for its keywords: {keywords}")
                keywords = Asked(themes=[query.text[:80]], details=[query.text[:80]])

            async def search(embedding: Embedding) -> JsonValue:
                hits = await self._graph.searched(self._read, query.text, keywords, embedding)
                return _kept(hits, passages, query.language).model_dump(mode="json")

            selection = Kept.model_validate(await self.look_up.find(query, passages, search))
        return FoundPassages(positions=selection.passages, notes=selection.notes, problems=tuple(problems))

    @cached_property
    def _graph(self) -> Graph:
        return Graph(mode=self.mode, most=self.most)

    async def _read_all(self, query: Query, passages: Sequence[Segment]) -> list[str]:
        new = list({passage.text: passage for passage in passages if passage.text not in self._read}.values())
        form = extracted(self.names)
        replies = await together(
            [attempt(self.model.parse(self._passage(query, passage), form)) for passage in new]
        )
        problems: list[str] = []
        for passage, reply in zip(new, replies, strict=True):
            if isinstance(reply, Unreadable):
                problems.append(f"not read into the graph: {passage.text[:80]!r}: {reply}")
                reply = Extracted(entities=[], relations=[])
            self._read[passage.text] = reply
        return problems

    def _passage(self, query: Query, passage: Segment) -> Prompt:
        content = Part(text=passage.text, source=Source(origin="event", events=passage.events))
        closing = Part(text=_TEMPLATES.speak("passage", query.language))
        return self._prompt(query, "graph", content, closing)

    def _question(self, query: Query) -> Prompt:
        content = Part(text=query.text, source=Source(origin="thought", owner=query.player))
        closing = Part(text=_TEMPLATES.speak("question", query.language))
        return self._prompt(query, "keywords", content, closing)

    def _prompt(self, query: Query, purpose: str, *parts: Part) -> Prompt:
        task = _TEMPLATES.speak(purpose, query.language, names=list(self.names))
        return Prompt(
            player=query.player,
            request=query.request,
            purpose=purpose,
            language=query.language,
            system=(*self.head, Part(text=task)),
            user=parts,
        )


def _kept(hits: Hits, passages: Sequence[Segment], language: Language) -> Kept:
    places = {passage.text.strip(): place for place, passage in enumerate(passages)}
    nodes = [_note("node", node, language) for node in hits.nodes]
    ties = [_note("tie", tie, language) for tie in hits.ties]
    ranked = (note for pair in zip_longest(nodes, ties) for note in pair if note)
    return Kept(
        passages=tuple(dict.fromkeys(places[text] for text in hits.texts if text in places)),
        notes=tuple(ranked),
    )


def _note(verb: str, hit: EntityNode | Tie, language: Language) -> str:
    room, latest = NOTE_TOKENS, list[str]()
    for description in reversed(hit.descriptions):
        room -= count_tokens(description)
        if latest and room < 0:
            break
        latest.insert(0, description)
    return _TEMPLATES.speak(verb, language, hit=hit, descriptions=latest)
