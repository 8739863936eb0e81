"""The reader at tables with the rarer roles: what their deeds tell it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from parlour.core import Event, EventKind
from parlour.games.werewolf import kinds
from parlour.llm import Language
from tests.games.werewolf.reader.nights import day, mind
from tests.games.werewolf.reader.test_beliefs import claims
from tests.reader.eight import LANGUAGES, happened, name


def shows(kind: EventKind, *chosen: int, to: int | None = None, **told: Any) -> Callable[[Language], Event]:
    def made(language: Language) -> Event:
        event = happened(kind, language, *chosen, round_=1, **told)
        return replace(event, to=name(to, language)) if to else event

    return made


def test_what_a_deed_shows_is_certain():
    for language in LANGUAGES:
        for event, wolves, good in (
            (shows(kinds.EXPOSED, 3, role="idiot"), (), (3,)),
            (shows(kinds.LOST_POWERS, 3, role="elder"), (), (3,)),
            (shows(kinds.SCAPEGOATED, 3), (), (3,)),
            (shows(kinds.EXPLODED, 3, 4, actor=3), (3,), ()),
            (shows(kinds.SHOT, 4, actor=3, role="black_wolf_king"), (3,), ()),
            (shows(kinds.DUELLED, 4, actor=3, to=4, role="werewolf"), (4,), (3,)),
            (shows(kinds.DUELLED, 3, actor=3, to=4, role="good"), (), (3, 4)),
            (shows(kinds.PERISHED, 4, actor=3), (3,), ()),
            (shows(kinds.SPIED, 3, actor=1, role="werewolf"), (3,), ()),
            (shows(kinds.BURIED, 3, role="werewolf"), (3,), ()),
            (shows(kinds.BURIED, 3, role="good"), (), (3,)),
        ):
            chances = mind(language, [*day(1, language), event(language)]).own.chances
            assert [chances[name(seat, language)] for seat in wolves] == [1.0] * len(wolves)
            assert [chances[name(seat, language)] for seat in good] == [0.0] * len(good)


def test_a_bears_tamer_knows_whether_a_werewolf_sits_beside():
    for language in LANGUAGES:
        for growls in (True, False):
            side = "werewolf" if growls else "good"
            told = [*day(1, language), happened(kinds.GROWLED, language, role=side, round_=1)]
            beside = [name(2, language), name(8, language)]
            own = mind(language, told, role="bear_tamer").own.chances
            assert sum(own[each] for each in beside) == (pytest.approx(1.2) if growls else 0)
            other = mind(language, told).own.chances
            assert [other[each] for each in beside] == pytest.approx([3 / 7] * 2)


def test_a_black_wolf_king_shoots_whom_the_pack_would_kill_and_no_fellow():
    for language in LANGUAGES:
        events = [*day(1, language), claims(2, language, 5)]
        king = mind(language, events, role="black_wolf_king", fellows=(5, 6))
        assert king.target("shoot", [name(seat, language) for seat in range(2, 9)]) == name(2, language)
        assert king.target("shoot", [name(5, language), name(6, language)]) is None


def test_nobody_votes_against_whom_they_love():
    for language in LANGUAGES:
        love = happened(kinds.LOVED, language, 3, actor=1, round_=1)
        shown = happened(kinds.EXPLODED, language, 4, 5, actor=4, round_=1)
        lover = mind(language, [*day(1, language), love, shown])
        options = [name(3, language), name(6, language)]
        assert lover.target("eliminate", options) == name(6, language)
        assert lover.target("eliminate", options[:1]) == name(3, language)
