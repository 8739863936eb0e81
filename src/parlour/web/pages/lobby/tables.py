"""The tables of the server in a list: those that wait or run, and the matches that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nicegui import ui

from parlour.arena import Status
from parlour.errors import UsageError
from parlour.llm import Language
from parlour.store import MatchSummary
from parlour.web.hosting import OVER, Settings, Standing, TableServer
from parlour.web.pages.lobby.phrases import PHRASES
from parlour.web.pages.look import said
from parlour.wording import GamePhrases

_MOST = 60
"""Matches in the list, the newest."""


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A match in the list.

    Attributes:
        summary: what the store says of it.
        standing: how its table stands.
        links: what can be opened of it, by the word for it.
    """

    summary: MatchSummary
    standing: Standing
    links: dict[str, str]


def listed(house: TableServer, own: Sequence[str], *, all_own: bool) -> list[Listed]:
    """The matches of a server, newest first.

    Args:
        house: the tables.
        own: tokens of the tables that whoever looks has opened.
        all_own: whether whoever looks is the host of all.
    """
    hosting = house.store.hosting
    mine = {found.match: token for token in own if (found := hosting.find(token)) and found.kind == "host"}
    tables = {match: Settings.model_validate_json(json).standing for match, json in hosting.tables().items()}
    rows: list[Listed] = []
    for summary in house.store.matches():
        standing = tables.get(summary.match, _without_table(summary))
        if standing is None:
            continue
        links: dict[str, str] = {}
        if standing in OVER:
            links["replay"] = f"/replay/match/{summary.match}"
        if (summary.match in mine or all_own) and summary.match in tables:
            tokens = {each.kind: each.token for each in house.passes(summary.match)}
            links["host"] = f"/host/{tokens['host']}"
            if standing not in OVER and "spectator" in tokens:
                links["watch"] = f"/watch/{tokens['spectator']}"
        rows.append(Listed(summary=summary, standing=standing, links=links))
        if len(rows) == _MOST:
            break
    return rows


def show_tables(rows: Sequence[Listed], language: Language) -> None:
    """Shows the list, what can still be joined before what is over."""
    groups = (
        (
            "running",
            [each for each in rows if each.standing in (Standing.RUNNING, Standing.PAUSED, Standing.STOPPED)],
        ),
        ("waiting", [each for each in rows if each.standing is Standing.WAITING]),
        ("over", [each for each in rows if each.standing in OVER]),
    )
    if not rows:
        said("p", PHRASES.say("no_tables", language), "faded")
    for name, members in groups:
        if members:
            said("h3", PHRASES.say(f"tables_{name}", language))
            with ui.element("ul").classes("tables"):
                for each in members:
                    _show(each, language)


def _show(row: Listed, language: Language) -> None:
    summary = row.summary
    with ui.element("li"):
        with ui.element("div"):
            game = _game_title(summary.game, language)
            said("strong", summary.title or game)
            about = PHRASES.say(
                "about_table",
                language,
                game=game,
                standing=PHRASES.say(f"standing_{row.standing}", language),
                started=summary.started[:16].replace("T", " "),
            )
            said("span", about, "faded small")
        with ui.element("nav").props(f'aria-label="{summary.match}"'):
            for link, target in row.links.items():
                ui.link(PHRASES.say(f"link_{link}", language), target)


def _game_title(game: str, language: Language) -> str:
    """What a game is called; by its bare name where it is not installed any more."""
    try:
        return GamePhrases(game, language).title
    except UsageError:
        return game


def _without_table(summary: MatchSummary) -> Standing | None:
    """How a match of the command line stands; None for one that is being played there."""
    match summary.status:
        case Status.FINISHED:
            return Standing.FINISHED
        case Status.STOPPED:
            return Standing.ENDED
        case Status.RUNNING:
            return None
