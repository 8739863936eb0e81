"""Draws the README's pictures from matches and a run that it plays: `python -m bench.pictures`."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.web.browser.chromium import chromium
from tests.web.browser.guests import Guest
from tests.web.browser.serving import Server

PICTURES = Path(__file__).parents[1] / "docs/pictures"
COLOURS = 96
"""A palette of so many colours keeps a picture under 150 kB."""


def main() -> None:
    """Draws every picture."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with chromium() as browser:
            draw_table(browser, folder)
            draw_trust(browser, folder)
        draw_results(folder)


def draw_table(browser: Browser, folder: Path) -> None:
    """A mystery in the browser when the person at it is asked for a question."""
    server = Server(db=folder / "table.db").start()
    page = _page(browser, width=1280, height=860)
    page.goto(server.url, wait_until="networkidle")
    page.get_by_role("button", name="Play a mystery now").click()
    page.wait_for_url("**/seat/*")
    guest = Guest(page=page, url=page.url)
    page.get_by_role("button", name="Leave the guide").click()
    guest.play_until("ask")
    _keep(page, "table.png")
    server.kill()


def draw_trust(browser: Browser, folder: Path) -> None:
    """The page that explains a GRATR agent's trust, after a match of Werewolf."""
    db, html = str(folder / "match.db"), folder / "trust.html"
    teams = ("--team", "good=gratr", "--team", "werewolf=plain")
    _parlour("play", "werewolf", "--seed", "7", *teams, "--db", db, "--json")
    _parlour("trust", "latest", "--html", str(html), "--db", db)
    page = _page(browser, width=1200, height=900)
    page.goto(html.as_uri())
    _keep(page, "trust.png")


def draw_results(folder: Path) -> None:
    """The figure of a report: right answers in eight mysteries by condition."""
    db, report = str(folder / "run.db"), folder / "report"
    _parlour("run", "ladder", "--games", "8", "--conditions", "random,PP,PLAYER*", "--db", db, "--json")
    _parlour("report", "ladder", "--out", str(report), "--db", db)
    shutil.copy(report / "ladder.svg", PICTURES / "ladder.svg")


def _page(browser: Browser, *, width: int, height: int) -> Page:
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    return context.new_page()


def _keep(page: Page, name: str) -> None:
    with Image.open(io.BytesIO(page.screenshot(animations="disabled"))) as shot:
        shot.convert("RGB").quantize(COLOURS).save(PICTURES / name, optimize=True)


def _parlour(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "parlour", *words], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
