"""Nobody at a table speaks of themselves by name, but to say who they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from parlour.arena import GameSetup, events
from parlour.core import Event, Player, event_kinds
from parlour.games.mystery import MysterySetup, generate
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as greek
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.language.facts import read
from parlour.llm import BUILT_IN, Language
from parlour.reader import words
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

LANGUAGES: tuple[Language, ...] = ("en", "zh")
GAMES = ("werewolf", "onenight", "mystery")
SPOKEN = (event_kinds.SPOKE, event_kinds.ASKED, event_kinds.REPLIED, event_kinds.CONFERRED)
PARTS = ("_by_me", "_of_me")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def table(game: str, language: Language, seed: int) -> GameSetup:
    match game:
        case "werewolf":
            return WerewolfSetup(language=language, players=seat_names(8, language))
        case "onenight":
            return OneNightSetup(language=language, players=greek(8, language))
        case _:
            return MysterySetup(script=generate(seed, players=4, lang=language), rounds=2)


def speeches(game: str, language: Language, method: str, seed: int) -> Iterator[Event]:
    setup = laid(table(game, language, seed), model=BUILT_IN, method=method, seed=seed, context=1_000_000)
    record = recorded(setup, play(setup))
    return (event for event in events(record) if event.kind in SPOKEN and event.text)


def names(text: str, player: Player) -> bool:
    return bool(re.search(rf"(?<!\d){re.escape(player)}(?!\d)", text))


@each_language
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", ["plain", "think-thrice"])
def test_nobody_speaks_of_themselves_by_name(method: str, game: str, language: Language):
    """What one did, what was done to one, and what one retells of a list in which one stands by name."""
    said = [*speeches(game, language, method, 600)]
    assert said
    assert not [each.text for each in said if names(each.text, each.actor or "")]


def test_a_reason_in_the_first_person_tells_no_fact_anew():
    """Whoever hears it would count what it rests on twice."""
    for language in LANGUAGES:
        for game in ("werewolf", "onenight"):
            me, other, *_ = everybody = table(game, language, 1).players
            known = words("phrases", language, f"parlour.games.{game}.reader")
            rows = {name: row for name, row in known.items() if name.endswith(PARTS)}
            assert {
                name.removesuffix(part) for name in rows for part in PARTS if name.endswith(part)
            } <= known.keys()
            for row in rows.values():
                for wording in [row] if isinstance(row, str) else row:
                    text = wording.format(by=other, about=other)
                    assert not names(text, me)
                    assert not read(text, language, speaker=me, names=everybody).facts
