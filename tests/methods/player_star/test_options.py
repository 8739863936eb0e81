from collections.abc import Mapping

import pytest

from parlour.agents import read_options
from parlour.arena import Seating
from parlour.core import read_asked
from parlour.errors import SetupError
from parlour.games.mystery import MysterySetup
from parlour.library.game_options import MatchOrder
from parlour.llm import BUILT_IN
from parlour.methods.player_star.options import PlayerStarOptions
from parlour.web.table_request import TableAsked


def read(told: Mapping[str, str]) -> PlayerStarOptions:
    return read_options(PlayerStarOptions, "player-star", told)


def test_a_value_that_an_option_does_not_have_is_refused_by_its_name():
    for option, text in (
        ("ask", "everybody"),
        ("sensors", "emotion+smell"),
        ("reading", "twice"),
        ("gain", "none"),
        ("pruner", "perhaps"),
        ("beta", "1.1"),
        ("beta", "nan"),
        ("epsilon", "-0.1"),
        ("epsilon", "often"),
    ):
        with pytest.raises(SetupError, match=rf"player-star: {option}: "):
            read({option: text})


def test_an_unknown_option_is_refused_with_those_that_there_are():
    with pytest.raises(
        SetupError, match=r"player-star: speed: .*\(options: as, ask, among, choice, .*, epsilon, notes\)"
    ):
        read({"speed": "high"})


def test_a_paper_says_what_is_not_said_otherwise():
    assert read({"as": "2025"}) == read({"as": "2025", "ask": "best", "reading": "separate"})
    told = read({"as": "2024"})
    assert (told.paper, told.ask, told.reading, told.gain) == ("2024", "suspects", "separate", "verbal")
    assert read({"as": "2024", "ask": "best", "pruner": "false"}).ask == "best"
    assert not read({"as": "2025", "pruner": "false"}).pruner
    assert read({}).paper is None


def test_sensors_are_read_either_before_the_round_or_at_the_turn():
    with pytest.raises(SetupError, match="takes round or turn, not both"):
        read({"sense": "round+turn"}).check_use()
    with pytest.raises(SetupError, match="sense"):
        read({"sense": "never"})


def test_a_table_that_is_asked_for_with_it_has_a_question_for_each_player_unless_a_number_is_given():
    for method, asked, questions in (
        ("player-star:as=2024", {}, 4),
        (f"player-star:ask=suspects@{BUILT_IN}", {}, 4),
        ("player-star:as=2024", {"questions": 2}, 2),
        ("player-star:as=2025", {}, 1),
        ("plain", {}, 1),
    ):
        game = read_asked({"name": "mystery", "players": 5, **asked})
        order = MatchOrder(game=game, seating=Seating(method=method, model=BUILT_IN), seed=1)
        setup = order.lay(lambda model: 1_000_000)
        assert MysterySetup.of(setup.game).questions == questions
        if method != f"player-star:ask=suspects@{BUILT_IN}":
            table = TableAsked(game=game, method=method, model=BUILT_IN, seed=1).setup(
                lambda model: 1_000_000
            )
            assert MysterySetup.of(table.game).questions == questions
