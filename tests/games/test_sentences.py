"""Each game tells all its events in both languages, case by case alike."""

from __future__ import annotations

from parlour.core import GAMES
from parlour.language.wording.rulebook import sentences


def test_both_languages_have_a_line_for_every_kind_of_event():
    for game in GAMES.names:
        package, kinds = GAMES.find(game).package, set(GAMES.find(game).kinds.events)
        lines = {
            language: [*sentences(package, language, dealt=True), *sentences(package, language)]
            for language in ("en", "zh")
        }
        for each in lines.values():
            assert {line.kind for line in each} == kinds
        assert {line.kind for line in lines["en"]} == {line.kind for line in lines["zh"]}
