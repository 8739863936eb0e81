"""What every suite must be, so that it can be run and read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from parlour.arena import Seating, lay_seats
from parlour.core import RECORDED_GAMES
from parlour.evaluation import metrics
from parlour.evaluation.richness import RICHNESS
from parlour.experiments import SUITES as INSTALLED
from parlour.experiments import Arm, Story, Suite, ask_run, find_suite, stories_of
from parlour.games.mystery.arms import MysteryArm
from parlour.games.mystery.wellplay import stories
from parlour.games.onenight import OneNightSetup, Role
from parlour.games.onenight.arms import OneNightArm
from parlour.games.werewolf.arms import Pairing
from parlour.lab.transcripts import format_transcript
from tests.cases import cases
from tests.lab.watching.recorded import elsewhere, night, seated

SUITES = [find_suite(name) for name in INSTALLED.names]
named = cases("suite", SUITES)


@named
def test_conditions_are_named_apart_and_metrics_exist(suite: Suite):
    names = [condition.name for condition in suite.conditions]
    assert len(set(names)) == len(names)
    assert set(suite.metrics) <= {*metrics(), *RICHNESS}
    assert not suite.reference or suite.reference in names


@named
def test_published_numbers_belong_to_known_scripts_and_metrics(suite: Suite):
    for (_, script, metric), number in suite.published.items():
        assert script in {"", *stories()}
        assert metric in {*metrics(), *RICHNESS}
        assert number.value is not None or number.note
    assert bool(suite.published) == (suite.measured is not None) or suite.name == "small"


@cases(
    ("arms", "repeats"),
    [
        ([MysteryArm(name="played", method="plain")], True),
        ([MysteryArm(name="read", method="plain", is_played=False)], True),
        ([OneNightArm(name="night", method="random"), MysteryArm(name="played", method="plain")], True),
        ([OneNightArm(name="night", method="random")], False),
        ([Pairing(name="pair", method="gratr", rival="plain")], False),
    ],
)
def test_a_run_may_repeat_its_questions_where_any_of_its_arms_puts_some(arms: list[Arm], repeats: bool):
    suite = replace(find_suite("ladder"), conditions=tuple(arms))
    assert suite.repeats_questions is repeats


def played_on(suite: Suite, folder: Path) -> str:
    """Something that a suite can be played on without anything from elsewhere."""
    if suite.game in RECORDED_GAMES.names:
        games = [night(), *map(elsewhere, ("werewolf", "avalon"))]
        games = [each.model_copy(update={"id": each.game}) for each in games]
        games += [seated(holders, night(holders)) for holders in ("ppmm", "pppp", "mmmm")]
        told = "".join(f"{format_transcript(each)}\n" for each in games)
        (folder / "games.jsonl").write_text(told, encoding="utf-8")
        return f"{suite.stories}:{folder / 'games.jsonl'}"
    return "generated" if suite.game == "mystery" else suite.game


@named
def test_every_condition_can_be_seated(suite: Suite, tmp_path: Path):
    story = stories_of(suite.game).find(played_on(suite, tmp_path), "en", 1, 3)[0]
    for condition in suite.conditions:
        game = condition.setup(story, 3)
        seating = Seating(method=condition.method)
        if not condition.own:
            seating = condition.seating(game, 1, None, "reader", "")
        seats = lay_seats(game, 1, seating, lambda model: 16_000)
        assert [seat.player for seat in seats] == list(game.players)


@named
def test_a_suite_plays_one_game_and_its_rows_are_of_its_own_arms(suite: Suite):
    names = {condition.name for condition in suite.conditions}
    assert len({type(condition) for condition in suite.conditions}) == 1
    assert suite.stories == suite.game or suite.game in ("mystery", *RECORDED_GAMES.names)
    for view in suite.rows:
        assert set(view.arms) <= names
        pairings = [arm for arm in suite.conditions if isinstance(arm, Pairing)]
        methods = {each for arm in pairings for each in (arm.method, arm.rival)}
        assert set(view.methods) <= methods
    assert len({view.name for view in suite.rows}) == len(suite.rows)


@cases(
    "name",
    [
        "gratr-table1",
        "gratr-table3",
        "gratr-appendix-b",
        "gratr-utterances",
        *(f"humanized-table{number}" for number in (1, 4, 5, 6, 7, 8)),
    ],
)
def test_every_number_of_a_table_stands_beside_a_row(name: str):
    suite = find_suite(name)
    rows = {view.name for view in suite.rows}
    assert {condition for condition, _, _ in suite.published} <= rows
    assert {metric for _, _, metric in suite.published} <= set(suite.metrics)


def test_a_suite_is_played_in_the_language_of_its_published_numbers_unless_asked_otherwise():
    for suite in SUITES:
        if suite.game == "mystery" and suite.measured:
            assert suite.languages == (suite.measured.language,), suite.name
    assert ask_run("player-table2").language == "zh"
    assert ask_run("player-table2", language="en").language == "en"
    assert ask_run("questum-table9").language == "en"
    assert ask_run("ladder").language is None


@cases(
    ("model", "theirs"),
    [
        ("reader", "the mean of five models"),
        ("openai:gpt-4o", "GPT-4o"),
        ("openai:gpt-4o-mini-2024-07-18", "GPT-4o-mini"),
        ("openai:gpt-3.5-turbo-0125", "GPT-3.5-turbo"),
        ("http://localhost:8000/v1#DeepSeek-V3", "DeepSeek-V3"),
    ],
)
def test_beside_a_model_stand_its_own_numbers_where_the_paper_has_them(model: str, theirs: str):
    assert find_suite("gratr-table1").beside(model).model == theirs


def test_a_first_speech_is_a_villager_s_whom_nobody_precedes_and_no_model_plays_the_others():
    [alpha, beta, *_] = find_suite("humanized-table1").conditions
    assert isinstance(alpha, OneNightArm)
    assert isinstance(beta, OneNightArm)
    story = Story(id="onenight", language="en", seed=1)
    game = beta.setup(story, 1)
    assert game.dealt(1) == game.dealt(2)
    assert game.dealt(1)[0] is Role.VILLAGER
    assert sorted(game.dealt(1)) == sorted(OneNightSetup(players=game.players).table.roles)
    seats = lay_seats(game, 1, beta.seating(game, 1, None, "reader", ""), lambda model: 16_000)
    assert seats[0].method == "humanized:condition=b5p,persona=A7E1N2O4C1"
    assert {(seat.method, seat.model) for seat in seats[1:]} == {("random", "")}
    assert game == alpha.setup(story, 1)
