from __future__ import annotations

from parlour.language.facts import WordKind, converses, entries, say, settings
from tests.cases import cases
from tests.language.facts.stories import LANGUAGES


@cases("kind", [kind for kind in WordKind if kind not in (WordKind.TRUST, WordKind.SUSPICION, WordKind.CARD)])
def test_every_kind_has_a_dozen_ids_at_least(kind: WordKind):
    assert len(entries(kind)) >= 12


@cases("language", LANGUAGES)
@cases("kind", WordKind)
def test_no_word_stands_for_two_ids_of_a_kind(kind: WordKind, language: str):
    words = [word for entry in entries(kind).values() for word in entry.words[language]]  # pyright: ignore
    assert len(words) == len(set(words))


def test_every_place_lies_in_a_setting_and_every_setting_has_room_to_move():
    assert {place for places in settings().values() for place in places} == set(entries(WordKind.PLACE))
    assert len(settings()) >= 3
    assert all(len(places) >= 8 for places in settings().values())


def test_every_thing_kills_in_a_manner_that_both_languages_can_say():
    for thing in entries(WordKind.THING):
        assert all(say(WordKind.THING, thing, language, "killed") for language in LANGUAGES)


def test_a_relation_is_a_converse_of_each_of_its_converses():
    for relation in entries(WordKind.RELATION):
        assert converses(relation)
        assert all(relation in converses(other) for other in converses(relation))


def test_kinship_turns_round_to_whatever_the_other_may_be():
    assert set(converses("elder_sister")) == {"younger_sister", "younger_brother"}
    assert converses("employer") == ("employee",)
