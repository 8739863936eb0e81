"""The form as it is filled in becomes the table that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

import pytest
from pydantic import JsonValue

from parlour.arena import HUMAN
from parlour.core import GAMES as GAMES_THERE
from parlour.core import MEN, WOMEN, find_game
from parlour.errors import FieldError
from parlour.games.mystery import generate, library
from parlour.games.mystery.asking import MysteryAsked
from parlour.language.wording import Phrases
from parlour.web.pages.lobby.draft import TableDraft

SCREENS = (
    "about", "play", "generated_hint", "rule_", "help_", "role_", "team_", "request_", "say_", "to_fellows",
    "phase_", "fate_", "truth_is", "won_",
)  # fmt: skip
"""What the phrases of a game for screens begin with; the others stand in the same files for prompts."""
GAMES = tuple(GAMES_THERE.load_all())


def test_an_untouched_form_opens_every_game():
    for game in GAMES:
        seen = TableDraft(language="zh", game=game).request().preview()
        assert (seen.game, seen.language) == (game, "zh")


def test_a_table_of_ones_own_asks_about_the_story_only_where_that_is_switched_on():
    draft = TableDraft(language="en", game="mystery", seed=4)
    game = draft.request().game
    assert isinstance(game, MysteryAsked)
    assert not game.answers
    draft.told_of_game().pop("answers")  # as the switch does
    assert draft.request().game == MysteryAsked(answers=True)


def test_seats_are_called_by_peoples_names_until_the_games_own_are_chosen():
    for game in ("werewolf", "onenight"):
        draft = TableDraft(language="en", game=game)
        assert draft.told_of_game()["names"] == "people"
        assert set(draft.request().preview().players) <= WOMEN | MEN
        del draft.told_of_game()["names"]
        assert not set(draft.request().preview().players) & (WOMEN | MEN)


def test_what_is_told_of_seats_that_are_not_there_any_more_is_left_out():
    draft = TableDraft(
        language="en", told={"mystery": {"players": 4}}, seats={1: (HUMAN, ""), 6: ("random", "")}
    )
    assert [seat.player for seat in draft.request(4).seats] == ["1"]
    assert [seat.player for seat in draft.request(6).seats] == ["1", "6"]


def test_a_story_is_made_taken_from_the_shelf_or_uploaded():
    told: dict[str, JsonValue] = {"script": "teahouse", "yaml": library.saves(generate(4, lang="zh"))}
    draft = TableDraft(language="en", source="shelf", told={"mystery": {**told, "victims": 2}})
    assert draft.request().preview().title == "Plum Rain at Willow Ferry"
    draft.source = "upload"
    assert draft.request().preview().language == "zh"


def test_it_is_known_whether_the_reader_would_have_to_read_free_prose():
    draft = TableDraft(language="en", model="openai:gpt-4o-mini")
    assert not draft.is_read(4)
    draft.seats = {2: ("plain", "reader")}
    assert draft.is_read(4)
    assert not draft.is_read(1)
    draft.seats = {2: ("random", "reader"), 3: (HUMAN, "")}
    assert not draft.is_read(4)
    draft.model = "reader"
    assert draft.is_read(4)
    draft.seats = dict.fromkeys(range(1, 5), (HUMAN, ""))
    assert not draft.is_read(4)


def test_an_upload_that_has_not_come_is_no_table_yet():
    assert not TableDraft(language="en", source="upload").is_complete
    assert TableDraft(language="en", source="upload", game="werewolf").is_complete
    assert TableDraft(language="en", source="upload", told={"mystery": {"yaml": "title: Half"}}).is_complete


def test_what_is_wrong_is_told_by_the_field_that_the_form_shows():
    with pytest.raises(FieldError) as raised:
        TableDraft(language="en", told={"mystery": {"players": 99}}).request()
    assert raised.value.field == "game.players"
    with pytest.raises(FieldError) as raised:
        TableDraft(language="en", seconds=1).request()
    assert raised.value.field == "seconds"


def test_a_seed_that_nobody_typed_cannot_be_guessed():
    drafts = [TableDraft(language="en") for _ in range(50)]
    assert len({draft.seed for draft in drafts}) == 50
    assert max(draft.seed for draft in drafts) > 2**100
    draft = drafts[0]
    before, draft.is_seed_named = draft.seed, True
    draft.draw_seed()
    assert draft.seed != before
    assert not draft.is_seed_named


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_same_phrases_for_screens_in_both_languages(game: str):
    english, chinese = (_for_screens(Phrases(find_game(game).package).all(each)) for each in ("en", "zh"))
    assert list(english) == list(chinese)
    assert {key.partition("_")[0] for key in english} >= {"about", "rule", "request", "role", "won"}
    for key, phrase in english.items():
        places = [{place for _, place, _, _ in Formatter().parse(said)} for said in (phrase, chinese[key])]
        assert places[0] - {None} == places[1] - {None}, key


def _for_screens(phrases: Mapping[str, str]) -> dict[str, str]:
    return {key: said for key, said in phrases.items() if key.startswith(SCREENS)}
