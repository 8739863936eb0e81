"""An explicit negation or contrast: what it says stands first among the chips, and its contrary does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.language.facts import Language, Motive, Slot
from parlour.language.hearing import TalkTable, hear
from parlour.language.hearing import chip as chip_of
from tests.language.hearing.scoring import SCOPES, Line, table


def first_acts(text: str, game: str, language: Language, asked: str = "") -> list[tuple[str, object]]:
    at = table(Line(text=text, means=(), asked=asked), game, language)
    return [(each.act.kind, each.act["who"] or each.act["whom"]) for each in hear(text, at).offered[0]]


@pytest.mark.parametrize(
    ("text", "game", "language", "first"),
    [
        ("I don't believe Agatha.", "mystery", "en", [("suspect", "Agatha")]),
        ("Agatha, I don't believe you.", "mystery", "en", [("suspect", "Agatha")]),
        ("I do believe Agatha and Violet tho", "mystery", "en", [("trust", "Violet"), ("trust", "Agatha")]),
        ("imo its not Agatha but Violet", "mystery", "en", [("suspect", "Violet")]),
        ("it's Violet, not Agatha", "mystery", "en", [("suspect", "Violet")]),
        ("Agatha's lying, she only said so after I did", "mystery", "en", [("suspect", "Agatha")]),
        ("I believe 4, not 6", "werewolf", "en", [("trust", "Player 4")]),
        ("4 claims villager but i dont trust it", "onenight", "en", [("suspect", "Player 4")]),
        ("I don't believe 4 is the seer", "werewolf", "en", [("suspect", "Player 4")]),
        ("that doesnt make 4 a wolf", "werewolf", "en", [("trust", "Player 4")]),
        ("我不信沈月娥", "mystery", "zh", [("suspect", "沈月娥")]),
        ("要我说是沈月娥，不是顾维安。", "mystery", "zh", [("suspect", "沈月娥")]),
        ("与其投1不如投5", "werewolf", "zh", [("vote", "5号玩家")]),
    ],
)
def test_what_a_negation_or_a_contrast_says_is_the_first_chip(
    text: str, game: str, language: Language, first: list[tuple[str, str]]
):
    acts = first_acts(text, game, language)
    assert {*first} <= {*acts} or acts[0] in first
    assert SCOPES[game] == table(Line(text=text, means=()), game, language).scope


@pytest.mark.parametrize(
    ("text", "game", "first"),
    [
        ("维安和芳菲的说法有点蹊跷", "mystery", [("suspect", "顾维安"), ("suspect", "贺芳菲")]),
        ("月娥的话听着不太靠谱", "mystery", [("suspect", "沈月娥")]),
        (
            "4号我先信一手，但6号一上来就踩我，倒更像狼",
            "onenight",
            [("trust", "4号玩家"), ("suspect", "6号玩家")],
        ),
        ("1号我给他打个问号", "werewolf", [("suspect", "1号玩家")]),
        ("6号我倒觉得是好人，4号别乱打", "onenight", [("trust", "6号玩家")]),
        ("8号踩我，我看他才是狼", "werewolf", [("suspect", "8号玩家")]),
        ("3号老盯着6号，我看他可疑", "onenight", [("suspect", "3号玩家")]),
        ("1号你自己也投了8号，现在拿票型打4号，贼喊捉贼呢？", "werewolf", [("suspect", "1号玩家")]),
        (
            "你问我，那我直说，1号最可疑，今天就出他",
            "werewolf",
            [("suspect", "1号玩家"), ("vote", "1号玩家")],
        ),
        ("我手里有个查杀，就是7号，今天全票打飞", "werewolf", [("check", "7号玩家"), ("vote", "7号玩家")]),
        ("按3号的验人，4号和5号都不是狼", "onenight", [("check", "4号玩家"), ("check", "5号玩家")]),
        ("我不信是月娥", "mystery", [("trust", "沈月娥")]),
        ("维安一口咬定是月娥，我可不信", "mystery", [("trust", "沈月娥")]),
        ("6号怎么可能是好人", "werewolf", [("suspect", "6号玩家")]),
        ("谁说8号是狼的", "werewolf", [("trust", "8号玩家")]),
        ("别信7号", "werewolf", [("suspect", "7号玩家")]),
        ("月娥凭什么拿得到火钳", "mystery", [("no_means", "沈月娥")]),
        ("芳菲怎么会有动机", "mystery", [("no_motive", "贺芳菲")]),
        ("8号我越听越觉得不对", "werewolf", [("suspect", "8号玩家")]),
        ("8号暂时不进我的狼坑", "werewolf", [("trust", "8号玩家")]),
        ("我不打4号，我打7号", "werewolf", [("suspect", "7号玩家")]),
        ("5号哪里是什么预言家", "onenight", [("suspect", "5号玩家")]),
        ("维安这人信不过", "mystery", [("suspect", "顾维安")]),
        ("谁说我有动机的", "mystery", [("no_motive", "许念慈")]),
        ("火钳、猎枪我都拿得到", "mystery", [("means", "许念慈"), ("means", "许念慈")]),
    ],
)
def test_what_chinese_words_state_of_somebody_is_the_first_chip(
    text: str, game: str, first: list[tuple[str, str]]
):
    assert sorted(first_acts(text, game, "zh")) == sorted(first)


@pytest.mark.parametrize(
    ("text", "game", "not_first"),
    [
        ("4号要是好人我倒立", "werewolf", ("trust", "4号玩家")),
        ("5号觉得6号可疑", "werewolf", ("suspect", "6号玩家")),
        ("6号不划水", "werewolf", ("suspect", "6号玩家")),
    ],
)
def test_what_is_asked_supposed_or_told_of_another_is_not_stated(
    text: str, game: str, not_first: tuple[str, str]
):
    assert not_first not in first_acts(text, game, "zh")


def test_a_stay_from_one_hour_until_another_is_told_of_each_half_hour():
    at = table(Line(text="", means=()), "mystery", "zh")
    [first, *_] = hear("七点到八点我一直在大堂", at).offered
    assert [str(each.act["when"]) for each in first] == [
        "Slot(number=38)",
        "Slot(number=39)",
        "Slot(number=40)",
    ]


def test_stays_in_several_places_are_one_chip():
    at = table(Line(text="", means=()), "mystery", "zh")
    [first, *_] = hear("七点在酒吧，七点半在大堂，八点又回酒吧", at).offered
    assert [(each.act.kind, each.act["where"]) for each in first] == [
        ("was", "bar"),
        ("was", "lobby"),
        ("was", "bar"),
    ]


def test_a_denied_quarrel_is_in_no_chip():
    at = table(Line(text="", means=()), "mystery", "zh")
    assert "quarrel" not in {
        each.act.kind for reading in hear("我跟月娥从来没吵过架", at).offered for each in reading
    }


def test_the_converse_of_a_past_relation_is_in_no_chip():
    at = table(Line(text="", means=()), "mystery", "zh")
    relations = {
        (each.act["of"], each.act["to"])
        for reading in hear("唐凤仪以前是我老板", at).offered
        for each in reading
        if each.act.kind == "relation"
    }
    assert relations == {("唐凤仪", "许念慈")}


def test_who_worked_for_another_is_that_ones_employee():
    at = table(Line(text="", means=()), "mystery", "zh")
    relations = [each.act for reading in hear("我给凤仪打过工", at).offered for each in reading if each.means]
    assert [(act["of"], act["to"], act["kind"]) for act in relations][:1] == [
        ("许念慈", "唐凤仪", "employee")
    ]


@pytest.mark.parametrize(
    "text", ["I heard nobody at 7:00.", "I heard nothing at 7", "can't say I heard anyone"]
)
def test_to_have_heard_nobody_is_not_offered_first_as_to_have_heard_somebody(text: str):
    assert first_acts(text, "mystery", "en", asked="Whom did you hear at 7:00?")[0][0] == "saw_nobody"


def test_a_chip_names_nobody_whom_its_sentence_leaves_out():
    at = TalkTable(language="en", names=("Ann", "Bo", "Cy"), speaker="Ann", scope="cards")
    for reading in hear("so bo, who will you vote for? cy maybe?", at).offered:
        for heard in reading:
            assert heard.act["about"] in (None, "Ann") or not heard.act.is_question or heard.means is None


def test_why_somebody_trusts_is_not_heard_for_certain_as_why_it_suspects():
    at = TalkTable(language="en", names=("Ann", "Bo", "Cy"), speaker="Ann", scope="cards")
    assert not [
        each for each in hear("bo why do you trust cy, just because", at).certain if each.act.is_question
    ]


FOLK = TalkTable(
    language="en", names=("Ivy", "Bruno", "Cleo", "Dexter", "Elsa", "Frank"), speaker="Ivy", scope="roles"
)


def first_of(text: str, at: TalkTable) -> list[tuple[str, object]]:
    return [(each.act.kind, each.act["who"] or each.act["whom"]) for each in hear(text, at).offered[0]]


def pairs_of(text: str, at: TalkTable) -> set[tuple[str, object]]:
    acts = [each.act for row in hear(text, at).offered for each in row]
    return {(act.kind, act["who"] or act["whom"]) for act in acts}


def test_a_name_in_a_reason_or_another_ones_accusation_is_not_the_one_who_is_meant():
    for text, act in {
        "bruno i voted you because you jumped on cleo with zero reason": ("suspect", "Bruno"),
        "two people pointing at Cleo for no reason is lazy, and Bruno just copied Dexter": (
            "suspect",
            "Bruno",
        ),
        "Dexter is obviously the wolf, he covers for Frank": ("suspect", "Dexter"),
        "frank is voting elsa way too fast": ("suspect", "Frank"),
        "Bruno and Cleo are after Dexter and im with them": ("suspect", "Dexter"),
        "Cleo vouched for Dexter and I do too": ("trust", "Dexter"),
        "Cleo suspects Frank but I don't": ("trust", "Frank"),
        "i dont buy that Frank is the wolf": ("trust", "Frank"),
        "elsa keeps flip flopping, first it was cleo and now bruno": ("contradict", "Elsa"),
        "Bruno, still you, since Cleo is clear": ("suspect", "Bruno"),
    }.items():
        assert act in first_of(text, FOLK), text
        assert len(first_of(text, FOLK)) == 1, text


def test_who_is_named_for_itself_stays_among_the_chips():
    for text, acts in {
        "Bruno and Cleo are both wolves": [("suspect", "Bruno"), ("suspect", "Cleo")],
        "I suspect Dexter, and Frank is covering for him": [("suspect", "Dexter"), ("suspect", "Frank")],
        "I voted Cleo because Cleo is a wolf": [("vote", "Cleo")],
        "I trust Elsa and I suspect Frank": [("trust", "Elsa"), ("suspect", "Frank")],
    }.items():
        assert {*acts} <= pairs_of(text, FOLK), text


def test_he_or_she_is_the_one_named_last_who_is_neither_asked_nor_acted_on():
    assert ("claim", "Elsa") in pairs_of("Elsa cleared Frank, shes prolly the seer", FOLK)
    assert ("claim", "Frank") not in pairs_of("Frank is lying, hes not the seer", FOLK)
    asked = "Was Agatha in the bar at 7:00?"
    at = replace(table(Line(text="", means=(), asked=asked), "mystery", "en"), to="Conrad", asker="Conrad")
    assert ("was", "Agatha") in first_of("No, he was in the lobby like I said", at)
    assert ("was", "Sylvia") not in pairs_of("No, he was in the lobby like I said", at)


def test_one_who_is_only_spoken_to_and_one_who_would_have_been_seen_were_not_seen():
    asked = "Whom did you see at 7:00?"
    at = replace(table(Line(text="", means=(), asked=asked), "mystery", "en"), to="Conrad", asker="Conrad")
    for text in ("Nobody, Conrad. I was alone", "no one conrad", "Not a soul, Conrad."):
        rows = hear(text, at).offered
        assert not [each for row in rows for each in row if each.act.kind == "saw"], text
        assert rows[0][0].act.kind == "saw_nobody", text
    absent = hear("If Agatha had been in the bar I would of seen her", at)
    assert absent.offered[0][0].act.kind == "not_there"
    assert not absent.certain


def test_from_one_time_till_another_is_every_half_hour_between():
    heard = hear("i was in the bar from 7 till 8", table(Line(text="", means=()), "mystery", "en"))
    assert [each.act["when"] for each in heard.offered[0]] == [Slot(38), Slot(39), Slot(40)]
    assert not heard.certain


def test_past_ties_to_the_dead_are_heard():
    asked = "What was Nora to you?"
    at = replace(table(Line(text="", means=(), asked=asked), "mystery", "en"), to="Conrad", asker="Conrad")
    for text, of, kind in (
        ("I worked for her", "Sylvia", "employee"),
        ("she worked for me", "Nora", "employee"),
        ("she used to be my landlady", "Nora", "landlord"),
        ("we were old friends, Conrad, nothing more", "Sylvia", "friend"),
        ("i owed her a bit of money", "Sylvia", "debtor"),
        ("I rented a room from her", "Sylvia", "tenant"),
    ):
        told = [(each.act["of"], each.act["kind"]) for row in hear(text, at).offered for each in row]
        assert (of, kind) in told, text


def test_one_who_was_there_and_did_not_see_another_says_both():
    rows: dict[Language, tuple[tuple[str, str], ...]] = {
        "en": (
            ("I was there and did not see you", "Did you see me in the bar at 7:00?"),
            ("i was there, never saw you", "Whom did you see in the bar at 7:00?"),
            ("I was in the bar and did not see you", ""),
            ("I was in the bar at 7 and you weren't there", ""),
            ("I was in the bar. You weren't there.", ""),
        ),
        "zh": (
            ("我也在，没看见你", "七点的时候，你在酒吧里看见了谁？"),
            ("我就在，没有看见你", "七点的时候，你在酒吧里看见了谁？"),
            ("我在酒吧，你不在", ""),
            ("我在酒吧里没看见你", ""),
        ),
    }
    for language, texts in rows.items():
        for text, asked in texts:
            at = table(Line(text="", means=(), asked=asked), "mystery", language)
            me, you = at.names[:2]
            at = replace(at, to=you, asker=you if asked else None)
            acts = [(each.act.kind, each.act["who"], each.act["where"]) for each in hear(text, at).offered[0]]
            assert acts == [("was", me, "bar"), ("not_there", you, "bar")], text


def test_that_another_was_not_there_is_not_said_of_oneself():
    rows: dict[Language, tuple[str, ...]] = {
        "en": ("You weren't in the bar", "you were not in the bar at 7!", "i say you weren't in the lobby"),
        "zh": ("你不在酒吧", "你当时不在酒吧里"),
    }
    for language, texts in rows.items():
        for text in texts:
            at = table(Line(text="", means=()), "mystery", language)
            me, you = at.names[:2]
            readings = hear(text, replace(at, to=you)).offered
            assert [(each.act.kind, each.act["who"]) for each in readings[0]] == [("not_there", you)], text
            assert ("not_there", me) not in {
                (each.act.kind, each.act["who"]) for row in readings for each in row
            }


def test_what_two_people_are_to_each_other_is_among_the_first_two_chips():
    rows: dict[Language, tuple[tuple[str, str, tuple[str, str, str]], ...]] = {
        "en": (
            ("Agatha and I were rivals", "", ("Agatha", "Sylvia", "rival")),
            ("Agatha and Conrad are cousins", "", ("Agatha", "Conrad", "cousin")),
            ("me and Conrad were business partners", "", ("Sylvia", "Conrad", "partner")),
            ("we were rivals", "What was Agatha to you?", ("Sylvia", "Agatha", "rival")),
            ("we're old friends", "", ("Sylvia", "Nora", "friend")),
            ("I worked for Agatha", "", ("Sylvia", "Agatha", "employee")),
        ),
        "zh": (
            ("我给贺芳菲做事", "", ("许念慈", "贺芳菲", "employee")),
            ("沈月娥替贺芳菲办过事", "", ("沈月娥", "贺芳菲", "employee")),
            ("我和贺芳菲是对手", "", ("许念慈", "贺芳菲", "rival")),
            ("我们是对手", "贺芳菲是你的什么人？", ("许念慈", "贺芳菲", "rival")),
            ("我是贺芳菲的表妹", "", ("许念慈", "贺芳菲", "cousin")),
            ("我们以前是同事", "", ("许念慈", "唐凤仪", "colleague")),
        ),
    }
    for language, texts in rows.items():
        for text, asked, tie in texts:
            at = table(Line(text="", means=(), asked=asked), "mystery", language)
            at = replace(at, to=at.names[1], asker=at.names[1])
            first = [row[0].act for row in hear(text, at).offered[:2] if len(row) == 1]
            assert tie in [(act["of"], act["to"], act["kind"]) for act in first], text
    for text in ("Agatha and I were never rivals", "we weren't rivals"):
        acts = [
            each.act
            for row in hear(text, table(Line(text="", means=()), "mystery", "en")).offered
            for each in row
        ]
        assert "rival" not in {act["kind"] for act in acts}, text


def test_words_without_their_last_letter_and_names_without_an_apostrophe_are_known():
    at = table(Line(text="", means=()), "mystery", "en")
    [(asked, *_), *_] = hear("conrad could u get at the sleepin draught?", at).offered
    assert (asked.act.kind, asked.act["whom"], asked.act["thing"]) == (
        "ask_means",
        "Conrad",
        "sleeping_draught",
    )
    cards = TalkTable(language="en", names=("Kate", "Pete", "Percival"), speaker="Kate", scope="cards")
    robbed = [each.act for row in hear("i stole petes card", cards).offered for each in row]
    assert ("robbed", "Pete") in [(act.kind, act["whom"]) for act in robbed]
    assert ("suspect", "Percival") in first_of("i think percy is the wolf", cards)


ANN = TalkTable(language="en", names=("Ann", "Bo", "Cy", "Dora"), speaker="Dora", scope="cards")
STORY = replace(ANN, scope="story")
YE = TalkTable(language="zh", names=("叶秋棠", "唐世昌", "江一舟", "韩振邦"), speaker="韩振邦", scope="roles")


@pytest.mark.parametrize(
    ("text", "table", "chip"),
    [
        ("bo, why do you trust cy", ANN, "ask Bo: why trust Cy?"),
        ("why are you vouching for Cy, Bo?", ANN, "ask Bo: why trust Cy?"),
        ("Ann what makes you believe Bo", ANN, "ask Ann: why trust Bo?"),
        ("cy, why did you stick up for ann", ANN, "ask Cy: why trust Ann?"),
        ("Bo, why do you think Ann is innocent?", ANN, "ask Bo: why trust Ann?"),
        ("Cy, what has Bo done to earn your trust?", replace(ANN, scope="roles"), "ask Cy: why trust Bo?"),
        ("叶秋棠，你凭什么信江一舟？", YE, "问叶秋棠：为什么信任江一舟？"),
        ("唐世昌你干嘛站边叶秋棠", YE, "问唐世昌：为什么信任叶秋棠？"),
        ("江一舟，你为什么觉得唐世昌是好人", replace(YE, scope="cards"), "问江一舟：为什么信任唐世昌？"),
        ("唐世昌你说我偏好人是咋看出来的", YE, "问唐世昌：为什么信任我？"),
        ("江一舟你昨天为啥第一个站我", YE, "问江一舟：为什么信任我？"),
        ("你咋看出来我是好人的，叶秋棠？", YE, "问叶秋棠：为什么信任我？"),
        ("唐世昌你为啥信她", replace(YE, spoken_of="叶秋棠"), "问唐世昌：为什么信任叶秋棠？"),
        ("why do you trust me", replace(ANN, to="Ann"), "ask Ann: why trust me?"),
        ("Bo why do you trust her", replace(ANN, spoken_of="Cy"), "ask Bo: why trust Cy?"),
        (
            "Bo cleared her so im lost, Bo why do you trust her",
            replace(ANN, spoken_of="Cy"),
            "ask Bo: why trust Cy?",
        ),
    ],
)
def test_why_one_trusts_another_is_the_first_chip(text: str, table: TalkTable, chip: str):
    first, *others = [chip_of(reading, table).text for reading in hear(text, table).offered]
    assert first == chip
    assert not [
        other for other in others if other == chip.replace("trust", "suspect").replace("信任", "怀疑")
    ]


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("Bo, why do you think Ann is a wolf?", ANN),
        ("Bo, why don't you trust Ann?", ANN),
        ("I trust Ann because she spoke first", ANN),
        ("Bo, do you trust Ann?", ANN),
        ("唐世昌，你为什么不信叶秋棠？", YE),
        ("江一舟你凭什么踩唐世昌", YE),
    ],
)
def test_what_looks_like_the_question_why_one_trusts_is_not_offered_as_such(text: str, table: TalkTable):
    acts = [each.act.kind for reading in hear(text, table).offered for each in reading]
    assert "ask_why_trust" not in acts


@pytest.mark.parametrize(
    ("text", "table", "chip", "sentence"),
    [
        ("Bo, do you trust Ann?", ANN, "ask Bo: what of Ann?", "Bo, what do you make of Ann?"),
        ("cy is ann lying?", ANN, "ask Cy: what of Ann?", "Cy, what do you make of Ann?"),
        ("Bo, do you trust me?", ANN, "ask Bo: what of me?", "Bo, what do you make of me?"),
        ("Bo, do you trust Ann?", STORY, "ask Bo: what of Ann?", "Bo, what do you make of Ann?"),
        ("叶秋棠，唐世昌你信他吗？", YE, "问叶秋棠：怎么看唐世昌？", "叶秋棠，你怎么看唐世昌？"),
        ("江一舟，你怀疑唐世昌吗？", YE, "问江一舟：怎么看唐世昌？", "江一舟，你怎么看唐世昌？"),
    ],
)
def test_a_question_of_trust_in_a_player_is_sent_as_that_for_the_view_of_it(
    text: str, table: TalkTable, chip: str, sentence: str
):
    first = chip_of(hear(text, table).offered[0], table)
    assert (first.text, first.sentences) == (chip, (sentence,))
    [[sent]] = [reading for reading in hear(sentence, table).offered if reading[0].is_sure]
    assert chip_of([sent], table).text == chip


def test_a_question_which_of_two_names_neither():
    texts = ["Bo, who do you believe, me or Ann?", "bo whom do u trust more, cy or ann"]
    for text in texts:
        acts = [each.act for reading in hear(text, ANN).offered for each in reading]
        assert any(act.kind == "ask_trust" for act in acts)
        assert not [act for act in acts if act.kind == "ask_trust" and act["about"]]


def test_why_in_other_words_is_asked_of_the_one_who_is_called_or_was_addressed_last():
    to_bruno = replace(FOLK, to="Bruno")
    for text in (
        *("mind telling us why?", "how come?", "for what reason?", "care to explain?", "on what basis?"),
        *("what makes you say that?", "and the reason being?", "why's that then", "what's that based on?"),
        *("what gives you that idea?", "where does that come from?", "i'd love to hear your reasons"),
        *("any particular reason?", "how do you figure?", "what's behind that?", "meaning why exactly?"),
    ):
        assert chip_of(hear(text, to_bruno).offered[0], to_bruno).text == "ask Bruno: why?", text
    for text in (
        "Elsa, would you mind saying why?",
        "what makes you say so, Elsa?",
        "elsa care to tell us why",
    ):
        assert chip_of(hear(text, to_bruno).offered[0], to_bruno).text == "ask Elsa: why?", text
    to_tang = replace(YE, to="唐世昌")
    for text in (
        *("总得有个由头吧", "凭什么", "怎么讲", "理由呢", "说说看为什么", "此话怎讲", "何以见得", "原因呢？"),
        *("你总要讲个道理吧", "怎么看出来的？", "从哪看出来的", "总不能没理由吧", "这话从何说起"),
        *("凭啥这么说", "有什么根据吗", "为什么这么觉得"),
    ):
        assert chip_of(hear(text, to_tang).offered[0], to_tang).text == "问唐世昌：为什么？", text
    for text in ("叶秋棠，讲讲原因", "叶秋棠你给个由头", "理由呢，叶秋棠？"):
        assert chip_of(hear(text, to_tang).offered[0], to_tang).text == "问叶秋棠：为什么？", text
    for text in ("6号在撒谎，凭什么？", "4号你投了6号，给个理由"):
        at = replace(table(Line(text="", means=()), "werewolf", "zh"), to="8号玩家")
        first = chip_of(hear(text, at).offered[0], at).text
        assert first != "问6号玩家：为什么？", text


def test_one_who_is_answered_by_name_is_spoken_to_and_not_meant():
    for text, asker, act in (
        ("Elsa, i'd say Dexter", "Elsa", ("suspect", "Dexter")),
        ("Bruno i think its cleo", "Bruno", ("suspect", "Cleo")),
        ("to answer you Elsa: Dexter", "Elsa", ("suspect", "Dexter")),
        ("elsa, my money's on dexter, sorry", "", ("suspect", "Dexter")),
        ("Since you ask, Elsa, it's Bruno for me", "Elsa", ("suspect", "Bruno")),
        ("elsa to answer ur question i suspect dexter", "Elsa", ("suspect", "Dexter")),
        ("Bruno - Dexter is who I'd look at", "Bruno", ("suspect", "Dexter")),
        ("Dexter, I'd vote Cleo", "", ("vote", "Cleo")),
        ("frank imo elsa", "Frank", ("suspect", "Elsa")),
        ("i think its cleo, bruno", "Bruno", ("suspect", "Cleo")),
        ("elsa, i trust dexter", "Elsa", ("trust", "Dexter")),
    ):
        at = replace(FOLK, asked="Whom do you suspect?" if asker else "", asker=asker or None)
        at = replace(at, to=asker or None)
        called = asker or text.split(",")[0].capitalize()
        assert first_of(text, at) == [act], text
        assert not [pair for pair in pairs_of(text, at) if pair in (("suspect", called), ("trust", called))]
    for text, asker, name in (
        ("4号，我觉得是5号", "4号玩家", "5号玩家"),
        ("回答一下8号：我觉得6号是狼", "8号玩家", "6号玩家"),
        ("7号，要我说就是2号", "7号玩家", "2号玩家"),
        ("5号啊，我盘下来是1号", "", "1号玩家"),
        ("2号，实话说我更怀疑6号", "", "6号玩家"),
    ):
        at = table(
            Line(text="", means=(), asked="你怀疑谁？" if asker else "", to=asker or None), "werewolf", "zh"
        )
        assert first_of(text, at) == [("suspect", name)], text
    for text, names in {
        "Bruno I think is the wolf": {"Bruno"},
        "Elsa and Dexter, I'd say": {"Elsa", "Dexter"},
        "cleo, i think": {"Cleo"},
        "Dexter, it's obvious he and Cleo are wolves": {"Dexter", "Cleo"},
    }.items():
        assert {name for kind, name in first_of(text, FOLK) if kind == "suspect"} == names, text


def test_a_change_of_anothers_mind_is_no_opinion_of_ones_own():
    opinions = {"suspect", "trust", "vote", "no_vote", "changed"}
    at = table(Line(text="", means=()), "werewolf", "zh")
    rows = (
        (FOLK, "Bruno changed his mind about Cleo", "Cleo"),
        (FOLK, "now Elsa suddenly trusts Frank", "Frank"),
        (FOLK, "Cleo doesn't suspect Dexter any more", "Dexter"),
        (FOLK, "all of a sudden Cleo is fine with Bruno", "Bruno"),
        (FOLK, "Elsa went from accusing Bruno to defending him", "Bruno"),
        (FOLK, "weird that Dexter has stopped suspecting Cleo", "Cleo"),
        (FOLK, "Cleo takes back what she said about Dexter", "Dexter"),
        (FOLK, "dexter used to trust cleo", "Cleo"),
        (FOLK, "suddenly Bruno is on Elsa's side", "Elsa"),
        (FOLK, "Frank did a u-turn on Cleo", "Cleo"),
        (FOLK, "Bruno was all over Elsa and now he trusts her", "Elsa"),
        (FOLK, "Elsa has changed her mind on Bruno again", "Bruno"),
        (FOLK, "Bruno isn't so sure about Elsa now", "Elsa"),
        (FOLK, "Cleo has come round to Dexter", "Dexter"),
        (FOLK, "Elsa dropped her case against Bruno", "Bruno"),
        (FOLK, "Frank now says Dexter is fine", "Dexter"),
        (at, "4号突然不踩5号了", "5号玩家"),
        (at, "8号不投7号了", "7号玩家"),
        (at, "6号现在又信7号了", "7号玩家"),
        (at, "7号之前咬5号，现在又保他", "5号玩家"),
        (at, "5号一下子站边6号，有意思", "6号玩家"),
        (at, "8号对4号的态度变了", "4号玩家"),
        (at, "2号忽然又觉得6号是好人", "6号玩家"),
        (at, "7号怎么不投2号了，改主意了", "2号玩家"),
    )
    for folk, text, name in rows:
        acts = [each.act for row in hear(text, folk).offered for each in row if each.act.kind in opinions]
        assert not [act for act in acts if name in dict(act.slots).values()], text
    assert first_of("I no longer suspect Cleo", FOLK) == [("retract", None)]
    assert first_of("我现在不怀疑5号了", at) == [("trust", "5号玩家")]
    both = pairs_of("4号现在保5号，两个都是狼", at)
    assert {("suspect", "4号玩家"), ("suspect", "5号玩家")} <= both


OLIVE = TalkTable(language="en", names=("Imogen", "Olive", "Nora", "Conrad"), speaker="Imogen", scope="cards")


@pytest.mark.parametrize(
    ("text", "table", "acts"),
    [
        ("江一舟和唐世昌先放放吧，我没觉得他俩像狼", YE, {("trust", "江一舟"), ("trust", "唐世昌")}),
        ("没觉得叶秋棠和江一舟像狼", YE, {("trust", "叶秋棠"), ("trust", "江一舟")}),
        ("唐世昌和叶秋棠，我没觉得她俩可疑", YE, {("trust", "唐世昌"), ("trust", "叶秋棠")}),
        ("我真没觉得江一舟可疑", YE, {("trust", "江一舟")}),
        ("I didn't find those two wolfish, Nora and Olive", OLIVE, {("trust", "Nora"), ("trust", "Olive")}),
        (
            "Nora and Olive, I never found those two suspicious",
            OLIVE,
            {("trust", "Nora"), ("trust", "Olive")},
        ),
        ("never found Conrad wolfy tbh", OLIVE, {("trust", "Conrad")}),
        ("Nora and Conrad don't strike me as wolves", OLIVE, {("trust", "Nora"), ("trust", "Conrad")}),
        ("dont all jump on Conrad just bc he said villager", OLIVE, {("no_vote", "Conrad")}),
        ("lets not all pile on Nora", OLIVE, {("no_vote", "Nora")}),
        ("no need to gang up on Olive already", OLIVE, {("no_vote", "Olive")}),
        ("别一窝蜂踩江一舟", YE, {("no_vote", "江一舟")}),
        ("你们别都盯着叶秋棠打", YE, {("no_vote", "叶秋棠")}),
        ("大家先别围攻唐世昌", YE, {("no_vote", "唐世昌")}),
    ],
)
def test_a_defence_is_the_first_chip_and_suspicion_none(
    text: str, table: TalkTable, acts: set[tuple[str, str]]
):
    first, *others = [
        {(each.act.kind, each.act["who"] or each.act["whom"]) for each in row}
        for row in hear(text, table).offered
    ]
    assert first == acts, text
    suspicions = {("suspect", name) for _, name in acts} | {("vote", name) for _, name in acts}
    assert not any(suspicions & row for row in others), text


@pytest.mark.parametrize(
    "text", ["why do you trust Bo?", "Bo, why do you trust Bo?", "why do you suspect Bo?"]
)
def test_nobody_is_asked_why_it_trusts_or_suspects_itself(text: str):
    rows = hear(text, replace(ANN, to="Bo")).offered
    assert not [each for row in rows for each in row if each.act["whom"] == each.act["about"] == "Bo"]


@pytest.mark.parametrize(
    ("text", "table", "chip"),
    [
        ("唐世昌等会儿好好说说，我现在有点怀疑你", YE, "怀疑唐世昌"),
        ("江一舟，我真的怀疑你", YE, "怀疑江一舟"),
        ("叶秋棠我现在最怀疑的就是你", YE, "怀疑叶秋棠"),
        ("Nora talk to us, I'm starting to suspect you", OLIVE, "suspect Nora"),
        ("Olive, honestly I suspect you a bit", OLIVE, "suspect Olive"),
        ("Conrad relax, I don't suspect you", OLIVE, "trust Conrad"),
        ("sorry Nora my bad, i take that back about you.", OLIVE, "take back what I said about Nora"),
        ("I take that back about you, Olive", OLIVE, "take back what I said about Olive"),
        ("sorry Conrad my bad", OLIVE, "take back what I said about Conrad"),
        ("my bad Nora, I was wrong about you", OLIVE, "take back what I said about Nora"),
        ("唐世昌抱歉，我收回对你的怀疑", YE, "收回刚才关于唐世昌的话"),
        ("江一舟我错怪你了", YE, "收回刚才关于江一舟的话"),
        ("叶秋棠对不起，之前说你的话我收回", YE, "收回刚才关于叶秋棠的话"),
        ("唐世昌，冤枉你了，不好意思", YE, "收回刚才关于唐世昌的话"),
    ],
)
def test_you_beside_a_name_is_the_one_who_is_suspected_or_begged_pardon(
    text: str, table: TalkTable, chip: str
):
    assert chip_of(hear(text, table).offered[0], table).text == chip


@pytest.mark.parametrize(
    ("at", "text", "kind"),
    [
        ("en", "Maud had a motive, Nora nicked her invention", "stolen_work"),
        ("en", "Hugo wanted Nora dead over that piece of land", "land"),
        ("en", "Maud was jealous of Nora", "jealousy"),
        ("en", "Nora ruined Hugo's business", "ruin"),
        ("en", "Nora was going to sack Hugo", "dismissal"),
        ("en", "Nora was blackmailing Maud", "blackmail"),
        ("zh", "江一舟有动机，凤仪偷了他的发明", "stolen_work"),
        ("zh", "白素琴恨凤仪，凤仪当众羞辱过她", "insult"),
        ("zh", "凤仪敲诈过白素琴", "blackmail"),
        ("zh", "江一舟有动机，他欠凤仪的钱", "debt"),
    ],
)
def test_a_motive_is_offered_with_the_kind_that_the_words_tell(at: Language, text: str, kind: str):
    names = {"en": ("Flora", "Maud", "Hugo", "Nora"), "zh": ("罗大川", "江一舟", "白素琴", "凤仪")}[at]
    folk = TalkTable(language=at, names=names, speaker=names[0], victims=names[3:])
    offered = [heard for reading in hear(text, folk).offered for heard in reading]
    meant = [heard.means for heard in offered if isinstance(heard.means, Motive)]
    assert kind in [motive.kind for motive in meant if motive.who in names[1:3]]
    assert not any(heard.is_sure for heard in offered if heard.act.kind == "motive")
