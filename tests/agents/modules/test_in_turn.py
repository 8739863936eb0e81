import asyncio
from collections.abc import Sequence

from parlour.agents.modules import InTurn
from parlour.core import Player
from tests.agents.seats import Slate, asked, asking, seat_context


def turns(player: Player, *rounds: Sequence[Sequence[Player]], case: str = "Vera") -> list[list[Player]]:
    """Whom a player asks in each round, given who may be asked each time."""
    module = InTurn(seat=seat_context(player))
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
