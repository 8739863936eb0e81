"""Games in which whoever wants to speak takes the floor: played, replayed and audited as all others are."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.arena import Act, NullObserver, Record, Setup
from parlour.core import Request
from parlour.evaluation import audit
from parlour.llm import BUILT_IN, Language
from tests.arena.playing import play, played_again, recorded

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")
TABLES: tuple[dict[str, Any], ...] = (
    {"name": "werewolf"},
    {"name": "onenight"},
    {"name": "onenight", "rules": "people", "rounds": 2},
)


def setup_of(game: dict[str, Any], method: str, language: Language = "en") -> Setup:
    model = {} if method == "random" else {"model": BUILT_IN, "context": 1_000_000}
    seats = [{"player": name, "method": method, **model} for name in NAMES]
    told = {"game": {"players": NAMES, "language": language, **game}, "seed": 4, "language": language}
    return Setup.model_validate({**told, "seats": seats})


def played(game: dict[str, Any], method: str, language: Language = "en") -> Record:
    setup = setup_of(game, method, language)
    return recorded(setup, play(setup))


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize(
    ("talk", "method", "language"),
    [
        ("bidding", "plain", "zh"),
        ("open", "plain", "en"),
        ("open", "humanized", "zh"),
        ("bidding", "random", "en"),
    ],
)
def test_a_game_of_free_talk_replays_byte_for_byte_and_leaks_nothing(
    game: dict[str, Any], talk: str, method: str, language: Language
):
    record = played({**game, "talk": talk}, method, language)
    assert any(isinstance(each, Act) and ".bid." in each.request for each in record.items)
    assert audit(record) == []
    assert played_again(record).difference is None


class Eavesdropper(NullObserver):
    listens = True

    def __init__(self) -> None:
        self.heard = 0

    def spoke(self, request: Request, chunk: str) -> None:
        self.heard += 1


def test_nobody_hears_a_speech_as_it_forms_that_may_be_cut():
    for talk, is_streamed in (("bidding", True), ("open", False)):
        observer = Eavesdropper()
        play(setup_of({"name": "werewolf", "talk": talk, "days": 1}, "plain"), observer=observer)
        assert bool(observer.heard) is is_streamed
