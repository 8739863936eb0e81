"""Bandwagon in every installed game: its form is filled, nothing is at fault, a replay is the same."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from parlour.agents import Method
from parlour.arena import Act, Note, Record
from parlour.core import GAMES, asked_model, read_asked
from parlour.evaluation import metric
from parlour.experiments import Story, find_suite
from parlour.experiments.conformance import check_match, lay_alike
from parlour.llm import Language

import parlour_bandwagon
from parlour_bandwagon import METHOD

LANGUAGES: tuple[Language, ...] = ("en", "zh")


def played(game: str, language: Language) -> Record:
    return check_match(lay_alike(asked_model(game)(), "bandwagon", seed=2, language=language))


def test_it_is_a_method():
    method: Method = METHOD
    assert isinstance(METHOD, Method)
    assert method.wants_model


@pytest.mark.parametrize(("game", "language"), [*zip(GAMES.load_all(), cycle(LANGUAGES))])
def test_it_plays_every_game_and_fills_its_form(game: str, language: Language):
    record = played(game, language)
    thoughts = [each for each in record.items if isinstance(each, Note) and each.thought.kind == "crowd"]
    acts = [each for each in record.items if isinstance(each, Act)]
    assert thoughts
    assert len(thoughts) <= len(acts)
    for each in thoughts:
        body = each.thought.body
        assert body["leader"] in set(record.setup.players) - {each.player}
        assert body["strength"] in range(1, 6)
        assert body["why"]


@pytest.mark.parametrize("talk", ["bidding", "open"])
@pytest.mark.parametrize("game", ["onenight", "werewolf"])
def test_where_talk_is_free_it_bids_and_asks_its_model_only_for_what_it_says(game: str, talk: str):
    table = read_asked({"name": game, "talk": talk})
    record = check_match(lay_alike(table, "bandwagon", seed=2))
    kinds = [each.thought.kind for each in record.items if isinstance(each, Note)]
    acts = [each for each in record.items if isinstance(each, Act)]
    assert kinds.count("bid") > 0
    assert kinds.count("crowd") + kinds.count("bid") <= len(acts)


@pytest.mark.parametrize("name", ["ask", "follow"])
def test_its_words_stand_in_both_languages(name: str):
    folder = Path(parlour_bandwagon.__file__).parent / "prompts"
    english, chinese = ((folder / language / f"{name}.md.j2").read_text("utf-8") for language in LANGUAGES)
    assert english.isascii()
    assert any("\u3400" <= letter <= "\u9fff" for letter in chinese)


def test_it_is_no_longer_than_it_says():
    assert len(Path(parlour_bandwagon.__file__).read_text("utf-8").splitlines()) <= 40


def test_its_suite_sets_it_beside_plain_play_at_the_same_tables():
    suite = find_suite("bandwagon-onenight")
    assert [arm.method for arm in suite.conditions] == ["plain", "bandwagon"]
    story = Story(id="onenight", language="en", seed=3)
    setups = [arm.setup(story, 1) for arm in suite.conditions]
    assert setups[0] == setups[1]
    assert [metric(name).name for name in suite.metrics] == list(suite.metrics)
