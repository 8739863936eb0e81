"""Fills the form of a reply in Werewolf, field by field, by what each field wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import get_args

from annotated_types import MaxLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from parlour.errors import Unmarked
from parlour.facts import Name
from parlour.llm.reader.werewolf.choosing import Mind
from parlour.llm.reader.werewolf.reasons import Reasons
from parlour.llm.wants import Culprit, Deed, Reason, Target, want_of


@dataclass(frozen=True, kw_only=True)
class Filler:
    """Somebody with a form to fill.

    Attributes:
        mind: what it knows and believes.
        form: what is asked for.
    """

    mind: Mind
    form: type[BaseModel]

    def fill(self) -> dict[str, str | None]:
        """What the form asks for, ready to be written as JSON.

        Raises:
            Unmarked: if a field does not say what it wants, or wants what Werewolf has not.
        """
        return {info.alias or name: self._value(name, info) for name, info in self.form.model_fields.items()}

    def _value(self, name: str, info: FieldInfo) -> str | None:
        match want_of(self.form, name):
            case Reason():
                return self._reason[: _most(info)]
            case Target() | Culprit():
                return self._choice[1] if self._choice else None
            case want:
                raise Unmarked(f"{self.form.__name__}.{name} wants {want}, which Werewolf does not have")

    @cached_property
    def _choice(self) -> tuple[Deed, Name | None] | None:
        """What is to be done, and to whom; None where the form asks for no choice."""
        for name, info in self.form.model_fields.items():
            match want_of(self.form, name):
                case Target(deed=deed):
                    return deed, self.mind.target(deed, _names(info.annotation))
                case Culprit():
                    return "eliminate", self.mind.target("eliminate", _names(info.annotation))
                case _:
                    pass
        return None

    @cached_property
    def _reason(self) -> str:
        reasons = Reasons(mind=self.mind)
        return reasons.why(*self._choice) if self._choice else reasons.overall()


def _names(annotation: object) -> Sequence[Name]:
    """The players who may be chosen: the values of an enumeration, which may stand beside null."""
    inner = get_args(annotation)
    return [each for each in inner if isinstance(each, str)] or get_args(inner[0])


def _most(info: FieldInfo) -> int | None:
    return min((each.max_length for each in info.metadata if isinstance(each, MaxLen)), default=None)
