"""A generated evening in the words of each part."""

from __future__ import annotations

from parlour.games.mystery import generate
from parlour.games.mystery.telling import phrases
from parlour.language.facts import Presence, Quarrel, Sighting, read
from tests.games.mystery.worlds import invent


def test_the_evening_goes_from_half_hour_to_half_hour_a_line_each():
    for language in ("en", "zh"):
        script, world = generate(7, players=5, lang=language), invent(7, players=5, lang=language).world
        heading = phrases(script.language).evening
        for character in script.characters:
            [evening] = [part for part in character.acts[0].split("\n\n") if part.startswith(heading)]
            _, *lines = evening.split("\n")
            assert len(lines) == len(world.slots)
            for slot, line in zip(world.slots, lines, strict=True):
                told = read(line, script.language, reader=character.name, names=world.cast.everybody).facts
                assert any(isinstance(fact, Presence) and fact.who == character.name for fact in told)
                assert {each.slot for each in told if isinstance(each, Presence | Sighting | Quarrel)} == {
                    slot
                }
