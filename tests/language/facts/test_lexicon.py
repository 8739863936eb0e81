from __future__ import annotations

from parlour.language.facts import WordKind, converses, entries, say
from tests.cases import cases
from tests.language.facts.stories import LANGUAGES


@cases("language", LANGUAGES)
@cases("kind", WordKind)
def test_no_word_stands_for_two_ids_of_a_kind(kind: WordKind, language: str):
    words = [word for entry in entries(kind).values() for word in entry.words[language]]  # pyright: ignore
    assert len(words) == len(set(words))


def test_every_thing_kills_in_a_manner_that_both_languages_can_say():
    for thing in entries(WordKind.THING):
        assert all(say(WordKind.THING, thing, language, "killed") for language in LANGUAGES)


def test_a_relation_is_a_converse_of_each_of_its_converses():
    for relation in entries(WordKind.RELATION):
        assert converses(relation)
        assert all(relation in converses(other) for other in converses(relation))
