"""What LightRAG has a model read: entities and relations off a passage, keywords off a question."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from parlour.llm import with_purposes
from pydantic import BaseModel, Field

from parlour_lightrag.graphing import Keywords, Related

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
