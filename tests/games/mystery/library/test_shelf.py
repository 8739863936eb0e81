from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from parlour.errors import UnknownScript
from parlour.games.mystery import Script
from parlour.games.mystery.library import add, find, flags, folder, save, shelf

Story = Callable[..., Script]


@pytest.fixture(autouse=True)
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_SCRIPTS", str(tmp_path / "scripts"))
    return tmp_path / "scripts"


def test_an_added_script_is_found_by_id_title_and_file(story: Story, scripts: Path):
    kept = add(story())
    assert kept.id == "the-locked-mill"
    assert find("the-locked-mill") == find("The Locked Mill") == kept
    assert find(str(scripts / "the-locked-mill.yaml")) == kept


def test_the_language_picks_the_translation_of_a_story(story: Story):
    add(story(story="mill"))
    add(story(title="磨坊", language="zh", story="mill"))
    assert find("mill").language == "en"
    assert find("mill", "zh").title == "磨坊"
    assert find("磨坊").language == "zh"
    assert find("磨坊", "en").title == "The Locked Mill"


def test_a_missing_translation_is_named(story: Story):
    add(story())
    with pytest.raises(UnknownScript, match="not there in 'zh', but in en"):
        find("the-locked-mill", "zh")


def test_an_unknown_script_names_the_nearest(story: Story):
    add(story())
    add(story(title="Sin"))
    with pytest.raises(UnknownScript, match="there is the-locked-mill"):
        find("locked-mill")


def test_another_script_of_the_same_title_gets_a_number(story: Story):
    cast = [{"name": name, "acts": ["…"]} for name in ("Xu", "Yi", "Zo")]
    other = story(characters=cast, victims=[{"name": "Dee"}])
    assert [add(story()).id, add(other).id] == ["the-locked-mill", "the-locked-mill-2"]
    assert find("the-locked-mill-2").players == ("Xu", "Yi", "Zo")


def test_adding_the_same_script_again_replaces_it(story: Story, scripts: Path):
    add(story())
    kept = add(story(synopsis="Now with one."))
    assert kept.id == "the-locked-mill"
    assert [path.name for path in scripts.iterdir()] == ["the-locked-mill.yaml"]
    assert find("the-locked-mill").synopsis == "Now with one."


@pytest.fixture
def shipped(story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one script that ships, in a folder of its own: a broken guard then overwrites none of ours."""

    def ours(_package: str) -> Path:
        return tmp_path

    path = tmp_path / "shipped" / "mill.yaml"
    path.parent.mkdir()
    save(story(), path)
    monkeypatch.setattr(import_module("parlour.games.mystery.library.shelf"), "files", ours)
    return path


def test_an_import_of_a_script_that_ships_stands_beside_it_and_never_replaces_it(
    story: Story, scripts: Path, shipped: Path
):
    before = shipped.read_bytes()
    kept = add(story(synopsis="Somebody's own."))
    assert kept.id == "the-locked-mill-2"
    assert shipped.read_bytes() == before
    assert [path.name for path in scripts.iterdir()] == ["the-locked-mill-2.yaml"]
    assert find("the-locked-mill") == story(id="the-locked-mill")
    assert find("the-locked-mill-2").synopsis == "Somebody's own."
    assert add(story(synopsis="Repaired.")).id == "the-locked-mill-2"


def test_a_file_that_claims_the_id_of_a_script_that_ships_does_not_get_it(
    story: Story, scripts: Path, shipped: Path
):
    scripts.mkdir()
    save(story(synopsis="Somebody's own."), scripts / "a.yaml")
    assert {entry.script.id: entry.path for entry in shelf().entries} == {
        "the-locked-mill": shipped,
        "the-locked-mill-2": scripts / "a.yaml",
    }
    assert not find("the-locked-mill").synopsis


def test_a_broken_file_does_not_hide_the_others(story: Story, scripts: Path):
    add(story())
    (scripts / "broken.yaml").write_text("title: [")
    assert [error.file for error in shelf().broken] == [str(scripts / "broken.yaml")]
    assert find("the-locked-mill").title == "The Locked Mill"


def test_every_script_that_ships_is_in_the_form():
    broken = [str(error) for error in shelf().broken]
    assert broken == []
    assert all(entry.path.parent.name == "shipped" for entry in shelf().entries)


def test_without_a_setting_imports_are_kept_in_the_users_data(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("PARLOUR_SCRIPTS")
    assert folder().parts[-2:] == ("parlour", "scripts")


def test_flags_are_counted_once_for_each_player_asked(story: Story):
    row = {
        "aspect": "who",
        "points": 5,
        "text": "",
        "options": ["x", "y"],
        "key": ["a"],
        "flags": ["no-text"],
    }
    asked = [row, {**row, "asked_of": ["Ann", "Bo"]}]
    assert flags(story(questions=asked, flags=["names-differ"])) == {"names-differ": 1, "no-text": 5}
