"""A person types, taps what is meant or offered, and asks for the floor in a free discussion."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, BrowserContext, Locator, expect

from parlour.arena import listener
from parlour.core import MEN, WOMEN, Request, request_kinds
from parlour.core.people import draw_names
from parlour.games import onenight
from parlour.games.mystery import MysterySetup
from parlour.games.werewolf import Role, WerewolfSetup, seat_names
from parlour.language.hearing import OfferedReadings
from tests.language.hearing.ambiguous import ambiguous
from tests.web.browser.devices import held, mystery_table, sat
from tests.web.browser.guests import Guest, seat_url, sees
from tests.web.browser.serving import Server
from tests.web.hosting.houses import setup

_WITH_KEYBOARD = 470
"""The height that a keyboard leaves of a telephone's page."""
_DEN = (Role.WEREWOLF, Role.WEREWOLF, Role.SEER, Role.WITCH, Role.VILLAGER, Role.VILLAGER, Role.VILLAGER)
"""A person in the first seat confers with another werewolf, about five others."""


OFFERED, GAP = "我怀疑[谁]。", "[谁]"


def test_somebody_types_with_what_is_heard_and_offered_before_their_eyes(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "zh")
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat(mystery.players[0])), "zh", "phone")
        guest.asked.first.wait_for()
        _is_whole(guest, ".asked-steps")
        _taps(guest, mystery)
        guest.shoot("typing-heard")
        _goes_on(guest)
        _comes_back(guest)
        guest.shoot("typing-nearest")
        assert not guest.barriers()
        assert guest.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        expect(guest.talk.locator(".is-mine")).to_have_count(0)

        guest.asked.locator("textarea").fill(OFFERED.replace(GAP, mystery.players[1]))
        with guest.giving():
            guest.asked.locator(".is-main").click()
        sees(guest, OFFERED.replace(GAP, mystery.players[1]))
        guest.play_until("ask")
        expect(_offers(guest).first).to_have_text("你[几点]在哪里？")
        _turns_to_another(guest)
        assert guest.complaints == []


def _turns_to_another(guest: Guest) -> None:
    people = guest.asked.locator(".tick")
    guest.asked.locator("textarea").fill("你那会儿人在哪儿呢，老实说")
    for person in (people.nth(1), people.nth(0)):
        person.click()
        expect(guest.asked.locator(".chips .chip-key").first).to_contain_text(f"问{person.inner_text()}")
    expect(guest.asked.locator(".chips-note")).to_have_text("点一下你的意思，别人只听懂点亮的：")


def _offers(guest: Guest) -> Locator:
    return guest.asked.locator(".offers .offer")


def _taps(guest: Guest, mystery: MysterySetup) -> None:
    field, chips = guest.asked.locator("textarea"), guest.asked.locator(".chips .chip-key")
    expect(_offers(guest).first).to_be_visible()
    _offers(guest).get_by_text(OFFERED, exact=True).click()
    expect(field).to_have_value(OFFERED)
    expect(field).to_be_focused()
    assert _selected(guest) == GAP
    expect(_offers(guest)).to_have_text(list(mystery.players[1:]))
    _offers(guest).first.click()
    expect(field).to_have_value(OFFERED.replace(GAP, mystery.players[1]))
    expect(chips.first).to_have_attribute("aria-pressed", "true")
    expect(chips.first).to_contain_text(mystery.players[1])


def _goes_on(guest: Guest) -> None:
    field = guest.asked.locator("textarea")
    field.fill("")
    expect(guest.asked.locator(".chips .chip-key")).to_have_count(0)
    field.press_sequentially("我拿不到剃")
    expect(_offers(guest).first).to_have_text("我拿不到剃刀。")
    _offers(guest).first.focus()
    guest.page.keyboard.press("ArrowRight")
    expect(_offers(guest).nth(1)).to_be_focused()
    guest.page.keyboard.press("Home")
    guest.page.keyboard.press("Enter")
    expect(field).to_have_value("我拿不到剃刀。")
    expect(field).to_be_focused()
    expect(guest.asked.locator(".chips [aria-pressed=true]")).to_have_count(1)


def _comes_back(guest: Guest) -> None:
    field, nearest = guest.asked.locator("textarea"), guest.asked.locator(".chips .is-begun")
    field.fill("香蕉不对劲")
    expect(nearest.first).to_contain_text(OFFERED)
    _is_whole(guest, ".chips")
    _is_whole(guest, ".asked-steps")
    nearest.first.click()
    expect(field).to_have_value(OFFERED)
    assert _selected(guest) == GAP
    expect(guest.asked.locator(".chips")).to_be_empty()
    guest.asked.locator(".is-main").click()
    expect(guest.asked.locator(".asked-trouble p")).to_have_text(f"请先填好{GAP}。")


def _is_whole(guest: Guest, part: str) -> None:
    guest.page.wait_for_function(
        """selector => {
            const part = document.querySelector(selector);
            const { left, right, top, bottom } = part.getBoundingClientRect();
            const seen = (y) => part.contains(document.elementFromPoint((left + right) / 2, y))
                || part.contains(document.elementFromPoint(left + 12, y));
            return top >= 0 && bottom <= innerHeight && seen(top + 3) && seen((top + bottom) / 2)
                && seen(bottom - 8) && part.scrollHeight <= part.clientHeight + 1;
        }""",
        arg=f".asked {part}",
    )


def test_whatever_a_den_of_werewolves_is_asked_is_in_view_with_its_fault_and_its_buttons(
    server: Server, browser: Browser
):
    wolves = WerewolfSetup(language="en", players=seat_names(len(_DEN), "en"), deal=_DEN)
    opened = server.open(setup(0, of=wolves, method="plain"))
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat(wolves.players[0])), "en", "phone")
        guest.play_until("confer")
        for part in (".field-frame", ".asked-steps"):
            _is_whole(guest, part)
        victim = wolves.players[4]
        guest.asked.locator("textarea").fill(f"{victim} is the seer, let us attack {victim}.")
        guest.asked.locator("textarea").focus()
        for height, part in ((844, ".chips"), (_WITH_KEYBOARD, ".chip-key")):
            guest.page.set_viewport_size({"width": 390, "height": height})
            _is_whole(guest, part)
        guest.asked.locator("textarea").fill("?")
        guest.asked.locator(".is-main").click()
        expect(guest.asked.locator(".asked-trouble p")).to_have_count(1)
        guest.asked.locator("textarea").focus()
        for height in (844, _WITH_KEYBOARD):
            guest.page.set_viewport_size({"width": 390, "height": height})
            for part in (".options", ".field-frame", ".asked-trouble", ".asked-steps"):
                _is_whole(guest, part)
            guest.shoot(f"den-{height}")
        assert not guest.barriers()
        guest.asked.locator(".tick").first.click()
        guest.answer()
        assert guest.complaints == []


def test_players_at_one_click_have_names_and_the_numbers_of_their_seats(server: Server, browser: Browser):
    with held(browser, "phone") as context:
        page = context.new_page()
        page.goto(server.url)
        page.get_by_role("button", name="Werewolf now").click()
        page.wait_for_url("**/seat/*")
        guest = sat(context, page.url, "en", "phone")
        names = _numbered(guest, 8)
        assert set(names.values()) <= WOMEN | MEN
        guest.shoot("named")


def _numbered(guest: Guest, players: int) -> dict[str, str]:
    """Returns the names on the stage by their numbers, none of which is cut."""
    seats = guest.page.locator(".seat-name")
    expect(seats).to_have_count(players)
    assert not seats.evaluate_all("all => all.filter(each => each.scrollWidth > each.clientWidth).length")
    told = dict(name.split(" ", 1) for name in seats.all_inner_texts())
    assert list(told) == [str(number) for number in range(1, players + 1)]
    return told


def test_a_player_with_a_name_is_called_by_number(server: Server, browser: Browser):
    deal = (Role.WEREWOLF, Role.SEER, *[Role.VILLAGER] * 3)  # the only werewolf lives until the first vote
    wolves = WerewolfSetup(language="en", players=draw_names(len(deal), "en", 3, ("vi",)), deal=deal)
    opened = server.open(setup(0, of=wolves, method="plain"))
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat(wolves.players[0])), "en", "phone")
        names = _numbered(guest, len(deal))
        assert list(names.values()) == list(wolves.players)
        guest.play_until("speak")
        chips = guest.asked.locator(".chips .chip-key")
        guest.asked.locator("textarea").fill("i suspect 4")
        expect(chips.first).to_have_text(f"suspect {names['4']}")
        guest.shoot("named-heard")
        guest.play_until("vote")
        offered = guest.asked.locator(".tick").all_inner_texts()
        assert {f"{number} {name}" for number, name in names.items()} > set(offered) != set()
        guest.shoot("named-vote")
        assert guest.complaints == []


def _selected(guest: Guest) -> str:
    return guest.asked.locator("textarea").evaluate(
        "area => area.value.slice(area.selectionStart, area.selectionEnd)"
    )


def test_what_the_tab_gave_back_once_does_not_come_back_over_newer_words(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "en")
    url = seat_url(server, opened.seat(mystery.players[0]))
    with held(browser, "laptop") as context:
        mine, other = (Guest(page=context.new_page(), url=url).come() for _ in range(2))
        field = mine.asked.locator("textarea")
        _keeps(mine, "typed while the server was gone", is_heard=False)
        mine.page.reload()
        expect(field).to_have_value("typed while the server was gone")
        mine.page.wait_for_function(f"{_KEPT}.isHeard")
        _keeps(mine, "typed while the server was gone", is_heard=True)
        other.asked.locator("textarea").fill("typed later, in another window")
        server.wait_until_written(opened, mystery.players[0], "drafts", "typed later, in another window")
        mine.page.reload()
        expect(field).to_have_value("typed later, in another window")


_AREA = "document.querySelector('.asked textarea')"
_KEPT = f"JSON.parse(sessionStorage.getItem({_AREA}?.dataset.keep) ?? '{{}}')"


def _keeps(guest: Guest, words: str, *, is_heard: bool) -> None:
    guest.asked.locator("textarea").wait_for()
    kept = "{text, isHeard, at: Date.now() - 60_000}"
    store = f"([text, isHeard]) => sessionStorage.setItem({_AREA}.dataset.keep, JSON.stringify({kept}))"
    guest.page.evaluate(store, [words, is_heard])


def remark(mystery: MysterySetup) -> OfferedReadings:
    me, _, *people = mystery.players
    ears = listener(setup(0, of=mystery), me)
    assert ears
    request = Request(id="1", step=0, player=me, kind=request_kinds.INTRODUCE, words=100)
    return ambiguous(ears, request, mystery.language, *people)


def test_a_tap_lights_a_reading_and_enter_sends_the_words_with_it(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "zh")
    heard = remark(mystery)
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat(mystery.players[0])), "zh", "phone")
        guest.asked.first.wait_for()
        field, chips = guest.asked.locator("textarea"), guest.asked.locator(".chips .chip-key")
        field.fill(heard.typed)
        expect(chips).to_have_text([chip.text for chip in heard.chips])
        expect(guest.asked.locator(".chips [aria-pressed=true]")).to_have_count(0)
        for at in (0, 1, 0):
            chips.nth(at).tap()
        expect(chips.nth(0)).to_have_attribute("aria-pressed", "false")
        expect(chips.nth(1)).to_have_attribute("aria-pressed", "true")
        expect(chips).to_have_text([chip.text for chip in heard.chips])
        expect(chips.last).to_be_in_viewport(ratio=1)
        expect(guest.asked.locator(".asked-steps .is-main")).to_be_in_viewport(ratio=1)
        guest.shoot("chips")
        assert not guest.barriers()
        assert guest.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        more = "今晚我睡不着。"
        field.fill(heard.typed + more)
        expect(guest.asked.locator(".chips-note")).to_have_text(re.compile("^点一下"))
        expect(chips.first).to_have_text(heard.chips[1].text)
        expect(chips.first).to_have_attribute("aria-pressed", "true")
        with guest.giving():
            field.press("Enter")
        sees(guest, heard.typed + more)
        mine = guest.talk.locator(".is-mine")
        expect(mine).to_have_count(1)
        expect(mine.locator(".said-words")).to_have_text(heard.typed + more)
        understood = mine.locator(".understood p")
        expect(understood).to_be_hidden()
        mine.locator(".understood summary").click()
        expect(understood).to_have_text("".join(heard.chips[1].sentences))
        guest.shoot("chips-understood")
        assert guest.complaints == []


def test_what_is_lit_hides_nothing_of_the_sentence_just_typed(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "en")
    one, other = mystery.players[2:]
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat(mystery.players[0])), "en", "phone")
        guest.asked.first.wait_for()
        field, chips = guest.asked.locator("textarea"), guest.asked.locator(".chips .chip-key")
        field.fill(f"never mind {one}, look at {other}.")
        first = chips.get_by_text(f"suspect {other}", exact=True)
        first.tap()
        field.fill(f"never mind {one}, look at {other}. And {one}, hm, off.")
        expect(chips.first).to_have_text(f"suspect {one}")
        expect(chips.nth(4)).to_have_text(f"suspect {other}")  # after the readings of the last sentence
        expect(chips.nth(4)).to_have_attribute("aria-pressed", "true")
        guest.shoot("chips-last-first")
        assert guest.complaints == []


def test_words_sent_with_none_of_their_readings_say_so_afterwards(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "zh")
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat(mystery.players[0])), "zh", "phone")
        guest.asked.first.wait_for()
        field = guest.asked.locator("textarea")
        field.fill(remark(mystery).typed)
        expect(guest.asked.locator(".chips .chip-key").first).to_have_attribute("aria-pressed", "false")
        with guest.giving():
            field.press("Enter")
        mine = guest.talk.locator(".is-mine")
        expect(mine.locator(".understood")).to_have_text("已照原样说出，但别人没听懂其中的意思。")
        guest.shoot("unheard")
        assert guest.complaints == []


def test_one_tap_lights_a_reading_of_several_acts(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "en")
    one, other = mystery.players[2:]
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat(mystery.players[0])), "en", "phone")
        guest.asked.first.wait_for()
        field, chips = guest.asked.locator("textarea"), guest.asked.locator(".chips .chip-key")
        field.fill(f"never mind {one}, look at {other}")
        whole = chips.get_by_text(f"suspect {one} and {other}", exact=True)
        for chip in (whole, chips.get_by_text(f"suspect {other}", exact=True)):
            chip.tap()
            expect(chip).to_have_attribute("aria-pressed", "true")
        guest.shoot("chips-whole")
        assert not guest.barriers()
        with guest.giving():
            field.press("Enter")
        mine = guest.talk.locator(".is-mine")
        mine.locator(".understood summary").click()
        said = mine.locator(".understood p").inner_text()
        assert (said.count(one), said.count(other)) == (1, 1)
        guest.shoot("chips-whole-understood")
        assert guest.complaints == []


def test_somebody_speaks_up_asks_for_the_floor_and_listens(server: Server, context: BrowserContext):
    players = onenight.seat_names(5, "en")
    game = onenight.OneNightSetup(language="en", players=players, talk="bidding", speeches=12, rounds=1)
    opened = server.open(setup(0, of=game, method="plain"), seconds=3600)
    guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(game.players[0]))).come()

    guest.play_until("bid")
    card = guest.card("bid")
    expect(card.locator("h2")).to_have_text("Free discussion: do you want to speak?")
    expect(card.locator(".asked-left")).to_have_text(re.compile(r"\d:\d\d"))
    expect(card.locator(".asked-steps .step-effect")).to_have_count(2)
    guest.shoot("free-talk")
    assert not guest.barriers()
    kept = card.locator("textarea").get_attribute("data-keep")
    with guest.giving():
        card.locator("textarea").fill("I suspect Beta more than a little.")
        card.locator(".is-main").click()
    sees(guest, "I suspect Beta more than a little.")
    guest.page.wait_for_function("key => sessionStorage.getItem(key) === null", arg=kept)
    guest.page.reload()
    expect(guest.card("bid").locator("textarea")).to_have_value("")

    guest.card("bid").get_by_role("button", name="Speak now").click()
    card = guest.card("speak")
    with guest.giving():
        card.locator("textarea").fill("I suspect Gamma more than a little.")
        card.locator(".is-main").click()
    sees(guest, "I suspect Gamma more than a little.")

    guest.card("bid").locator("textarea").fill("I never")
    while guest.kind() == "bid":
        expect(guest.card().locator("textarea")).to_have_value("I never")
        with guest.giving():
            guest.card().get_by_role("button", name="Pass").click()
    assert guest.kind() == "vote"
    server.wait_until_written(opened, game.players[0], "drafts", "I never")
    guest.shoot("free-talk-vote")
    assert guest.complaints == []
