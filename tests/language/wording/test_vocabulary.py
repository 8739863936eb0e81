"""What methods' prompts say of a game: each in its own words, in both languages, or in the usual ones."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.core import GAMES, find_game
from parlour.errors import TemplateError
from parlour.language.wording import MethodTemplates, Phrases, Vocabulary
from parlour.llm import Language
from tests.cases import cases
from tests.language.wording.test_interface import HALF_WIDTH, wanted

SHIPPED = ("mystery", "onenight", "werewolf")
USUAL = Phrases("parlour.language.wording.vocabulary")
OF_ONE = ("recall_", "goal_", "role_")
"""How words begin that are of one kind of request or of one role."""
LANGUAGES: tuple[Language, ...] = ("en", "zh")
STRANGER = replace(find_game("werewolf"), name="stranger", package="tests.language.wording")


@cases("game", SHIPPED)
@cases("language", LANGUAGES)
def test_a_game_says_what_the_usual_words_know_and_names_what_a_prompt_is_given(
    game: str, language: Language
):
    for key, phrase in Phrases(find_game(game).package, "vocabulary").all(language).items():
        assert key in USUAL.all(language) or key.startswith(OF_ONE)
        assert wanted(phrase) <= {"victim", "who", *USUAL.all(language), "recall_kill"}


@cases("game", [*SHIPPED, None])
def test_both_languages_have_the_same_words_but_for_those_of_grammar(game: str | None):
    words = Phrases(find_game(game).package, "vocabulary") if game else USUAL
    english, chinese = (words.all(language) for language in LANGUAGES)
    of_grammar = {"liked", "disliked", "bears_on", "timeline", "tell_guilty", "tell_innocent"}
    assert english.keys() ^ chinese.keys() <= of_grammar
    for phrase in chinese.values():
        assert not HALF_WIDTH.search(re.sub(r"\{\w+\}", "名", phrase))


def test_a_phrase_is_filled_with_what_the_prompt_is_about_and_with_other_words():
    words = Vocabulary(game=find_game("mystery"), language="en", given={"victim": "Vera"})
    assert words["riddle"] == "who killed Vera"
    usual = Vocabulary(game=STRANGER, language="en", given={})
    assert usual["topic"] == usual["riddle"] == "who is on the hidden side"
    assert usual.either("goal_spy", "goal_find").startswith("Know which")


def test_a_phrase_that_lacks_what_it_names_is_refused():
    with pytest.raises(TemplateError, match=r"words/vocabulary\.en\.yaml: victim"):
        _ = Vocabulary(game=find_game("mystery"), language="en", given={})["riddle"]
    with pytest.raises(TemplateError, match="goal_spy"):
        Vocabulary(game=STRANGER, language="en", given={}).either("goal_spy")


@cases("language", LANGUAGES)
def test_ten_questions_can_be_asked_in_every_game(language: Language):
    for game in (*GAMES.load_all().values(), STRANGER):
        words = Vocabulary(game=game, language=language, given={"victim": "Vera"})
        assert len(words["questions"].splitlines()) == 10


@cases("language", LANGUAGES)
def test_a_method_speaks_of_a_game_that_it_has_never_heard_of(language: Language):
    told = MethodTemplates("parlour.methods.player_star").speak(
        "gain", STRANGER, language, suspect="Ann", words=["a", "b"], victim="", killed=False
    )
    assert USUAL.all(language)["riddle"] in told


def test_a_game_may_bring_a_template_of_a_method_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    brought = tmp_path / "brought_game" / "prompts" / "en" / "humanized"
    brought.mkdir(parents=True)
    (tmp_path / "brought_game" / "__init__.py").touch()
    (brought / "judge.md.j2").write_text("Which of {{ others | join(', ') }} is it: {{ game.riddle }}?")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    game = replace(STRANGER, package="brought_game")
    told = MethodTemplates("parlour.methods.humanized").speak("judge", game, "en", others=["Ann", "Ben"])
    assert told == "Which of Ann, Ben is it: who is on the hidden side?"
