"""What the reader makes a graph of."""

from __future__ import annotations

from random import Random

import pytest
from parlour.games.mystery import MysterySetup
from parlour.language.facts import Accusation, Fact, render
from parlour.llm import Language, Part, Prompt
from parlour.reader import game_reader

from parlour_lightrag.graphing import Keywords, Related
from talk import head, table

SAID: dict[Language, str] = {"en": "{0} says: {1}", "zh": "{0}说：{1}"}
IDLE: dict[Language, str] = {"en": "It was a quiet evening.", "zh": "今晚很安静。"}
each_language = pytest.mark.parametrize("language", ["en", "zh"])


def people(language: Language) -> tuple[str, str, str]:
    """Two players of a mystery, and whom it is about."""
    setup = MysterySetup.of(table("mystery", language))
    one, two, *_ = setup.players
    return one, two, setup.script.victims[0].name


def prompt(language: Language, game: str, *user: str) -> Prompt:
    return Prompt(
        player=people(language)[0],
        request="1",
        purpose="graph",
        language=language,
        system=head(game, language),
        user=tuple(Part(text=text) for text in user),
    )


def said(language: Language, by: str, *facts: Fact) -> str:
    words = " ".join(render(fact, language, Random(1), speaker=by) for fact in facts)
    return SAID[language].format(by, words or IDLE[language])


@each_language
def test_a_passage_becomes_people_and_what_is_between_them_in_the_third_person(language: Language):
    one, two, victim = people(language)
    fact = Accusation(by=one, whom=two, victim=victim)
    passage = prompt(language, "mystery", said(language, one, fact))
    names = (one, two)
    entities = Related(part="entities", names=names).read(passage, game_reader("mystery"))
    relations = Related(part="relations", names=names).read(passage, game_reader("mystery"))
    assert [each["name"] for each in entities] == [one, two, victim]
    assert {(each["source"], each["target"]) for each in relations} == {
        (one, two),
        (one, victim),
        (two, victim),
    }
    told = {str(each["description"]) for each in (*entities, *relations)}
    assert all(name in sentence for sentence in told for name in (one, two, victim))


@each_language
@pytest.mark.parametrize("game", ["mystery", "werewolf"])
def test_the_keywords_of_a_question_are_whom_it_names_and_what_the_game_turns_on(
    language: Language, game: str
):
    one, two, _ = people(language)
    question = prompt(language, game, f"{two}? {one}!")
    assert Keywords(part="details", names=people(language)).read(question, game_reader(game)) == [one, two]
    themes = Keywords(part="themes", names=people(language)).read(question, game_reader(game))
    assert (({"en": "motive", "zh": "动机"}[language]) in themes) == (game == "mystery")
