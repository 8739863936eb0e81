"""Retrieval of passages: the nearest to a question (Lewis et al. 2020), or reranked (Sun et al. 2023)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Protocol

from pydantic import BaseModel, WithJsonSchema, create_model

from parlour.agents.memory import Query, Ranking, Segment, pick
from parlour.errors import Unreadable
from parlour.llm import LanguageModel, Part, PassageOrder, Prompt, Source, Templates, with_purposes

MOST = 10
"""The default number of passages returned at most."""


@dataclass(frozen=True, kw_only=True)
class FoundPassages:
    """The result of a retrieval."""

    positions: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def within(self, budget: int, passages: Sequence[Segment]) -> FoundPassages:
        """Returns the part that fits a token budget: notes up to half of it, then passages by time."""
        notes = [Segment(text=note, events=()) for note in self.notes]
        kept = pick(range(len(notes)), notes, budget // 2)
        left = budget - sum(notes[n].tokens for n in kept)
        return FoundPassages(
            positions=pick(self.positions, passages, left),
            notes=tuple(self.notes[n] for n in kept),
            problems=self.problems,
        )


class PassageRetrieval(Protocol):
    """Finds what bears on a question among passages; it knows nothing of what they are of."""

    async def found(self, query: Query, passages: Sequence[Segment]) -> FoundPassages:
        """Returns the passages relevant to a query."""
        ...


@dataclass(frozen=True, kw_only=True)
class Native:
    """Finds by one ranking of all passages."""

    ranking: Ranking
    most: int = MOST

    async def found(self, query: Query, passages: Sequence[Segment]) -> FoundPassages:
        """The nearest passages."""
        if not passages:
            return FoundPassages()
        ranked = await self.ranking.rank(query, passages)
        return FoundPassages(positions=tuple(ranked[: self.most]))


WINDOW, STEP = 20, 10
"""The values of the cited work."""
CANDIDATES = 20
"""The default number of passages reordered; the cited work takes 100, in nine windows."""

_TEMPLATES = Templates("parlour.agents.modules")


class Order(BaseModel):
    """A reply with the numbers of passages in order; any numbers can be read, and are mended."""

    order: list[int]


@lru_cache(maxsize=256)
def ordering(count: int, names: tuple[str, ...] = ()) -> type[Order]:
    """The form of a reply on so many passages, which may speak of those names: a permutation."""
    number = {"type": "integer", "enum": list(range(1, count + 1))}
    shape = {"type": "array", "items": number, "minItems": count, "maxItems": count}
    told: Any = (Annotated[list[int], WithJsonSchema(shape)], ...)
    return with_purposes(create_model("Order", __base__=Order, order=told), order=PassageOrder(names=names))


def as_permutation(order: Sequence[int], count: int) -> tuple[int, ...]:
    """A permutation of 0 to count - 1 from what a model gave, counted from 1.

    As in the cited work what is no passage and what stands twice is dropped, and what is missing is added
    at the end in the order that it had.
    """
    named = dict.fromkeys(number - 1 for number in order if 1 <= number <= count)
    return tuple(dict.fromkeys((*named, *range(count))))


def windows(count: int, window: int, step: int) -> Iterator[tuple[int, int]]:
    """Yields begin and end (exclusive) of each window, from the last candidates to the first.

    `step`: how far the window slides, from 1 to less than its own length, so that the best are carried on.
    """
    end = count
    while end > 1:
        start = max(0, end - window)
        yield start, end
        if start == 0:
            return
        end -= step


@dataclass(frozen=True, kw_only=True)
class Reranked:
    """A retrieval whose results a model reorders."""

    first: PassageRetrieval
    model: LanguageModel
    head: tuple[Part, ...] = ()
    names: tuple[str, ...] = ()
    window: int = WINDOW
    step: int = STEP
    most: int = MOST

    async def found(self, query: Query, passages: Sequence[Segment]) -> FoundPassages:
        """The best passages by the model's order."""
        first = await self.first.found(query, passages)
        order, problems = list(first.positions), list(first.problems)
        for start, end in windows(len(order), self.window, self.step):
            inside = order[start:end]
            try:
                shown = [passages[position] for position in inside]
                form = ordering(len(shown), self.names)
                ranks = as_permutation(
                    (await self.model.parse(self._prompt(query, shown), form)).order, len(shown)
                )
            except Unreadable as error:
                problems.append(f"passages {start + 1} to {end} keep their order: {error}")
            else:
                order[start:end] = [inside[rank] for rank in ranks]
        return FoundPassages(positions=tuple(order[: self.most]), problems=tuple(problems))

    def _prompt(self, query: Query, passages: Sequence[Segment]) -> Prompt:
        task = _TEMPLATES.speak("rank", query.language)
        closing = _TEMPLATES.speak("order", query.language, question=query.text, count=len(passages))
        numbered = (
            part
            for number, passage in enumerate(passages, start=1)
            for part in (
                Part(text=f"[{number}]"),
                Part(text=passage.text, source=Source(origin="event", events=passage.events)),
            )
        )
        return Prompt(
            player=query.player,
            request=query.request,
            purpose="rerank",
            language=query.language,
            system=(*self.head, Part(text=task)),
            user=(*numbered, Part(text=closing, source=Source(origin="thought", owner=query.player))),
        )
