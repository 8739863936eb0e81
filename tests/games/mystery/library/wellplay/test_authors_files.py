"""The authors' own files; the figures are those of an audit made without this importer."""

from collections import Counter
from pathlib import Path

import pytest

from parlour.evaluation import Column, estimate
from parlour.games.mystery import Aspect, Category, Script
from parlour.games.mystery.answers import ceiling
from parlour.games.mystery.library import flags, import_folder, loads, repairs, saves
from parlour.games.mystery.verbs.statistics import statistics
from parlour.games.mystery.wellplay import key_state, repair_key, row_digest
from parlour.llm import Language

COUNTS = {
    "death-wears-white": (9, 1, 10, 102, 72, 184),
    "ghost-revenge": (7, 3, 19, 152, 69, 240),
    "unfinished-love": (7, 2, 12, 61, 72, 145),
    "oriental-star-cruise-incident": (5, 1, 4, 24, 30, 58),
    "sin": (4, 1, 3, 20, 21, 44),
    "deadly-fountain": (4, 1, 3, 21, 12, 36),
    "desperate-sunshine": (4, 1, 3, 18, 36, 57),
    "solitary-boat-firefly": (6, 4, 20, 109, 69, 198),
}
FLAGS = {
    ("ghost-revenge", "en"): {"repaired-columns": 1, "two-keys-single-choice": 1},
    ("ghost-revenge", "zh"): {"key-in-e": 1, "repeated-key": 1, "two-keys-single-choice": 1},
    ("solitary-boat-firefly", "en"): {"no-text": 3, "text-from-others": 3, "repeated-option": 4},
    ("solitary-boat-firefly", "zh"): {"repeated-option": 4},
    ("unfinished-love", "en"): {"no-text": 1, "repeated-option": 10},
    ("unfinished-love", "zh"): {"repeated-option": 10},
    ("death-wears-white", "en"): {"repeated-option": 1},
    ("death-wears-white", "zh"): {"repeated-option": 1},
}
CONTRADICTIONS = {"ghost-revenge": 12, "oriental-star-cruise-incident": 4}


@pytest.fixture(scope="session")
def scripts(wellplay: Path) -> dict[tuple[str, str], Script]:
    return {(script.story, script.language): script for script, _ in import_folder(wellplay)}


def test_counts_are_those_of_the_audit(scripts: dict[tuple[str, str], Script]):
    for language in ("en", "zh"):
        for story in COUNTS:
            script = scripts[story, language]
            rows = [script.rows(category) for category in (*Category, None)]
            assert (len(script.players), len(script.victims), *rows) == COUNTS[story]


def test_faults_are_those_of_the_audit(scripts: dict[tuple[str, str], Script]):
    for language in ("en", "zh"):
        for story in COUNTS:
            found = flags(scripts[story, language])
            for flag, count in FLAGS.get((story, language), {}).items():
                assert found[flag] == count
            assert found.get("key-contradicts-murderers", 0) == CONTRADICTIONS.get(story, 0)
            assert ("murderers-differ-by-language" in found) == (story == "ghost-revenge")
            assert ("victim-killed-by-nobody" in found) == (story == "ghost-revenge")
            for flag in ("no-key", "no-points", "no-questions", "key-as-text", "blank-option"):
                assert flag not in found


def test_the_patch_that_ships_is_what_the_authors_own_murderers_say(scripts: dict[tuple[str, str], Script]):
    for (story, _), script in scripts.items():
        found = repairs(script)
        assert len(found) == CONTRADICTIONS.get(story, 0)
        wrong = [each for each in script.questions if key_state(each) != "sound"]
        assert all(key_state(each) == "repaired" and row_digest(each) in found for each in wrong)
        for question in wrong:
            right = repair_key(question)
            assert right
            assert len(right.key) == 1
            assert not set(right.key) & set(question.key)


def test_whoever_knows_everything_reaches_no_more_than_the_keys_allow(scripts: dict[tuple[str, str], Script]):
    for language in ("en", "zh"):
        told = {story: ceiling(script) for (story, each), script in scripts.items() if each == language}
        assert estimate(list(told.values()), "overall").value == pytest.approx(0.980, abs=6e-4)
        assert estimate(list(told.values()), "overall", Column.REPAIRED).value == 1
        assert estimate([told["ghost-revenge"]], "overall").value == pytest.approx(0.945, abs=6e-4)
        assert estimate([told["ghost-revenge"]], "reasoning").value == pytest.approx(140 / 152)
        assert estimate([told["sin"]], "overall").value == 1


@pytest.mark.parametrize(("language", "share"), [("en", 1.02), ("zh", 0.58)])
def test_the_statistics_are_those_of_the_paper(
    scripts: dict[tuple[str, str], Script], language: Language, share: float
):
    """But for tokens: ours are estimated for a tokenizer that spends far fewer on Chinese."""
    own = [script for (_, each), script in scripts.items() if each == language]
    rows = [row for row in statistics(own, language) if row.ours]
    assert len(rows) == len(COUNTS) + 1
    for row in rows:
        assert row.ours
        assert row.ours.questions == row.published.questions
        assert (row.ours.players, row.ours.victims) == (row.published.players, row.published.victims)
        assert row.ours.tokens / row.published.tokens == pytest.approx(share, abs=0.08)


def test_ids_are_the_slugs_of_the_titles(scripts: dict[tuple[str, str], Script]):
    assert len(scripts) == 16
    assert (scripts["sin", "en"].id, scripts["sin", "zh"].id) == ("sin", "罪恶")
    assert scripts["death-wears-white", "en"].title == "Death Wears White"


def test_murderers_are_those_who_say_they_did_it(scripts: dict[tuple[str, str], Script]):
    def murderers(story: str, language: str) -> list[tuple[str, ...]]:
        return [victim.murderers for victim in scripts[story, language].victims]

    assert murderers("sin", "en") == [("Chief Wang",)]
    assert murderers("ghost-revenge", "zh") == [(), ("夏仲鹏",), ("阿明", "夏仲鹏")]
    assert murderers("ghost-revenge", "en") == [(), ("Xia Zhongpeng",), ("Aming",)]
    by_two = [("Tian Chou",), ("Tian Chou",), ("Yu Sunian",), ("Yu Sunian",)]
    assert murderers("solitary-boat-firefly", "en") == by_two


def test_names_that_differ_are_matched(scripts: dict[tuple[str, str], Script]):
    firefly, ghost = scripts["solitary-boat-firefly", "en"], scripts["ghost-revenge", "en"]
    aliases = {each.name: each.aliases for script in (firefly, ghost) for each in script.characters}
    assert "Su Nian" in aliases["Yu Sunian"]
    assert "Yu Zhu Chengmu" in aliases["Yu Zu Chengmu"]
    assert [victim.name for victim in firefly.victims][1:2] == ["Bao Liu"]
    assert "Taitai" in firefly.victims[3].aliases
    assert "unsure-names" in scripts["sin", "en"].flags


def test_both_languages_ask_the_same_aspects(scripts: dict[tuple[str, str], Script]):
    def aspects(story: str, language: str) -> Counter[Aspect]:
        return Counter(question.aspect for question in scripts[story, language].questions)

    for story in COUNTS:
        english, chinese = aspects(story, "en"), aspects(story, "zh")
        assert sum((english - chinese).values()) <= len(scripts[story, "en"].questions) // 20


def test_no_spelt_out_line_break_is_left(scripts: dict[tuple[str, str], Script]):
    for script in scripts.values():
        assert all("\\" not in act for character in script.characters for act in character.acts)


def test_all_of_them_go_through_the_form_unchanged(scripts: dict[tuple[str, str], Script]):
    for script in scripts.values():
        assert loads(saves(script)) == script


def test_one_language_and_one_game_can_be_imported_alone(wellplay: Path):
    assert len(import_folder(wellplay, "zh")) == 8
    assert {script.language for script, _ in import_folder(wellplay / "english")} == {"en"}
    (alone,) = import_folder(next((wellplay / "english").glob("Sin*")))
    assert alone[0].id == "sin"
