from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from parlour.language.facts import (
    Accusation,
    Confirm,
    Language,
    Means,
    NameGuess,
    Presence,
    Sighting,
    Slot,
    Understanding,
    WhereWas,
    read,
    understand,
)
from tests.cases import cases
from tests.language.facts.stories import LANGUAGES, corpus

NAMES = ("Anna", "Ben", "Clara", "David", "Victor")
EVENING = range(36, 48)


def heard(text: str, victims: tuple[str, ...] = ("Victor",), hours: range = EVENING) -> Understanding:
    return understand(text, "en", NAMES, speaker="Anna", reader="Ben", victims=victims, hours=hours)


@dataclass(frozen=True)
class Score:
    total: int
    understood: int
    misread: tuple[str, ...]


def score(language: Language, part: str) -> Score:
    """How much of a corpus is understood; misread is whatever got a meaning that it does not have."""
    table = corpus(language)
    who = {"speaker": table["speaker"], "reader": table["reader"]}
    hours = range(table["hours"][0], table["hours"][1] + 1)
    tally: Counter[str] = Counter()
    misread: list[str] = []
    for plain, paraphrases in table[part].items():
        reading = read(plain, language, **who, names=table["names"])
        meant = reading.facts + reading.questions
        assert len(meant) == 1, plain
        for typed in paraphrases:
            got = understand(typed, language, table["names"], **who, victims=table["victims"], hours=hours)
            tally["total"] += 1
            tally["understood"] += got.meanings == meant and not got.unclear
            misread += [typed] if set(got.meanings) - set(meant) else []
    return Score(tally["total"], tally["understood"], tuple(misread))


@cases("language", LANGUAGES)
def test_nine_tenths_of_the_corpus_are_understood_and_nothing_is_misread(language: Language):
    got = score(language, "tuning")
    assert got.total >= 200
    assert got.understood >= 0.9 * got.total
    assert got.misread == ()


@cases("part", ["held_out", "fresh"])
@cases("language", LANGUAGES)
def test_what_was_not_tuned_on_is_not_misread_either(language: Language, part: str):
    assert score(language, part).misread == ()


@cases(
    ("language", "sentence"),
    [(language, sentence) for language in LANGUAGES for sentence in corpus(language, "hedged")],
)
def test_what_is_hedged_denied_or_cut_short_is_asked_back(language: Language, sentence: str):
    table = corpus(language)
    who = {"speaker": table["speaker"], "reader": table["reader"]}
    hours = range(table["hours"][0], table["hours"][1] + 1)
    got = understand(sentence, language, table["names"], **who, victims=table["victims"], hours=hours)
    assert got.meanings == ()
    assert got.unclear


def test_a_guess_at_a_name_is_reported():
    got = heard("i saw davd in the garden at 8")
    assert got.meanings == (Sighting(by="Anna", whom="David", place="garden", slot=Slot(40)),)
    assert got.guesses == (NameGuess(typed="davd", meant="David"),)


def test_without_the_hours_of_the_story_the_time_is_asked_back():
    got = heard("I was in the kitchen at 8:30", hours=range(0))
    assert got.unclear


def test_one_victim_goes_without_saying_and_of_two_one_must_be_named():
    assert heard("David did it").meanings == (Accusation(by="Anna", whom="David", victim="Victor"),)
    assert heard("David did it", victims=("Victor", "Clara")).unclear


def test_a_statement_with_a_question_mark_asks_whether_it_is_so():
    assert heard("you were in the kitchen at 9?").meanings == (
        Confirm(fact=Presence(who="Ben", place="kitchen", slot=Slot(42))),
    )


def test_you_is_whoever_is_addressed():
    assert heard("Clara, where were you at 9?").meanings == (WhereWas(who="Clara", slot=Slot(42)),)


AT_DEATH = [
    ("en", "Where were you when Victor was killed?", "WhereWas"),
    ("en", "where were you at the time of the murder", "WhereWas"),
    ("en", "Do you have an alibi?", "WhereWas"),
    ("en", "who did you see when the victim died?", "WhomSeenAnywhere"),
    ("zh", "维克多死的时候你在哪儿？", "WhereWas"),
    ("zh", "案发时你看见谁了？", "WhomSeenAnywhere"),
    ("zh", "你有不在场证明吗？", "WhereWas"),
]


@cases(("language", "text", "kind"), AT_DEATH)
def test_the_time_of_a_death_is_a_time_where_it_is_known(language: Language, text: str, kind: str):
    victim = {"en": "Victor", "zh": "维克多"}[language]
    names = (*NAMES[:3], victim)

    def got(*deaths: tuple[str, Slot]) -> Understanding:
        return understand(
            text, language, names, speaker="Anna", reader="Ben", victims=(victim,), deaths=dict(deaths)
        )

    (meaning,) = got((victim, Slot(41))).meanings
    assert (type(meaning).__name__, getattr(meaning, "slot", None)) == (kind, Slot(41))
    assert got().unclear


@cases(("language", "text"), [("en", "Good evening, I am Anna."), ("zh", "大家好，我是Anna。")])
def test_who_one_is_need_not_be_asked_back(language: Language, text: str):
    assert understand(text, language, NAMES, speaker="Anna") == Understanding()


def test_a_word_is_heard_whole_where_a_shorter_one_begins_it():
    got = understand("安眠药水我能拿到。", "zh", ("张三", "李四"), speaker="李四")
    assert got.meanings == (Means(who="李四", thing="sleeping_draught"),)


def test_several_remarks_are_understood_one_by_one():
    got = heard("I was in the kitchen at 8. Blah blah blah. where were you at 9?")
    assert got.meanings == (
        Presence(who="Anna", place="kitchen", slot=Slot(40)),
        WhereWas(who="Ben", slot=Slot(42)),
    )
    assert got.unclear == ("Blah blah blah.",)
