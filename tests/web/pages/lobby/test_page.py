"""The first page: its language, the tables that there are, and a game at one click."""

from __future__ import annotations

from pathlib import Path

from parlour.web.hosting import Standing, TableServer
from tests.web.hosting.houses import setup, until
from tests.web.pages.visiting import Come, Visitor, prop, token, visit

NOTHING = "Nothing has been played here yet."


async def comes(come: Come) -> Visitor:
    visitor = await come("/")
    await until(lambda: NOTHING in visitor.words("list") or visitor.parts("tables"))
    return visitor


def test_an_empty_server_says_so_in_the_language_that_is_marked(tmp_path: Path):
    async def story(house: TableServer, come: Come) -> None:
        visitor = await comes(come)
        assert NOTHING in visitor.words("list")
        assert not visitor.parts("tables")
        marked = [each for each in visitor.parts("", "languages") if prop(each, "aria-current")]
        assert [prop(each, "hreflang") for each in marked] == ["en"]
        assert visitor.buttons("languages") == ["English", "中文"]

        answer = await come.fetch("/language/zh")
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert "=zh;" in answer.headers["set-cookie"]
        assert (await come.fetch("/language/xx")).status_code == 422

    visit(tmp_path, story)


def test_tables_stand_under_how_they_are(tmp_path: Path):
    async def story(house: TableServer, come: Come) -> None:
        for _ in range(2):
            running, _ = house.open(setup(0, method="random"))
            running.start()
        over, _ = house.open(setup(0, method="random"))
        await over.end()
        visitor = await comes(come)
        assert NOTHING not in visitor.words("list")
        told = visitor.words("list").splitlines()
        assert told.index("Being played") < told.index("Over")
        assert "Waiting to begin" not in told
        assert visitor.buttons("tables") == ["Replay"]

    visit(tmp_path, story)


def test_a_game_at_one_click_begins_and_its_player_is_led_to_the_seat(tmp_path: Path):
    async def story(house: TableServer, come: Come) -> None:
        visitor = await comes(come)
        visitor.press("Werewolf now")
        visitor.press("Werewolf now")
        await until(lambda: len(visitor.back_history) > 1)
        (match,) = house.tables
        assert house.table(match).settings.standing is Standing.RUNNING
        assert visitor.back_history[-1] == f"/seat/{token(house.passes(match), 'seat')}"
        assert token(house.passes(match), "host") in visitor.kept
        visitor = await comes(come)
        assert NOTHING not in visitor.words("list")

    visit(tmp_path, story)


def test_whoever_said_the_password_is_the_host_of_all(tmp_path: Path):
    async def story(house: TableServer, come: Come) -> None:
        house.open(setup(0, method="random"))
        assert (await comes(come)).buttons("tables") == ["Host's page", "Watch"]

    visit(tmp_path, story, all_own=True)


def test_where_there_is_no_page_a_sentence_says_so(tmp_path: Path):
    async def story(house: TableServer, come: Come) -> None:
        for language, told in (("en", "There is no such page"), ("zh", "没有这个页面")):
            answer = await come.fetch("/nothing/here", language)
            assert answer.status_code == 404
            assert told in answer.text

    visit(tmp_path, story)
