"""Fills the form of a reply, field by field, by what each field wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args, get_origin

from annotated_types import MaxLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from parlour.errors import Unmarked
from parlour.facts import Name
from parlour.llm.purposes import (
    About,
    Addressee,
    Choice,
    Culprit,
    FieldPurpose,
    Gain,
    Intent,
    Keywords,
    Liked,
    LikelyRole,
    Met,
    Needed,
    Observed,
    Plan,
    Posted,
    Profile,
    Ranked,
    Reason,
    Related,
    RoleChance,
    Sensed,
    Speech,
    Suspects,
    Talk,
    Target,
    Timelines,
    Told,
    Topics,
    purpose_of,
)
from parlour.llm.reader.asking import gain
from parlour.llm.reader.attitudes import Attitudes
from parlour.llm.reader.choosing import Chooser
from parlour.llm.reader.considering import Considering
from parlour.llm.reader.grounds import Grounds
from parlour.llm.reader.liking import percent
from parlour.llm.reader.mind import Mind
from parlour.llm.reader.parsed import Task
from parlour.llm.reader.voice import level


@dataclass(frozen=True, kw_only=True)
class Filler:
    """Somebody with a form to fill.

    Attributes:
        mind: what it knows.
        task: what the prompt asks for.
        about: the suspect whom the form is about, if it is about one.
    """

    mind: Mind
    task: Task
    about: About | None = None

    def fill(self, form: type[BaseModel]) -> dict[str, Any]:
        """What the form asks for, ready to be written as JSON.

        Raises:
            Unmarked: if a field does not say what it wants.
        """
        filled: dict[str, Any] = {}
        for name, info in form.model_fields.items():
            want = purpose_of(form, name)
            if want is None:
                raise Unmarked(
                    f"{form.__name__}.{name} has no marker of llm/purposes.py: the reader cannot fill it"
                )
            filled[info.alias or name] = self._value(want, info, name)
        return filled

    def _value(self, want: FieldPurpose, info: FieldInfo, name: str) -> object:
        match want:
            case Reason(case=case):
                return self._reason(case, _most(info))
            case Profile() | Plan() | Liked():
                return self._opinion(want, _most(info))
            case Culprit(case=case):
                return _first(self.mind.ranked(case), _options(info))
            case Suspects(case=case):
                return self._suspects(case, info)
            case Addressee(case=case):
                return self._addressee(case, _options(info))
            case About():
                return replace(self, about=want).fill(_form(info))
            case Sensed() | LikelyRole() | RoleChance() if self.about:
                return self._of_suspect(want, self.about)
            case Gain():
                return level(probability(want, self.mind, self.about, name))
            case Choice():
                letters = Chooser(mind=self.mind, task=self.task).letters(_most(info)) or _options(info)[:1]
                return letters if _is_list(info) else letters[0]
            case Topics() | Met() | Timelines() | Needed() | Told():
                return Considering(mind=self.mind, task=self.task).value(want, _most(info))
            case (
                Sensed()
                | LikelyRole()
                | RoleChance()
                | Speech()
                | Target()
                | Talk()
                | Observed()
                | Ranked()
                | Related()
                | Keywords()
                | Posted()
                | Intent()
            ):
                raise Unmarked(f"{name}: {type(want).__name__} has no place in this form")

    def _reason(self, case: Name | None, most: int) -> str:
        grounds = Grounds(mind=self.mind)
        if self.about:
            return grounds.on_suspect(self.about.suspect, self.about.case, most)
        return grounds.on(case, most)

    def _opinion(self, want: Profile | Plan | Liked, most: int) -> str | int:
        match want:
            case Profile(case=case):
                return Grounds(mind=self.mind).profile(case)[:most]
            case Plan(case=case):
                return Grounds(mind=self.mind).plan(case, self.task.limit(self.mind.papers.table))
            case Liked(player=player):
                return Attitudes(mind=self.mind).rating(player)

    def _of_suspect(self, want: Sensed | LikelyRole | RoleChance, about: About) -> str | int:
        if isinstance(want, Sensed):
            return Grounds(mind=self.mind).sensed(want.sensor, about.suspect, about.case)
        role, chance = Attitudes(mind=self.mind).role(about.suspect, about.case)
        return role if isinstance(want, LikelyRole) else percent(chance)

    def _suspects(self, case: Name, info: FieldInfo) -> list[Name]:
        options = _options(info)
        still = [name for name in self.mind.open_suspects(case) if name in options]
        return (still or [_first(self.mind.ranked(case), options)])[: _most(info)]

    def _addressee(self, case: Name, options: Sequence[Name]) -> Name:
        """Whoever can tell most; of equals the next after oneself."""
        seats = self.mind.papers.table.players
        mine = seats.index(self.mind.me)
        turns = sorted(options, key=lambda name: (seats.index(name) - mine) % len(seats))
        return max(turns, key=lambda name: gain(self.mind, name, case))


def probability(want: Gain, mind: Mind, about: About | None = None, name: str = "weights") -> float:
    """What another question is likely to bring.

    Raises:
        Unmarked: if it is not said whom it would be put to.
    """
    suspect = want.suspect or (about.suspect if about else None)
    case = want.case or (about.case if about else None)
    if suspect is None or case is None:
        raise Unmarked(f"{name}: Gain must say whose answer about which case it is about")
    return gain(mind, suspect, case)


def _is_list(info: FieldInfo) -> bool:
    return get_origin(info.annotation) is list


def _options(info: FieldInfo) -> Sequence[str]:
    """What may be chosen: the values of the enumeration."""
    inner = get_args(info.annotation)[0] if _is_list(info) else info.annotation
    return get_args(inner)


def _most(info: FieldInfo) -> int:
    """How many items or characters there may be; one where a single thing is chosen."""
    limits = [each.max_length for each in info.metadata if isinstance(each, MaxLen)]
    return min(limits, default=1000 if info.annotation is str else 1)


def _form(info: FieldInfo) -> type[BaseModel]:
    if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel):
        return info.annotation
    raise Unmarked("About marks a form of its own")


def _first(ranked: Sequence[Name], options: Sequence[Name]) -> Name:
    return next((name for name in ranked if name in options), options[0])
