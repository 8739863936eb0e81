"""Fills the form of a reply in One Night, field by field, by what each field wants."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from parlour.errors import Unmarked
from parlour.facts import Name
from parlour.llm.reader.hearing import form_of, longest, names_in
from parlour.llm.reader.liking import percent
from parlour.llm.reader.onenight.attitudes import Attitudes
from parlour.llm.reader.onenight.choosing import Mind
from parlour.llm.reader.onenight.considering import Considering
from parlour.llm.reader.onenight.reasons import Reasons
from parlour.llm.reader.voice import level, yes_no
from parlour.llm.wants import (
    About,
    Culprit,
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
    Want,
    want_of,
)


@dataclass(frozen=True, kw_only=True)
class Filler:
    """Somebody with a form to fill.

    Attributes:
        mind: what it knows and believes.
        form: what is asked for.
        about: the player whom the form is about, if it is about one.
    """

    mind: Mind
    form: type[BaseModel]
    about: Name | None = None

    def fill(self) -> dict[str, Any]:
        """What the form asks for, ready to be written as JSON.

        Raises:
            Unmarked: if a field does not say what it wants, or wants what One Night has not.
        """
        return {info.alias or name: self._value(name, info) for name, info in self.form.model_fields.items()}

    def _value(self, name: str, info: FieldInfo) -> object:
        match want_of(self.form, name):
            case Reason():
                return self._reason[: longest(info)]
            case Target(deed="check"):
                return list(self._pair)
            case Culprit():
                return self._vote
            case About(suspect=suspect):
                return replace(self, about=suspect, form=form_of(info)).fill()
            case Plan():
                return Attitudes(mind=self.mind).plan()
            case Liked(player=player):
                return Attitudes(mind=self.mind).rating(player)
            case (LikelyRole() | RoleChance()) as want if self.about:
                role, chance = Attitudes(mind=self.mind).role(self.about, self._roles)
                return role if isinstance(want, LikelyRole) else percent(chance)
            case want:
                return self._considered(name, info, want)

    def _considered(self, name: str, info: FieldInfo, want: Want | None) -> object:
        considering = Considering(mind=self.mind)
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
                raise Unmarked(f"{self.form.__name__}.{name} wants {want}, which One Night does not have")

    @property
    def _roles(self) -> list[str]:
        """The roles from which the form has one chosen."""
        fields = self.form.model_fields
        chosen = (info for name, info in fields.items() if isinstance(want_of(self.form, name), LikelyRole))
        return [role for info in chosen for role in get_args(info.annotation)]

    @cached_property
    def _pair(self) -> tuple[Name, ...]:
        return self.mind.pair(self._options(Target))

    @cached_property
    def _vote(self) -> Name:
        return self.mind.vote(self._options(Culprit))

    @property
    def _reason(self) -> str:
        reasons = Reasons(mind=self.mind)
        if self.about:
            return reasons.grounds(self.about)
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
