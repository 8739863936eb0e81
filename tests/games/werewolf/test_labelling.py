"""Deeds as whoever labels them sees them, and which of a run's are chosen."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from parlour.core import event_kinds
from parlour.errors import UsageError
from parlour.experiments import Played
from parlour.experiments.report import Results
from parlour.experiments.run import Started
from parlour.games.werewolf import kinds
from parlour.games.werewolf.deeds import DeedStance, Label, deeds, sides
from parlour.games.werewolf.labelling import LabelledDeed, agreements, read_labels
from parlour.games.werewolf.labelling.items import sample
from parlour.games.werewolf.setup import Team
from parlour.store import Store
from tests.arena.mysteries import laid, mystery
from tests.arena.playing import play, recorded
from tests.experiments.small import PAIRS, asked_run
from tests.games.werewolf.records import P1, P2, P3, P4, P5, P6, P7, P8, Story, every_deed

RUN = asked_run(suite="small-pairs", stories="werewolf")


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


def chosen(store: Store, story: Story, most: int | None = None, only: tuple[str, ...] = ()):
    record = story.record()
    if not store.select_existing([record.match]):
        store.adopt(record)
    cell = Played(
        condition="GRATR vs plain",
        story="werewolf",
        language="en",
        game=0,
        evaluation=1,
        match=record.match,
        seed=1,
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


ROWS = [("m.1", "correct", "ann"), ("m.2", "deception", "ann"), ("m.1", "hallucination", "bob")]


def as_csv(rows: list[tuple[str, str, str]]) -> str:
    return "\n".join(["item,label,rater", *(",".join(row) for row in rows)]) + "\n"


def as_json(rows: list[tuple[str, str, str]]) -> str:
    return json.dumps([dict(zip(("item", "label", "rater"), row, strict=True)) for row in rows])


@pytest.mark.parametrize(("name", "text"), [("l.csv", as_csv(ROWS)), ("l.json", as_json(ROWS))])
def test_labels_are_read_by_rater(tmp_path: Path, name: str, text: str):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    ann = {"m.1": Label.CORRECT, "m.2": Label.DECEPTION}
    assert read_labels(path) == {"ann": ann, "bob": {"m.1": Label.HALLUCINATION}}


def test_a_spreadsheet_s_mark_and_columns_of_its_own_are_no_matter(tmp_path: Path):
    path = tmp_path / "mine.csv"
    path.write_text("\ufeffitem,label,comment\nm.1,correct,fine\n", "utf-8")
    assert read_labels(path) == {"mine": {"m.1": Label.CORRECT}}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("l.csv", as_csv([*ROWS, ("m.3", "rubbish", "ann")]), "label 4: label"),
        ("l.csv", "id,label\nm.1,correct\n", "label 1: item"),
        ("l.csv", "item,label\n", "no item is labelled"),
        ("l.json", "[", "cannot be read"),
        ("l.json", "{}", "the file"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, name: str, text: str, said: str):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=said):
        read_labels(path)


RIGHT, WRONG, LIE = Label.CORRECT, Label.HALLUCINATION, Label.DECEPTION
Pairs = Sequence[tuple[Label, Label]]


def item(number: int, match: str) -> LabelledDeed:
    return LabelledDeed(
        id=f"{match}.{number}",
        match=match,
        request="",
        language="en",
        player="Player 1",
        role="seer",
        deed="",
        target="Player 2",
        target_role="werewolf",
        trust=None,
        reason="",
        said="",
        knew=(),
        rules=RIGHT,
    )


def agreed(pairs: Pairs, matches: int = 10):
    items = [item(number, f"m{number % matches}") for number in range(len(pairs))]
    one = {each.id: pair[0] for each, pair in zip(items, pairs, strict=True)}
    other = {each.id: pair[1] for each, pair in zip(items, pairs, strict=True)}
    [told] = agreements(items, {"ann": one, "rules": other})
    return told


def test_kappa_is_that_of_the_textbook_table():
    """Twenty and fifteen of fifty agreed on, ten and five not: κ = 0.4 (p_o 0.7, p_e 0.5)."""
    table = [(RIGHT, RIGHT)] * 20 + [(RIGHT, WRONG)] * 5 + [(WRONG, RIGHT)] * 10 + [(WRONG, WRONG)] * 15
    told = agreed(table)
    assert (told.n, told.agree) == (50, 0.7)
    assert told.kappa == pytest.approx(0.4)
    assert told.low is not None
    assert told.high is not None
    assert told.low < 0.4 < told.high


def test_one_label_throughout_tells_nothing_beyond_chance():
    told = agreed([(RIGHT, RIGHT)] * 8)
    assert (told.agree, told.kappa, told.low) == (1, None, None)


def test_items_of_a_single_match_have_no_interval():
    told = agreed([(RIGHT, RIGHT), (WRONG, WRONG), (LIE, WRONG)], matches=1)
    assert told.kappa
    assert (told.low, told.high) == (None, None)


def test_only_what_both_labelled_counts_and_every_pair_is_told():
    items = [item(number, f"m{number}") for number in range(4)]
    raters = {
        "rules": {each.id: RIGHT for each in items},
        "ann": {items[0].id: RIGHT, items[1].id: WRONG},
        "bob": {items[1].id: WRONG, items[2].id: RIGHT},
    }
    told = {(each.one, each.other): each for each in agreements(items, raters)}
    assert {pair: each.n for pair, each in told.items()} == {
        ("rules", "ann"): 2,
        ("rules", "bob"): 2,
        ("ann", "bob"): 1,
    }
    assert told["ann", "bob"].agree == 1


RIGHT_DEEDS = {
    (P5, kinds.POISONED, P1),
    (P5, kinds.SAVED, P7),
    (P6, kinds.PROTECTED, P7),
    (P4, event_kinds.CHECKED, P1),
    (P4, event_kinds.VOTED, P1),
    (P8, event_kinds.VOTED, P1),
    (P2, event_kinds.VOTED, P7),
    (P2, kinds.TARGETED, P7),
}
"""All others hurt one's own side, or help the other."""


def test_a_deed_is_right_against_the_other_side_and_in_protecting_ones_own():
    for deed in list(every_deed()):
        [told] = deeds(Story().does(*deed).record())
        assert told.is_right == (deed in RIGHT_DEEDS)


def test_who_protects_or_saves_themselves_is_right():
    story = Story().does(P6, kinds.PROTECTED, P6).does(P5, kinds.SAVED, P5)
    assert [each.is_right for each in deeds(story.record())] == [True, True]
    assert {each.truth for each in deeds(story.record())} == {DeedStance.ALLY}


def test_a_blast_is_a_deed_to_whom_it_takes_along():
    for victim, is_right in ((P7, True), (P3, False)):
        [told] = deeds(Story().does(P2, kinds.EXPLODED, P2, victim).record())
        assert (told.player, told.target, told.is_right) == (P2, victim, is_right)


def test_who_watches_does_nothing_to_whom_she_sees_and_who_joins_two_is_not_judged():
    story = Story().does(P4, kinds.SPIED, P1).does(P4, kinds.LINKED, P4, P1)
    assert list(deeds(story.record())) == []


def test_a_tanner_is_on_its_own_side_once_it_is_voted_out_whomever_it_loves():
    for out, side in ((P7, Team.TANNER), (P4, Team.LOVERS)):
        story = Story().befalls(kinds.LINKED, P7, P8).befalls(event_kinds.ELIMINATED, out)
        are = sides(story.record(letters="wwwsxgtv"))
        assert (are[P7], are[P8]) == (side, Team.LOVERS)


def test_a_mystery_has_no_such_deeds():
    setup = laid(mystery(), method="random")
    with pytest.raises(UsageError, match="games of Werewolf"):
        list(deeds(recorded(setup, play(setup))))
