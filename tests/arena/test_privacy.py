"""What others hide changes nothing of what a player is sent, whatever the method, game and language."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from parlour.agents import METHODS, find_method
from parlour.agents.memory import Budgets
from parlour.arena import GameSetup
from parlour.core import Player
from parlour.llm import Language
from tests.arena.mysteries import NAMES, canary, mystery
from tests.arena.onenights import one_night
from tests.arena.overheard import Overheard, overheard
from tests.arena.replies import plain
from tests.arena.werewolves import werewolves

TIGHT = Budgets(script=100, dialogue=100, answering=100)
WITH_MODEL = [name for name in sorted(METHODS.names) if find_method(name).wants_model]


def each_method_in(*first: Language) -> pytest.MarkDecorator:
    """Every method in one language, by turns; in the other one too by `make test-real`."""
    return pytest.mark.parametrize(
        ("method", "language"),
        [
            pytest.param(method, language, marks=() if (number + place) % 2 == 0 else pytest.mark.real)
            for number, method in enumerate(WITH_MODEL)
            for place, language in enumerate(first)
        ],
    )


def papers(text: str, language: Language) -> Callable[[Player, str], str]:
    """Papers that say something else, except to the first player."""
    same = NAMES[language][0]

    def write(player: Player, paper: str) -> str:
        words = "It is the same as ever. " * 10 if player == same else text
        return f"{canary(player, paper)}. {words}"

    return write


def played(games: Iterable[GameSetup], method: str, budgets: Budgets | None = None) -> list[Overheard]:
    """These games, with the same replies."""
    return [overheard(game, method, plain, budgets) for game in games]


def check_same(one: Overheard, another: Overheard, same: set[int], other: set[int]) -> None:
    """Holds that these seats are sent the same in both matches, and those not."""
    for seat in same | other:
        player = one.record.setup.players[seat]
        assert one.sent[player]
        assert (sorted(one.sent[player]) == sorted(another.sent[player])) == (seat in same), player


@each_method_in("en", "zh")
def test_what_others_hide_does_not_change_a_single_byte_of_what_is_sent_for_me(
    method: str, language: Language
):
    games = (
        mystery(language, players=3, write=papers(text, language), killers=killers)
        for text, killers in (("I saw a light in the mill", (1,)), ("Ich war es. " * 30, (2,)))
    )
    is_tight = WITH_MODEL.index(method) // 2 % 2 == 0
    one, another = played(games, method, TIGHT if is_tight else None)
    check_same(one, another, {0}, {1, 2})


@pytest.mark.parametrize("method", WITH_MODEL)
def test_who_else_is_a_murderer_does_not_change_what_is_sent_for_me(method: str):
    games = (mystery(players=4, victims=2, rounds=1, killers=killers) for killers in ((1, 2), (1, 3)))
    one, another = played(games, method)
    check_same(one, another, {0, 1}, {2, 3})


@each_method_in("en", "zh")
def test_who_is_a_werewolf_changes_nothing_of_what_a_villager_is_asked(method: str, language: Language):
    one, another = played((werewolves(deal, language) for deal in ("vvwvwsv", "vvvwwsv")), method)
    check_same(one, another, {1}, {2, 4})
    assert sorted(one.shared) == sorted(another.shared)


@each_method_in("zh", "en")
def test_who_is_the_werewolf_of_one_night_changes_nothing_of_what_a_villager_is_asked(
    method: str, language: Language
):
    one, another = played((one_night(deal, language, rounds=1) for deal in ("vvwvns", "vvnvws")), method)
    check_same(one, another, {1}, {2, 4})
    assert sorted(one.shared) == sorted(another.shared)


def test_the_verdict_is_not_known_to_whoever_still_answers():
    for method in WITH_MODEL:
        match = overheard(mystery(players=3, rounds=1, killers=(1,)), method, plain)
        answering = [text for text in match.sent["Anna"] if "Who held the knife?" in text]
        assert answering
        assert not [text for text in answering if "killed by Ben" in text or "accused of killing" in text]
