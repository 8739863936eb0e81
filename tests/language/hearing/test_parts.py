"""A remark that says several things is heard part by part."""

from __future__ import annotations

from dataclasses import replace

from parlour.language.facts import Language, Slot
from parlour.language.hearing import follow, hear
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


def acts_first(
    text: str, language: Language, to: str, asked: str, spoken_of: str = ""
) -> set[tuple[object, ...]]:
    """The acts of the first chip, each with its values."""
    at = table(Line(text=text, means=(), asked=asked, to=to or None), "mystery", language)
    first, *_ = hear(text, replace(at, spoken_of=spoken_of or None)).offered
    return {(each.act.kind, *(value for _, value in each.act.slots)) for each in first}


def test_nobody_and_something_more_is_still_an_answer():
    for text in ("nobody, and it was freezing", "no one else, just me", "nobody and that's the truth"):
        acts = acts_first(text, "en", "Conrad", "Whom did you see at 7:00?")
        assert acts == {("saw_nobody", "Sylvia", SEVEN)}, text
    acts = acts_first(
        "nobody, and i was in the bar the whole time", "en", "Conrad", "Whom did you see at 7:00?"
    )
    assert {act[0] for act in acts} == {"saw_nobody", "was"}
    for text in ("没别人，就我", "谁也没有，而且冷得要命", "没有其他人，只有我"):
        acts = acts_first(text, "zh", "顾维安", "七点你看见谁了？")
        assert {act[0] for act in acts} == {"saw_nobody"}, text


def test_both_are_the_two_who_were_named_before_and_never_certain():
    asked = "Whom do you suspect, Desmond or Agatha?"
    both = {("suspect", "Desmond"), ("suspect", "Agatha")}
    for text in ("both", "both of them", "the two of them"):
        assert acts_first(text, "en", "Violet", asked) == both, text
    assert acts_first("Agatha and Desmond? i suspect both", "en", "", "") == both
    assert acts_first("Desmond and Agatha, I suspect the two of them", "en", "", "") == both
    seen = acts_first("Violet and Desmond? I saw both in the lobby at 7", "en", "", "")
    assert seen == {("saw", "Sylvia", name, "lobby", SEVEN) for name in ("Violet", "Desmond")}
    asked, both = "你怀疑谁，叶伯庸还是沈月娥？", {("suspect", "叶伯庸"), ("suspect", "沈月娥")}
    for text in ("他俩都可疑", "两个都怀疑", "这两个人都有问题"):
        assert acts_first(text, "zh", "贺芳菲", asked) == both, text
    stays = acts_first("叶伯庸跟魏红绫，他俩七点都在酒吧", "zh", "", "")
    assert stays == {("was", name, "bar", SEVEN) for name in ("叶伯庸", "魏红绫")}
    at = table(Line(text="", means=()), "mystery", "en")
    after = follow("I heard about Conrad and Agatha.", at)
    heard = hear("both were in the bar at 7", after)
    assert {each.act["who"] for each in heard.offered[0]} == {"Conrad", "Agatha"}
    assert not heard.certain


def test_he_or_she_alone_answers_a_question_about_people():
    for asked, kind in (("Whom do you suspect?", "suspect"), ("Whom do you trust?", "trust")):
        assert acts_first("him", "en", "Violet", asked, "Desmond") == {(kind, "Desmond")}
    assert acts_first("it's him", "en", "Violet", "Whom do you suspect?", "Desmond") == {
        ("suspect", "Desmond")
    }
    assert acts_first("not him", "en", "Violet", "Whom do you suspect?", "Desmond") == {("trust", "Desmond")}
    seen = acts_first("him", "en", "Violet", "Whom did you see at 7:00?", "Desmond")
    assert seen == {("saw", "Sylvia", "Desmond", SEVEN)}
    for text in ("她", "就她"):
        assert acts_first(text, "zh", "顾维安", "你怀疑谁？", "沈月娥") == {("suspect", "沈月娥")}


def test_anothers_motive_in_words_of_ones_own_is_heard_with_what_it_is():
    for text, spoken_of, name, kind in (
        ("she gets his insurance", "Agatha", "Agatha", "a life insurance"),
        ("he stood to inherit", "Conrad", "Conrad", "an inheritance"),
        ("Agatha comes into a fortune now that Nora's dead", "", "Agatha", "an inheritance"),
        ("Nora was about to cut Conrad out of the will", "", "Conrad", "an inheritance"),
        ("with Nora gone Desmond's debts are gone too", "", "Desmond", "an unpaid debt"),
        ("Violet had a bone to pick with Nora", "", "Violet", "an old grudge"),
        ("Desmond might have had a grudge", "", "Desmond", "an old grudge"),
    ):
        assert acts_first(text, "en", "", "", spoken_of) == {("motive", name, kind)}, text
    for text, spoken_of, name, kind in (
        ("唐凤仪一死，遗产就归芳菲", "", "贺芳菲", "遗产"),
        ("她死了，维安就不用还钱了", "", "顾维安", "债务"),
        ("贺芳菲跟唐凤仪有过节", "", "贺芳菲", "旧仇"),
        ("芳菲被她抓着把柄", "", "贺芳菲", "把柄"),
        ("受益人写的是顾维安", "", "顾维安", "人寿保险"),
        ("大伙都清楚红绫跟死者有仇", "", "魏红绫", "旧仇"),
    ):
        assert acts_first(text, "zh", "", "", spoken_of) == {("motive", name, kind)}, text
    for text, spoken_of, name in (
        ("谁都知道他恨死了死者", "顾维安", "顾维安"),
        ("红绫早就看唐凤仪不顺眼", "", "魏红绫"),
    ):
        assert acts_first(text, "zh", "", "", spoken_of) == {("motive", name)}, text
    assert acts_first("Desmond had no score to settle", "en", "", "") == {("no_motive", "Desmond")}
    hearsay: tuple[tuple[str, Language], ...] = (
        ("Conrad says Violet gets the insurance", "en"),
        ("月娥说芳菲拿了保险金", "zh"),
    )
    for text, language in hearsay:
        assert all(len(act) == 2 for act in acts_first(text, language, "", "")), text
    kept = acts_first("猎枪平时锁在老叶柜子里", "zh", "", "")
    assert kept == {("means", "叶伯庸", "hunting_rifle")}
    [whose, *_] = hear("谁恨唐凤仪？", table(Line(text="", means=()), "mystery", "zh")).offered
    assert whose[0].act.kind == "ask_motive"
