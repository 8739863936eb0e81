"""The page after a match: how it ended, and what leads on from there, for whoever may go on."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from nicegui import ui

from parlour.core import CaseOutcome, event_kinds
from parlour.evaluation import Sides
from parlour.games.mystery import MysterySetup, generate
from parlour.games.werewolf import WerewolfSetup, kinds, seat_names
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.views import Truth
from parlour.web.hosting import LiveMatch, Standing, TableServer
from parlour.web.insight.review import Knew
from parlour.web.pages.after.verdict import describe_aims, describe_endings, own_votes, seeks
from parlour.web.sheets import found_rematch, surveys
from tests.web.hosting.houses import game, setup, until, wolves
from tests.web.pages.finished import finished
from tests.web.pages.visiting import Come, prop, text_of, token, visit, visited

OPEN = "A rematch is open, and your seat there is free."


@visited
async def test_before_the_end_nothing_of_it_is_shown(house: TableServer, come: Come):
    _, passes = house.open(setup(0, method="random"))
    for kind in ("seat", "host"):
        visitor = await come(f"/after/{token(passes, kind)}")
        assert "The match is not over yet." in visitor.words()
        assert not visitor.parts("after")


@visited
async def test_the_truth_is_told_to_all_and_only_who_played_or_hosts_may_play_again(
    house: TableServer, come: Come
):
    table, passes = await finished(house, 0)
    seat, host, crowd = [
        await come(f"/after/{token(passes, kind)}") for kind in ("seat", "host", "spectator")
    ]
    (victim,) = game().script.victims
    for each in (seat, host, crowd):
        assert f"{victim.name} was killed by {victim.murderers[0]}." in each.words("after")
        assert prop(each.button("Watch the replay"), "href").startswith("/replay/")
        assert OPEN not in each.words()
        told = each.words()
        assert told.index("The truth") < told.index("Another table") < told.index("Take along as a page")
    assert seat.buttons("again") == host.buttons("again") == ["Play again", "Another table"]
    assert crowd.buttons("again") == ["Another table"]
    assert [prop(sheet, "open") for sheet in seat.parts("survey")] == ["False"]
    assert not host.parts("survey")
    assert not crowd.parts("survey")
    assert found_rematch(house, table.match) is None


@pytest.mark.parametrize("opens", ["seat", "host"])
def test_whoever_plays_again_goes_to_the_same_place_at_the_new_table_and_the_others_are_told(
    tmp_path: Path, opens: str
):
    async def story(house: TableServer, come: Come) -> None:
        table, passes = await finished(house, 0, 1)
        first, second = game().players[:2]
        tokens = {"seat": token(passes, "seat", first), "host": token(passes, "host")}
        visitor = await come(f"/after/{tokens[opens]}")
        assert visitor.buttons("again") == ["Play again with the same people", "Another table"]
        assert OPEN not in visitor.words()
        visitor.press("Play again with the same people")
        await until(lambda: len(visitor.back_history) > 1)

        new = found_rematch(house, table.match)
        assert new
        assert new.settings.standing is Standing.RUNNING
        there = house.passes(new.match)
        place = token(there, "host") if opens == "host" else token(there, "seat", new.setup.players[0])
        assert visitor.back_history[-1] == f"/{opens}/{place}"
        assert (token(there, "host") in visitor.kept) == (opens == "host")

        other = await come(f"/after/{token(passes, 'seat', second)}")
        assert OPEN in other.words()
        crowd = await come(f"/after/{token(passes, 'spectator')}")
        assert OPEN not in crowd.words()

    visit(tmp_path, story)


@visited
async def test_each_secret_act_names_whoever_did_it_and_stands_once(house: TableServer, come: Come):
    table, passes = await finished(house, 0, of=wolves())
    acts = [
        event
        for event in table.events()
        if event.kind in (event_kinds.CHECKED, kinds.TARGETED, kinds.SAVED, kinds.POISONED, kinds.PROTECTED)
    ]
    me = table.setup.players[0]
    for kind in ("seat", "host"):
        page = await come(f"/after/{token(passes, kind)}")
        lines = [text_of(line) for line in page.parts("secret")]
        assert len(set(lines)) == len(lines)
        assert sum("the werewolves attack" in line for line in lines) == nights(table)
        told = [line for line in lines if "the werewolves attack" not in line]
        for event, line in zip(acts, told, strict=True):
            is_own = kind == "seat" and event.actor == me
            assert (event.actor or "") in line or is_own
            assert is_own or not re.search(r"\byour?\b", line)


def test_ones_votes_of_all_days_are_told_with_those_that_were_right():
    true = Truth(culprits={"w": ("Olive", "Dorothy")})
    votes = {1: ("Olive",), 2: (), 3: ("Olive",), 4: ("Agatha",)}
    mine = Knew(seat="Ann", case="w", votes=votes, vote=("Agatha",), is_right=False)
    told: dict[Language, str] = {
        "en": "You were right in 2 of your 3 votes: Day 1 Olive ✓, Day 3 Olive ✓, Day 4 Agatha ✗.",
        "zh": "你投了3次票，投对2次：第1天Olive✓、第3天Olive✓、第4天Agatha✗。",
    }
    for language, sentence in told.items():
        assert own_votes(mine, true, GamePhrases("werewolf", language), language) == sentence
    once = replace(mine, votes={1: ("Agatha",)})
    phrases = GamePhrases("werewolf", "en")
    assert own_votes(once, true, phrases, "en") == "You voted for Agatha, who was no werewolf."
    known = replace(true, roles={"Agatha": "seer"})
    assert own_votes(once, known, phrases, "en") == "You voted for Agatha, who was no werewolf (seer)."
    assert own_votes(mine, known, phrases, "en").endswith("Day 3 Olive ✓, Day 4 Agatha (seer) ✗.")
    assert not own_votes(replace(mine, votes={1: ()}), true, phrases, "en")
    assert not own_votes(replace(mine, seat="Olive"), true, phrases, "en")


def test_who_looked_for_nobody_is_told_what_their_side_needed():
    true = Truth(culprits={"werewolf": ("Olive",)})
    teams = {"Ann": "tanner", "Bo": "werewolf", "Olive": "werewolf", "Cy": "village"}
    sides = Sides(game="onenight", teams=teams, cases=(), requests={})
    phrases = GamePhrases("onenight", "en")
    assert [seeks(sides, player) for player in teams] == [False, False, False, True]
    assert [describe_aims(true, sides, player, phrases) for player in teams] == [
        ["You needed to be voted out yourself."],
        *[["Your side needed the vote to miss both the werewolves and the tanner."]] * 2,
        [],
    ]


def test_each_case_ends_in_its_own_words_with_one_winner_said_once_and_the_reader_addressed():
    ends = [
        CaseOutcome(case="Simon", eliminated="Percival", truth=("Percival",), winner="civilian"),
        CaseOutcome(case="Roland", eliminated="Maud", truth=("Maud",), winner="civilian"),
    ]
    english, chinese = (GamePhrases("mystery", language) for language in ("en", "zh"))
    assert describe_endings(ends, english, "en", "Maud") == [
        "In the case of Simon, Percival was accused.",
        "In the case of Roland, you were accused.",
        "The civilians win.",
    ]
    assert describe_endings(ends[1:], chinese, "zh", "Maud") == ["Roland一案，你被指认。平民获胜。"]
    split = [replace(ends[0], winner="murderer"), ends[1]]
    assert [line.endswith("win.") for line in describe_endings(split, english, "en")] == [False, True]
    sides = Sides(game="mystery", teams={"Maud": "murderer"}, cases=ends, requests={})
    true = Truth(culprits={end.case: end.truth for end in ends})
    [aim] = describe_aims(true, sides, "Maud", english)
    assert aim.startswith("You killed Roland: ")
    vote = Knew(seat="Maud", case="Simon", votes={0: ("Percival",)}, vote=("Percival",), is_right=True)
    told = own_votes(vote, true, english, "en")
    assert told == "In the case of Simon you voted for Percival, and were right."
    assert not own_votes(replace(vote, case="Roland"), true, english, "en")


@visited
async def test_the_votes_of_each_day_are_counted(house: TableServer, come: Come):
    table, passes = await finished(house, 0, of=wolves())
    page = await come(f"/after/{token(passes, 'seat')}")
    lines = [text_of(line) for line in page.parts("tally")]
    cast = [event for event in table.events() if event.kind == event_kinds.VOTED]
    assert len(lines) == len({event.round for event in cast})
    for day, line in enumerate(lines, start=1):
        assert line.startswith(f"Day {day}: ")
        counts = map(int, re.findall(r"\((\d+)\)", line))
        assert sum(counts) == sum(event.round == day for event in cast)
    table_page = await come(f"/seat/{token(passes, 'seat')}")
    counted = [text_of(line) for line in table_page.parts("aside tally")]
    assert [line.partition(": ")[2] for line in counted] == [line.partition(": ")[2] for line in lines]


@visited
async def test_several_culprits_are_joined_as_one_says_it(house: TableServer, come: Come):
    _, passes = await finished(house, 0, of=WerewolfSetup(language="en", players=seat_names(9, "en")))
    page = await come(f"/after/{token(passes, 'seat')}")
    names = r"Player \d"
    assert re.search(rf"The werewolves were {names}, {names} and {names}\.", page.words("truth"))


@visited
async def test_the_votes_of_each_case_are_counted_together(house: TableServer, come: Come):
    mystery = MysterySetup(script=generate(5, players=5, victims=2), rounds=0, answers=False)
    _, passes = await finished(house, 0, of=mystery)
    page = await come(f"/after/{token(passes, 'seat')}")
    told = [text_of(line) for line in page.parts("tally")]
    names = [f"Votes in the case of {case}" for case in mystery.victims]
    assert [line.partition(":")[0] for line in told] == names


def nights(table: LiveMatch) -> int:
    return len({event.round for event in table.events() if event.kind == kinds.ATTACKED})


@visited
async def test_a_study_opens_the_survey_and_asks_as_published(house: TableServer, come: Come):
    for of in (None, wolves()):
        _, passes = await finished(house, 0, of=of, is_study=True)
        seat = await come(f"/after/{token(passes, 'seat')}")
        assert [prop(sheet, "open") for sheet in seat.parts("survey")] == ["True"]
        assert "Story advancement" in seat.words("survey")


@visited
async def test_the_survey_of_a_game_without_a_story_asks_about_none(house: TableServer, come: Come):
    for of, scale in ((None, "Story advancement"), (wolves(), "Reasoning")):
        _, passes = await finished(house, 0, of=of)
        seat = await come(f"/after/{token(passes, 'seat')}")
        assert scale in seat.words("survey")
        assert ("the story" in seat.words("survey")) == (of is None)


@visited
async def test_a_page_whose_link_was_renewed_fills_no_survey_and_takes_no_seat(
    house: TableServer, come: Come
):
    table, passes = await finished(house, 0)
    link = token(passes, "seat")
    visitor = await come(f"/after/{link}")
    house.renew(link)
    for scale in visitor.parts(within="survey"):
        if isinstance(scale, ui.radio):
            scale.value = 1
    visitor.press("Send")
    visitor.press("Play again")
    await until(lambda: visitor.words().count("This link opens nothing") == 2)
    assert surveys(house.store, table.match) == {}
    assert found_rematch(house, table.match) is None
