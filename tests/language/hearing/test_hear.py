"""A remark is heard clause by clause, in the light of what was asked."""

from __future__ import annotations

import re
from dataclasses import replace

from parlour.language.facts import (
    Check,
    Question,
    RoleClaim,
    Slot,
    WhatQuarrel,
    WhoKilled,
    WhomSeenThere,
    WhomSuspected,
    WhoseMotive,
)
from parlour.language.hearing import ANYBODY, HeardAct, SpokenAct, TalkTable, hear, say_act
from parlour.language.hearing.act import meaning
from parlour.language.hearing.ruled import by_rules
from tests.cases import cases

STORY = TalkTable(
    language="en",
    names=("Sylvia", "Desmond", "Conrad", "Agatha", "Nora"),
    speaker="Sylvia",
    victims=("Nora",),
    deaths={"Nora": Slot(38)},
)
ROLES = TalkTable(
    language="en", names=tuple(f"Player {n}" for n in range(1, 9)), speaker="Player 3", scope="roles"
)
SEATS = replace(ROLES, language="zh", names=tuple(f"{n}号玩家" for n in range(1, 9)), speaker="3号玩家")

TALE = replace(
    STORY,
    language="zh",
    names=("顾婉清", "陆佩兰", "贺芳菲"),
    speaker="顾婉清",
    victims=("贺芳菲",),
    deaths={},
)


def kinds(text: str, table: TalkTable) -> list[str]:
    return [each.act.kind for each in hear(text, table).heard]


def test_what_is_not_known_sinks_nothing_of_what_is():
    [was] = hear("having a smoke as one does, I was in the lobby at 7, ghastly wallpaper", STORY).heard
    assert (was.act["where"], was.act["when"]) == ("lobby", Slot(38))


def test_a_subject_is_carried_on_from_clause_to_clause():
    was, saw = hear("I was in the lobby at 7 and saw Conrad", STORY).heard
    assert was.act["who"] == saw.act["by"] == "Sylvia"
    assert saw.act["whom"] == "Conrad"


@cases(
    ("asked", "text", "kind"),
    [
        ("Whom did you see at 7:00?", "Nobody.", "saw_nobody"),
        ("Where were you at 7:00?", "the lobby, 7ish", "was"),
        ("Whom do you suspect?", "conrad", "suspect"),
        ("Whom do you trust?", "conrad", "trust"),
        ("Did you quarrel with Nora?", "nope", "no"),
        ("What are you hiding?", "none of your business", "refuse"),
    ],
)
def test_a_short_answer_means_what_was_asked(asked: str, text: str, kind: str):
    assert kinds(text, replace(STORY, asked=asked, asker="Desmond", to="Desmond")) == [kind]


@cases(("text", "is_sure"), [("Whom do you suspect?", True), ("who do you think did it", False)])
def test_the_sentences_of_the_grammar_are_certain_whatever_the_weights_think(text: str, is_sure: bool):
    [asks] = hear(text, replace(STORY, to="Conrad")).heard
    assert (asks.act.kind, asks.is_sure) == ("ask_opinion", is_sure)


@cases(
    ("text", "table", "sort", "value"),
    [
        ("vlilager, nothing more", ROLES, "role", "villager"),
        ("a wrewolf did it", ROLES, "role", "werewolf"),
        ("I was in the laundery", STORY, "where", "laundry"),
        ("he robbed a bank", ROLES, "role", None),
    ],
)
def test_a_slip_in_a_role_or_a_place_is_mended(text: str, table: TalkTable, sort: str, value: str | None):
    _, evidence = by_rules(text, table)
    assert evidence is not None
    assert evidence.spoken.values(sort) == ([] if value is None else [value])


def test_she_is_whoever_was_named_before():
    claim, check = hear("I'm the seer and I checked Player 6, she is a wolf", ROLES).heard
    assert claim.means == RoleClaim(who="Player 3", role="seer")
    assert check.means == Check(by="Player 3", whom="Player 6", role="werewolf", night=1)


GUESTS = replace(
    STORY, language="zh", names=("许念慈", "叶伯庸", "唐凤仪"), speaker="许念慈", victims=("唐凤仪",)
)


@cases(
    ("table", "text"),
    [
        *(
            (ROLES, f"{lead} I am the seer.")
            for lead in ("Suppose", "Imagine", "Assume that", "Pretend", "Say")
        ),
        (ROLES, "Let us say I am the seer."),
        (ROLES, "It's a lie that I am the seer."),
        (ROLES, "Nobody believes that I am the seer."),
        (ROLES, "They say I am the seer."),
        (ROLES, "I could be the seer."),
        (ROLES, "I may be the seer."),
        (ROLES, "I take back that I am the seer."),
        (ROLES, "I'm the seer's best friend."),
        (ROLES, "I nearly voted for Player 6."),
        (ROLES, "I might vote for Player 6."),
        (ROLES, "I regret that I voted for Player 6."),
        (ROLES, "Vote for Player 6 if you are wolves."),
        (SEATS, "我拒绝投6号"),
        (SEATS, "我差点投了6号"),
        (SEATS, "我险些投给6号"),
        (SEATS, "就当我是预言家"),
        (STORY, "I deny that I was in the library at 9."),
        (STORY, "I refuse to say whether I was in the library at 9."),
        (STORY, "I was anywhere but in the library at 9."),
        (STORY, "I would have been in the library at 9 if it had not rained."),
        (STORY, "Suppose I was in the library at 9."),
        (STORY, "I nearly went to the library at 9."),
        (STORY, "I thought I saw Conrad in the library at 9."),
        (STORY, "I might have seen Conrad in the library at 9."),
        *((STORY, f"I was in the library {bound} 9.") for bound in ("before", "after", "until")),
        *((GUESTS, f"九点{bound}我在图书室") for bound in ("之前", "之后")),
        (GUESTS, "假设我九点在图书室"),
    ],
)
def test_what_is_supposed_denied_or_nearly_so_is_not_said_for_certain(table: TalkTable, text: str):
    heard = hear(text, table)
    assert not {each.act.kind for each in heard.certain} - {"deny", "refuse"}
    assert not heard.meanings


@cases(
    ("table", "text"),
    [
        (ROLES, "If Player 6 is a wolf, beware. I am the seer."),
        (STORY, "I was not in the library at 9."),
        (GUESTS, "我九点左右在图书室"),
    ],
)
def test_what_is_stated_beside_an_if_or_denies_by_itself_is_certain(table: TalkTable, text: str):
    assert hear(text, table).meanings


def test_what_is_no_fact_is_told_to_whoever_said_it_of_themselves_as_i():
    for kind in ("was", "motive", "means", "secret", "claim", "contradict"):
        act = SpokenAct(kind=kind).with_slots(who="Sylvia", where="lobby", thing="candlestick", role="seer")
        told = say_act(HeardAct(act=act, clause=""), STORY)
        assert re.match(r"I (?!is|has|contradicts)", told), told


@cases(
    ("kind", "slots", "question"),
    [
        ("ask_relation", {"whom": "Sylvia", "to": ANYBODY}, None),
        ("ask_saw", {"whom": "Sylvia", "about": ANYBODY}, None),
        ("ask_motive", {"whom": ANYBODY, "about": ANYBODY}, WhoseMotive(victim="Nora")),
        ("ask_quarrel", {"whom": "Sylvia", "about": ANYBODY}, WhatQuarrel(who="Sylvia", whom="Nora")),
        ("ask_quarrel", {"whom": "Sylvia", "about": "Sylvia"}, None),
        ("ask_opinion", {"whom": "Sylvia", "about": ANYBODY}, WhomSuspected(by="Sylvia")),
        ("ask_killed", {"whom": ANYBODY}, WhoKilled(victim="Nora")),
        ("ask_company", {"whom": "Sylvia", "where": "lobby"}, WhomSeenThere(by="Sylvia", place="lobby")),
    ],
)
def test_nobody_is_called_anybody(kind: str, slots: dict[str, str], question: Question | None):
    assert meaning(SpokenAct(kind=kind).with_slots(**slots), STORY) == question


@cases(
    ("text", "clause"),
    [("im the seer, trust me", "im the seer"), ("ok 6's def a wolf!!", "ok 6's def a wolf"), ("6", "6")],
)
def test_a_clause_is_told_in_the_words_that_were_typed(text: str, clause: str):
    assert hear(text, replace(ROLES, asked="Whom do you suspect?")).heard[0].clause == clause


def test_what_makes_no_sense_in_a_game_is_not_heard_there():
    night = "who checked what last night"
    assert "ask_check" in kinds(night, ROLES)
    assert "ask_check" not in kinds(night, STORY)
    hour = "I was in the lobby at 7 and saw Player 3"
    assert not {"was", "saw"} & {*kinds(hour, ROLES)}
    assert {"was", "saw"} <= {*kinds(hour.replace("Player 3", "Conrad"), STORY)}


@cases(
    ("table", "text", "acts"),
    [
        (STORY, "My name is Sylvia. I was in the lobby at 7", ["was"]),
        (STORY, "Hello, I'm Sylvia and I suspect Conrad", ["suspect"]),
        (STORY, "I'm Sylvia, Desmond's business partner.", ["relation"]),
        (STORY, "I'm Sylvia.", []),
        (TALE, "大家好，我叫顾婉清，我怀疑陆佩兰", ["suspect"]),
        (TALE, "我的名字是顾婉清。", []),
        (TALE, "我是顾婉清，陆佩兰的债主", ["relation"]),
    ],
)
def test_telling_ones_own_name_says_nothing_else(table: TalkTable, text: str, acts: list[str]):
    heard = hear(text, table)
    assert [each.act.kind for each in heard.heard] == acts
    assert not heard.unheard


@cases(
    ("table", "asked", "texts", "kind"),
    [
        (
            STORY,
            "Were you in the bar at 7:00?",
            ("No, I was in the lobby", "no. i was in the lobby at 7"),
            "was",
        ),
        (STORY, "Where was Conrad at 7:00?", ("I don't know", "no idea", "dunno, sorry"), "unknown"),
        (TALE, "七点的时候，你在酒吧里吗？", ("不是，我在书房", "没有，我在书房里。"), "was"),
        (TALE, "七点的时候，你看见了谁？", ("不知道", "我真不知道。", "不记得了"), "unknown"),
    ],
)
def test_a_plain_answer_is_certain(table: TalkTable, asked: str, texts: tuple[str, ...], kind: str):
    at = replace(table, asked=asked, asker=table.names[1], to=table.names[1])
    for text in texts:
        assert [each.act.kind for each in hear(text, at).certain] == [kind], text


@cases(
    ("table", "asked", "text"),
    [
        (STORY, "Were you in the bar at 7:00?", "No, I was near the lobby"),
        (STORY, "Were you in the bar at 7:00?", "No, maybe I was in the lobby"),
        (STORY, "Were you in the bar at 7:00?", "No, I was in the lobby or the library"),
        (STORY, "Whom do you suspect?", "no idea"),
        (TALE, "七点的时候，你在酒吧里吗？", "不是，我在书房门口"),
        (TALE, "七点的时候，你在酒吧里吗？", "不是，我可能在书房"),
        (TALE, "你怀疑谁？", "不知道"),
    ],
)
def test_an_answer_in_which_something_is_doubtful_is_not_certain(table: TalkTable, asked: str, text: str):
    at = replace(table, asked=asked, asker=table.names[1], to=table.names[1])
    assert not hear(text, at).certain
