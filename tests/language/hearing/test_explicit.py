"""Acts that the weights do not know: doubt of a role, one of two, a call to vote, and words taken back.

The sentences were written before the forms that hear them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from parlour.language.facts import Fact, Language, Suspicion, VoteFor, read
from parlour.language.hearing import HeardAct, TalkTable, chip, hear
from tests.language.hearing.scoring import LANGUAGES, Line, table


class Typed(NamedTuple):
    """A typed sentence, with what its first chip says."""

    game: str
    text: str
    chip: str


SENTENCES: dict[tuple[str, Language], list[Typed]] = {
    ("doubt", "en"): [
        Typed("werewolf", "I'm not buying 6's seer claim", "doubt that Player 6 is the seer"),
        Typed("werewolf", "6 is no seer, if you ask me", "doubt that Player 6 is the seer"),
        Typed("werewolf", "no way 4 is the witch", "doubt that Player 4 is the witch"),
        Typed("onenight", "i dont think 5 is really the robber", "doubt that Player 5 is the robber"),
        Typed("werewolf", "your seer claim is rubbish, 7", "doubt that Player 7 is the seer"),
        Typed("werewolf", "7 a seer? don't make me laugh", "doubt that Player 7 is the seer"),
        Typed("onenight", "1 fake claimed seer, im sure of it", "doubt that Player 1 is the seer"),
        Typed("werewolf", "hard to believe that 8 is the guard", "doubt that Player 8 is the guard"),
        Typed(
            "onenight",
            "there's no way I believe 5's troublemaker story",
            "doubt that Player 5 is the troublemaker",
        ),
        Typed("onenight", "6 just pretends to be the insomniac", "doubt that Player 6 is the insomniac"),
        Typed("werewolf", "sorry but I doubt 4 is our hunter", "doubt that Player 4 is the hunter"),
    ],
    ("doubt", "zh"): [
        Typed("werewolf", "6号的预言家我不认", "不认6号玩家是预言家"),
        Typed("werewolf", "6号跳的预言家有点假", "不认6号玩家是预言家"),
        Typed("werewolf", "我不信4号是女巫", "不认4号玩家是女巫"),
        Typed("onenight", "4号这个预言家怕是假的吧", "不认4号玩家是预言家"),
        Typed("onenight", "5号根本不像强盗", "不认5号玩家是强盗"),
        Typed("werewolf", "7号你这预言家跳得太假了", "不认7号玩家是预言家"),
        Typed("werewolf", "谁信8号是守卫啊", "不认8号玩家是守卫"),
        Typed("onenight", "1号是假预言家", "不认1号玩家是预言家"),
        Typed("werewolf", "8号悍跳预言家，我不信他", "不认8号玩家是预言家"),
        Typed("onenight", "5号说自己是捣蛋鬼，鬼才信", "不认5号玩家是捣蛋鬼"),
        Typed("onenight", "我怀疑6号的失眠者身份", "不认6号玩家是失眠者"),
        Typed("werewolf", "4号说他是猎人，我可不买账", "不认4号玩家是猎人"),
    ],
    ("either", "en"): [
        Typed("mystery", "it's either Agatha or Conrad", "either Agatha or Conrad"),
        Typed("werewolf", "one of 4 and 5 is a wolf", "either Player 4 or Player 5"),
        Typed("onenight", "either 1 or 6 is lying to us", "either Player 1 or Player 6"),
        Typed("werewolf", "its 4 or 5, cant be anyone else", "either Player 4 or Player 5"),
        Typed("mystery", "i think its between violet and desmond", "either Violet or Desmond"),
        Typed("werewolf", "theres a wolf between 7 and 8", "either Player 7 or Player 8"),
        Typed("mystery", "if its not agatha then its violet", "either Agatha or Violet"),
        Typed("onenight", "4 or 6, one of them has to be the wolf", "either Player 4 or Player 6"),
        Typed("werewolf", "between 1 and 2, one must be a werewolf", "either Player 1 or Player 2"),
        Typed("werewolf", "one of you two is lying, 5 and 8", "either Player 5 or Player 8"),
        Typed(
            "mystery",
            "it was desmond or rosamund who killed her, one or the other",
            "either Desmond or Rosamund",
        ),
        Typed("onenight", "the wolf is 3 or 5", "either Player 3 or Player 5"),
    ],
    ("either", "zh"): [
        Typed("werewolf", "不是4就是5", "不是4号玩家就是5号玩家"),
        Typed("werewolf", "4和5里必有一狼", "不是4号玩家就是5号玩家"),
        Typed("onenight", "1号6号必有一个在撒谎", "不是1号玩家就是6号玩家"),
        Typed("mystery", "凶手不是月娥就是维安", "不是沈月娥就是顾维安"),
        Typed("werewolf", "我觉得7号8号里面有一个是狼", "不是7号玩家就是8号玩家"),
        Typed("mystery", "要么是芳菲，要么是伯庸", "不是贺芳菲就是叶伯庸"),
        Typed("onenight", "1和4之间肯定有一个是狼", "不是1号玩家就是4号玩家"),
        Typed("mystery", "月娥和红绫两个人里头有一个是凶手", "不是沈月娥就是魏红绫"),
        Typed("onenight", "非4即6", "不是4号玩家就是6号玩家"),
        Typed("werewolf", "5号8号二选一，总有一个是狼", "不是5号玩家就是8号玩家"),
        Typed("mystery", "不是维安干的，就是芳菲干的", "不是顾维安就是贺芳菲"),
        Typed("werewolf", "6和7里头出一个狼", "不是6号玩家就是7号玩家"),
    ],
    ("call", "en"): [
        Typed("werewolf", "let's all vote 5", "all vote for Player 5"),
        Typed("werewolf", "vote with me on 5", "all vote for Player 5"),
        Typed("onenight", "everyone vote 4 please", "all vote for Player 4"),
        Typed("werewolf", "can we all agree to vote out 7", "all vote for Player 7"),
        Typed("onenight", "join me and vote 6", "all vote for Player 6"),
        Typed("werewolf", "we should vote 8 together", "all vote for Player 8"),
        Typed("onenight", "follow my vote on 1", "all vote for Player 1"),
        Typed("werewolf", "who's with me on voting 4?", "all vote for Player 4"),
        Typed("werewolf", "come on folks, all votes on 7", "all vote for Player 7"),
        Typed("onenight", "I'm voting 6, please do the same", "all vote for Player 6"),
        Typed("mystery", "lets vote Conrad, all of us", "all vote for Conrad"),
        Typed("werewolf", "pile your votes on 2 with me", "all vote for Player 2"),
    ],
    ("call", "zh"): [
        Typed("werewolf", "跟我票5", "大家一起投5号玩家"),
        Typed("werewolf", "大家归票5号", "大家一起投5号玩家"),
        Typed("onenight", "都跟我投4号", "大家一起投4号玩家"),
        Typed("werewolf", "今天全票打飞7号", "大家一起投7号玩家"),
        Typed("onenight", "我们一起投6吧", "大家一起投6号玩家"),
        Typed("werewolf", "好人都把票挂8号", "大家一起投8号玩家"),
        Typed("onenight", "统一投1号", "大家一起投1号玩家"),
        Typed("werewolf", "听我的，出4号", "大家一起投4号玩家"),
        Typed("werewolf", "大家都别分票，集中投7", "大家一起投7号玩家"),
        Typed("onenight", "我投6，你们也跟上", "大家一起投6号玩家"),
        Typed("mystery", "大家一起指认维安吧", "大家一起投顾维安"),
        Typed("werewolf", "咱们抱团出2号", "大家一起投2号玩家"),
    ],
    ("retract", "en"): [
        Typed("werewolf", "I take it back, not 5", "take back what I said about Player 5"),
        Typed("werewolf", "scratch that", "take back what I said"),
        Typed("werewolf", "forget what i said about 6", "take back what I said about Player 6"),
        Typed("onenight", "I was wrong about 4, sorry", "take back what I said about Player 4"),
        Typed("mystery", "nvm what I said about agatha", "take back what I said about Agatha"),
        Typed("mystery", "I withdraw my accusation against Conrad", "take back what I said about Conrad"),
        Typed("werewolf", "ok I don't suspect 7 anymore", "take back what I said about Player 7"),
        Typed("werewolf", "ignore my last message", "take back what I said"),
        Typed("onenight", "disregard that, I misspoke", "take back what I said"),
        Typed("mystery", "i take back what i said earlier", "take back what I said"),
        Typed("mystery", "my mistake about violet, I take that back", "take back what I said about Violet"),
        Typed("onenight", "strike that, I got 1 wrong", "take back what I said about Player 1"),
    ],
    ("retract", "zh"): [
        Typed("werewolf", "我收回刚才的话", "收回刚才的话"),
        Typed("werewolf", "刚才说错了，我不怀疑5号了", "收回刚才关于5号玩家的话"),
        Typed("onenight", "刚才那句当我没说", "收回刚才的话"),
        Typed("werewolf", "我收回对6号的怀疑", "收回刚才关于6号玩家的话"),
        Typed("mystery", "关于月娥的话我收回", "收回刚才关于沈月娥的话"),
        Typed("onenight", "我错怪4号了", "收回刚才关于4号玩家的话"),
        Typed("werewolf", "不好意思，前面的话作废", "收回刚才的话"),
        Typed("mystery", "我冤枉维安了，收回", "收回刚才关于顾维安的话"),
        Typed("werewolf", "我说错了，不是7号", "收回刚才关于7号玩家的话"),
        Typed("onenight", "别管我刚才说的", "收回刚才的话"),
        Typed("werewolf", "口误口误，刚才不算", "收回刚才的话"),
        Typed("werewolf", "我之前踩8号踩错了", "收回刚才关于8号玩家的话"),
    ],
}


def readings(game: str, text: str, language: Language) -> tuple[TalkTable, Sequence[Sequence[HeardAct]]]:
    at = table(Line(text=text, means=()), game, language)
    return at, hear(text, at).offered


@pytest.mark.parametrize(("act", "language"), SENTENCES)
def test_the_first_chip_says_it(act: str, language: Language):
    for game, text, words in SENTENCES[act, language]:
        at, offered = readings(game, text, language)
        assert words in chip(offered[0], at).text, text


@pytest.mark.parametrize(("act", "language"), SENTENCES)
def test_nothing_else_is_lit_without_a_tap(act: str, language: Language):
    for game, text, words in SENTENCES[act, language]:
        at, offered = readings(game, text, language)
        lit = [each.text for each in (chip(reading, at) for reading in offered) if each.is_lit]
        assert {*lit} <= {words}, text


NOT_SAID: dict[Language, list[tuple[str, str]]] = {
    "en": [
        ("werewolf", "4 and 5 are wolves"),
        ("werewolf", "I don't think 6 is a wolf"),
        ("werewolf", "is it 4 or 5?"),
        ("werewolf", "everybody voted 4"),
        ("werewolf", "let's not vote 5"),
        ("werewolf", "Player 4 says it's either 5 or 6"),
        ("werewolf", "if one of 4 and 5 is a wolf we lose"),
        ("werewolf", "you should take it back"),
        ("werewolf", "I will not take it back"),
        ("werewolf", "either 4 or 5 is the seer"),
        ("werewolf", "I don't doubt 4 is the seer"),
        ("werewolf", "5 wants us all to vote 4"),
        ("werewolf", "neither 4 nor 5 is a wolf"),
        ("werewolf", "voting 5, join me 2?"),
        ("werewolf", "I was wrong about 4, he is the wolf"),
        ("onenight", "4 says 5 is not the seer"),
        ("mystery", "I saw either Agatha or Conrad"),
        ("mystery", "it wasn't Agatha or Conrad"),
        ("mystery", "there was something between Agatha and Conrad"),
    ],
    "zh": [
        ("werewolf", "4和5都是狼"),
        ("werewolf", "6号的预言家是真的吗？"),
        ("werewolf", "我认6号的预言家"),
        ("werewolf", "我不信4号是狼"),
        ("werewolf", "大家投了4号"),
        ("werewolf", "5号6号都投4号"),
        ("werewolf", "别都投4号"),
        ("werewolf", "5号让大家投4号"),
        ("werewolf", "5号说不是4就是6"),
        ("werewolf", "要是4和5里有一狼呢"),
        ("werewolf", "4、5、6里必有一狼"),
        ("werewolf", "4和5里有一个预言家"),
        ("werewolf", "你应该收回"),
        ("werewolf", "先别管我，我就想问6号验了谁"),
        ("onenight", "5说自己爪牙，要我们投他"),
        ("werewolf", "我没冤枉5号"),
        ("mystery", "我看见的不是月娥就是维安"),
        ("mystery", "月娥或者维安拿得到火钳"),
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_supposed_told_of_others_or_denied_is_none_of_them(language: Language):
    for game, text in NOT_SAID[language]:
        at, offered = readings(game, text, language)
        acts = [heard_act.act.as_sent(at.scope).kind for reading in offered for heard_act in reading]
        assert {"doubt", "either", "call", "retract"}.isdisjoint(acts), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("act", "fact"), [("doubt", Suspicion), ("either", None), ("call", VoteFor), ("retract", None)]
)
def test_what_is_sent_holds_no_fact_but_the_speakers_own_suspicion_or_vote(
    act: str, fact: type[Fact] | None, language: Language
):
    for game, text, words in SENTENCES[act, language]:
        at, offered = readings(game, text, language)
        chips = [chip([heard_act], at) for heard_act in offered[0]]
        [[sent]] = [each.sentences for each in chips if each.text == words]
        facts = read(sent, language, speaker=at.speaker, names=at.names).facts
        assert [type(each) for each in facts] == ([fact] if fact else []), sent
        meanings = hear(sent, at).meanings
        assert {*meanings} <= {*facts}, sent


def test_he_may_be_the_one_who_is_doubted():
    at = TalkTable(language="en", names=("Ann", "Bo", "Cy"), speaker="Ann", scope="roles", spoken_of="Bo")
    texts = [chip(reading, at).text for reading in hear("he's no seer", at).offered]
    assert texts[0] == "doubt that Bo is the seer"
    assert "Bo is the seer" not in texts


def test_a_seers_pair_is_no_mere_either_or():
    folk = ("Ann", "Bo", "Cy", "Dora")
    at = TalkTable(language="en", names=folk, speaker="Dora", scope="cards", roles=("seer", "werewolf"))
    text = "I looked at Bo and Cy, one of those two is the wolf"
    first, *others = (chip(reading, at).text for reading in hear(text, at).offered)
    assert first == "one of Bo and Cy is a werewolf"
    assert "either Bo or Cy" not in others
