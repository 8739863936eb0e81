"""A match as Python reads it, and as a notebook shows it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from typing import get_args

import pytest

import parlour
from parlour.arena import Setup
from parlour.errors import MissingExtra
from parlour.library.notebook import RowKind
from parlour.store.archive import TABLES
from tests.arena.playing import play, recorded
from tests.cases import cases


@cache
def played() -> parlour.Match:
    return parlour.play("werewolf", seed=7, method="plain", db=":memory:")


@cache
def chinese() -> parlour.Match:
    return parlour.play("onenight", seed=7, language="zh", method="random", db=":memory:")


@cache
def mystery() -> parlour.Match:
    return parlour.play("mystery", seed=7, players=4, method="random", answers=False, db=":memory:")


def shown(match: parlour.Match) -> str:
    """What a notebook shows in its place."""
    return match._repr_html_()  # pyright: ignore[reportPrivateUsage]


def hostile() -> parlour.Match:
    """A match whose players have markup for names."""
    names = ["<script>alert(1)</script>", "& Sons", '"quoted"', "a<b>", "Eve"]
    game = {"name": "werewolf", "players": names}
    seats = [{"player": name, "method": "random"} for name in names]
    setup = Setup.model_validate({"game": game, "seed": 1, "language": "en", "seats": seats})
    return parlour.Match(recorded(setup, play(setup)))


def test_a_match_is_the_whole_record():
    kinds = [
        type(each) for each in (*played().events, *played().actions, *played().thoughts, *played().faults)
    ]
    assert len(kinds) == len(played().record.entries)
    assert any(event.visible_to is not None for event in played().events)
    assert played().calls == played().record.calls
    assert played().setup.seed == 7
    assert played().spent.calls == len(played().calls)


def test_its_transcript_holds_what_everybody_heard_and_nothing_else():
    secret = [event for event in played().events if event.visible_to is not None and event.text]
    assert secret
    assert all(event.text not in played().transcript for event in secret)
    spoken = [event.text for event in played().events if event.visible_to is None and event.text]
    assert all(text in played().transcript for text in spoken)


def test_a_replay_is_identical_and_an_audit_finds_nothing():
    assert played().replay().is_identical
    assert played().audit() == []


@cases("rows", get_args(RowKind))
def test_frames_have_the_columns_of_an_export(rows: RowKind):
    columns = set(played().to_frame(rows).columns)
    assert columns - {"told"} == TABLES[rows].model_fields.keys() - {"type", "spelled"}
    assert ("told" in columns) == (rows == "events")
    if rows not in ("votes", "scores"):
        assert len(played().to_frame(rows)) == len(getattr(played(), rows))


def test_without_pandas_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match=re.escape("frames need pandas: pip install 'parlour[frames]'")):
        played().to_frame()


def test_it_prints_who_played_how_and_what_came_of_it():
    told = str(played()).splitlines()
    assert told[:2] == ["Werewolf", ":memory: · werewolf · seed 7 · finished"]
    assert sum("plain@reader" in line for line in told) == 8
    assert told[-1].startswith(f"{len(played().calls)} calls, ")
    assert repr(played()) == "<Match :memory:: werewolf, seed 7, finished>"


def test_a_chinese_table_is_shown_in_chinese():
    assert "已结束" in str(chinese())
    assert 'lang="zh-Hans"' in shown(chinese())
    assert "在座所有人听到的" in shown(chinese())


class Tags(HTMLParser):
    """Every tag is closed, and none is a script."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert tag != "script"
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@cases("made", [played, chinese, mystery, hostile])
def test_what_a_notebook_shows_is_whole_and_small(made: Callable[[], parlour.Match]):
    page, tags = shown(made()), Tags()
    tags.feed(page)
    assert tags.open == []
    assert len(page) < 60_000


def test_what_comes_from_outside_is_escaped():
    page = shown(hostile())
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "&amp; Sons" in page
    assert "a<b>" not in page


def test_a_private_paper_is_not_shown_among_what_everybody_heard():
    private = [event.text for event in mystery().events if event.visible_to is not None and event.text]
    assert len(private) >= 4
    assert all(text not in shown(mystery()) for text in private)
