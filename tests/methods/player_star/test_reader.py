"""How the reader says what a question would gain."""

from __future__ import annotations

from typing import cast

from pydantic import BaseModel

from parlour.llm import About
from parlour.methods.player_star.reader import Gain
from parlour.reader import Blank, SeatReader


class Form(BaseModel):
    information: str


class OneCaseSettled:
    """A seat that knows all about Vera's case and nothing about Walt's."""

    def gain(self, name: str, case: str | None) -> float:
        return {"Vera": 0.05, "Walt": 0.95}[case or ""]


SEAT = cast("SeatReader", OneCaseSettled())


def test_a_gain_is_of_the_case_that_it_asks_about_or_else_of_the_forms():
    alone = Blank(form=Form, name="information")
    of_vera = Blank(form=Form, name="information", about=About(suspect="Ben", case="Vera"))
    assert Gain().fill(SEAT, of_vera) == "low"
    assert Gain(suspect="Ben", case="Walt").fill(SEAT, alone) == "high"
    assert Gain(suspect="Ben", case="Walt").fill(SEAT, of_vera) == "high"
