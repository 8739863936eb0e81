"""Fills the form of a reply in a game without a script, field by field, by what each field wants."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from parlour.errors import Unmarked
from parlour.facts import Name
from parlour.llm.purposes import (
    About,
    Culprit,
    FieldPurpose,
    Gain,
    Liked,
    LikelyRole,
    Met,
    Needed,
    Plan,
    Profile,
    Reason,
    RoleChance,
    Sensed,
    Suspects,
    Target,
    Timelines,
    Told,
    Topics,
    purpose_of,
)
from parlour.llm.reader.hearing import form_of, longest, names_in
from parlour.llm.reader.liking import percent
from parlour.llm.reader.seat import Seat
from parlour.llm.reader.voice import level, yes_no


@dataclass(frozen=True, kw_only=True)
class Filler:
    """Somebody with a form to fill.

    Attributes:
        seat: who fills it.
        form: what is asked for.
        about: the player whom the form is about, if it is about one.
    """

    seat: Seat
    form: type[BaseModel]
    about: Name | None = None

    def fill(self) -> dict[str, Any]:
        """What the form asks for, ready to be written as JSON.

        Raises:
            Unmarked: if a field does not say what it wants, or wants what the game has not.
        """
        return {info.alias or name: self._value(name, info) for name, info in self.form.model_fields.items()}

    def _value(self, name: str, info: FieldInfo) -> object:
        match purpose_of(self.form, name):
            case Reason():
                return self._reason[: longest(info)]
            case (Target() | Culprit()) as want:
                return self.seat.chosen(want, names_in(info.annotation))
            case About(suspect=suspect):
                return replace(self, about=suspect, form=form_of(info)).fill()
            case Plan():
                return self.seat.attitudes.plan()
            case Liked(player=player):
                return self.seat.attitudes.rating(player)
            case (LikelyRole() | RoleChance()) as want if self.about:
                role, chance = self.seat.attitudes.role(self.about, self._roles)
                return role if isinstance(want, LikelyRole) else percent(chance)
            case want:
                return self._considered(name, info, want)

    def _considered(self, name: str, info: FieldInfo, want: FieldPurpose | None) -> object:
        considering = self.seat.considering
        match want:
            case Suspects():
                return considering.suspects(names_in(info.annotation))[: longest(info)]
            case Profile():
                return considering.profile()[: longest(info)]
            case Sensed(sensor=sensor) if self.about:
                return considering.sensed(sensor, self.about)
            case Gain() if self.about:
                return level(considering.gain(self.about))
            case Topics():
                return considering.topics(longest(info) or 1)
            case Met(case=case):
                return considering.met(case)
            case Timelines():
                return considering.timelines()[: longest(info)]
            case Needed(number=number):
                return yes_no(considering.is_needed(number))
            case Told(number=number):
                return yes_no(considering.is_told(number))
            case _:
                raise Unmarked(
                    f"{self.form.__name__}.{name} wants {want}, which {self.seat.game} does not have"
                )

    @property
    def _roles(self) -> list[str]:
        """The roles from which the form has one chosen."""
        fields = self.form.model_fields
        chosen = (
            info for name, info in fields.items() if isinstance(purpose_of(self.form, name), LikelyRole)
        )
        return [role for info in chosen for role in get_args(info.annotation)]

    @cached_property
    def _reason(self) -> str:
        """Why the rest of the form is filled as it is."""
        if self.about:
            return self.seat.grounds(self.about)
        for name, info in self.form.model_fields.items():
            if isinstance(want := purpose_of(self.form, name), Target | Culprit):
                return self.seat.why(want, names_in(info.annotation))
        return self.seat.overall()
