"""The browser of the tests and the bench: any Chromium or Chrome that starts on this machine.

`python -m tests.web.browser.chromium` has Playwright fetch one where none does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, Error, sync_playwright

LACKING = (
    "no Chromium or Chrome starts here: install one by the system's packages, name one in "
    "PARLOUR_TEST_BROWSER, or run: .venv/bin/playwright install --with-deps --only-shell chromium"
)
_GIVEN = "PARLOUR_TEST_BROWSER"
_COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "brave-browser",
)
_BUNDLES = ("Chromium", "Google Chrome", "Google Chrome for Testing", "Microsoft Edge", "Brave Browser")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_PLAYWRIGHT = (sys.executable, "-m", "playwright")
_PATIENCE = 600.0


class NoBrowser(Exception):
    """No browser starts here; the message says how to get one."""


class LastingBrowser:
    """Chromium without a window, started again after it has died.

    Args:
        kind: Playwright's launcher.
    """

    def __init__(self, kind: BrowserType) -> None:
        self._kind = kind
        self._browser: Browser | None = None

    def open(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self._browser = _started(self._kind)
        if self._browser is None:
            raise NoBrowser(LACKING)
        return self._browser

    def close(self) -> None:
        if self._browser:
            self._browser.close()


@contextmanager
def lasting_chromium() -> Generator[LastingBrowser]:
    if trouble := _driver_trouble():
        raise NoBrowser(
            f"Playwright does not start here: install what it names (Debian: libatomic1): {trouble}"
        )
    with sync_playwright() as playwright:
        lasting = LastingBrowser(playwright.chromium)
        lasting.open()
        yield lasting
        lasting.close()


@contextmanager
def chromium() -> Generator[Browser]:
    with lasting_chromium() as lasting:
        yield lasting.open()


@cache
def _driver_trouble() -> str:
    told = subprocess.run([*_PLAYWRIGHT, "--version"], check=False, capture_output=True, text=True)
    return told.stderr.strip().rpartition("\n")[2] if told.returncode else ""


def _started(kind: BrowserType) -> Browser | None:
    for path in _candidates():
        try:
            return kind.launch(executable_path=path, args=_ARGUMENTS)
        except Error:
            continue
    return None


def _candidates() -> Iterator[str | None]:
    if given := os.environ.get(_GIVEN):
        yield given
        return
    yield from filter(None, map(shutil.which, _COMMANDS))
    for folder in (Path("/Applications"), Path.home() / "Applications"):
        inside = (folder / f"{name}.app" / "Contents" / "MacOS" / name for name in _BUNDLES)
        yield from (str(path) for path in inside if path.exists())
    yield None


def _missing() -> str:
    try:
        with chromium():
            return ""
    except NoBrowser as error:
        return str(error)


def _fetch() -> None:
    command = [*_PLAYWRIGHT, "install", "--only-shell", "chromium"]
    try:
        subprocess.run(command, check=False, capture_output=True, timeout=_PATIENCE)
    except subprocess.TimeoutExpired:
        return


if __name__ == "__main__":
    if _missing():
        print("No Chromium or Chrome starts here; fetching one for the browser's tests (once)...")  # noqa: T201
        _fetch()
        if missing := _missing():
            print(f"The browser's tests will be skipped: {missing}")  # noqa: T201
