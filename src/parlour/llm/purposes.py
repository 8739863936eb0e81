"""What a field of a reply is for, said in the types: for a model that reasons over facts and not over words.

A purpose stands in the `Annotated` metadata of a field, or beside the call where free text or weights are
wanted. Real models never see one: they are no part of the JSON schema, the prompt or a call's digest. Those
that any method may use stand here; one that only a method uses stands with it, and says how it is met.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, create_model

Form = TypeVar("Form", bound=BaseModel)


@dataclass(frozen=True, kw_only=True)
class FieldPurpose:
    """Anything that a reply can be asked for; a frozen dataclass that extends it is a purpose of its own."""


@dataclass(frozen=True, kw_only=True)
class Reason(FieldPurpose):
    """Why the rest of the reply is as it is; about one case, where there is one."""

    case: str | None = None


@dataclass(frozen=True, kw_only=True)
class Culprit(FieldPurpose):
    """The name that is suspected most of having done it."""

    case: str


@dataclass(frozen=True, kw_only=True)
class Suspects(FieldPurpose):
    """The names that are still suspected."""

    case: str


@dataclass(frozen=True, kw_only=True)
class Addressee(FieldPurpose):
    """Whom it is worth most to question."""

    case: str


@dataclass(frozen=True, kw_only=True)
class About(FieldPurpose):
    """A form of its own, whose fields are about one suspect in one case."""

    suspect: str
    case: str


@dataclass(frozen=True, kw_only=True)
class Choice(FieldPurpose):
    """One or more of the options that the prompt puts, often letters of a question."""


@dataclass(frozen=True, kw_only=True)
class Speech(FieldPurpose):
    """Something said aloud.

    Attributes:
        kind: what sort of speech.
        case: what it is about, if one case.
        to: who is spoken to, if one player.
    """

    kind: Literal["introduce", "ask", "reply"]
    case: str | None = None
    to: str | None = None


@dataclass(frozen=True, kw_only=True)
class Target(FieldPurpose):
    """To whom to do something, in a game where players act on each other; null for nobody, where allowed."""

    deed: str


@dataclass(frozen=True, kw_only=True)
class Talk(FieldPurpose):
    """Something said in a game where players argue.

    Attributes:
        among: who hears it.
        to: whom a proposal among fellows names; whom it puts a question to, before everybody.
    """

    among: Literal["everybody", "fellows"]
    to: str | None = None


@dataclass(frozen=True, kw_only=True)
class Plan(FieldPurpose):
    """What one means to do with one's next words; about one case, where there is one."""

    case: str | None = None


def with_purposes(form: type[Form], **purposes: FieldPurpose) -> type[Form]:
    """The same form, with a purpose on each of those fields.

    Args:
        form: whose JSON schema stays as it is, byte for byte.
        purposes: the purpose of each field, by the field's name.
    """
    marked: Mapping[str, Any] = {name: (_marked(form, name, each), ...) for name, each in purposes.items()}
    return create_model(form.__name__, __base__=form, **marked)


def _marked(form: type[BaseModel], name: str, purpose: FieldPurpose) -> object:
    info = copy(form.model_fields[name])
    return Annotated[info.annotation, *info.metadata, purpose]


def purpose_of(form: type[BaseModel], name: str) -> FieldPurpose | None:
    """The purpose of a field, if it has one."""
    return next((each for each in form.model_fields[name].metadata if isinstance(each, FieldPurpose)), None)


def is_marked(form: type[BaseModel]) -> bool:
    """Whether every field of a form has a purpose, and every field of a form that is about a suspect."""
    for name, info in form.model_fields.items():
        purpose, held = purpose_of(form, name), info.annotation
        inner = held if isinstance(held, type) and issubclass(held, BaseModel) else None
        if purpose is None or (isinstance(purpose, About) and inner and not is_marked(inner)):
            return False
    return True
