"""The readings offered of a remark: at most four, the surest first, lit where they are certain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.language.facts import Name, OneOfTwo, Slot
from parlour.language.hearing import (
    MOST_OFFERED,
    Chip,
    HeardAct,
    OfferedReadings,
    SpokenAct,
    TalkTable,
    chip,
    hear,
    split_reading,
)
from tests.cases import cases
from tests.language.hearing.test_hear import ROLES, SEATS, STORY


@pytest.mark.parametrize(
    ("table", "texts"),
    [
        (ROLES, ("never mind 6, look at 4", "rather 4 than 6", "6 keeps covering for 4", "4 or 6")),
        (SEATS, ("别老盯着6号，看看4号", "不是6号就是4号吧", "6号一直护着4号", "4和6里头我先走4")),
    ],
)
def test_what_may_be_meant_in_more_ways_than_one_is_offered_and_not_lit(
    table: TalkTable, texts: tuple[str, ...]
):
    for text in texts:
        offered = hear(text, table).offered
        chips = [chip(each, table) for each in offered]
        assert 1 < len(offered) <= MOST_OFFERED
        assert not any(each.is_lit for each in chips)
        assert len({each.text for each in chips}) == len(chips)


@cases(
    ("table", "text", "whole", "single"),
    [
        (ROLES, "suspect 4 and 8 tbh", "suspect Player 4 and Player 8", "suspect Player 4"),
        (ROLES, "4 is a wolf, i believe 6", "suspect Player 4, trust Player 6", "suspect Player 4"),
        (SEATS, "我怀疑4号和6号吧", "怀疑4号玩家和6号玩家", "怀疑4号玩家"),
    ],
)
def test_several_acts_of_the_likeliest_reading_are_one_chip_and_each_is_another(
    table: TalkTable, text: str, whole: str, single: str
):
    first, *rest = (chip(each, table) for each in hear(text, table).offered)
    assert first.text == whole
    assert not first.is_lit
    [one] = [each for each in rest if each.text == single]
    assert {*one.sentences} < {*first.sentences}
    both = OfferedReadings(typed=text, language=table.language, chips=(first, one))
    assert both.speech(both.chips) == both.speech((first,))


def test_a_sentence_that_is_part_of_another_is_said_too_and_each_sentence_once():
    killed, told, both = (
        ("Maud killed him.",),
        ("Hans says Maud killed him.",),
        ("Maud killed him.", "I saw it."),
    )
    chips = tuple(Chip(text="".join(each), sentences=each) for each in (killed, told, both))
    words = OfferedReadings(typed="maud did it", language="en", chips=chips)
    assert split_reading(words.speech(chips), "en")[1] == " ".join((*killed, *told, "I saw it."))


def test_what_is_lit_is_in_no_other_chip():
    text = "I was in the music room at seven o'clock, turning pages for Agatha, and she'll say so"
    [[lit], *rest] = hear(text, STORY).offered
    assert lit.is_sure
    assert rest
    assert lit.act not in {each.act for reading in rest for each in reading}


@cases("text", ["I trust 6", "I am the seer."])
def test_a_plain_statement_is_lit_and_stands_first(text: str):
    [[first], *rest] = hear(text, ROLES).offered
    assert first.is_sure
    assert not any(each.is_sure for reading in rest for each in reading)


def test_a_chip_says_in_a_few_words_what_is_meant():
    texts = {
        "I suspect 4": "suspect Player 4",
        "6, what are you?": "ask Player 6: which role?",
        "I am the seer": "I am the seer",
    }
    for text, words in texts.items():
        assert chip(hear(text, ROLES).offered[0], ROLES).text == words


def test_the_short_form_of_a_name_is_no_word():
    table = TalkTable(language="en", names=("Alpha", "Beta", "Theta"), speaker="Alpha", scope="cards")
    for text in ("the wolf is near", "i bet it is so", "they swapped them"):
        acts = (each.act for reading in hear(text, table).offered for each in reading)
        assert not {"Beta", "Theta"} & {value for act in acts for _, value in act.slots}


@cases(
    ("text", "when"),
    [
        ("i was in the bar at 730", 39),
        ("i passed the hour of eight in the bar", 40),
        ("at six i was in the lobby, and at half past in the bar", 37),
    ],
)
def test_an_hour_is_read_without_a_colon_and_half_past_means_the_hour_before(text: str, when: int):
    acts = [each.act for reading in hear(text, STORY).offered for each in reading]
    assert Slot(when) in {act["when"] for act in acts if (act.kind, act["where"]) == ("was", "bar")}


@cases(
    ("text", "kind", "name"),
    [
        ("i trust con", "trust", "Conrad"),
        ("i saw con in the bar at 7", "saw", "Conrad"),
        ("i will vote for ag", "vote", "Agatha"),
    ],
)
def test_what_is_said_with_two_or_three_letters_of_a_name_is_offered_first_and_not_lit(
    text: str, kind: str, name: Name
):
    [[first], *rest] = hear(text, STORY).offered
    assert first.act.kind == kind
    assert name in dict(first.act.slots).values()
    assert not any(each.is_sure for reading in ([first], *rest) for each in reading)


def test_faint_readings_are_offered_and_none_of_words_about_nothing():
    assert hear("did anyone actually dislike nora?", STORY).offered
    assert not hear("my pizza just arrived", ROLES).offered


def test_one_who_claims_is_a_player_and_claims_are_counted():
    claims, counted = (
        [each.act for reading in hear(text, ROLES).offered for each in reading]
        for text in ("6 claims seer", "we have 2 claims")
    )
    assert ("claim", "Player 6") in {(act.kind, act["who"]) for act in claims}
    assert "Player 2" not in {value for act in counted for _, value in act.slots}


@cases(
    ("text", "asked", "kind", "seat"),
    [
        ("8: vote?", "", "ask_vote", 8),
        ("7 more than anyone", "Whom do you trust?", "trust", 7),
        ("4 voted with the wolves, i suspect 4", "", "suspect", 4),
        ("My vote moves to One now", "", "vote", 1),
        ("heard something from 4s side at night. rustling", "", "heard", 4),
        ("palyer 6", "Which player did you find to be a werewolf?", "check", 6),
    ],
)
def test_a_seat_is_one_before_a_colon_or_a_verb_and_as_a_capital_word(
    text: str, asked: str, kind: str, seat: int
):
    table = replace(ROLES, asked=asked, asker="Player 2" if asked else None)
    acts = [each.act for reading in hear(text, table).offered for each in reading]
    assert any(act.kind == kind and f"Player {seat}" in dict(act.slots).values() for act in acts)


def test_a_letter_may_be_held_and_a_bare_hour_answers_when():
    first, *_ = hear("hunterrrr", ROLES).offered
    assert first[0].act["role"] == "hunter"
    asked = replace(STORY, asked="When did Nora die?", asker="Conrad", deaths={})
    assert Slot(38) in {
        each.act["when"] for reading in hear("seven, they say", asked).offered for each in reading
    }


@cases(
    ("table", "text", "words"),
    [
        (
            ROLES,
            "6 gives me bad vibes. 4, who do you suspect?",
            "suspect Player 6, ask Player 4: whom do you suspect?",
        ),
        (SEATS, "我信6号，所以狼在4号和5号里面，我投4号。", "信任6号玩家，怀疑4号玩家和5号玩家，投4号玩家"),
    ],
)
def test_what_the_parts_of_a_remark_say_is_one_chip_beside_the_whole(table: TalkTable, text: str, words: str):
    assert words in [chip(each, table).text for each in hear(text, table).offered]


def test_many_acts_that_are_lit_are_one_chip_beside_others():
    text = (
        "5 is lying. I am a villager. I trust Player 6. I vote for Player 4. Player 7, whom do you suspect?"
    )
    first, *rest = (chip(each, ROLES) for each in hear(text, ROLES).offered)
    assert first.is_lit
    assert len(first.sentences) == 4
    assert rest
    assert not any(each.is_lit for each in rest)


def test_a_question_about_a_place_and_an_hour_is_said_with_both():
    [[first], *_] = hear("did you see desmond in the lobby at 7?", replace(STORY, to="Conrad")).offered
    assert chip([first], replace(STORY, to="Conrad")).sentences != ()
    assert str(first.means).count("lobby") == 1


def test_a_chip_names_whom_its_question_goes_to():
    called = hear(
        "desmond, you and conrad both say laundry. did you see him there?", replace(STORY, to="Sylvia")
    )
    first = chip(called.offered[0], STORY)
    assert (first.to, first.text.startswith("ask Desmond")) == ("Desmond", True)
    assert chip(hear("I trust 6", ROLES).offered[0], ROLES).to is None


def test_no_act_is_of_the_dead_of_a_role_that_is_not_dealt_or_trust_in_oneself():
    few = replace(ROLES, roles=("seer", "villager", "werewolf"))
    said = {"i vote nora did it": STORY, "i used my potion on 6": few, "i trust me and 6": ROLES}
    for text, table in said.items():
        acts = [each.act for reading in hear(text, table).offered for each in reading]
        assert not {"saved", "poisoned"} & {act.kind for act in acts}
        assert not [act for act in acts if act.kind == "trust" and act["who"] == table.speaker]
        assert not [
            act for act in acts if act.kind in ("vote", "suspect") and "Nora" in dict(act.slots).values()
        ]


@cases(
    "text", ["6号可能是狼，也可能只是个老实村民，我拿不准", "你跟6号都说不知道，谁也没看见谁，总有一个在扯谎"]
)
def test_what_may_be_so_and_what_others_say_lights_no_statement_of_ones_own(text: str):
    lit = {each.act.kind for reading in hear(text, SEATS).offered for each in reading if each.is_sure}
    assert lit <= {"unsure"}


@cases(
    ("table", "text", "words"),
    [(ROLES, "ok you got me, im the wolf", "I am a werewolf"), (STORY, "yes it was me", "it was me")],
)
def test_a_confession_says_what_is_confessed(table: TalkTable, text: str, words: str):
    assert words in [chip(each, table).text for each in hear(text, table).offered]


PAIRS = TalkTable(
    language="en",
    names=("Alpha", "Beta", "Gamma", "Delta"),
    speaker="Alpha",
    scope="cards",
    roles=("seer", "villager", "werewolf", "mason"),
)


def _acts(text: str, table: TalkTable) -> list[SpokenAct]:
    return [each.act for reading in hear(text, table).offered for each in reading]


@cases(
    ("text", "table"),
    [
        ("nobody died again so the guard did their job, nice one whoever you are", ROLES),
        ("anyone wanna thank the witch? ;)", ROLES),
        ("守卫辛苦了！昨晚验了7号，也是狼，两个查杀了", SEATS),
    ],
)
def test_a_role_that_is_thanked_is_not_claimed(text: str, table: TalkTable):
    acts = _acts(text, table)
    assert acts
    assert not any(act.kind == "saved" or act["role"] in ("guard", "witch") for act in acts)
    own = _acts("thanks all, i'm the guard", ROLES)
    assert ("claim", "guard") in {(act.kind, act["role"]) for act in own}


def test_a_seer_of_pairs_learns_that_one_of_two_is_the_werewolf():
    text = "im the seer, looked at Beta and Delta last night and one of those two is the wolf"
    [claim], [pair], *_ = hear(text, PAIRS).offered
    assert claim.act.kind == "claim"
    assert pair.means == OneOfTwo(by="Alpha", whom="Beta", other="Delta", role="werewolf")
    assert "check" not in {act.kind for act in _acts(text, PAIRS)}


@cases(
    ("text", "table"),
    [
        ("Beta said one of Gamma and Delta is the wolf", PAIRS),
        (
            "i looked at Beta and Delta, one of those two is the wolf",
            replace(PAIRS, roles=(*PAIRS.roles, "robber")),
        ),
    ],
)
def test_hearsay_of_a_pair_is_nothing_that_one_learned_nor_where_cards_move(text: str, table: TalkTable):
    assert "one_of_two" not in {act.kind for act in _acts(text, table)}


@cases(("text", "result"), [("6号昨晚被我查了，不是什么好人", "werewolf"), ("昨晚验了6号，好人", "good")])
def test_whoever_is_not_good_was_checked_to_be_a_werewolf(text: str, result: str):
    [first], *_ = hear(text, SEATS).offered
    assert (first.act.kind, first.act["whom"], first.act["result"]) == ("check", "6号玩家", result)


def test_a_victim_is_met_only_while_alive_and_only_if_it_is_named():
    late = replace(STORY, asked="Whom did you see at 8:00?", asker="Conrad")
    unnamed = [
        "nobody really, i was on my own",
        "i saw her in the lobby at 6",
        "Not a soul, and certainly not him",
    ]
    for text in (*unnamed, "saw Nora in the lobby at 8", "i saw nora at half past eight"):
        met = [act for act in _acts(text, late) if act.kind in ("was", "saw", "heard", "not_there")]
        assert not [act for act in met if "Nora" in dict(act.slots).values()], text
    alive = [act for act in _acts("i saw nora in the lobby at 6", late) if act.kind == "saw"]
    assert [act["whom"] for act in alive][:1] == ["Nora"]


def test_no_vote_is_offered_in_a_story_whose_words_do_not_speak_of_one():
    texts = [
        "Not a soul, and certainly not Conrad",
        "get rid of that stick",
        "that is rubbish",
        "nope, not Agatha",
    ]
    acts = [act.kind for text in texts for act in _acts(text, STORY)]
    assert not {"vote", "no_vote", "ask_vote"} & {*acts}
    assert "vote" in {act.kind for act in _acts("my vote goes to Conrad", STORY)}


def test_no_confession_is_offered_that_no_word_makes():
    for text, table in (
        ("Nobody, Agatha. I was on my own in the lobby.", STORY),
        ("Your business with Nora wasn't going so great, was it?", STORY),
        ("I'm going with 6, sorry.", ROLES),
    ):
        assert not [act for act in _acts(text, table) if act.kind in ("confess", "ask_killed")], text
    assert "confess" in {act.kind for act in _acts("fine, i killed her", STORY)}


def test_no_card_of_the_centre_is_offered_where_none_lies_there():
    pairs = replace(ROLES, scope="cards", roles=("seer", "villager", "werewolf", "minion"))
    moved = replace(pairs, roles=(*pairs.roles, "robber"))
    text = "i saw a villager in the centre"
    assert "centre" not in {act.kind for act in _acts(text, pairs)}
    assert "centre" in {act.kind for act in _acts(text, moved)}


def test_the_question_for_the_werewolf_names_one():
    asked = {
        "who is the wolf": "ask anybody: who is a werewolf?",
        "6, are you a wolf?": "ask Player 6: a werewolf?",
    }
    for text, words in asked.items():
        assert words in [chip(reading, ROLES).text for reading in hear(text, ROLES).offered]


def test_a_chip_of_a_mystery_is_worded_as_a_person_would_say_it():
    tables = {
        "en": TalkTable(language="en", names=("Ann", "Bo", "Vic"), speaker="Ann", victims=("Vic",)),
        "zh": TalkTable(language="zh", names=("安妮", "阿波", "老魏"), speaker="安妮", victims=("老魏",)),
    }
    rows = {
        "relation of=0 to=1 kind=cousin": ("I am Bo's cousin", "我是阿波的表亲"),
        "relation of=1 to=0 kind=rival": ("Bo is my rival", "阿波是我的对手"),
        "relation of=1 to=2 kind=heir": ("Bo is Vic's heir", "阿波是老魏的继承人"),
        "ask_relation whom=1 to=0": ("ask Bo: how do you know me?", "问阿波：和我是什么关系？"),
        "ask_means whom=1 thing=dagger": ("ask Bo: could you get the dagger?", "问阿波：能拿到匕首吗？"),
        "ask_means whom=anybody thing=dagger": (
            "ask anybody: who could get the dagger?",
            "问大家：谁能拿到匕首？",
        ),
        "ask_means whom=1": ("ask Bo: who could get it?", "问阿波：谁能拿到？"),
        "ask_killed whom=1": ("ask Bo: was it you?", "问阿波：是你干的吗？"),
        "ask_killed whom=anybody": ("ask anybody: who did it?", "问大家：谁是凶手？"),
        "ask_death whom=1 of=cause": ("ask Bo: what was it done with?", "问阿波：凶器是什么？"),
        "ask_death whom=1": ("ask Bo: how did it happen?", "问阿波：怎么死的？"),
        "heard by=0 whom=1 where=kitchen": ("I heard Bo in the kitchen", "我听见阿波在厨房里的动静"),
    }
    for row, wordings in rows.items():
        kind, *filled = row.split()
        for table, words in zip(tables.values(), wordings, strict=True):
            slots = (slot.split("=") for slot in filled)
            named = {slot: table.names[int(value)] if value.isdecimal() else value for slot, value in slots}
            act = SpokenAct(kind=kind, slots=tuple(named.items()))
            assert chip([HeardAct(act=act, clause="")], table).text == words


@cases(
    ("table", "text", "words"),
    [
        (ROLES, "suspect 4 and 8 tbh", "suspect Player 4 and Player 8"),
        (ROLES, "i suspect 4, 6 and 8", "suspect Player 4, Player 6 and Player 8"),
        (SEATS, "我怀疑4号、6号和8号", "怀疑4号玩家、6号玩家、8号玩家"),
        (SEATS, "6号你到底为什么踩我，我投4号", "问6号玩家：为什么怀疑我？ 投4号玩家"),
    ],
)
def test_several_players_and_what_follows_a_question_are_worded_as_a_native_speaker_does(
    table: TalkTable, text: str, words: str
):
    assert words in [chip(reading, table).text for reading in hear(text, table).offered]
