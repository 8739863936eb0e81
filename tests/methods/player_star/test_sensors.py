from typing import Any

import pytest
from pydantic import ValidationError

from parlour.methods.player_star.sensing import sensor_reply
from parlour.methods.player_star.sensors import INFORMATION, SENSORS, Reading, Sensor

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
