import asyncio
from collections.abc import Sequence

import pytest

from parlour.agents import read_options
from parlour.agents.modules import AskOptions, InTurn
from parlour.core import GAMES, Player, RequestKind, request_kinds
from parlour.errors import SetupError
from tests.agents.seats import Slate, asked, asking, place

KINDS = sorted({kind for game in GAMES.installed().values() for kind in game.requests})


def turns(player: Player, *rounds: Sequence[Sequence[Player]], case: str = "Vera") -> list[list[Player]]:
    """Whom a player asks in each round, given who may be asked each time."""
    module = InTurn(place=place(player))
    told: list[list[Player]] = []
    for options in rounds:
        told.append([])
        for each in options:
            request = asking(player, options=tuple(each), case=case)
            brief = asyncio.run(module.consider(request, Slate()))
            assert brief is not None
            assert brief.choice is not None
            told[-1].append(brief.choice)
            module.notice(asked(9, player, brief.choice, "Hm?", case))
    return told


def test_everybody_is_asked_from_the_next_seat_on():
    free = [("Anna", "Carl", "Dora"), ("Anna", "Dora"), ("Anna",)]
    assert turns("Ben", free, free) == [["Carl", "Dora", "Anna"]] * 2


def test_where_a_round_allows_one_question_the_next_goes_on_from_there():
    free = [("Anna", "Ben", "Carl")]
    assert turns("Dora", free, free, free, free) == [["Anna"], ["Ben"], ["Carl"], ["Anna"]]


def test_each_case_has_its_own_turns():
    module = InTurn(place=place("Anna"))
    module.notice(asked(9, "Anna", "Ben", "Hm?", "Walt"))
    module.notice(asked(9, "Dora", "Ben", "Hm?", "Vera"))
    brief = asyncio.run(module.consider(asking("Anna"), Slate()))
    assert brief
    assert brief.choice == "Ben"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not request_kinds.ASK])
def test_it_has_nothing_to_say_on_anything_but_a_question(kind: RequestKind):
    assert asyncio.run(InTurn(place=place()).consider(asking(kind=kind), Slate())) is None


def test_everybody_is_asked_unless_the_model_shall_choose():
    assert [type(each) for each in read_options(AskOptions, "m", {}).modules(place())] == [InTurn]
    assert read_options(AskOptions, "m", {"ask": "best"}).modules(place()) == []


def test_other_options_are_refused():
    for told in ({"ask": "nobody"}, {"speed": "high"}):
        with pytest.raises(SetupError, match=r"m: (ask|speed): .*\(options: ask\)"):
            read_options(AskOptions, "m", told)
