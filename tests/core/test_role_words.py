"""A game adds its roles to the controlled language, and a bad file of one harms nobody else's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.core.role_words import roles_of
from tests.core.distributions import installed

MOON = """
role:
  moon_priest: {en: the moon priest | the priest, zh: 月祭司}
  seer: {en: the clairvoyant, zh: 通灵师}
"""
HEARD = """
import json, sys
from random import Random
from parlour.language.facts import RoleClaim, WordKind, entries, read, render

def heard(text, language):
    [fact] = read(text, language, speaker="Ann").facts
    return fact.role

rng = Random(1)
print(json.dumps({
    "roles": list(entries(WordKind.ROLE)),
    "heard": [heard(*each) for each in json.loads(sys.argv[1])],
    "said": render(RoleClaim(who="Ann", role="seer"), "en", rng, speaker="Ann"),
    "imported": "moon_games" in sys.modules or "parlour.games.werewolf" in sys.modules,
}))
"""


def bring(folder: Path, lexicon: str, package: str = "moon_games") -> None:
    """A package of a game that is never imported, with a lexicon."""
    installed(folder, package.replace("_", "-"), {package: f"{package}.game:GAME"}, group="parlour.games")
    words = folder / package / "words"
    words.mkdir(parents=True)
    (folder / package / "__init__.py").write_text("raise RuntimeError('imported')\n")
    (words / "lexicon.yaml").write_text(lexicon, encoding="utf-8")


def told(folder: Path, *said: tuple[str, str]) -> dict[str, object]:
    """What a process of its own, in which the game is installed, understands."""
    path = os.pathsep.join([os.fspath(folder), *sys.path])
    run = subprocess.run(
        [sys.executable, "-c", HEARD, json.dumps(said)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    return json.loads(run.stdout)


def test_what_a_game_calls_its_roles_is_understood_and_nothing_is_imported(tmp_path: Path):
    """A role that two games have is said in the words of the first, and understood in all."""
    bring(tmp_path, MOON)
    found = told(
        tmp_path,
        *(("I am the moon priest.", "en"), ("I am the priest.", "en"), ("我是月祭司。", "zh")),
        *(("I am the clairvoyant.", "en"), ("I am the seer.", "en"), ("我是通灵师。", "zh")),
    )
    assert found["heard"] == ["moon_priest"] * 3 + ["seer"] * 3
    assert "the seer" in str(found["said"])
    assert not found["imported"]


BAD = {
    "of_one_language": "role: {moon_priest: {en: the priest}}",
    "of_no_role": "role: {moon_priest: {en: the priest, zh: 祭司}}\ntyped: {en: {sun_priest: [sol]}}",
    "of_a_list": "role: {moon_priest: {en: the priest, zh: 祭司}}\ntyped: [sol]",
    "of_another_kind": "thing: {}",
    "of_half_a_list": "role: [",
    "of_lists": "- 1",
    "of_a_number": "1",
}


def test_a_bad_file_of_a_game_adds_nothing_and_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for package, lexicon in BAD.items():
        bring(tmp_path, lexicon, package)
    roles = told(tmp_path, ("I am the seer.", "en"))["roles"]
    assert isinstance(roles, list)
    assert "seer" in roles
    assert "moon_priest" not in roles
    monkeypatch.setattr("sys.path", [os.fspath(tmp_path), *sys.path])
    for package in BAD:
        with pytest.raises(ValueError, match=r"lexicon.yaml|expected"):
            roles_of(package)


def test_a_package_without_the_file_or_that_is_not_there_brings_nothing():
    assert roles_of("parlour.games.mystery") == {}
    assert roles_of("no_such_games.at.all") == {}
