"""What a game brings besides its rules is found by name, and its setups are its own."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

import pytest

from parlour.core import Game, GameSetup, check_names, find_game, name_key, one_line, read_setup, visible
from parlour.errors import BrokenPlugin, SetupError
from parlour.games.mystery import MysterySetup
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup
from tests.arena.mysteries import mystery
from tests.arena.onenights import one_night
from tests.arena.werewolves import werewolves
from tests.cases import cases

SETUPS = (mystery(), werewolves(), one_night())
PARTS = {
    "scores": "class Scores:\n    def score(self): return 7\nPART = Scores()\n",
    "bare": "score = 7\n",
    "wrong": "PART = 'scores'\n",
    "cracked": "import no_such_thing\n",
}


@runtime_checkable
class Scoring(Protocol):
    """What some room needs of a game."""

    def score(self) -> int: ...


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[WerewolfSetup]]:
    """A game of another package, which brings some parts."""
    package = tmp_path / "strangers"
    package.mkdir()
    for name, source in {"__init__": "", **PARTS}.items():
        (package / f"{name}.py").write_text(source)
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    yield replace(find_game("werewolf"), name="strange", package="strangers")
    for module in [name for name in sys.modules if name.partition(".")[0] == "strangers"]:
        del sys.modules[module]


def test_a_game_may_do_without_a_part_but_not_where_it_is_needed(game: Game[WerewolfSetup]):
    assert game.find_part("scores", Scoring) is game.part("scores", Scoring)
    assert game.find_part("arms", Scoring) is None
    assert game.find_part("scores.OTHER", Scoring) is None
    with pytest.raises(BrokenPlugin, match=r"^the game 'strange' has no part strangers\.arms$"):
        game.part("arms", Scoring)


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("bare", r"strangers\.bare\.PART is no Scoring"),
        ("wrong", r"strangers\.wrong\.PART is no Scoring"),
        (
            "cracked",
            r"strangers\.cracked cannot be used: ModuleNotFoundError: .*'no_such_thing'",
        ),
    ],
)
def test_a_part_that_cannot_be_used_is_never_taken_for_one_that_is_not_there(
    game: Game[WerewolfSetup], module: str, why: str
):
    for find in (game.find_part, game.part):
        with pytest.raises(BrokenPlugin, match=f"^{why}$"):
            find(module, Scoring)


@cases("setup", SETUPS)
def test_a_game_begins_from_its_own_setup_and_from_no_other(setup: GameSetup):
    assert find_game(setup.name).begin(setup, 1).players == setup.players
    for other in SETUPS:
        if other.name != setup.name:
            with pytest.raises(
                SetupError, match=f"^{other.name} cannot be dealt from a setup of {setup.name}$"
            ):
                find_game(other.name).begin(setup, 1)


@cases("setup", SETUPS)
def test_a_setup_is_read_by_the_game_that_it_names(setup: MysterySetup | WerewolfSetup | OneNightSetup):
    assert read_setup(setup.model_dump(mode="json")) == setup
    assert read_setup(setup) is setup


@cases(
    ("told", "why"),
    [
        ({}, "no game ''"),
        ({"name": "werwolf"}, "no game 'werwolf'; there are: werewolf"),
        (7, "no game's setup: 7"),
        ({"name": "werewolf", "days": "many"}, "days"),
        ({**werewolves().model_dump(mode="json"), "colour": "red"}, "colour"),
    ],
)
def test_what_is_no_setup_of_any_game_is_refused_as_a_wrong_value(told: object, why: str):
    with pytest.raises(ValueError, match=why):
        read_setup(told)


def test_what_cannot_be_seen_is_what_unicode_has_as_control_format_and_half_characters():
    kept = "\n\t\u200c\u200d"
    for letter in map(chr, range(sys.maxunicode + 1)):
        if not visible(letter):
            assert unicodedata.category(letter) in ("Cc", "Cf", "Cs")
        elif unicodedata.category(letter) in ("Cc", "Cs"):
            assert letter in kept
    assert visible("a\u202eb\x1b[31mc\u200bd\ufeff\ne\r\nf\rg") == "ab[31mcd\ne\r\nfg"
    assert one_line(" a\n\u202eb\tc ") == "a b c"


def test_names_that_look_alike_have_one_key():
    assert len({name_key(name) for name in ("Ann", "ann", " Ann", "A\u200bnn", "A\u200dnn", "Ａnn")}) == 1
    assert name_key("Zoe\u0301") == name_key("Zo\u00e9")
    assert name_key("Ann") != name_key("Anne")
    assert len({name_key(name) for name in ("Player 3", "player_3", "**PLAYER 3**", "Player3.")}) == 1
    assert len({name_key(name) for name in ("+", "-", "\u0930\u093e\u092e", "\u0930\u094b\u092e")}) == 4
    for names in (("Ann", "ann"), ("Zoe\u0301", "Zo\u00e9"), ("Bo", "B\u200do")):
        with pytest.raises(SetupError, match="a name of their own"):
            check_names(names)
