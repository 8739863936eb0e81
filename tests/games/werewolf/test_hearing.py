"""What a werewolf types by night is a proposal to attack, never an act of the day."""

from __future__ import annotations

import pytest

from parlour.core import Request
from parlour.games.werewolf import WerewolfSetup, kinds, seat_names
from parlour.games.werewolf.reader import HEARING
from parlour.language.facts import Language
from parlour.language.hearing import OfferedReadings, Offers
from tests.cases import cases


def heard(text: str, language: Language) -> tuple[OfferedReadings, Offers]:
    setup = WerewolfSetup(language=language, players=seat_names(10, language))
    person = setup.players[7]
    listener = HEARING.listener(setup, person)
    request = Request(id="1", step=0, player=person, kind=kinds.CONFER, words=50)
    return listener.hears(text, request, None), listener.offers(request)


@cases(
    ("text", "language", "chip", "target"),
    [
        ("I say we kill player 5", "en", "attack Player 5", "Player 5"),
        ("i think 5 is the seer, 6 may be the witch, lets kill 5", "en", "attack Player 5", "Player 5"),
        ("not 2, lets eat 5 tonight", "en", "not attack Player 2, attack Player 5", "Player 5"),
        ("leave 6 alone", "en", "not attack Player 6", None),
        ("先刀4号吧", "zh", "袭击4号玩家", "4号玩家"),
        ("6号别动", "zh", "不袭击6号玩家", None),
        ("今晚把4号做了吧", "zh", "袭击4号玩家", "4号玩家"),
        ("别动6号，留着背锅，今晚杀4号怎么样？", "zh", "不袭击6号玩家，袭击4号玩家", "4号玩家"),
        ("要不刀2号吧，他今天踩你了", "zh", "袭击2号玩家", "2号玩家"),
        ("要不要刀5号？", "zh", "袭击5号玩家", "5号玩家"),
        ("别刀3号，要不刀4号", "zh", "不袭击3号玩家，袭击4号玩家", "4号玩家"),
        ("要不还是别刀2号", "zh", "不袭击2号玩家", None),
        ("should we hit 2? she's onto you", "en", "attack Player 2", "Player 2"),
        ("why not kill 5?", "en", "attack Player 5", "Player 5"),
        ("don't hit 4, hit 5", "en", "not attack Player 4, attack Player 5", "Player 5"),
        ("why don't we go for 3?", "en", "attack Player 3", "Player 3"),
        ("leave 6 alone, kill 5, ok?", "en", "not attack Player 6, attack Player 5", "Player 5"),
    ],
)
def test_words_of_killing_are_proposals_and_name_their_target(
    text: str, language: Language, chip: str, target: str | None
):
    readings, _ = heard(text, language)
    assert (readings.chips[0].text, readings.chips[0].to) == (chip, target)


@cases(
    ("text", "language"),
    [("vote 3 tomorrow. I suspect 4", "en"), ("3号白天踩我，今晚刀3号，别再碰4号", "zh")],
)
def test_nothing_of_the_day_is_offered_or_lit(text: str, language: Language):
    readings, _ = heard(text, language)
    assert readings.chips
    assert not readings.lit
    assert not any(word in each.text for each in readings.chips for word in ("vote", "suspect", "投", "怀疑"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_tapped_proposals_are_lit(language: Language):
    _, offers = heard("", language)
    gap, names = next(iter(offers.choices.items()))
    for offer in offers.sentences:
        readings, _ = heard(offer.words.replace(gap, names[0]), language)
        assert readings.lit
        assert readings.is_plain
