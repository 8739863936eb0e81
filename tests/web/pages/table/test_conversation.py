"""Parts of a table's page: remarks, drafts, the count of votes, and how often it is drawn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from parlour.core import Action, CaseOutcome, event_kinds
from parlour.evaluation import Sides
from parlour.games.onenight import OneNightSetup, seat_names
from parlour.games.werewolf import WerewolfSetup
from parlour.llm import Language
from parlour.store import AccessToken, Store
from parlour.web.hosting import FeedLine, Settings, Standing
from parlour.web.pages.stage import StageWords
from parlour.web.pages.table.answering import Drafts
from parlour.web.pages.table.conversation import Conversation, Filter
from parlour.web.pages.table.head import (
    END,
    LONGEST,
    OF_THE_TIME,
    READING,
    VOTE,
    MatchProgress,
    Notice,
    OutNotice,
    Reveal,
)
from parlour.web.pages.table.panels import RoleCard
from parlour.web.pages.table.scene import BEAT, Pulse
from tests.web.hosting.houses import game, setup, until, wolves
from tests.web.pages.table.bare import bare_page, scene_of
from tests.web.pages.visiting import text_of

FELLOW, VICTIM = "Player 2", "Player 3"


def _fellow(kind: str, said: str, *chosen: str) -> FeedLine:
    return FeedLine(number=0, type="event", kind=kind, actor=FELLOW, chosen=chosen, text=said)


def test_what_fellows_say_in_secret_is_marked_as_theirs_and_what_is_said_to_all_is_not(tmp_path: Path):
    with bare_page() as page:
        Conversation(scene_of(tmp_path, wolves())).add(
            [
                _fellow("conferred", "Her.", VICTIM),
                _fellow("conferred", "Or wait."),
                _fellow("spoke", "Good morning."),
            ]
        )
        assert text_of(page).splitlines() == [
            *(FELLOW, f"to the werewolves → {VICTIM}", "Her."),
            *(FELLOW, "to the werewolves", "Or wait."),
            *(FELLOW, "Good morning."),
            "To the newest ↓",
        ]


def test_a_private_line_says_whether_others_see_it_too(tmp_path: Path):
    own = FeedLine(number=0, type="event", kind="checked", words="Seen.", is_private=True)
    with bare_page() as page:
        Conversation(scene_of(tmp_path, wolves())).add([own, own.model_copy(update={"is_shared": True})])
        told = ["Seen.", "only you see this", "Seen.", "not everybody sees this"]
        assert text_of(page).splitlines() == [*told, "To the newest ↓"]


def test_the_last_votes_of_a_game_with_rounds_are_revealed_under_its_end_and_no_more_under_a_round(
    tmp_path: Path,
):
    for of, then in ((game(), "It is over"), (wolves(), "Before it begins")):
        scene = scene_of(tmp_path, of)
        progress = MatchProgress(scene, StageWords(scene.table.setup))
        assert progress.revealing == "Before it begins"
        scene.table.settings = Settings(standing=Standing.FINISHED)
        assert progress.revealing == then


def test_whoever_is_out_is_told_why_until_they_close_it_or_the_match_ends(tmp_path: Path):
    scene = scene_of(tmp_path, wolves())
    kinds, told = scene.game.kinds.events, list[str]()
    with bare_page() as page:
        notice = OutNotice(scene)
        for fate in (None, kinds["died"], kinds["eliminated"], kinds["grieved"]):
            notice.show(fate, is_over=False)
            told.append(text_of(page).partition(".")[0])
        notice.close()
        notice.show(kinds["died"], is_over=False)
        assert not text_of(page)
    assert told == [
        "",
        "You did not live through the night",
        "You have been voted out",
        "You are out of the game",
    ]


ASKED = FeedLine(number=0, type="event", kind="asked", actor="Anna", to="Ben", case="Vera")
OTHER = FeedLine(number=1, type="event", kind="asked", actor="Carl", to="Dora", case="Walt")
ACCUSED = FeedLine(number=2, type="event", kind="eliminated", chosen=("Anna",), case="Walt")
ROUND = FeedLine(number=3, type="event", kind="round", round=1)
LINES = (ASKED, OTHER, ACCUSED, ROUND)


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        (Filter(), LINES),
        (Filter(person="Anna"), (ASKED, ACCUSED)),
        (Filter(person="Ben"), (ASKED,)),
        (Filter(case="Walt"), (OTHER, ACCUSED, ROUND)),
    ],
)
def test_what_concerns_somebody_or_some_case_is_left(shown: Filter, left: tuple[FeedLine, ...]):
    assert tuple(filter(shown.shows, LINES)) == left


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        (("civilian", "civilian"), "You have won. So it ended."),
        (("civilian", "killer", "killer"), "You have won 1 of 3. So it ended."),
        (("killer", "killer"), "You have lost. So it ended."),
    ],
)
def test_a_player_is_told_how_many_cases_their_side_won(winners: tuple[str, ...], told: str, tmp_path: Path):
    scene, me = scene_of(tmp_path, game()), game().players[0]
    cases = [CaseOutcome(case=told, eliminated=None, truth=(me,), winner=winner) for winner in winners]
    sides = Sides(game=game().name, teams={me: "civilian"}, cases=cases, requests={})
    ticket = AccessToken(token="a", match=scene.table.match, kind="seat", player=me)
    with bare_page() as page:
        Notice(scene, ticket).tell_outcome(sides, me, "So it ended.")
        assert text_of(page) == told


ONE, TWO = Action(speech="I was in the garden."), Action(chosen=("Anna",))
Window = Callable[[], Drafts]
Play = Callable[[Callable[[Window], None]], None]


@pytest.fixture
def windows(tmp_path: Path) -> Play:
    def run(scenario: Callable[[Window], None]) -> None:
        async def within() -> None:
            with Store.open(str(tmp_path / "parlour.db")) as store:
                match = store.create(setup(0))
                scenario(lambda: Drafts(store.hosting, match, "Ben"))

        asyncio.run(within())

    return run


def test_two_windows_of_a_seat_take_nothing_from_each_other(windows: Play):
    def scenario(window: Window) -> None:
        first, second = window(), window()
        first.put("1.speak", ONE)
        first.write()
        second.put("1.vote", TWO)
        second.write()
        assert (window().of("1.speak"), window().of("1.vote")) == (ONE, TWO)

    windows(scenario)


def test_what_is_asked_no_more_is_dropped_and_in_a_pause_nothing(windows: Play):
    def scenario(window: Window) -> None:
        drafts = window()
        drafts.put("1.speak", ONE)
        drafts.put("1.vote", TWO)
        drafts.keep_only([])
        drafts.write()
        assert window().of("1.speak") == ONE
        drafts.keep_only(["1.vote"])
        drafts.write()
        assert (window().of("1.speak"), window().of("1.vote")) == (Action(), TWO)

    windows(scenario)


def test_what_was_answered_is_dropped_at_once_in_the_store_too(windows: Play):
    def scenario(window: Window) -> None:
        drafts = window()
        drafts.put("floor.0", ONE)
        drafts.write()
        drafts.drop("floor.0")
        assert window().of("floor.0") == Action()

    windows(scenario)


def test_words_for_the_floor_outlive_a_vote_and_return_in_the_next_form(windows: Play):
    def scenario(window: Window) -> None:
        drafts = window()
        drafts.put("floor.2", ONE)
        drafts.keep_only(["1.vote"])
        drafts.write()
        assert window().of("floor.0") == ONE

    windows(scenario)


KINDS = {
    each.name: each
    for each in (event_kinds.SPOKE, event_kinds.VOTED, event_kinds.POLLED, event_kinds.ELIMINATED)
}


def told(*kinds: str, is_private: bool = False) -> list[FeedLine]:
    return [
        FeedLine(number=number, type="event", kind=kind, actor="Ann", is_private=is_private)
        for number, kind in enumerate(kinds)
    ]


def test_votes_come_out_one_by_one_and_then_who_is_out():
    reveal, lines = Reveal(KINDS, is_paced=True), told("spoke", "voted", "voted", "eliminated")
    reveal.offer(lines, 100.0)
    assert reveal.due(100.0) == lines[:1]
    assert reveal.due(100.0 + VOTE) == lines[1:2]
    assert reveal.due(100.0 + 1.9 * VOTE) == []
    assert reveal.next_at == pytest.approx(100.0 + 2 * VOTE)
    assert reveal.due(100.0 + 2 * VOTE + END + 1e-6) == lines[2:]
    assert reveal.next_at is None


@pytest.mark.parametrize(("limit", "longest"), [(None, LONGEST), (30, OF_THE_TIME * 30)])
def test_many_votes_take_no_longer_than_they_may(limit: int | None, longest: float):
    reveal, lines = Reveal(KINDS, is_paced=True), told(*["voted"] * 40)
    reveal.offer(lines, 0.0, limit)
    assert len(reveal.due(0.9 * longest)) in range(30, 40)
    assert reveal.due(longest + 1e-6)
    assert reveal.next_at is None


def test_whoever_does_not_want_to_wait_sees_the_rest_at_once():
    reveal, lines = Reveal(KINDS, is_paced=True), told("voted", "voted", "eliminated")
    reveal.offer(lines, 0.0)
    reveal.skip()
    assert reveal.due(0.0) == lines


def _speeches(*, is_zh: bool = False) -> list[FeedLine]:
    out = FeedLine(number=0, type="event", kind="eliminated", chosen=("Ann",))
    words = "我怀疑鲍勃" * 2 if is_zh else "I suspect Bob " * 10
    later = [line.model_copy(update={"text": words}) for line in told("spoke", "spoke", "spoke")]
    return [later[0], out, *later[1:]]


@pytest.mark.parametrize(("language", "words"), [("en", 30), ("zh", 10)])
def test_after_the_only_person_is_out_each_speech_stays_as_long_as_it_takes_to_read(
    language: Language, words: int
):
    lines = _speeches(is_zh=language == "zh")
    reveal = Reveal(KINDS, is_paced=True, watcher="Ann", language=language)
    reveal.offer(lines, 0.0)
    assert reveal.due(END + 1e-6) == lines[:3]
    read = words * READING[language]
    assert reveal.next_at == pytest.approx(END + read)
    assert reveal.due(END + 0.9 * read) == []
    assert reveal.reads
    reveal.offer([lines[0]], END + 1.5 * read)
    assert reveal.due(END + 1.5 * read) == lines[3:]
    reveal.skip_to_end()
    assert reveal.due(END + 1.5 * read) == lines[:1]
    reveal.offer(lines, 1000.0)
    assert reveal.due(1000.0 + END + 1e-6) == lines


def test_speeches_wait_for_no_reader_at_a_table_of_several_people_nor_in_what_was_before_the_page_came():
    lines = _speeches()
    at_once = Reveal(KINDS, is_paced=True)
    at_once.offer(lines, 0.0)
    assert at_once.due(END + 1e-6) == lines
    came_late = Reveal(KINDS, is_paced=True, watcher="Ann")
    came_late.offer(lines, 0.0)
    came_late.skip()
    assert came_late.due(0.0) == lines
    came_late.offer(lines[2:], 1.0)
    assert came_late.due(1.0) == lines[2:3]
    unpaced = Reveal(KINDS, is_paced=False, watcher="Ann")
    unpaced.offer(lines, 0.0)
    assert unpaced.due(0.0) == lines


def test_nothing_waits_where_nothing_is_paced_nor_an_own_ballot_that_nobody_else_sees():
    for reveal, lines in (
        (Reveal(KINDS, is_paced=False), told("voted", "eliminated")),
        (Reveal(KINDS, is_paced=True), told("polled", is_private=True)),
    ):
        reveal.offer(lines, 0.0)
        assert reveal.due(0.0) == lines


def test_the_first_is_drawn_at_once_and_a_burst_in_one_go():
    drawn: list[float] = []

    async def burst() -> None:
        pulse = Pulse(lambda: drawn.append(time.monotonic()))
        began = time.monotonic()
        for _ in range(100):
            pulse.beat()
            await asyncio.sleep(0.002)
        await asyncio.sleep(2 * BEAT)
        took = time.monotonic() - began
        assert len(drawn) <= took / BEAT + 2
        assert all(later - sooner >= 0.9 * BEAT for sooner, later in pairwise(drawn))

    asyncio.run(burst())


def test_what_was_put_off_is_drawn_now_and_keeps_nothing_later_from_being_drawn():
    drawn: list[int] = []

    async def hurried() -> None:
        pulse = Pulse(lambda: drawn.append(1))
        pulse.beat_at(time.monotonic() + 3600)
        pulse.draw_now()
        assert len(drawn) == 1
        pulse.beat()
        await until(lambda: len(drawn) == 2)

    asyncio.run(hurried())


def test_one_other_werewolf_is_told_in_the_singular_on_the_card(tmp_path: Path):
    scene = scene_of(tmp_path, wolves())
    line = FeedLine(
        number=0, type="event", kind="fellows", role="werewolf", words="The others are: ….", is_private=True
    )
    for chosen, words in (
        (("Player 2",), "The other werewolf is Player 2, who knows that you are one."),
        (("Player 2", "Player 3"), "The others are: …."),
    ):
        with bare_page() as page:
            RoleCard(scene, scene.players[0]).add([line.model_copy(update={"chosen": chosen})])
            assert words in text_of(page)


def test_a_card_of_the_good_side_says_how_it_wins(tmp_path: Path):
    scene = scene_of(tmp_path, wolves())
    for role, is_told in (("seer", True), ("villager", True), ("werewolf", False)):
        line = FeedLine(number=0, type="event", kind="role", role=role, words="You are ….", is_private=True)
        with bare_page() as page:
            RoleCard(scene, scene.players[0]).add([line])
            assert ("once no werewolf is left" in text_of(page)) == is_told


def test_the_night_of_one_night_has_no_number():
    told: dict[Language, list[str]] = {"en": ["Night", "Day", "Night 2"], "zh": ["夜里", "白天", "第2夜"]}
    for language, words in told.items():
        one = StageWords(setup(of=OneNightSetup(language=language, players=seat_names(5, language))))
        many = StageWords(setup(of=WerewolfSetup(language=language, players=seat_names(6, language))))
        phases = [(one, event_kinds.NIGHT, 1), (one, event_kinds.DAY, 1), (many, event_kinds.NIGHT, 2)]
        assert [stage.phase(kind, number) for stage, kind, number in phases] == words
