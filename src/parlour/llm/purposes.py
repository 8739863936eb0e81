"""What a field of a reply wants, said in the types: for a model that reasons over facts and not over words.

A marker stands in the `Annotated` metadata of a field, or beside the call where free text or weights are
wanted. Real models never see one: they are no part of the JSON schema, the prompt or a call's digest.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, create_model

Form = TypeVar("Form", bound=BaseModel)


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why the rest of the reply is as it is; about one case, where there is one."""

    case: str | None = None


@dataclass(frozen=True, kw_only=True)
class Culprit:
    """The name that is suspected most of having done it."""

    case: str


@dataclass(frozen=True, kw_only=True)
class Suspects:
    """The names that are still suspected."""

    case: str


@dataclass(frozen=True, kw_only=True)
class Addressee:
    """Whom it is worth most to question."""

    case: str


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What whoever did it must be like."""

    case: str


@dataclass(frozen=True, kw_only=True)
class About:
    """A form of its own, whose fields are about one suspect in one case."""

    suspect: str
    case: str


@dataclass(frozen=True, kw_only=True)
class Sensed:
    """What one sensor of PLAYER* reads off the suspect whom the form is about."""

    sensor: str


@dataclass(frozen=True, kw_only=True)
class Gain:
    """How far another question to a suspect would tell something new.

    Attributes:
        suspect: who would be asked; None in a form that is about one suspect anyway.
        case: what about.
    """

    suspect: str | None = None
    case: str | None = None


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Letters of the question that the prompt puts, with its options."""


@dataclass(frozen=True, kw_only=True)
class Speech:
    """Something said aloud.

    Attributes:
        kind: what sort of speech.
        case: what it is about, if one case.
        to: who is spoken to, if one player.
    """

    kind: Literal["introduce", "ask", "reply"]
    case: str | None = None
    to: str | None = None


Deed = str
"""What is done to players in Werewolf."""


@dataclass(frozen=True, kw_only=True)
class Target:
    """To whom to do something, in a game where players act on each other; null for nobody, where allowed."""

    deed: Deed


@dataclass(frozen=True, kw_only=True)
class Talk:
    """Something said in Werewolf.

    Attributes:
        among: who hears it.
        to: whom it proposes to attack, among werewolves; whom it puts a question to, before everybody.
    """

    among: Literal["everybody", "fellows"]
    to: str | None = None


@dataclass(frozen=True, kw_only=True)
class Topics:
    """The numbers of those questions, of a list in the prompt, that are most worth asking anybody."""

    case: str


@dataclass(frozen=True, kw_only=True)
class Met:
    """Whether a goal is reached: yes, partly or no.

    Attributes:
        case: where the goal is to learn who did it, or of who did it not to be found; None for any other.
    """

    case: str | None = None


@dataclass(frozen=True, kw_only=True)
class Timelines:
    """What is remembered of a victim's last hours: sentences, the most telling first."""

    case: str


@dataclass(frozen=True, kw_only=True)
class Needed:
    """Whether a timeline, by its number in the prompt, helps to answer what one is asked: yes or no."""

    number: int


@dataclass(frozen=True, kw_only=True)
class Told:
    """Whether a timeline, by its number in the prompt, is told in the answer that stands there."""

    number: int


@dataclass(frozen=True, kw_only=True)
class Observed:
    """What the statement that stands in the prompt says of players: items of evidence.

    Attributes:
        by: whose statement it is.
        to: who is spoken to, if one player.
        targets: whom an item may be about.
    """

    by: str
    to: str | None = None
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """The numbers of the passages in the prompt, those first that bear most on the question at its end.

    Attributes:
        names: whom a passage may speak of.
    """

    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Related:
    """What the passage that stands in the prompt says: its entities, or how they stand to each other.

    Attributes:
        part: which of the two.
        names: whom the passage may speak of.
    """

    part: Literal["entities", "relations"]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Keywords:
    """What the question that stands in the prompt is about: in general, or whom and what in particular.

    Attributes:
        part: which of the two.
        names: whom the question may speak of.
    """

    part: Literal["themes", "details"]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Side:
    """One side of a public dispute.

    Attributes:
        name: as evidence and classes call it.
        called: the words by which people speak of it, its name among them.
        slogans: what only those say who are for it.
    """

    name: str
    called: tuple[str, ...]
    slogans: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Posted:
    """What the post in the prompt says of the sides of a dispute and of people: items of evidence.

    Attributes:
        sides: of the dispute.
        people: whom else an item may be about.
    """

    sides: tuple[Side, ...]
    people: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Intent:
    """The class that the post in the prompt belongs to by what its author means with it.

    Attributes:
        sides: of the dispute.
        classes: each class, and the side that it is for (1) or against (-1); None and 0 for neither.
    """

    sides: tuple[Side, ...]
    classes: tuple[tuple[str, str | None, int], ...]


@dataclass(frozen=True, kw_only=True)
class Liked:
    """How much one likes another player, from 1 to 10."""

    player: str


@dataclass(frozen=True, kw_only=True)
class LikelyRole:
    """The most probable role, of those to choose from, of the player whom the form is about."""


@dataclass(frozen=True, kw_only=True)
class RoleChance:
    """How probable the role is that stands beside it in the form, in percent from 1 to 100."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What one means to do with one's next words; about one case, where there is one."""

    case: str | None = None


FieldPurpose = (
    Reason
    | Culprit
    | Suspects
    | Addressee
    | Profile
    | About
    | Sensed
    | Gain
    | Choice
    | Speech
    | Target
    | Talk
    | Topics
    | Met
    | Timelines
    | Needed
    | Told
    | Observed
    | Ranked
    | Related
    | Keywords
    | Posted
    | Intent
    | Liked
    | LikelyRole
    | RoleChance
    | Plan
)
"""Anything that a reply can be asked for."""


def with_purposes(form: type[Form], **wants: FieldPurpose) -> type[Form]:
    """The same form, with a marker on each of those fields.

    Args:
        form: whose JSON schema stays as it is, byte for byte.
        wants: the marker of each field, by the field's name.
    """
    marked: Mapping[str, Any] = {name: (_marked(form, name, want), ...) for name, want in wants.items()}
    return create_model(form.__name__, __base__=form, **marked)


def _marked(form: type[BaseModel], name: str, want: FieldPurpose) -> object:
    info = copy(form.model_fields[name])
    return Annotated[info.annotation, *info.metadata, want]


def purpose_of(form: type[BaseModel], name: str) -> FieldPurpose | None:
    """The marker of a field, if it has one."""
    return next((each for each in form.model_fields[name].metadata if isinstance(each, FieldPurpose)), None)
