"""People at the table, each test a story."""

from __future__ import annotations

import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count

from playwright.sync_api import Browser, BrowserContext, Dialog, expect

from parlour.games.mystery import MysterySetup, generate
from parlour.games.werewolf import WerewolfSetup
from tests.arena.mysteries import laid
from tests.llm.loopback import Answer, Body, Loopback
from tests.web.browser.guests import Guest, seat_url, sees, watch_url
from tests.web.browser.serving import Server
from tests.web.hosting.houses import game, setup, wolves


def test_a_person_plays_a_mystery_with_the_reader_to_the_verdict(server: Server, context: BrowserContext):
    full = MysterySetup(script=generate(7, players=4), rounds=1)
    player = full.players[1]
    opened = server.open(setup(1, of=full))
    guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(player))).come()

    expect(guest.page.locator(".side")).to_contain_text(f"You are {player}")
    expect(guest.page.locator(".side .is-secrets")).to_be_visible()
    expect(guest.page.locator(".card-read")).to_be_hidden()
    sees(guest, full.script.synopsis.splitlines()[0])
    assert guest.kind() == "introduce"
    expect(guest.asked.locator(".asked-rules")).to_contain_text("Only murderers may lie")
    expect(guest.page.locator(".guide")).to_contain_text("The game is Murder mystery")
    guest.shoot("table-introductions")
    assert not guest.barriers()
    guest.page.get_by_role("button", name="Leave the guide").click()
    guest.page.get_by_role("button", name="Rules", exact=True).click()
    expect(guest.page.locator(".rules > li")).to_have_count(6)
    expect(guest.page.locator(".panel.is-rules")).to_contain_text("There is no time limit")
    guest.page.get_by_role("button", name="Show me round the page").click()
    expect(guest.page.locator(".guide")).to_contain_text("1 of 4")
    guest.page.get_by_role("button", name="Leave the guide").click()

    guest.asked.locator("textarea").fill("Blue bananas sing quietly upstairs.")
    expect(guest.asked.locator(".field-count")).to_have_text("5 of 120 words, 115 left")
    guest.asked.locator("textarea").fill("word " * 121)
    guest.asked.locator(".is-main").click()
    expect(guest.asked.locator(".asked-trouble")).to_contain_text("121 words; at most 120")
    guest.asked.locator("textarea").fill(f"I am {player}.")
    guest.asked.locator(".is-main").click()
    sees(guest, f"I am {player}.")

    guest.play_until("ask")
    guest.asked.locator(".is-main").click()
    expect(guest.asked.locator(".asked-trouble")).not_to_be_empty()
    guest.asked.locator(".tick").nth(1).click()
    expect(guest.asked.locator(".field-label")).to_have_text(f"Your question to {full.players[2]}")
    guest.asked.locator("textarea").fill("Where were you at 7:00?")
    with guest.giving():
        guest.asked.locator("textarea").press("Control+Enter")
    expect(guest.talk.locator(".is-mine").last).to_contain_text("Where were you at 7:00?")

    guest.play_until("vote")
    expect(guest.asked.locator(".asked-rules")).to_contain_text("a tie accuses nobody")
    guest.asked.locator(".tick").first.click()
    guest.asked.locator(".is-main").click()
    expect(guest.asked.locator(".asked-trouble")).to_contain_text("cannot be taken back")
    guest.asked.get_by_text("Not yet").click()
    guest.play_until("answer")
    expect(guest.asked.first.locator(".asked-count")).to_contain_text(re.compile(r"^1 of \d+$"))
    assert "answer" in guest.play_out()
    sees(guest, "was killed by")
    expect(guest.page.locator(".notice a")).to_have_attribute("href", f"/after/{opened.seat(player)}")
    guest.shoot("table-verdict")
    assert not guest.barriers()
    assert guest.complaints == []


def test_two_people_go_on_after_a_refresh_and_after_the_server_was_killed(
    own_server: Server, browser: Browser
):
    opened = own_server.open(setup(0, 1))
    first, second = game().players[:2]
    own_server.start()
    contexts = [browser.new_context() for _ in range(3)]
    ann, bob = (
        Guest(page=each.new_page(), url=seat_url(own_server, opened.seat(player))).come()
        for each, player in zip(contexts, (first, second), strict=False)
    )
    crowd = Guest(page=contexts[2].new_page(), url=watch_url(own_server, opened.spectator)).come()

    bob.asked.locator("textarea").fill("I have only half")
    bob.page.get_by_role("button", name="Notebook").click()
    bob.page.locator(".note .tick").nth(4).click()
    bob.page.get_by_label(f"Notes about {first}").fill("Too friendly.")
    expect(bob.page.locator(".seat-marks").first).to_have_text("●●●●")
    own_server.wait_until_written(opened, second, "drafts", "I have only half")
    own_server.wait_until_written(opened, second, "notebook", "Too friendly.")
    bob.page.reload()
    expect(bob.asked.locator("textarea")).to_have_value("I have only half")
    for each in (ann, bob, crowd):  # one that never was connected waits for a server that is gone
        each.page.wait_for_function("window.did_handshake")

    with ann.coming_back(), bob.coming_back(), crowd.coming_back():
        own_server.kill()
        bob.page.wait_for_function("!window.socket.connected")
        bob.asked.locator("textarea").fill("I have only half, and now more")
        own_server.start()
    bob.asked.first.wait_for()
    expect(bob.page.locator(".nicegui-error-popup").first).to_be_hidden()
    expect(bob.asked.locator("textarea")).to_have_value("I have only half, and now more")
    expect(crowd.page.locator(".seat-name")).to_have_text(list(game().players))
    expect(bob.asked.locator(".field-count")).to_contain_text("7 of")
    bob.page.get_by_role("button", name="Notebook").click()
    expect(bob.page.get_by_label(f"Notes about {first}")).to_have_value("Too friendly.")

    bob.asked.locator("textarea").fill("My name is in your papers.")
    bob.asked.locator(".is-main").click()
    expect(bob.talk.locator(".is-sent")).to_contain_text("My name is in your papers.")
    expect(bob.page.locator(".waits")).to_have_text(f"The table waits for {first}.")
    expect(bob.page.locator(".seat-state")).to_contain_text(["is asked", "ready"])
    expect(ann.talk).not_to_contain_text("My name is in your papers.")
    expect(ann.page.locator(".waits")).to_be_empty()
    bob.shoot("table-sent")
    bob.page.reload()
    expect(bob.talk.locator(".is-sent")).to_contain_text("My name is in your papers.")
    assert not bob.barriers()
    ann.asked.locator("textarea").fill("So is mine.")
    ann.asked.locator(".is-main").click()
    for each in (ann, bob, crowd):
        sees(each, "My name is in your papers.")
        sees(each, "So is mine.")
        expect(each.talk.get_by_text("My name is in your papers.")).to_have_count(1)
    expect(crowd.page.locator(".side")).to_have_count(0)
    expect(crowd.asked).to_have_count(0)
    for each in contexts:
        each.close()


def test_a_chinese_table_on_a_telephone(server: Server, browser: Browser):
    chinese = MysterySetup(script=generate(5, players=6, lang="zh"), rounds=1, answers=False)
    opened = server.open(setup(2, of=chinese))
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    guest = Guest(
        page=context.new_page(),
        url=seat_url(server, opened.seat(chinese.players[2])),
        lines=("你晚上七点在哪里？",),
    ).come()
    expect(guest.page.locator(".side")).to_contain_text(f"你是{chinese.players[2]}")
    expect(guest.talk).to_be_hidden()
    expect(guest.asked).to_be_hidden()
    expect(guest.page.locator(".guide")).to_contain_text("第1步，共4步")
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
    guest.shoot("phone-zh-first-look")
    assert not guest.barriers()
    guest.page.get_by_role("button", name="下一步").click()
    expect(guest.page.locator(".guide")).to_contain_text("轮流说话")
    guest.page.get_by_role("button", name="下一步").click()
    expect(guest.page.locator(".panel.is-rules")).to_contain_text("只有凶手可以说谎")
    guest.page.get_by_role("button", name="不看指引了").click()
    expect(guest.page.locator(".guide")).to_be_hidden()
    assert guest.kind() == "introduce"
    expect(guest.asked.locator(".asked-rules")).to_contain_text("只有凶手可以说谎")
    guest.page.reload()
    assert guest.kind() == "introduce"
    expect(guest.page.locator(".guide")).to_be_hidden()
    expect(guest.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    notices = ["连接已断开。", "正在重新连接……", "内容过长。", "请删减后重新发送。"]
    expect(guest.page.locator(".nicegui-error-popup span")).to_have_text(notices)
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(guest.page.locator(".side")).to_be_hidden()
    mood = guest.page.locator(".phase-mood")
    assert mood.evaluate("mood => getComputedStyle(mood).fontStyle") == "normal"
    guest.shoot("phone-zh-table")
    assert not guest.barriers()

    guest.page.get_by_role("button", name="我的身份").click()
    expect(guest.page.locator(".side")).to_contain_text(f"你是{chinese.players[2]}")
    expect(guest.talk).to_be_hidden()
    guest.shoot("phone-zh-card")
    assert not guest.barriers()
    guest.page.get_by_role("button", name="去牌桌").click()
    crowd = Guest(page=context.new_page(), url=watch_url(server, opened.spectator)).come()
    sees(crowd, chinese.script.synopsis.splitlines()[0])
    expect(crowd.talk).to_be_visible()
    crowd.page.close()

    guest.play_until("vote")
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
    guest.play_out()
    letters = re.sub(r"No\. \d+|Parlour", "", guest.page.locator("body").inner_text())
    assert not re.search(r"[A-Za-z]{3,}", letters)
    context.close()


def test_with_the_keyboard_alone(server: Server, context: BrowserContext):
    opened = server.open(setup(0))
    guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(game().players[0]))).come()
    guest.asked.first.wait_for()
    keys = guest.page.keyboard

    def reach(selector: str) -> None:
        for _ in range(40):
            if guest.page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
            keys.press("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    @contextmanager
    def giving() -> Generator[None]:
        with guest.giving():
            yield
        guest.page.wait_for_function("document.activeElement !== document.body")

    reach(".asked textarea")
    keys.type("Hush, hush.")
    with giving():
        keys.press("Enter")
    sees(guest, "Hush, hush.")
    while (kind := guest.kind()) != "vote":
        if kind == "ask":
            reach(".asked input")
            keys.press("Space")
        reach(".asked textarea")
        keys.type("Where were you at 7:00?")
        before = guest.talk.locator(".is-mine").count()
        with giving():
            keys.press("Control+Enter")
        expect(guest.talk.locator(".is-mine")).to_have_count(before + 1)
    reach(".asked input")
    keys.press("ArrowRight")
    reach(".asked .is-main")
    keys.press("Enter")
    expect(guest.asked.get_by_text("Yes")).to_be_focused()
    keys.press("Enter")
    sees(guest, "was killed by")


def test_markup_in_names_and_speech_is_shown_as_text(server: Server, browser: Browser):
    nasty = '<img src=x onerror="alert(1)">'
    names = (nasty, "<script>alert(2)</script>", "${alert(3)}", "{{ alert(4) }}", "`;alert(5)", "</style><b>")
    opened = server.open(
        laid(WerewolfSetup(language="en", players=names), method="random", methods={nasty: "human"})
    )
    context = browser.new_context()
    dialogs: list[str] = []
    guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(nasty)))

    def wave_off(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    guest.page.on("dialog", wave_off)
    guest.come()
    guest.play_until("speak")
    guest.asked.locator("textarea").fill("<b onclick=alert(6)>bold</b> <iframe src=/>")
    guest.asked.locator(".is-main").click()
    sees(guest, "<b onclick=alert(6)>bold</b> <iframe src=/>")
    numbered = [*names[:-1], f"6 {names[-1]}"]  # the only one without a number of its own
    expect(guest.page.locator(".seat-name")).to_have_text(numbered)
    guest.page.reload()
    sees(guest, "<b onclick=alert(6)>bold</b> <iframe src=/>")
    assert guest.page.locator("img, iframe, .talk b[onclick]").count() == 0
    assert not dialogs
    context.close()


def test_the_time_left_is_shown_and_when_it_runs_out_the_table_says_so_and_goes_on(
    server: Server, context: BrowserContext
):
    player = game().players[0]
    opened = server.open(setup(0), seconds=600)
    guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(player))).come()
    expect(guest.asked.locator(".asked-left")).to_have_text(re.compile(r"^[5-9]:\d\d left"))
    expect(guest.page.locator(".panel.is-rules")).to_contain_text("You have 600 seconds for each")
    opened = server.open(setup(0), seconds=5)
    guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(player))).come()
    sees(guest, f"{player} ran out of time; the game went on without an answer.")


def test_speech_is_seen_as_it_forms_and_a_model_that_is_gone_is_spoken_of_until_it_is_back(
    own_server: Server, context: BrowserContext
):
    numbers, gone, going_on = count(), threading.Event(), threading.Event()

    def answer(_: Body) -> Answer:
        if gone.is_set():
            return Answer(status=401, error="the key has expired")
        return Answer(text=f"Speech {next(numbers)}, slowly and with care.", going_on=going_on)

    with Loopback(answer) as model:
        own_server.model = model.model
        opened = own_server.open(setup(of=wolves(), method="plain", model=model.model), is_begun=False)
        own_server.start()
        crowd = Guest(page=context.new_page(), url=watch_url(own_server, opened.spectator)).come()
        expect(crowd.page.locator(".seat-state").first).to_be_attached()
        own_server.begin(opened)  # now that somebody watches
        forming = crowd.page.locator(".is-forming .said-words")
        expect(forming).to_have_text(re.compile(r"^\s*Speech \d+, slowly\s*$"))
        expect(crowd.page.locator(".seat-state", has_text="speaking")).to_have_count(1)
        gone.set()
        going_on.set()
        expect(crowd.page.locator(".notice")).to_contain_text("A model does not answer")
        expect(crowd.page.locator(".notice")).not_to_contain_text("127.0.0.1")
        said = crowd.talk.locator(".lines .said").count()
        gone.clear()
        expect(crowd.page.locator(".notice")).to_be_hidden()
        expect(crowd.talk.locator(".lines .said").nth(said)).to_be_visible()
    assert crowd.complaints == []


def test_a_pause_and_a_seat_that_is_passed_on_show_at_once_and_nothing_private_stays(
    server: Server, context: BrowserContext
):
    player = game().players[0]
    opened = server.open(setup(0))
    guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(player))).come()
    guest.asked.locator("textarea").fill("I was going to")
    with server.client(opened.host) as host:
        host.post("/api/v1/table/pause").raise_for_status()
        expect(guest.page.locator(".notice")).to_contain_text("has paused the match")
        expect(guest.page.locator(".phase-mood")).to_have_text("Paused")
        expect(guest.asked).to_have_count(0)
        host.post("/api/v1/table/start").raise_for_status()
        expect(guest.page.locator(".notice")).to_be_hidden()
        expect(guest.asked.locator("textarea")).to_have_value("I was going to")
        agent = {"method": "player-star", "model": "reader"}
        host.put(f"/api/v1/table/seats/{player}", json=agent).raise_for_status()
    expect(guest.page.locator(".room")).to_contain_text(f"{player} is played by somebody else now")
    guest.shoot("table-passed-on")
    expect(guest.page.get_by_text("What you must hide")).to_have_count(0)
    assert guest.page.goto(guest.url)
    expect(guest.page.locator(".room")).to_contain_text("This link opens nothing")
