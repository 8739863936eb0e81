"""A game from another package is listed, asked for, played and shown like ours; a broken one is told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.arena import GameSetup, Record, start_state
from parlour.core import EventKind, Request, RequestKind, find_game
from parlour.language.wording import GamePhrases
from parlour.llm import Language, ModelPool
from parlour.store import Store
from parlour.views import premise_of, truth
from parlour.web.api import catalogue
from parlour.web.export import page_of
from parlour.web.hosting import FeedLine, LiveMatch, Settings, form
from parlour.web.pages.lobby.draft import TableDraft, rules_of
from parlour.web.pages.lobby.form import about_game
from parlour.web.pages.stage import StageWords
from parlour.web.pages.table.answering import heading, pass_label, send_label, speech_label
from parlour.web.pages.table.head import MatchProgress
from parlour.web.pages.table.scene import Scene
from parlour.web.table_request import TableAsked, askable, broken
from tests.arena.mysteries import laid
from tests.web.hosting.houses import opened
from tests.web.played import play_through
from tests.web.strangers import BROKEN, stranger

__all__ = ["stranger"]


def dealt(game: str, language: Language) -> GameSetup:
    return TableAsked.model_validate({"game": {"name": game}, "language": language}).game.deal(1, language)


def test_it_is_listed_and_asked_for_like_ours_and_a_broken_one_is_told_in_one_sentence(stranger: str):
    assert tuple(askable()) == ("mystery", *sorted(set(askable()) - {"mystery", stranger}), stranger)
    (said,) = broken()
    assert BROKEN in said
    assert "parlour-harbour" in said
    assert asyncio.run(catalogue.problems()) == (said,)
    listed = {each.name: (each.fewest, each.most) for each in asyncio.run(catalogue.games())}
    assert listed[stranger] == (3, 10)
    schema = TableAsked.model_json_schema()
    assert schema["properties"]["game"]["discriminator"]["mapping"][stranger] == "#/$defs/HarbourAsked"
    assert len(schema["properties"]["game"]["oneOf"]) == len(askable())


def test_its_form_is_drawn_from_its_setup_and_opens_the_table_that_it_shows(stranger: str):
    rules = rules_of(stranger)
    assert {name: rule.widget for name, rule in rules.items()} == {
        **dict.fromkeys(("players", "rounds", "words"), "number"),
        "names": "choice",
        "called": "text",
    }
    assert (rules["rounds"].minimum, rules["rounds"].maximum, rules["rounds"].default) == (1, 10, 2)
    assert rules["rounds"].label(GamePhrases(stranger, "zh"), "zh") == "轮数"
    assert rules["words"].help(GamePhrases(stranger, "en"), "en") == "The limit of a speech."
    assert about_game(stranger, "en") == "For 3 to 10 players."
    draft = TableDraft(language="zh", game=stranger, told={stranger: {"players": 4, "rounds": 3}})
    seen = draft.request().preview()
    assert (seen.players, seen.roles) == (
        premise_of(dealt(stranger, "zh")).players[:4],
        {"traitor": 1, "loyal": 3},
    )
    assert (seen.language, seen.victims, seen.reader_plays) == ("zh", (), True)


def _requests(setup: GameSetup) -> Iterator[Request]:
    state = start_state(laid(setup))
    while not state.is_over:
        requests = state.requests()
        yield from requests
        state, _ = state.apply({each.id: state.fallback(each) for each in requests})


@pytest.mark.parametrize("language", ["en", "zh"])
def test_whatever_it_asks_and_tells_the_pages_have_words_for(
    stranger: str, language: Language, tmp_path: Path
):
    setup = dealt(stranger, language)
    with Store.open(str(tmp_path / "parlour.db")) as store:
        table = LiveMatch(store, ModelPool(), store.create(laid(setup)), Settings())
    scene = Scene(table=table, player=setup.players[0])
    requests = list(_requests(setup))
    assert {each.kind.name for each in requests} == {"speak", "vote"}
    for request in requests:
        asked = form("asked", request)
        said = [heading(scene, asked), send_label(scene, asked), pass_label(scene, asked)]
        said += [speech_label(scene, asked, None)] if asked.words else []
        assert all(said), request
    hoist = replace(requests[0], kind=RequestKind("hoist_sails"))
    assert heading(scene, form("asked", hoist)) == "hoist sails"
    assert scene.phrases.role("harbour_master") == "harbour master"


def test_what_its_kinds_say_of_themselves_decides_how_far_a_match_has_come(
    stranger: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    game = find_game(stranger)
    tide, sunk = EventKind("high_tide", opens=True), EventKind("sunk", removes=True)
    events = {**game.kinds.events, tide.name: tide, sunk.name: sunk}
    monkeypatch.setitem(game.__dict__, "kinds", replace(game.kinds, events=events))
    setup = dealt(stranger, "en")
    with Store.open(str(tmp_path / "parlour.db")) as store:
        table = LiveMatch(store, ModelPool(), store.create(laid(setup)), Settings())
    words = StageWords(table.setup)
    progress = MatchProgress(Scene(table=table, player=None), words)
    assert progress.phase(()) == "Before it begins"
    progress.state.take(FeedLine(number=1, type="event", kind=tide.name, round=2))
    progress.state.take(FeedLine(number=2, type="event", kind=sunk.name, chosen=(setup.players[1],)))
    assert progress.phase(()) == "high tide"
    assert words.face(progress.state, setup.players[1]).states == ("out of the game",)
    assert not words.face(progress.state, setup.players[0]).is_out


def test_a_match_of_it_is_played_and_its_page_says_who_it_was(stranger: str, tmp_path: Path):
    async def play() -> Record:
        async with opened(str(tmp_path / "parlour.db")) as house:
            return await play_through(house, dealt(stranger, "en"), "random")

    record = asyncio.run(play())
    true = truth(record)
    (traitor,) = true.culprits["traitor"]
    assert true.roles[traitor] == "traitor"
    assert sorted(true.roles.values()) == ["loyal"] * 4 + ["traitor"]
    page = page_of(record)
    assert "<title>" in page
    assert "Harbour" in page
    assert "traitor" in page
