"""A method's options as they were asked for, and what is said of wrong ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from parlour.errors import SetupError

Form = TypeVar("Form", bound=BaseModel)


class NoOptions(BaseModel):
    """Of a method that can be told nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def read_options(form: type[Form], method: str, told: Mapping[str, str]) -> Form:
    """The options of a method.

    Args:
        form: what they may be; it forbids all others.
        method: whose they are.
        told: as they were asked for; `none` is the empty value.

    Raises:
        SetupError: naming the option that is wrong and what it may be.
    """
    cleared = {name: "" if value == "none" else value for name, value in told.items()}
    try:
        return form.model_validate(cleared)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        name = wrong["loc"][0] if wrong["loc"] else "options"
        known = ", ".join(field.alias or each for each, field in form.model_fields.items())
        raise SetupError(f"{method}: {name}: {wrong['msg']} (options: {known})") from error
