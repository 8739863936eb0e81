"""People with the rarer roles of Werewolf in their hands."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, expect

from parlour.games import onenight
from parlour.games.werewolf import Role, WerewolfSetup, seat_names
from tests.arena.mysteries import laid
from tests.web.browser.guests import Guest, seat_url, sees
from tests.web.browser.serving import Server

DEAL = (Role.CUPID, Role.WEREWOLF, Role.WHITE_WOLF_KING, Role.IDIOT, Role.ELDER, Role.KNIGHT, Role.SEER)
CARD = {"en": "in the first night you make two players fall in love", "zh": "第一夜指定两名玩家成为情侣"}
RULE = {"en": "The idiot who is voted out shows the card", "zh": "白痴被投票放逐时翻开身份牌"}
LOVE = {"en": "On night 1 you fall in love with Player 2", "zh": "第1夜，你和2号玩家成为情侣"}
RULES = {"en": "Rules", "zh": "规则"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_cupid_joins_two_and_the_table_elects_a_mayor(
    language: Literal["en", "zh"], server: Server, context: BrowserContext
):
    players = seat_names(len(DEAL), language)
    table = WerewolfSetup(language=language, players=players, deal=DEAL, badge="half", days=2)
    opened = server.open(laid(table, method="random", methods={players[0]: "human"}))
    guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(players[0]))).come()
    expect(guest.page.locator(".side")).to_contain_text(CARD[language])
    guest.play_until("link")
    for place in (0, 1):
        guest.asked.locator(".tick").nth(place).click()
    guest.shoot(f"roles-link-{language}")
    assert not guest.barriers()
    guest.asked.locator(".is-main").click()
    expect(guest.asked.locator(".asked-trouble")).not_to_be_empty()
    with guest.giving():
        guest.asked.locator(".asked-steps .button").first.click()
    sees(guest, LOVE[language])
    assert RULE[language] in guest.page.content()
    kinds = guest.play_out()
    assert set(kinds) <= {"elect", "speak", "vote", "bequeath"}


AIM = {"en": "You win", "zh": "赢"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_card_of_one_night_as_people_play_it_says_how_to_win(
    language: Literal["en", "zh"], server: Server, context: BrowserContext
):
    players = onenight.seat_names(5, language)
    table = onenight.OneNightSetup(language=language, players=players, rules="people")
    opened = server.open(laid(table, method="random", methods={players[0]: "human"}))
    guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(players[0]))).come()
    expect(guest.page.locator(".card-role")).to_contain_text(AIM[language])
    assert guest.complaints == []
