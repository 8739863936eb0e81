"""The tables of the server in a list: those that wait or run, and the matches that are over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nicegui import ui

from parlour.arena import Status
from parlour.errors import UsageError
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.store import AccessToken, MatchSummary
from parlour.web.hosting import OVER, Settings, Standing, TableServer
from parlour.web.pages.lobby.phrases import PHRASES
from parlour.web.pages.look import local_time, said

_MOST = 60
"""Matches in the list, the newest."""


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A match in the list.

    Attributes:
        summary: what the store says of it.
        standing: how its table stands.
        origin: what the match is called from which it was forked; empty where it was not.
        links: what can be opened of it, by the word for it.
    """

    summary: MatchSummary
    standing: Standing
    origin: str
    links: dict[str, str]


def listed(house: TableServer, own: Sequence[str], *, all_own: bool) -> list[Listed]:
    """The matches of a server, newest first.

    Args:
        house: the tables.
        own: tokens of the tables that whoever looks has opened.
        all_own: whether whoever looks is the host of all.
    """
    hosting = house.store.hosting
    held = [found for token in own if (found := hosting.find(token))]
    mine = {found.match for found in held if found.kind == "host"}
    seats = {found.match: found for found in reversed(held) if found.kind == "seat"}
    tables = {match: Settings.model_validate_json(json).standing for match, json in hosting.tables().items()}
    rows: list[Listed] = []
    summaries = house.store.matches()
    titles = {each.match: each.title or each.match for each in summaries}
    for summary in summaries:
        standing = tables.get(summary.match, _without_table(summary))
        if standing is None:
            continue
        links: dict[str, str] = {}
        if seat := seats.get(summary.match):
            links |= _seated(seat, standing)
        if standing in OVER:
            links["replay"] = f"/replay/match/{summary.match}"
        if (summary.match in mine or all_own) and summary.match in tables:
            tokens = {each.kind: each.token for each in house.passes(summary.match)}
            links["host"] = f"/host/{tokens['host']}"
            if standing not in OVER and "spectator" in tokens:
                links["watch"] = f"/watch/{tokens['spectator']}"
        rows.append(Listed(summary=summary, standing=standing, origin="", links=links))
        if len(rows) == _MOST:
            break
    origins = house.store.origins([each.summary.match for each in rows])
    return [replace(each, origin=_called(origins.get(each.summary.match), titles)) for each in rows]


def _called(match: str | None, titles: Mapping[str, str]) -> str:
    """What the match is called from which another was forked, whether or not it is still there."""
    return titles.get(match, match) if match else ""


def _seated(seat: AccessToken, standing: Standing) -> dict[str, str]:
    """The way back to a seat, or to how it ended there."""
    if standing in OVER:
        return {"after": f"/after/{seat.token}"}
    return {"seat": f"/seat/{seat.token}"}


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
            about = [game, PHRASES.say(f"standing_{row.standing}", language)]
            if row.origin:
                about.append(PHRASES.say("forked_from", language, title=row.origin))
            with ui.element("span").classes("faded small"):
                said("span", " · ".join(about) + " · ")
                local_time(summary.started)
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
