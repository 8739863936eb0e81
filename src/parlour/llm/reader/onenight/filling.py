"""Fills the form of a reply in One Night, field by field, by what each field wants."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from parlour.errors import Unmarked
from parlour.facts import Name
from parlour.llm.reader.hearing import longest, names_in
from parlour.llm.reader.onenight.choosing import Mind
from parlour.llm.reader.onenight.reasons import Reasons
from parlour.llm.wants import Culprit, Reason, Target, want_of

Value = str | list[str]


@dataclass(frozen=True, kw_only=True)
class Filler:
    """Somebody with a form to fill.

    Attributes:
        mind: what it knows and believes.
        form: what is asked for.
    """

    mind: Mind
    form: type[BaseModel]

    def fill(self) -> dict[str, Value]:
        """What the form asks for, ready to be written as JSON.

        Raises:
            Unmarked: if a field does not say what it wants, or wants what One Night has not.
        """
        return {info.alias or name: self._value(name, info) for name, info in self.form.model_fields.items()}

    def _value(self, name: str, info: FieldInfo) -> Value:
        match want_of(self.form, name):
            case Reason():
                return self._reason[: longest(info)]
            case Target(deed="check"):
                return list(self._pair)
            case Culprit():
                return self._vote
            case want:
                raise Unmarked(f"{self.form.__name__}.{name} wants {want}, which One Night does not have")

    @cached_property
    def _pair(self) -> tuple[Name, ...]:
        return self.mind.pair(self._options(Target))

    @cached_property
    def _vote(self) -> Name:
        return self.mind.vote(self._options(Culprit))

    @property
    def _reason(self) -> str:
        reasons = Reasons(mind=self.mind)
        if self._options(Target):
            return reasons.pointing(self._pair)
        if self._options(Culprit):
            return reasons.voting(self._vote)
        return reasons.judging(self.mind.suspects[0])

    def _options(self, wanted: type[Target | Culprit]) -> tuple[Name, ...]:
        """Who may be chosen for it; nobody where the form does not ask."""
        for name, info in self.form.model_fields.items():
            if isinstance(want_of(self.form, name), wanted):
                return tuple(names_in(info.annotation))
        return ()
