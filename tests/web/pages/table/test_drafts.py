"""What is half typed is kept beside what another window of the seat writes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.core import Action
from parlour.store import Store
from parlour.web.pages.table.answering import Drafts
from tests.web.hosting.houses import setup

ONE, TWO = Action(speech="I was in the garden."), Action(chosen=("Anna",))
Window = Callable[[], Drafts]
Play = Callable[[Callable[[Window], None]], None]


@pytest.fixture
def windows(tmp_path: Path) -> Play:
    def run(scenario: Callable[[Window], None]) -> None:
        async def within() -> None:
            with Store.open(str(tmp_path / "parlour.db")) as store:
                match = store.create(setup(0))
                scenario(lambda: Drafts(store.hosting, match, "Ben"))

        asyncio.run(within())

    return run


def test_two_windows_of_a_seat_take_nothing_from_each_other(windows: Play):
    def scenario(window: Window) -> None:
        first, second = window(), window()
        first.put("1.speak", ONE)
        first.write()
        second.put("1.vote", TWO)
        second.write()
        assert (window().of("1.speak"), window().of("1.vote")) == (ONE, TWO)

    windows(scenario)


def test_what_is_asked_no_more_is_dropped_and_in_a_pause_nothing(windows: Play):
    def scenario(window: Window) -> None:
        drafts = window()
        drafts.put("1.speak", ONE)
        drafts.put("1.vote", TWO)
        drafts.keep_only([])
        drafts.write()
        assert window().of("1.speak") == ONE
        drafts.keep_only(["1.vote"])
        drafts.write()
        assert (window().of("1.speak"), window().of("1.vote")) == (Action(), TWO)

    windows(scenario)


def test_what_was_answered_is_dropped_at_once_in_the_store_too(windows: Play):
    def scenario(window: Window) -> None:
        drafts = window()
        drafts.put("floor.0", ONE)
        drafts.write()
        drafts.drop("floor.0")
        assert window().of("floor.0") == Action()

    windows(scenario)


def test_words_for_the_floor_outlive_a_vote_and_return_in_the_next_form(windows: Play):
    def scenario(window: Window) -> None:
        drafts = window()
        drafts.put("floor.2", ONE)
        drafts.keep_only(["1.vote"])
        drafts.write()
        assert window().of("floor.0") == ONE

    windows(scenario)
