"""Options, sensors, and the report on matches of people, of PLAYER*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from parlour.agents import read_options
from parlour.arena import Seating
from parlour.core import read_asked
from parlour.errors import SetupError
from parlour.evaluation import MatchScore
from parlour.games.mystery import MysterySetup, generate
from parlour.library.game_options import MatchOrder
from parlour.llm import BUILT_IN
from parlour.methods.player_star.human import HumanMatch, human_rows
from parlour.methods.player_star.options import PlayerStarOptions
from parlour.methods.player_star.sensing import sensor_reply
from parlour.methods.player_star.sensors import INFORMATION, SENSORS, Reading, Sensor
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


SUSPECTS = ("Anna", "罪 O'Neil", "Carl")


def told(**changes: Any) -> dict[str, Any]:
    reading = {"why": "She fled.", "emotion": "negative", "motivation": "yes"}
    return {"profile": "Strong.", **dict.fromkeys(SUSPECTS, reading), **changes}


def form() -> type[Any]:
    return sensor_reply(SUSPECTS, ("emotion", "motivation"))


def test_a_reply_reads_exactly_the_sensors_that_were_asked_for():
    for readings in ((), ("opportunity",), tuple(Sensor), (INFORMATION,), ("evidence", INFORMATION)):
        reading = sensor_reply(SUSPECTS, readings).model_json_schema()["$defs"]["SuspectReading"]
        assert set(reading["properties"]) == {"why", *readings}
        assert set(reading["required"]) == {"why", *readings}


def test_readings_come_back_by_name():
    changed = {"why": "He lied.", "emotion": "positive", "motivation": "no"}
    readings = form().model_validate(told(Carl=changed)).readings(SUSPECTS)
    assert list(readings) == list(SUSPECTS)
    assert readings["Anna"] == Reading(why="She fled.", emotion="negative", motivation="yes")
    assert readings["Carl"] == Reading(why="He lied.", emotion="positive", motivation="no")


def test_a_suspect_who_is_left_out_makes_the_reply_unreadable():
    for missing in SUSPECTS:
        left = {name: value for name, value in told().items() if name != missing}
        with pytest.raises(ValidationError, match="Field required"):
            form().model_validate(left)


def test_merging_adds_what_another_reading_says_and_keeps_the_rest():
    first = Reading(why="She fled.", emotion="negative")
    second = Reading(why="She owed him.", motivation="yes")
    assert first.merge(second) == Reading(why="She fled. She owed him.", emotion="negative", motivation="yes")
    assert first.merge(Reading()) == first
    assert Reading().merge(first) == first


def test_every_sensor_is_declared_with_the_values_of_its_reading_and_an_unknown_one_raises():
    assert set(SENSORS) == set(Sensor)
    for sensor, declared in SENSORS.items():
        assert declared.against in declared.values
        for value in declared.values:
            assert getattr(Reading.model_validate({sensor: value}), sensor) == value
    with pytest.raises(ValueError, match="scent"):
        sensor_reply(SUSPECTS, ("scent",))


SCRIPT = generate(5, players=4)


def match(*models: str) -> HumanMatch:
    score = MatchScore(match="m", script=SCRIPT.id, language="en", won=1)
    return HumanMatch(match="m", method="PLAYER*", models=models, score=score, survey=None, script=SCRIPT)


def test_a_row_names_the_models_that_set_it_apart_from_the_published():
    for matches, named in (
        ((match("small"), match("large", "small")), "large and small"),
        ((match(),), "none"),
    ):
        [won] = [row for row in human_rows(matches) if (row.condition, row.metric) == ("PLAYER*", "win_rate")]
        assert f"the model is {named}, theirs" in won.note
