"""How an option is called at the door through which it came: `--self-save` or `self_save`."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import ValidationError

from parlour.errors import UsageError

Spelling = Callable[[str], str]
"""Spells the name of an option, which is written with underscores, as whoever said it would write it."""


def as_keyword(name: str) -> str:
    """An option as Python has it."""
    return name


def refused(error: ValidationError, spelled: Spelling = as_keyword) -> UsageError:
    """What pydantic finds wrong, said of the option that it is about."""
    wrong = error.errors(include_url=False)[0]
    field = "-".join(map(str, wrong["loc"][:1]))
    return UsageError(f"{spelled(field)}: {wrong['msg']}")
