"""Frozen models, and frozen dataclasses that are cheap to make and to change: a match makes hundreds of them.

The `__init__` of a frozen dataclass sets each field by a call of its own, and `dataclasses.replace` reads and
sets all of them. Here the fields are written into the new instance at once, before any other code sees it.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import cache, cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict

T = TypeVar("T")
R = TypeVar("R")


class FrozenModel(BaseModel):
    """A pydantic model that cannot be changed."""

    model_config = ConfigDict(frozen=True)


class StrictModel(FrozenModel):
    """A frozen model that refuses unknown fields."""

    model_config = ConfigDict(extra="forbid")


class LazyProperty(cached_property[R]):
    """A property computed when it is first read, without the lock that Python's own takes before 3.12."""

    if not TYPE_CHECKING:

        def __get__(self, instance: object, owner: type | None = None) -> R:
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value


def quick_init(cls: type[T]) -> type[T]:
    """Gives a frozen dataclass with keywords alone an `__init__` that sets all fields at once.

    For classes without `__post_init__` and without default factories.
    """
    declared: Any = cls
    defaults = {field.name: field.default for field in fields(declared) if field.default is not MISSING}
    names, usual = frozenset(field.name for field in fields(declared)), declared.__init__
    count = len(names)

    @wraps(usual)
    def init(self: T, **arguments: object) -> None:
        content = self.__dict__
        content |= defaults
        content |= arguments
        if len(content) != count or not arguments.keys() <= names:
            usual(self, **arguments)  # raises what is usual for a missing or an unknown field

    declared.__init__ = init
    return cls


def copy_with(value: T, *cached_names: str, **changes: object) -> T:
    """Returns a copy of a frozen dataclass with some fields changed."""
    copy = object.__new__(type(value))
    content = copy.__dict__
    content |= value.__dict__
    for name in _caches(type(value)):
        if name in content and name not in cached_names:
            del content[name]
    count = len(content)
    content |= changes
    if len(content) != count:
        raise TypeError(
            f"{type(value).__name__} has no field {', '.join(changes.keys() - vars(value).keys())}"
        )
    return copy


@cache
def _caches(cls: type[Any]) -> tuple[str, ...]:
    members = ((name, member) for kind in cls.__mro__ for name, member in vars(kind).items())
    return tuple(name for name, member in members if isinstance(member, cached_property))
