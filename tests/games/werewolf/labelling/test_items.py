"""Deeds as whoever labels them sees them, and which of a run's are chosen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parlour.core import event_kinds
from parlour.experiments import Played, RunDefinition
from parlour.experiments.report import Results
from parlour.experiments.run import Started
from parlour.games.werewolf import kinds
from parlour.games.werewolf.labelling.items import LabelledDeed, sample
from parlour.store import Store
from tests.experiments.small import PAIRS
from tests.games.werewolf.records import P1, P2, P3, P4, P5, P7, Story

RUN = RunDefinition(
    suite="small-pairs",
    model="reader",
    stories="werewolf",
    language=None,
    games=1,
    evaluations=1,
    sought="",
    embedding="bm25",
    seed=0,
)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


def chosen(store: Store, story: Story, most: int | None = None, only: tuple[str, ...] = ()):
    """What is chosen of a run of one match."""
    record = story.record()
    if not store.known([record.match]):
        store.adopt(record)
    cell = Played(
        condition="GRATR vs plain", story="werewolf", language="en", game=0, evaluation=1, match=record.match
    )
    started = Started(run=RUN, started="2026-01-01T00:00:00+00:00", cells=1)
    return sample(Results(suite=PAIRS, started=started, played=(cell,), setups={}), store, most, only=only)


def told(store: Store, story: Story) -> LabelledDeed:
    [item] = chosen(store, story)
    return item


def test_a_deed_stands_beside_what_its_player_had_last_said(store: Store):
    story = Story().says(P2, "First.").says(P2, "More.").says(P2, "Then.").says(P4, "Mine.")
    item = told(store, story.does(P2, event_kinds.VOTED, P7).says(P2, "Afterwards."))
    assert (item.player, item.target, item.said) == (P2, P7, "Then.")
    assert (item.role, item.target_role) == ("werewolf", "villager")
    assert P7 in item.deed


def test_who_has_said_nothing_is_told_to_have_said_nothing(store: Store):
    item = told(store, Story().says(P2, "I am good.").does(P5, event_kinds.VOTED, P1))
    assert (item.said, item.reason, item.knew, item.trust) == ("", "", (), None)


def test_a_deed_stands_beside_what_its_player_alone_knew_before_it(store: Store):
    story = Story().learns(P2, event_kinds.FELLOWS, P1, P3).learns(P1, event_kinds.FELLOWS, P2, P3)
    story = story.does(P2, kinds.TARGETED, P4).learns(P2, kinds.ATTACKED, P4)
    [fellows] = told(store, story).knew
    assert P1 in fellows
    assert P3 in fellows


def test_rows_and_teams_take_turns_and_villagers_none(store: Store):
    story = Story()
    for player in (P4, P5, P4, P5, P7, P2):
        story = story.does(player, event_kinds.VOTED, P2 if player == P4 else P1)
    whole = chosen(store, story)
    assert sorted(item.player for item in whole) == [P2, P4, P4, P5, P5]
    assert {item.role == "werewolf" for item in chosen(store, story, 2)} == {True, False}
    assert chosen(store, story, 0) == []
    assert chosen(store, story) == whole
    [one] = chosen(store, story, only=(whole[-1].id,))
    assert one == whole[-1]


def test_a_match_without_deeds_has_nothing_to_label(store: Store):
    assert chosen(store, Story().says(P2, "Nothing.")) == []
