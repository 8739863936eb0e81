"""The reader's culprits do not give themselves away, and the instrument that says so can see a tell.

At One Night they are tried here; `make test-real` tests Werewolf, and `make bench ARGS=tells` measures every
game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from bench.tells import MOST_TELLING, Spoken, equally_accused, evenness, spoken, tell
from parlour.arena import Record
from parlour.games.onenight import OneNightSetup, seat_names
from parlour.games.onenight.reader import Mind, Speaker, parse_prompt
from parlour.games.werewolf import WerewolfSetup
from parlour.games.werewolf import seat_names as wolf_names
from parlour.language.facts import OneOfTwo, read
from parlour.llm import Prompt, Talk
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

GAMES, DAYS, VILLAGE = 40, 40, ("villager", "seer", "mason")
FEW = 12
"""Of these games, where each speech is compared to the letter; a classifier wants all of them."""


def record_of(game: OneNightSetup | WerewolfSetup, seed: int) -> Record:
    """A game in which everybody is the reader."""
    methods = dict.fromkeys(game.players, "plain")
    setup = laid(game, model="reader", methods=methods, seed=seed, context=1_000_000)
    return recorded(setup, play(setup))


@cache
def night(seed: int) -> Record:
    """A game of One Night."""
    return record_of(OneNightSetup(players=seat_names(8, "en")), seed)


@cache
def speeches() -> Sequence[Spoken]:
    """What is said in them."""
    return [each for seed in range(GAMES) for each in spoken(seed, night(seed))]


@cache
def by_day() -> Sequence[Spoken]:
    """What is said in games of Werewolf."""
    game = WerewolfSetup(players=wolf_names(8, "en"))
    return [each for seed in range(DAYS) for each in spoken(seed, record_of(game, seed))]


def test_a_culprit_of_one_night_says_in_every_round_what_its_guise_would():
    """To the letter, whatever a classifier of few games finds in who comes to be accused."""
    compared = Counter[str]()
    for call in (call for seed in range(FEW) for call in night(seed).calls if call.key.purpose == "speak"):
        player, system, user = call.key.player, call.system, call.user
        prompt = Prompt(player=player, request="", purpose="", language="en", system=system, user=user)
        mind = Mind(prompt=parse_prompt(prompt))
        if mind.prompt.is_of_village:
            continue
        said = Speaker(mind=mind, want=Talk(among="everybody")).sentences()
        names = mind.prompt.table.players
        facts = read(" ".join(said), "en", speaker=mind.prompt.me, names=names).facts
        story = [each for each in facts if isinstance(each, OneOfTwo)]
        guise = mind.telling(story).guise
        assert Speaker(mind=guise, want=Talk(among="everybody")).sentences() == said
        compared[mind.prompt.role] += 1
    assert min(compared[role] for role in ("werewolf", "minion", "tanner")) == 3 * FEW


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("role", ["werewolf", "minion"])
def test_a_culprit_of_one_night_does_not_give_itself_away(role: str, number: int):
    found = tell([each for each in speeches() if each.round == number], (role,), VILLAGE)
    assert found
    assert found.low <= MOST_TELLING


@pytest.mark.real
@pytest.mark.parametrize("number", [1, 2])
def test_a_werewolf_does_not_give_itself_away_by_day(number: int):
    found = tell([each for each in by_day() if each.round == number], ("werewolf",), ("villager",))
    assert found
    assert found.low <= MOST_TELLING


@pytest.mark.parametrize(("compared", "spared"), [(list, 4), (equally_accused, GAMES)])
def test_a_tell_is_found(compared: Callable[[Sequence[Spoken]], list[Spoken]], spared: int):
    """Werewolves who say a word that nobody else does; all but one game in so many is enough."""
    marked = [
        replace(each, surface={**each.surface, "word hm": 1.0})
        if each.role == "werewolf" and each.match % spared
        else each
        for each in speeches()
        if each.round == 2
    ]
    found = tell(compared(marked), ("werewolf",), VILLAGE)
    assert found
    assert found.low > MOST_TELLING


def test_seats_that_decide_are_found_and_even_ones_are_not():
    seats = np.eye(8)[np.arange(400) % 8]
    fair = np.random.default_rng(0).integers(0, 2, 400).astype(float)
    assert evenness(seats, fair) > 0.01
    assert evenness(seats, np.maximum(fair, seats[:, 0])) < 0.01
