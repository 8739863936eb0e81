"""A field of a form that is to be filled, with what its type and its limits tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import MaxLen, MinLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from parlour.llm import About, FieldPurpose, purpose_of


@dataclass(frozen=True, kw_only=True)
class Blank:
    """A field of a form.

    Attributes:
        form: in which it stands.
        name: of the field.
        about: the suspect whom the form is about, if it is about one.
    """

    form: type[BaseModel]
    name: str
    about: About | None = None

    @property
    def info(self) -> FieldInfo:
        """What pydantic knows of it."""
        return self.form.model_fields[self.name]

    @property
    def purpose(self) -> FieldPurpose | None:
        """What it is for, if that is said."""
        return purpose_of(self.form, self.name)

    @property
    def _value(self) -> FieldInfo:
        """What pydantic knows of its value, where that is not null."""
        if get_origin(self.info.annotation) not in (Union, UnionType):
            return self.info
        values = [each for each in get_args(self.info.annotation) if each is not NoneType]
        return FieldInfo.from_annotation(values[0]) if len(values) == 1 else self.info

    @property
    def is_list(self) -> bool:
        """Whether it holds several things, or null instead."""
        return get_origin(self._value.annotation) is list

    @property
    def options(self) -> list[str]:
        """The words that may be chosen, in a list or beside null or alone; empty where any may."""
        return list(_options(self.info.annotation))

    @property
    def least(self) -> int:
        """How many items there must be."""
        return max((each.min_length for each in self._value.metadata if isinstance(each, MinLen)), default=0)

    @property
    def most(self) -> int | None:
        """How many items or characters there may be; None for any number."""
        limits = (each.max_length for each in self._value.metadata if isinstance(each, MaxLen))
        return min(limits, default=None)

    @property
    def inner(self) -> type[BaseModel] | None:
        """The form that it holds, if it holds one, or one beside null, or a list of them."""
        held = self.info.annotation
        shapes = get_args(held) if get_origin(held) in (list, Union, UnionType) else (held,)
        return next((each for each in shapes if isinstance(each, type) and issubclass(each, BaseModel)), None)

    @property
    def suspect(self) -> About:
        """Whom the form is about.

        Raises:
            ValueError: if it is about nobody, and a purpose needs somebody.
        """
        if self.about is None:
            raise ValueError(f"{self.form.__name__}.{self.name} stands in no form that is about a suspect")
        return self.about

    def beside(self) -> Iterator[Blank]:
        """Every field of its form, itself among them."""
        return (Blank(form=self.form, name=each, about=self.about) for each in self.form.model_fields)


def _options(annotation: Any) -> Iterator[str]:  # noqa: ANN401 - a type
    if get_origin(annotation) is Literal:
        yield from (each for each in get_args(annotation) if isinstance(each, str))
    elif isinstance(annotation, type) and issubclass(annotation, Enum):
        yield from (str(each.value) for each in annotation)
    else:
        for each in get_args(annotation):
            yield from _options(each)
