"""Fills the form of a reply: each field by what it is for or, where that is not said, by its type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from pydantic import BaseModel, JsonValue

from parlour.llm import (
    About,
    Addressee,
    Choice,
    Culprit,
    Plan,
    Prompt,
    Reason,
    Suspects,
    Target,
)
from parlour.reader.blank import Blank
from parlour.reader.guessing import Guesser
from parlour.reader.seat import Filled, GameReader, ReadOff, SeatReader


@dataclass(frozen=True, kw_only=True)
class Filler:
    """Somebody with a form to fill.

    Attributes:
        form: what is asked for.
        prompt: that asks for it.
        game: what is played.
        seat: gives the player who fills it; not asked for where the prompt's words alone are enough.
        about: the suspect whom the form is about, if it is about one.
    """

    form: type[BaseModel]
    prompt: Prompt
    game: GameReader
    seat: Callable[[], SeatReader]
    about: About | None = None

    def fill(self) -> dict[str, object]:
        """What the form asks for, ready to be written as JSON."""
        blanks = (Blank(form=self.form, name=name, about=self.about) for name in self.form.model_fields)
        return {blank.info.alias or blank.name: self._value(blank) for blank in blanks}

    def _value(self, blank: Blank) -> object:
        match cast("object", blank.purpose):
            case ReadOff() as purpose:
                return purpose.read(self.prompt, self.game)
            case Filled() as purpose:
                return purpose.fill(self.seat(), blank)
            case Reason(case=case):
                return self._reason(case, blank)[: blank.most]
            case (Culprit() | Target() | Addressee() | Choice()) as purpose if blank.options:
                return self.seat().chosen(purpose, blank)
            case Suspects(case=case) if blank.options:
                return self.seat().suspects(blank.options, case, blank.most)
            case Plan(case=case):
                return self.seat().plan(case)[: blank.most]
            case About() as about if blank.inner and not blank.is_list:
                return replace(self, form=blank.inner, about=about).fill()
            case _:
                return self._guessed(blank)

    def _reason(self, case: str | None, blank: Blank) -> str:
        """Why the rest of the form is filled as it is."""
        seat, most = self.seat(), blank.most
        if self.about:
            return seat.grounds(self.about.suspect, self.about.case, most)
        for each in blank.beside():
            purpose = each.purpose
            if isinstance(purpose, Culprit | Target | Addressee | Choice) and each.options:
                return seat.why(purpose, each, case, most)
        return seat.overall(case, most)

    def _guessed(self, blank: Blank) -> object:
        if blank.inner:
            filled = replace(self, form=blank.inner).fill()
            return [filled] * max(1, blank.least) if blank.is_list else filled
        schema = _schema(self.form)
        parts, fields = schema.get("$defs", {}), schema["properties"]
        told = fields.get(blank.info.alias or blank.name) if isinstance(fields, dict) else None
        suspect = self.about.suspect if self.about else None
        guesser = Guesser(seat=self.seat(), shared=parts if isinstance(parts, dict) else {}, about=suspect)
        return guesser.value(told if isinstance(told, dict) else {}, blank.name)


@lru_cache(maxsize=256)
def _schema(form: type[BaseModel]) -> dict[str, JsonValue]:
    return form.model_json_schema()
