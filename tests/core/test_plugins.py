"""What is installed is found by name, and what is broken is told with its package while all else works."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Protocol, runtime_checkable

import pytest

from parlour.core import GAMES, Registry, find_game, plugins
from parlour.errors import BrokenPlugin, UnknownGame, UnknownPlugin
from tests.core.distributions import GROUP, installed


@dataclass(frozen=True, kw_only=True)
class Clock:
    """Something that can be installed."""

    name: str
    protocol: int = 2


@runtime_checkable
class Ringing(Protocol):
    """Something that none of the clocks is."""

    @property
    def name(self) -> str: ...
    @property
    def tone(self) -> str: ...
    def ring(self) -> None: ...


CLOCKS = Registry(group=GROUP, noun="clock", kind=Clock, protocol=2, verb="parlour clocks")
SOURCE = "from tests.core.test_plugins import Clock\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that packages are imported from for as long as a test takes."""
    before = set(sys.modules)
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    plugins.installed_points.cache_clear()
    plugins.sorted_points.cache_clear()
    yield tmp_path
    plugins.installed_points.cache_clear()
    plugins.sorted_points.cache_clear()
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def install(folder: Path, name: str, *clocks: str) -> None:
    """A distribution of clocks that work."""
    module = f"{name}_clocks"
    source = SOURCE + "".join(f"{each.upper()} = Clock(name={f'{name}/{each}'!r})\n" for each in clocks)
    installed(folder, name, {each: f"{module}:{each.upper()}" for each in clocks}, **{module: source})


def told(*names: str) -> list[str]:
    """What is said of broken ones, having seen that those of these names work."""
    assert tuple(CLOCKS.load_all()) == names
    said = [str(error) for error in CLOCKS.broken()]
    assert not [each for each in said if "\n" in each]
    return said


def test_nothing_is_imported_before_it_is_asked_for(folder: Path):
    install(folder, "tower", "big")
    install(folder, "wrist", "tiny")
    assert set(CLOCKS.names) == {"big", "tiny"}
    CLOCKS.find("big")
    assert "tower_clocks" in sys.modules
    assert "wrist_clocks" not in sys.modules


def test_a_name_that_nothing_has_names_the_nearest_and_the_verb_that_lists_all(folder: Path):
    install(folder, "tower", "sundial", "cuckoo")
    with pytest.raises(
        UnknownPlugin, match=r"^no clock 'sundail'; there are: sundial \(see `parlour clocks`\)$"
    ):
        CLOCKS.find("sundail")
    with pytest.raises(UnknownPlugin, match="there are: sundial, cuckoo "):
        CLOCKS.find("zzz")


def test_where_nothing_is_installed_that_is_what_is_said(folder: Path):
    with pytest.raises(UnknownPlugin, match="no clock 'big'; there are: none"):
        CLOCKS.find("big")
    assert told() == []
    with pytest.raises(UnknownPlugin, match=r"^no clock is installed$"):
        _ = CLOCKS.default


@pytest.mark.parametrize(
    ("value", "source", "why"),
    [
        ("odd:CLOCK", "import no_such_thing\n", "ModuleNotFoundError: No module named 'no_such_thing'"),
        ("odd:CLOCK", "raise ValueError('two\\n  lines')\n", "ValueError: two lines"),
        ("odd:CLOCK", "def", "SyntaxError: "),
        ("nowhere:CLOCK", "", "ModuleNotFoundError: No module named 'nowhere'"),
        ("not a module", "", "AttributeError: "),
        ("odd:Clock", SOURCE, "odd:Clock is no clock"),
        (
            "odd:CLOCK",
            f"{SOURCE}CLOCK = Clock(name='odd', protocol=1)\n",
            "it is written for version 1 of the contract, not 2",
        ),
    ],
)
def test_what_cannot_be_used_is_told_in_one_sentence_with_its_package_while_all_else_works(
    folder: Path, value: str, source: str, why: str
):
    install(folder, "tower", "big")
    installed(folder, "odd-clocks", {"odd": value}, odd=source)
    assert CLOCKS.names == ("odd", "big")
    [sentence] = told("big")
    assert sentence.startswith(f"the clock 'odd' of odd-clocks cannot be used: {why}")
    with pytest.raises(BrokenPlugin, match=f"^{re.escape(sentence)}$"):
        CLOCKS.find("odd")
    assert CLOCKS.find("big") == Clock(name="tower/big")


def test_of_two_with_one_name_the_first_by_distribution_has_it_and_the_other_is_told(folder: Path):
    install(folder, "wrist", "tiny", "big")
    install(folder, "alarm", "loud", "big")
    assert CLOCKS.find("big") == Clock(name="alarm/big")
    assert told("loud", "big", "tiny") == [
        "the clock 'big' of wrist cannot be used: alarm has one of that name already"
    ]


def test_nobody_takes_a_name_of_ours_and_ours_come_first(folder: Path):
    install(folder, "alarm", "loud", "big")
    install(folder, "parlour", "big", "hall")
    assert CLOCKS.find("big") == Clock(name="parlour/big")
    assert told("big", "hall", "loud") == [
        "the clock 'big' of alarm cannot be used: parlour has one of that name already"
    ]


def test_a_version_that_is_not_stated_is_not_taken_for_the_latest(folder: Path):
    installed(folder, "old", {"old": "old:OLD"}, old="from fractions import Fraction\nOLD = Fraction(1)\n")
    versioned = Registry(group=GROUP, noun="number", kind=Fraction, protocol=2)
    assert [str(each) for each in versioned.broken()] == [
        "the number 'old' of old cannot be used: it states no version of the contract, which is 2"
    ]


def test_what_calls_itself_otherwise_than_its_entry_point_is_refused_where_names_are_kept(folder: Path):
    install(folder, "tower", "big")
    named = Registry(group=GROUP, noun="clock", kind=Clock, is_named=True)
    why = "the clock 'big' of tower cannot be used: it calls itself 'tower/big'"
    assert [str(each) for each in named.broken()] == [why]
    with pytest.raises(BrokenPlugin, match=f"^{why}$"):
        named.find("big")


def test_of_what_breaks_a_protocol_it_is_said_what_it_lacks(folder: Path):
    install(folder, "tower", "big")
    ringing = Registry(group=GROUP, noun="bell", kind=Ringing)
    assert [str(each).partition(": ")[2] for each in ringing.broken()] == [
        "tower_clocks:BIG is no bell: it has no tone and no ring"
    ]


def test_what_is_taken_where_nobody_says_is_said_by_an_entry_point_and_nothing_is_imported(folder: Path):
    install(folder, "tower", "big", "small")
    assert CLOCKS.default == "big"
    installed(folder, "wrist", {"clock": "tower_clocks:SMALL"}, group=plugins.DEFAULTS)
    plugins.installed_points.cache_clear()
    plugins.sorted_points.cache_clear()
    assert CLOCKS.default == "small"
    assert "tower_clocks" not in sys.modules


def test_a_game_that_is_not_installed_names_those_that_are():
    with pytest.raises(UnknownGame, match=r"^no game 'werwolf'; there are: werewolf$"):
        find_game("werwolf")
    assert {"mystery", "onenight", "werewolf"} <= set(GAMES.names)
    assert not GAMES.broken()
