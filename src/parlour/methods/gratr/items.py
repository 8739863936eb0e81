"""The form in which a model writes down what a statement or a post says of others (GRATR, appendix D.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, create_model

from parlour.core import Player
from parlour.llm import FieldPurpose, with_purposes
from parlour.methods.gratr.evidence import Evidence, EvidenceType, Stance

STRONGEST = 10
"""The highest score."""
MOST = 8
"""How many items one reading may give."""


class Item(BaseModel):
    """One item as a model reads it off somebody's words."""

    target: str
    reason: Annotated[str, Field(max_length=160)]
    type: EvidenceType
    relation: Stance
    score: Annotated[int, Field(ge=0, le=STRONGEST)]

    def evidence(self, by: Player, *, event: int, round: int = 0) -> Evidence:  # noqa: A002 - the game's word
        """The item as evidence: who said it, and where it stands."""
        return Evidence(
            by=by,
            about=self.target,
            type=self.type,
            relation=self.relation,
            reason=" ".join(self.reason.split()),
            score=self.score,
            event=event,
            round=round,
        )


class NamedRole(BaseModel):
    """A role as a model reads it off somebody's words: who is said to have it."""

    player: str
    role: str
    score: Annotated[int, Field(ge=0, le=STRONGEST)]


class Extracted(BaseModel):
    """A reply with all that some words say of others; nothing, where they say nothing of anybody."""

    items: list[Item]


class ExtractedWithRoles(Extracted):
    """The same, and which roles the words give to whom, their speaker among them."""

    roles: list[NamedRole]


@lru_cache(maxsize=512)
def extracted(targets: tuple[Player, ...], want: FieldPurpose) -> type[Extracted]:
    """The form of a reply on words that may be about the targets.

    Args:
        targets: whom an item may be about.
        want: what the items are, for the reader.
    """
    form = create_model("Extracted", __base__=Extracted, items=(_items(targets), ...))
    return with_purposes(form, items=want)


@lru_cache(maxsize=512)
def extracted_with_roles(
    targets: tuple[Player, ...],
    want: FieldPurpose,
    players: tuple[Player, ...],
    roles: tuple[str, ...],
    named: FieldPurpose,
) -> type[ExtractedWithRoles]:
    """The same form, which also asks who is said to have which role (algorithm 1, line 2).

    Args:
        targets: whom an item may be about.
        want: what the items are, for the reader.
        players: who may be said to have a role.
        roles: which roles there are.
        named: what the roles are, for the reader.
    """
    player: Any = Literal[players]
    role: Any = Literal[roles]
    entry = create_model("NamedRole", __base__=NamedRole, player=(player, ...), role=(role, ...))
    entries: Any = Annotated[list[entry], Field(max_length=MOST)]
    form = create_model(
        "Extracted", __base__=ExtractedWithRoles, items=(_items(targets), ...), roles=(entries, ...)
    )
    return with_purposes(form, items=want, roles=named)


def _items(targets: tuple[Player, ...]) -> Any:  # noqa: ANN401 - a type that is made of the names
    target: Any = Literal[targets]
    item = create_model("Item", __base__=Item, target=(target, ...))
    return Annotated[list[item], Field(max_length=MOST)]
