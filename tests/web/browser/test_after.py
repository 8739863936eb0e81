"""Watching with god's eyes, recorded games, and what comes after a match: stories in a real browser."""

from __future__ import annotations

import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from parlour.arena import Setup
from parlour.cli import main
from parlour.core import Player
from parlour.evaluation import SCALES, SHEET
from parlour.games import onenight
from parlour.games.mystery import MysterySetup, generate
from parlour.lab.transcripts import format_transcript
from parlour.store import Store
from parlour.web.export import record_of
from parlour.web.hosting import Standing, TableServer
from tests.games.watched.watching import controlled_talk
from tests.lab.watching.recorded import night
from tests.web.browser.axe import barriers, unseen_focus
from tests.web.browser.devices import held
from tests.web.browser.guests import shoot
from tests.web.browser.serving import Opened, Server
from tests.web.hosting.houses import game, setup, sit, until, wolves


def play_out(server: Server, laid: Setup, *people: Player) -> Opened:
    async def play(house: TableServer) -> Opened:
        table, passes = house.open(laid)
        table.start()
        if people:
            await sit(table, people[0])
        await until(lambda: table.settings.standing is Standing.FINISHED)
        return Opened(match=table.match, passes=passes)

    return server.in_house(play)


def murderer() -> tuple[Setup, Player]:
    dealt = MysterySetup(script=generate(5, players=4), rounds=2)
    who = dealt.script.victims[0].murderers[0]
    return setup(dealt.players.index(who), of=dealt), who


def test_a_game_of_roles_tells_its_end_in_its_own_words(server: Server, context: BrowserContext):
    dealt = onenight.OneNightSetup(language="zh", players=onenight.seat_names(5, "zh"))
    opened = play_out(server, setup(0, of=dealt, method="plain"), dealt.players[0])
    page = context.new_page()
    page.goto(f"{server.url}/after/{opened.seat(dealt.players[0])}")
    expect(page.locator(".outcome")).to_have_text(re.compile("^你(赢|输)了。$"))
    expect(page.locator(".without")).to_have_text(re.compile("你一句话也不说"))
    expect(page.locator(".truth")).to_contain_text("狼人")
    secrets = page.locator("details", has=page.get_by_text("暗中发生的事"))
    secrets.locator("summary").click()
    others = "|".join(dealt.players[1:])
    expect(secrets.locator(".secret").first).to_have_text(re.compile(rf"^夜里(你|{others})"))
    shoot(page, "after-onenight")
    assert not re.search(r"真凶|一案|werewol", page.locator("body").inner_text().lower())


def test_the_host_watches_a_werewolf_match_live_and_sees_the_trust_graphs(
    server: Server, context: BrowserContext
):
    opened = server.open(setup(1, of=wolves(), method="gratr"))
    page = context.new_page()
    page.goto(f"{server.url}/replay/{opened.host}/live")
    graph = page.frame_locator("iframe.graph-frame")
    expect(graph.get_by_text("Whom they trust, and why")).to_be_visible()
    expect(graph.locator("#graph circle").first).to_be_visible()
    trust = page.locator("table.heatmap").first
    expect(trust.locator("td.heat").first).to_be_visible()
    expect(trust.locator("caption")).to_contain_text("Trust")
    assert not barriers(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{server.url}/replay/{opened.spectator}")
    expect(page.locator(".where")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_text(["Search"])


def test_who_played_fills_the_survey_and_changes_it_and_the_report_has_it(
    own_server: Server,
    context: BrowserContext,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    laid, who = murderer()
    opened, server = play_out(own_server, laid, who), own_server.start()
    page = context.new_page()
    page.goto(f"{server.url}/after/{opened.seat(who)}")
    expect(page.get_by_text(re.compile(rf"was killed by {who}"))).to_be_visible()
    page.locator(".survey summary").click()
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Still without a mark")).to_be_visible()
    for scale in page.locator("fieldset.scale").all():
        scale.get_by_role("radio", name=re.compile("^4 ")).click()
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("It is kept with the match")).to_be_visible()
    assert not barriers(page)
    page.reload()
    page.locator("fieldset.scale").first.get_by_role("radio", name=re.compile("^2 ")).click()
    page.get_by_role("button", name="Change my answers").click()
    server.wait_until_written(opened, who, SHEET, f'"{next(iter(SCALES))}":2')
    page.goto(f"{server.url}/after/{opened.host}")
    marks = page.get_by_role("region", name="What the people at this table said").locator("td.number")
    expect(marks.first).to_have_text("2")
    assert marks.all_inner_texts()[: len(SCALES) + 1] == ["2", "4", "4", "4", "4", "3.60"]
    shoot(page, "after-host")
    monkeypatch.setattr(sys, "argv", ["parlour", "report", "--human", "--json", "--db", str(server.db)])
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main()
    rows = {(row["condition"], row["metric"]): row for row in json.loads(capsys.readouterr().out)}
    assert rows["PLAYER*", "survey.overall"]["ours"] == 3.6
    assert rows["PLAYER*", "survey.story_advancement"]["n"] == 1


def test_the_proof_is_taken_step_by_step_one_is_told_whether_one_mattered_and_plays_again(
    server: Server, browser: Browser
):
    script = generate(7, players=5, lang="zh")
    who = next(name for name in script.players if not script.victims_of(name))
    laid = setup(script.players.index(who), of=MysterySetup(script=script, rounds=1, answers=False))
    opened = play_out(server, laid, who)
    with held(browser, "phone") as context:
        page = context.new_page()
        page.goto(f"{server.url}/after/{opened.seat(who)}")
        steps, further = page.locator("ol.proof > li:visible"), page.get_by_role("button", name="然后呢？")
        expect(page.locator(".after p").first).to_have_text(re.compile("^你(赢|输)了。$"))
        expect(page.locator("section").nth(1)).to_contain_text("真相是怎样推出来的")
        expect(page.locator("fieldset.scale").first).to_be_hidden()
        expect(steps).to_have_count(1)
        expect(page.locator(".proof-end")).to_be_hidden()
        for number in range(2, len(script.players)):
            further.click()
            expect(steps).to_have_count(number)
            expect(steps.nth(number - 1)).to_be_focused()
        further.click()
        murderer = script.victims[0].murderers[0]
        expect(page.locator(".proof-end")).to_contain_text(f"的是{murderer}。")
        expect(further).to_be_hidden()
        expect(page.locator("ol.proof")).to_contain_text("本可以问")
        expect(page.locator(".without")).to_have_text(re.compile("你一句话也不说"))
        assert not barriers(page)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        page.get_by_text("花费（供开发者）").click()
        tables = page.locator(".wide")
        expect(tables).to_have_count(3)
        assert not tables.evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth).length")
        expect(page.locator("td[data-label=投票]").first).to_be_visible()
        shoot(page, "after-phone")
        page.get_by_role("button", name="再玩一局").click()
        page.wait_for_url(re.compile("/seat/"))
        assert opened.seat(who) not in page.url
        expect(page.locator(".tabs")).to_be_attached()


def test_a_finished_match_is_replayed_searched_seen_with_other_eyes_and_taken_along(
    server: Server, context: BrowserContext, tmp_path: Path
):
    laid, who = murderer()
    opened = play_out(server, laid, who)
    page = context.new_page()
    page.goto(f"{server.url}/replay/match/{opened.match}")
    where, rows = page.locator(".where"), page.locator(".reel > li")
    expect(where).to_contain_text("1 of ")
    page.get_by_role("button", name="To the end").click()
    last = int(re.findall(r"of (\d+)", where.inner_text())[0])
    expect(where).to_contain_text(f"{last} of {last}")
    assert rows.count() <= 40
    transcript = page.locator(".reel").inner_text()
    assert not re.search(r"\bq\d+: [a-z]\b|logprobs|False|True", transcript)
    assert re.search(r"is asked: .+\? – ", transcript)
    earlier = rows.nth(20)
    number = earlier.locator(".entry-number").inner_text()
    earlier.locator("> :nth-child(2)").click()
    expect(where).to_have_text(re.compile(f"^{number} of "))
    rows.nth(5).locator(".entry-number").press("Enter")
    expect(where).not_to_have_text(re.compile(f"^{number} of "))
    page.get_by_role("button", name="To the end").click()
    page.locator(".who-was summary").click()
    expect(page.locator(".who-was tbody")).to_contain_text(who)
    page.locator(".who-was summary").click()
    expect(page.locator("table.heatmap td.heat").first).to_be_visible()
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Play").click()
    expect(where).to_have_text(re.compile(r"^([3-9]|\d\d+) of "))  # it may have run past the third by now
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="To the end").click()
    expect(where).to_contain_text(f"{last} of {last}")
    page.locator('.q-slider [tabindex="0"]').focus()
    page.keyboard.press("ArrowLeft")
    expect(where).to_contain_text(f"{last - 1} of {last}")
    assert unseen_focus(page, 12) == set()
    page.get_by_role("tab", name="Search").click()
    page.get_by_label("Search what was said").fill("accused")
    page.locator(".hit").first.click()
    expect(page.locator(".reel .now")).to_contain_text("accused")
    agent = next(each for each in laid.players if each != who)
    page.get_by_label("Search what was said").fill(f"{agent} introduces")
    page.locator(".hit", has_text=f"{agent} introduces").first.click()
    expect(page.locator(".reel .now")).to_contain_text(f"{agent} introduces")
    expect(page.get_by_role("tab", name="Prompts")).to_be_hidden()
    page.get_by_role("switch").click()
    page.get_by_role("tab", name="Prompts").click()
    page.locator(".call").first.click()
    expect(page.get_by_role("heading", name="Reply", exact=True)).to_be_visible()
    assert not barriers(page)
    shoot(page, "replay-prompts")
    page.get_by_role("tab", name="Suspicions").click()
    page.get_by_label("View of").click()
    page.get_by_role("option", name="a spectator").click()
    expect(page.locator(".reel .thought")).to_have_count(0)
    shoot(page, "replay")
    for form in ("html", "json"):
        with page.expect_download() as coming:
            page.get_by_role("link", name=form.upper()).click()
        coming.value.save_as(tmp_path / f"match.{form}")
    assert record_of((tmp_path / "match.json").read_text()).match == opened.match
    page.goto((tmp_path / "match.html").as_uri())
    expect(page.get_by_role("heading", name="Transcript")).to_be_visible()
    shoot(page, "export")


def test_the_host_forks_a_match_with_a_person_in_a_seat_and_it_goes_on_from_there(
    server: Server, context: BrowserContext
):
    opened = play_out(server, setup(of=game()))
    player = game().players[1]
    page = context.new_page()
    page.goto(f"{server.url}/replay/{opened.spectator}")
    expect(page.get_by_role("tab", name="Suspicions")).to_be_visible()
    expect(page.get_by_role("tab", name="Prompts")).to_be_hidden()
    expect(page.get_by_role("tab", name="Fork from here")).to_have_count(0)
    page.goto(f"{server.url}/replay/{opened.host}")
    page.get_by_role("tab", name="Search").click()
    page.get_by_label("Search what was said").fill("introduces")
    page.locator(".hit").last.click()
    page.get_by_role("tab", name="Fork from here").click()
    expect(page.get_by_text("It would part here")).to_be_visible()
    page.get_by_label("Seat", exact=True).click()
    page.get_by_role("option", name=player).click()
    page.get_by_label("Who thinks in it").click()
    page.get_by_role("option", name="a person").click()
    page.get_by_role("button", name="Fork from here").click()
    link = page.get_by_role("link", name=f"Sit down as {player}")
    expect(link).to_be_visible()
    lobby = context.new_page()
    lobby.goto(server.url)
    fork = lobby.locator("li", has_text=f"forked from {game().script.title}")
    expect(fork.get_by_role("link", name="Host's page")).to_be_visible()
    lobby.close()
    token = (link.get_attribute("href") or "").rpartition("/")[2]
    page.goto(f"{server.url}/replay/{token}")
    expect(page.locator(".where")).to_be_visible()
    expect(page.get_by_role("tab", name="Suspicions")).to_have_count(0)
    page.goto(f"{server.url}/seat/{token}")
    expect(page.get_by_text(player).first).to_be_visible()
    with Store.open(str(server.db)) as store:
        origins = {each.match: store.setup(each.match).origin for each in store.matches()}
        [new] = [match for match, origin in origins.items() if origin and origin.match == opened.match]
        assert '"running"' in (store.hosting.table(new) or "")


PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1280, "height": 900}


def watch(server: Server, folder: Path) -> str:
    with Store.reading(str(server.db)) as store:
        before = {each.match for each in store.matches()}
    games = folder / "games.jsonl"
    talk = night(events=controlled_talk(), centre=("werewolf", "seer", "tanner"))
    games.write_text(f"{format_transcript(talk)}\n", encoding="utf-8")
    words = ("run", "watch-onenight", "--transcripts", str(games), "--model", "reader")
    more = ("--conditions", "gratr", "--embedding", "bm25", "--jobs", "1", "--yes", "--db", str(server.db))
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(1) as pool:
        patch.setattr(sys, "argv", ["parlour", *words, *more])
        with pytest.raises(SystemExit, match=r"^0$"):
            pool.submit(main).result()  # in a thread of its own, since Playwright's loop runs in this one
    with Store.reading(str(server.db)) as store:
        return next(each.match for each in store.matches() if each.match not in before)


def has_no_barrier(page: Page, name: str) -> None:
    assert not barriers(page)
    fits(page, name)


def fits(page: Page, name: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= (page.viewport_size or LAPTOP)["width"]
    shoot(page, name)


def test_somebody_looks_at_a_recorded_game_and_at_what_the_watcher_believed_line_by_line(
    server: Server, context: BrowserContext, tmp_path: Path
):
    match = watch(server, tmp_path)
    page = context.new_page()
    page.goto(f"{server.url}/replay/match/{match}")
    expect(page.get_by_text("Won: the village")).to_be_visible()
    cast = page.locator("table.data").first
    expect(cast.locator("tbody tr").nth(1)).to_contain_text("werewolf")
    page.get_by_role("button", name="To the end").click()
    last = page.locator(".reel .now .strip")
    expect(last.first).to_contain_text(re.compile(r"Player 2\s*\d+%"))
    expect(last.last).to_contain_text(re.compile(r"Player 2\s*−0\."))
    has_no_barrier(page, "watched")
    page.get_by_role("tab", name="Suspicions").click()
    expect(page.locator(".way svg.lines").first).to_be_visible()
    has_no_barrier(page, "watched-minds")
    page.set_viewport_size(PHONE)
    fits(page, "watched-phone")
    (tmp_path / "match.html").write_text(
        page.request.get(f"{server.url}/replay/match/{match}/export.html").text(), encoding="utf-8"
    )
    page.goto((tmp_path / "match.html").as_uri())
    expect(page.get_by_text("Won: the village")).to_be_visible()
    assert page.locator(".strip").count() >= 28
    has_no_barrier(page, "watched-export-phone")
    page.set_viewport_size(LAPTOP)
    fits(page, "watched-export")
