"""Which stories are meant, and that another process gets the same ones."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from parlour.errors import UnknownScript, UsageError
from parlour.experiments import Story, Suite, cells, stories_of
from parlour.games.mystery import generate, generate_twins, library
from parlour.games.mystery.arms import MysteryArm
from parlour.games.mystery.stories import script_of
from parlour.games.mystery.wellplay import published_name
from parlour.games.mystery.wellplay import stories as wellplay
from parlour.llm import Language

find = stories_of("mystery").find


@pytest.fixture(autouse=True)
def own_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARLOUR_SCRIPTS", str(tmp_path))


def test_generated_stories_count_on_from_the_seed_and_differ_in_size():
    stories = find("generated", None, 8, 16)
    assert [story.seed for story in stories] == list(range(16, 24))
    sizes = [(len(script_of(story).players), len(script_of(story).victims)) for story in stories]
    assert sizes == [(players, victims) for victims in (1, 2) for players in (4, 5, 6, 7)]


def test_another_process_gets_the_same_story():
    [story] = find("generated", "zh", 1, 5)
    assert script_of(pickle.loads(pickle.dumps(story))) == script_of(story)
    assert script_of(story).language == "zh"


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_generated_stories_have_the_difficulty_that_is_asked_for(difficulty: str):
    told = stories_of("mystery").at_difficulty("generated", difficulty)
    assert stories_of("mystery").is_made(told)
    [story] = find(told, "en", 1, 3)
    script = script_of(pickle.loads(pickle.dumps(story)))
    assert (
        script.characters
        == generate(3, players=len(script.players), victims=1, difficulty=difficulty).characters
    )
    assert script.characters != script_of(Story(id="generated", language="en", seed=3)).characters
    assert stories_of("mystery").at_difficulty(told, "normal") == "generated"


def test_twins_are_asked_for_by_the_pair():
    told = stories_of("mystery").at_difficulty("twins", "3")
    assert (told, stories_of("mystery").at_difficulty(told, "normal")) == ("twins:3", "twins")
    assert stories_of("mystery").is_made(told)
    stories = find(told, "zh", 2, 6)
    assert [story.name for story in stories] == ["twin-a:3-6", "twin-b:3-6", "twin-a:3-7", "twin-b:3-7"]
    for number, (one, other) in enumerate(zip(stories[::2], stories[1::2], strict=True)):
        twins = generate_twins(6 + number, players=8, victims=1 + number, difficulty=3, lang="zh")
        assert (script_of(pickle.loads(pickle.dumps(one))), script_of(other)) == twins.scripts


@pytest.mark.parametrize(("game", "told"), [("mystery", "wellplay"), ("werewolf", "werewolf")])
def test_stories_that_are_no_harder_than_others_take_no_difficulty(game: str, told: str):
    with pytest.raises(UsageError, match="difficulty"):
        stories_of(game).at_difficulty(told, "hard")


def test_what_ships_and_what_was_imported_are_told_apart():
    with pytest.raises(UsageError, match="parlour scripts import wellplay FOLDER"):
        find("wellplay", "en", 1, 0)
    kept = library.add(generate(3, players=4))
    assert find("library", "en", 1, 0) == (Story(id=kept.id, language="en"),)
    shipped = {story.id for story in find("shipped", "en", 1, 0)}
    assert "the-night-the-light-stood-still" in shipped
    assert kept.id not in shipped
    with pytest.raises(UsageError, match="'zh'"):
        find("library", "zh", 1, 0)


@pytest.mark.parametrize(("title", "language"), [("Sin", "en"), ("江湖客栈", "zh"), ("曼娜", "zh")])
def test_wellplay_is_what_was_imported_of_it_and_no_story_of_ones_own(title: str, language: Language):
    library.add(generate(3, players=4, lang=language))
    with pytest.raises(UsageError, match="no script of WellPlay's"):
        find("wellplay", language, 1, 0)
    table = wellplay()[published_name(title.lower()) or ""]
    own = generate(4, players=table.players, victims=table.victims, lang=language)
    theirs = library.add(own.model_copy(update={"title": title, "id": title.lower()}))
    assert find("wellplay", language, 1, 0) == (Story(id=theirs.id, language=language),)


def test_scripts_are_named_by_id_story_or_file(tmp_path: Path):
    path = tmp_path / "mine.yaml"
    library.save(generate(3, players=4), path)
    first, second = find(f"lighthouse, {path}", None, 1, 0)
    assert script_of(first).id == library.find("lighthouse").id
    assert script_of(second).characters == library.load(path).characters
    with pytest.raises(UnknownScript):
        find("nowhere", None, 1, 0)


def test_a_cell_is_a_match_and_every_one_has_a_name_of_its_own():
    suite = Suite(
        name="two",
        title="",
        source="",
        conditions=(
            MysteryArm(name="played", method="plain"),
            MysteryArm(name="read", method="plain", is_played=False),
            MysteryArm(name="Chinese", method="plain", language="zh"),
        ),
        metrics=(),
        stories="generated",
        published={},
    )
    stories = [*find("generated", "en", 2, 0), *find("generated", "zh", 1, 0)]
    told = list(cells(suite, stories, games=2, evaluations=3))
    assert len({cell.key for cell in told}) == len(told) == 2 * 2 * (1 + 3) + 2 * (1 + 3 + 1)
    assert {cell.story.language for cell in told if cell.condition.name == "Chinese"} == {"zh"}
    assert {cell.evaluation for cell in told if cell.condition.name == "played"} == {1}
