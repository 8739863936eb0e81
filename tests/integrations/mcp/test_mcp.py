"""Whole matches through the official client of the Model Context Protocol, and what it must never learn."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from parlour.arena import Record
from parlour.core import Event
from parlour.integrations.mcp import Tables, open_server
from parlour.language.wording import tell
from parlour.llm import Language
from tests.arena.replies import varied
from tests.llm.loopback import Loopback
from tests.web.api.serving import Api, obedient, serving

Json = Mapping[str, Any]
SMALL: Mapping[str, dict[str, Any]] = {
    "mystery": {"game": "mystery", "seat": "2", "options": {"players": 4, "rounds": 1}, "seed": 11},
    "werewolf": {"game": "werewolf", "seat": "3", "options": {"players": 6}, "seed": 14},
    "onenight": {"game": "onenight", "seat": "1", "options": {"players": 5}, "seed": 11},
}
"""Small tables, by seeds with which the seat is asked more than once before it is out."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Generator[Api]:
    with serving(str(tmp_path_factory.mktemp("mcp") / "parlour.db")) as running:
        yield running


def client(house: Api) -> Client:
    return Client(open_server(Tables(url=f"http://{house.address}")))


async def called(client: Client, tool: str, **told: Any) -> Json:
    result = await client.call_tool(tool, told)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content


async def refused(client: Client, tool: str, **told: Any) -> str:
    result = await client.call_tool(tool, told)
    assert result.is_error
    return str(getattr(result.content[0], "text", ""))


async def played(client: Client, asked: Json) -> tuple[Json, list[Json]]:
    seat = await called(client, "open_table", **asked)
    opens = seat["seat_pass"]
    shown: list[Json] = [seat["seen"]]
    while not shown[-1]["is_over"]:
        last = shown[-1]
        if last["asked"]:
            given = {"seat_pass": opens, "after": last["last"], **obedient(last["asked"][0])}
            shown.append(await called(client, "answer", **given))
        else:
            shown.append(await called(client, "wait", seat_pass=opens, after=last["last"]))
    return seat, shown


@pytest.mark.parametrize(("game", "language"), [("mystery", "zh"), ("werewolf", "en"), ("onenight", "zh")])
def test_a_chat_program_plays_a_match_and_is_shown_each_line_that_its_seat_may_know_and_nothing_else(
    house: Api, game: str, language: Language
):
    async def whole() -> None:
        async with client(house) as chat:
            seat, shown = await played(chat, {**SMALL[game], "language": language})
            me, match = seat["seen"]["me"], seat["seen"]["match"]
            assert shown[-1]["standing"] == "finished"
            assert me == seat["seen"]["players"][int(SMALL[game]["seat"]) - 1]
            assert seat["rules"]
            assert len([each for each in shown if each["asked"]]) > 1, "it played"
            everything = await called(chat, "look", seat_pass=seat["seat_pass"])
            later = iter(everything["happened"])
            lines = [line for each in shown[:-1] for line in each["happened"]]
            assert all(line in later for line in lines), "each line once, in order"

            record = house.inside(_record(house, match))
            assert record.setup.language == language
            events = [each for each in record.items if isinstance(each, Event)]

            def words(*, visible: bool) -> set[str]:
                chosen = [each for each in events if each.is_visible_to(me) == visible]
                return {tell(each, language, game) for each in chosen} - {""}

            hidden, seen = words(visible=False), words(visible=True)
            told = str([each for each in shown if not each["is_over"]])
            assert any(text in told for text in seen)
            assert hidden, "the match has something to hide"
            assert [text for text in hidden - seen if text in told] == []
            assert "player-star" not in told, "nobody is told how the others think"

    asyncio.run(whole())


async def _record(house: Api, match: str) -> Record:
    return house.server.store.record(match)


def test_what_is_not_allowed_is_told_and_stays_open(house: Api):
    async def whole() -> None:
        async with client(house) as chat:
            seat = await called(chat, "open_table", game="werewolf", seed=3)
            opens = seat["seat_pass"]
            seen = await called(chat, "wait", seat_pass=opens)
            form = seen["asked"][0]
            told = await refused(chat, "answer", seat_pass=opens, request=form["id"], chosen=["Nobody else"])
            assert "Nobody else" in told
            again = await called(chat, "look", seat_pass=opens)
            assert [each["id"] for each in again["asked"]] == [form["id"]]
            assert await refused(chat, "answer", seat_pass=opens, request="9.no.such")
            assert "opens nothing" in await refused(chat, "look", seat_pass="made up")
            assert "chess" in await refused(chat, "open_table", game="chess")
            assert "no seat" in await refused(chat, "open_table", game="werewolf", seat="Nobody")

    asyncio.run(whole())


def test_a_seat_of_somebody_elses_table_is_taken_by_its_link_and_a_spectators_is_none(house: Api):
    asked = {"game": {"name": "werewolf"}, "seats": [{"player": "2", "method": "human"}]}
    with house.client() as browser:
        table = browser.post("/tables", json=asked)
    passes = {each["kind"]: each["token"] for each in table.raise_for_status().json()["passes"]}

    async def whole() -> None:
        async with client(house) as chat:
            seat = await called(
                chat, "take_seat", invitation=f"http://{house.address}/seat/{passes['seat']}/"
            )
            assert seat["seen"]["me"] == seat["seen"]["players"][1]
            assert seat["seen"]["standing"] == "waiting"
            for kind in ("host", "spectator"):
                assert "not the pass of a seat" in await refused(chat, "take_seat", invitation=passes[kind])
                assert "not the pass of a seat" in await refused(chat, "look", seat_pass=passes[kind])
                assert "not the pass of a seat" in await refused(chat, "wait", seat_pass=passes[kind])
                told = await refused(chat, "answer", seat_pass=passes[kind], request="made up")
                assert "needs the pass of a seat" in told
            for strange in ("é", "a\r\nX: y", "\x1b[31m"):
                assert "This is no pass" in await refused(chat, "look", seat_pass=strange)

    asyncio.run(whole())


def test_a_server_that_is_gone_is_told_in_a_sentence():
    async def whole() -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        async with Client(open_server(Tables(url=f"http://127.0.0.1:{port}"))) as chat:
            assert "no Parlour answers" in await refused(chat, "list_games")

    asyncio.run(whole())


def test_the_command_speaks_by_stdin_and_stdout_and_plays_models_that_the_operator_has_named_alone(
    tmp_path: Path,
):
    told = ["-m", "parlour", "mcp", "--db", str(tmp_path / "parlour.db")]

    async def whole() -> None:
        with Loopback(varied) as named, Loopback() as inner:
            env = {**os.environ, "PARLOUR_MODEL": named.model}
            async with Client(StdioServerParameters(command=sys.executable, args=told, env=env)) as chat:
                games = await called(chat, "list_games")
                assert {"werewolf", "mystery", "onenight"} <= {each["name"] for each in games["result"]}
                methods = await called(chat, "list_methods")
                assert "human" not in {each["name"] for each in methods["result"]}
                sentences = {
                    await refused(chat, "open_table", game="onenight", model=model)
                    for model in (inner.model, "gguf:/etc/passwd", "gguf:/no/such/file")
                }
                _, shown = await played(chat, {**SMALL["onenight"], "model": named.model})
                assert shown[-1]["standing"] == "finished"
            assert len(sentences) == 1
            assert "only models that its operator has named" in sentences.pop()
            assert inner.keys == []
            assert named.keys

    asyncio.run(whole())
