"""The set-ups of docs/serve.md, with a real nginx and a real Caddy before a real server."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import websockets

from tests.web.browser.serving import PATIENCE, Opened, Server
from tests.web.gate.addresses import GUESSER, GUEST, client, is_here
from tests.web.hosting.houses import setup

DOCUMENTED = (Path(__file__).parents[3] / "docs" / "serve.md").read_text(encoding="utf-8")
PASSWORD = "correct horse"


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", DOCUMENTED, re.DOTALL)
    return found


def nginx(folder: Path, port: int, server: int) -> list[str]:
    told = re.sub(r" +ssl_certificate.*\n", "", block("nginx"))
    told = told.replace("443 ssl", f"127.0.0.1:{port}").replace(":8080", f":{server}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{each}_temp_path {folder / each};\n" for each in kinds)
    log, file = folder / "error.log", folder / "nginx.conf"
    file.write_text(
        f"daemon off;\npid {folder / 'nginx.pid'};\nevents {{}}\nhttp {{\naccess_log off;\n{paths}{told}}}\n",
        encoding="utf-8",
    )
    return ["-p", str(folder), "-e", str(log), "-c", str(file)]


def caddy(folder: Path, port: int, server: int) -> list[str]:
    told = block("caddyfile").replace("parlour.example", f"http://127.0.0.1:{port}")
    file = folder / "Caddyfile"
    file.write_text(f"{{\n\tadmin off\n}}\n{told.replace(':8080', f':{server}')}", encoding="utf-8")
    return ["run", "--adapter", "caddyfile", "--config", str(file)]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def running(name: str, folder: Path, server: int) -> Generator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [_program(name), *PROXIES[name](folder, port, server)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        url, deadline = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
        while not _answers(url):
            assert process.poll() is None, f"{name} has stopped"
            assert time.monotonic() < deadline, f"{name} does not answer"
            time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _program(name: str) -> str:
    program = shutil.which(name) or shutil.which(f"/usr/sbin/{name}")
    if program is None:
        pytest.skip(f"{name} is not installed here: its documented set-up is not tried")
    return program


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture(params=sorted(PROXIES))
def name(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    _program(name)
    return name


@pytest.fixture
def shared(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Opened]]:
    del name
    monkeypatch.setenv("PARLOUR_HOST_PASSWORD", PASSWORD)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    server = Server(db=tmp_path / "parlour.db", options=("--proxy", "127.0.0.1"))
    opened = server.open(setup(0), is_begun=False)
    server.start()
    yield server, opened
    server.kill()


def test_behind_a_proxy_each_address_is_counted_for_itself(
    name: str, shared: tuple[Server, Opened], tmp_path: Path
):
    if not is_here(GUESSER):
        pytest.skip(f"{GUESSER} is no address of this machine")
    server, opened = shared
    with (
        running(name, tmp_path, server.port) as url,
        client(url, GUESSER) as guesser,
        client(url, GUEST) as guest,
    ):

        def guess(number: int) -> int:
            told = {"X-Forwarded-For": f"203.0.113.{number}"}
            return guesser.post("/login", data={"password": f"guess {number}"}, headers=told).status_code

        assert [guess(number) for number in range(14)] == [401] * 10 + [429] * 4
        assert guesser.get(f"/watch/{opened.spectator}").status_code == 200
        lying = {"X-Forwarded-Proto": "https"}
        answer = guest.post("/login", data={"password": PASSWORD}, headers=lying)
        assert answer.status_code == 303
        assert "secure" not in answer.headers["set-cookie"].lower()
        assert guest.get("/").status_code == 200
        assert asyncio.run(first_word(url)).startswith("0{")


async def first_word(url: str) -> str:
    address = f"{url.replace('http', 'ws', 1)}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    async with websockets.connect(address, origin=websockets.Origin(url)) as line:
        return str(await line.recv())
