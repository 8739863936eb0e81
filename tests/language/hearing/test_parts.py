"""A remark that says several things is heard part by part."""

from __future__ import annotations

from parlour.language.facts import Language, Slot
from parlour.language.hearing import hear
from parlour.language.hearing.clauses import comma_parts, sentences
from tests.cases import cases
from tests.language.hearing.scoring import Line, table

SEVEN, EIGHT = Slot(38), Slot(40)


def told(
    text: str, language: Language, *, game: str = "mystery", asked: str = ""
) -> list[tuple[object, ...]]:
    """The acts that are heard, in order, each with what fills its slots."""
    at = table(Line(text=text, means=(), asked=asked), game, language)
    return [(each.act.kind, *(value for _, value in each.act.slots)) for each in hear(text, at).heard]


def test_each_of_four_sentences_is_heard():
    text = (
        "I was in the lobby at 7. I saw Conrad in the bar at 8. "
        "Agatha is hiding something. Violet, where were you at 7?"
    )
    assert told(text, "en") == [
        ("was", "Sylvia", "lobby", SEVEN),
        ("saw", "Sylvia", "Conrad", "bar", EIGHT),
        ("suspect", "Agatha"),
        ("ask_where", "Violet", SEVEN),
    ]


@cases("stop", ["。", "，"])
def test_so_is_each_part_of_a_chinese_remark_between_stops_or_commas(stop: str):
    parts = ("我七点在大堂", "八点我在酒吧看见了顾维安", "沈月娥肯定在撒谎", "我信贺芳菲")
    assert told(stop.join(parts), "zh") == [
        ("was", "许念慈", "lobby", SEVEN),
        ("saw", "许念慈", "顾维安", "bar", EIGHT),
        ("suspect", "沈月娥"),
        ("trust", "贺芳菲"),
    ]


def test_what_answers_the_question_answers_it_once():
    text = "The lobby, 7ish. Conrad is lying through his teeth. I trust Agatha. Violet quarrelled with Nora."
    found = told(text, "en", asked="Where were you at 7:00?")
    assert found[0] == ("was", "Sylvia", "lobby", SEVEN)
    assert [each[0] for each in found].count("was") == 1


def test_the_part_that_is_not_understood_is_named():
    text = "I was in the lobby at 7. Conrad wears green socks. I saw Agatha in the bar at 8."
    found = hear(text, table(Line(text=text, means=()), "mystery", "en"))
    assert [each.act.kind for each in found.heard] == ["was", "saw"]
    assert found.unheard == ("Conrad wears green socks",)


@cases(
    ("text", "language", "parts"),
    [
        ("I was in the bar. 8:30, I think?! Yes", "en", ("I was in the bar.", "8:30, I think?!", "Yes")),
        ("At 7.30 in the bar... with Conrad", "en", ("At 7.30 in the bar...", "with Conrad")),
        ("So. :) Conrad it is. :)", "en", ("So.", ":) Conrad it is. :)")),
        ("我在大堂。。。八点？！ 对", "zh", ("我在大堂。。。", "八点？！", "对")),
        ("", "en", ("",)),
    ],
)
def test_sentences_end_where_one_stops(text: str, language: Language, parts: tuple[str, ...]):
    assert sentences(text, language) == parts


@cases(
    ("text", "language", "parts"),
    [
        ("no, not me, I saw nobody, honest", "en", ("no, not me,", "I saw nobody, honest")),
        (
            "I was in the bar, Conrad was not there, so",
            "en",
            ("I was in the bar,", "Conrad was not there, so"),
        ),
        ("我七点在大堂，真的，八点在酒吧", "zh", ("我七点在大堂，真的，", "八点在酒吧")),
    ],
)
def test_few_words_between_commas_stay_with_their_neighbour(
    text: str, language: Language, parts: tuple[str, ...]
):
    assert comma_parts(text, language) == parts
