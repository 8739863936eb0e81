"""The table of a run, from matches whose counts are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from parlour.evaluation import MatchScore, SeatScore
from parlour.experiments import Played, find_suite
from parlour.experiments.definition import PublishedNumber, PublishedNumbers
from parlour.experiments.report import Results, Row, rows
from parlour.experiments.report.files import markdown, page
from parlour.experiments.report.row import CEILING, FEW
from parlour.experiments.run import Started
from parlour.experiments.suite import INVENTED
from parlour.games.mystery import Question
from parlour.games.werewolf import Role
from parlour.games.werewolf.arms import SIDES
from tests.cases import cases
from tests.experiments.small import kept_cell

from .made import CONDITIONS, MEASURED, SUITE, results, score, script


def found(told: list[Row], condition: str, metric: str, story: str = "all") -> Row:
    [row] = [row for row in told if (row.condition, row.metric, row.script) == (condition, metric, story)]
    return row


def played(*shares: float, model: str = "gpt-3.5-turbo", **options: object) -> Results:
    """PLAYER* on two scripts, with those shares right in each evaluation."""
    matches = [score("sin", shares, won=1), score("manna", shares)]
    return results({"PLAYER*": matches}, scripts=(script("sin"), script("manna")), model=model)


@cases(
    ("metric", "ours", "difference"),
    [("play.dollars", 0.0, None), ("play.dollars", 0.5, -1.0), ("win_rate", 0.0, -1.5)],
)
def test_what_has_no_price_is_not_set_against_what_cost_something(
    metric: str, ours: float, difference: float | None
):
    row = Row(suite="made", condition="PP", script="all", metric=metric, published=1.5, ours=ours, note="")
    assert row.difference == difference


def test_ours_is_pooled_over_matches_and_evaluations_and_stands_beside_the_published():
    row = found(rows(played(0.4, 0.5, 0.6)), "PLAYER*", "overall")
    assert (row.suite, row.published, row.n) == ("made", 0.4, 60)
    assert row.ours == pytest.approx(0.5)
    assert row.difference == pytest.approx(0.1)


def test_where_keys_contradict_their_story_the_ceiling_and_the_score_by_right_keys_stand_beside_ours():
    whole = script("sin")
    wrong = whole.questions[0].model_copy(update={"flags": (Question.CONTRADICTS,)})
    told = script("manna").model_copy(update={"questions": (wrong, *whole.questions[1:])})
    run = results({"PLAYER*": [score("manna", [0.5])]}, scripts=(told,), evaluations=1)
    row = found(rows(run), CEILING, "overall", "manna")
    # One question of ten points to all four, whose key is wrong, one of five to two.
    assert row.ours == pytest.approx(10 / 50)
    assert (row.low, row.high, row.is_beside) == (None, None, True)
    assert found(rows(run), CEILING, "overall (repaired)", "manna").n == 2
    assert found(rows(run), "PLAYER*", "overall (repaired)").ours == 0.5
    assert found(rows(run), "PLAYER*", "overall (strict)").ours == 0.5
    assert not any(each.condition == CEILING for each in rows(results({"PLAYER*": [score("sin", [0.5])]})))


def test_guesses_stand_in_every_table_of_answers_with_no_interval_and_no_faults():
    told = rows(played(0.5, 0.5, 0.5))
    for metric in ("overall", "reasoning", "overall (civilians)"):
        for guess in ("random", "position", "odd-one-out"):
            row = found(told, f"{guess} (guess)", metric)
            assert (row.low, row.high, row.faults, row.published) == (None, None, None, None)
    # One question of ten points to all four (a third), one of five to two: of six answers one is right.
    random = found(told, "random (guess)", "overall", "sin")
    assert random.ours == pytest.approx((4 * 10 / 3 + 2 * 5 / 6) / 50)
    assert random.n == 6
    assert not any("guess" in row.condition for row in told if row.metric in ("win_rate", "play.calls"))


def test_invented_numbers_are_called_so_and_not_published():
    numbers = (PublishedNumber(arm="PLAYER*", metric="overall", value=0.4, note="of two seeds"),)
    made_up = PublishedNumbers(source="none", model="GPT-4o", invented=True, numbers=numbers)
    run = results({"PLAYER*": [score("sin", [0.5])]}, suite=replace(SUITE, published=made_up.by_key))
    told = rows(run)
    assert {INVENTED, "of two seeds"} <= {*found(told, "PLAYER*", "overall").clauses}
    assert "*invented*" in markdown(run, told)
    assert "*published*" not in markdown(run, told)
    assert ">invented</th>" in page(run, told)


def test_a_row_of_too_few_matches_has_points_in_place_of_an_interval_and_says_so():
    row = found(
        rows(results({"PLAYER*": [score("sin", [0.5]), score("sin", [0.2])]})), "PLAYER*", "overall", "sin"
    )
    assert row.clauses[0] == FEW
    assert (row.low, row.high) == (None, None)
    assert row.points == pytest.approx((0.5, 0.2))
    many = [score("sin", [0.1 * n]) for n in range(6)]
    row = found(rows(results({"PLAYER*": many})), "PLAYER*", "overall", "sin")
    assert FEW not in row.note
    assert row.low is not None
    assert row.points == ()


# Significance


def test_a_star_says_against_whom_and_how_surely():
    run = results({"Werewolf": [score("sin", [0.1, 0.1, 0.2])], "PLAYER*": [score("sin", [0.8, 0.9, 0.8])]})
    told = rows(run)
    assert found(told, "PLAYER*", "overall").note.startswith(
        "* differs from Werewolf (t-test over evaluations, p < 0.001)"
    )
    assert found(told, "Werewolf", "overall").note.startswith("* differs from PLAYER*")


def test_each_form_of_the_method_is_compared_with_the_best_baseline_and_a_part_left_out_with_its_form():
    player = CONDITIONS[-1]
    names = ("PLAYER* (2025)", "w/o Pruner (2025)", "w/o Pruner")
    suite = replace(SUITE, conditions=(*CONDITIONS, *(replace(player, name=name) for name in names)))
    shares = {
        "Werewolf": [0.1, 0.1, 0.2],
        "PLAYER*": [0.8, 0.9, 0.8],
        "PLAYER* (2025)": [0.5, 0.6, 0.5],
        "w/o Pruner (2025)": [0.9, 1.0, 0.9],
        "w/o Pruner": [0.3, 0.4, 0.3],
    }
    told = rows(results({name: [score("sin", each)] for name, each in shares.items()}, suite=suite))
    compared = {
        row.condition: row.note.partition("differs from ")[2].partition(" (t-test")[0]
        for row in told
        if (row.metric, row.script) == ("overall", "all") and row.condition in shares
    }
    assert compared == {
        "Werewolf": "PLAYER*",
        "PLAYER*": "Werewolf",
        "PLAYER* (2025)": "Werewolf",
        "w/o Pruner (2025)": "PLAYER* (2025)",
        "w/o Pruner": "PLAYER*",
    }


def test_of_what_is_better_the_less_of_it_there_is_the_second_best_has_least():
    def matches(calls: Sequence[int]) -> list[MatchScore]:
        return [score("sin", [0.5], calls=each) for each in calls]

    other = replace(CONDITIONS[2], name="O-CoT", method="o-cot")
    run = results(
        {"Werewolf": matches((50, 51, 52)), "O-CoT": matches((90, 91, 92)), "PLAYER*": matches((10, 11, 12))},
        suite=replace(SUITE, conditions=(*SUITE.conditions, other)),
    )
    assert "differs from Werewolf" in found(rows(run), "PLAYER*", "play.calls").note


def test_evaluations_that_were_matches_of_their_own_are_one_match_with_as_many_evaluations():
    readings = [score("sin", [share], won=won) for share, won in ((0.1, 0), (0.2, 0), (0.1, 1))]
    run = results({"PP": readings, "PLAYER*": [score("sin", [0.8, 0.9, 0.8])]})
    told = rows(run)
    row = found(told, "PP", "overall")
    assert (row.ours, row.n) == (pytest.approx(0.4 / 3), 30)
    assert row.note.startswith("* differs from PLAYER*")
    assert found(told, "PP", "win_rate").ours == pytest.approx(1 / 3)
    [merged] = run.scores("PP")
    assert (merged.evaluations, merged.play.calls) == (3, 30)


# Comparability


def test_the_same_model_on_the_same_stories_is_comparable_but_for_the_murderers():
    row = found(rows(played(0.5, 0.5, 0.5)), "PLAYER*", "overall")
    assert row.clauses[-1] == (
        "not comparable because murderers play plain, theirs a fixed method that is not named"
    )


def test_a_method_that_runs_no_preset_of_the_paper_is_not_comparable_and_the_option_is_named():
    measured = replace(SUITE.measured, paper="zhu-2025") if SUITE.measured else None
    preset = replace(CONDITIONS[-1], method="player-star:as=2025")
    told = [
        found(
            rows(replace(played(0.5, 0.5, 0.5), suite=replace(SUITE, measured=measured, conditions=arms))),
            "PLAYER*",
            "overall",
        )
        for arms in (CONDITIONS, (*CONDITIONS[:-1], preset))
    ]
    departs = "player-star plays reading=together, sense=round"
    assert [departs in row.note for row in told] == [True, False]


@cases(
    ("run", "reason"),
    [
        (played(0.5, 0.5, 0.5, model="reader"), "the model is the reader, theirs GPT-3.5"),
        (results({"PLAYER*": [score("sin", [0.5])]}), "it is over 1 of their 2 stories"),
        (results({"PLAYER*": [score("sin", [0.5])]}, stories="generated"), "the stories are generated"),
        (
            results({"PLAYER*": [score("the-mill", [0.5])]}, scripts=[script("the-mill")]),
            "the stories are others",
        ),
        (
            results({"PLAYER*": [score("sin", [0.5])]}, evaluations=1),
            "questions were put once, theirs 3 times",
        ),
        (
            results({"PLAYER*": [score("sin", [0.5])]}, scripts=[script("sin").with_shuffled_options(3)]),
            "options are shuffled, theirs were not",
        ),
        (
            results(
                {"PLAYER*": [score("罪恶", [0.5]).model_copy(update={"language": "zh"})]},
                scripts=[script("罪恶", "zh")],
            ),
            "the scripts are in Chinese, theirs in English",
        ),
        (
            results({"PLAYER*": [score("sin", [0.5])]}, suite=replace(SUITE, not_comparable="hours differ")),
            "hours differ",
        ),
    ],
)
def test_whatever_differs_is_named(run: Results, reason: str):
    assert reason in found(rows(run), "PLAYER*", "overall").note


def test_another_temperature_than_the_papers_is_named():
    suite = replace(SUITE, measured=replace(MEASURED, temperature=0.3))
    for model, is_named in (
        ("gpt-3.5-turbo", True),
        ("gpt-3.5-turbo?temperature=0.3", False),
        ("reader", False),
    ):
        run = results({"PLAYER*": [score("sin", [0.5])]}, suite=suite, model=model)
        note = found(rows(run), "PLAYER*", "overall").note
        assert ("the temperature is 0.7, theirs 0.3" in note) is is_named, model


# Pairings


def pairing(*, won: Sequence[bool], model: str = "reader") -> Results:
    """GRATR against the baseline at so many tables, at each of which it wins either both games or none."""
    suite = find_suite("gratr-table1")
    played: list[Played] = []
    for table, has_won in enumerate(won):
        for side in SIDES:
            told = side == "leaders"
            seats = (
                SeatScore(
                    player="1",
                    method="gratr:as=printed",
                    role=Role.SEER if told else Role.WEREWOLF,
                    won=has_won,
                ),
                SeatScore(
                    player="2",
                    method="plain:window=15,counts=messages",
                    role=Role.WEREWOLF if told else Role.SEER,
                    won=not has_won,
                ),
            )
            score = MatchScore(match=f"m{table}", script=f"werewolf-{table}", language="en", seats=seats)
            played.append(
                kept_cell(
                    condition="GRATR vs Baseline",
                    story=f"werewolf-{table}",
                    side=side,
                    match=score.match,
                    score=score,
                )
            )
    asked = results({}).run.model_copy(update={"suite": suite.name, "model": model, "stories": "werewolf"})
    started = Started(run=asked, started="2026-11-21T08:00:00+00:00", cells=len(played))
    return Results(suite=suite, started=started, played=tuple(played), setups={})


def test_a_pairing_shows_the_share_of_its_own_method_beside_the_mean_of_all_models():
    told = rows(pairing(won=[True, True, False, True]))
    row = found(told, "GRATR vs Baseline", "twr")
    assert (row.ours, row.published, row.n) == (0.75, 0.868, 8)
    assert "the model is the reader, theirs the mean of five models" in row.note
    assert "it is over 8 games, theirs over 50" in row.note


def test_every_other_model_of_the_paper_stands_under_it():
    told = rows(pairing(won=[True]))
    others = [row for row in told if row.metric == "lwr" and row.ours is None]
    assert [row.published for row in others] == [0.8, 0.92, 0.92, 1.0, 0.96]
    assert all(row.is_beside and row.condition.startswith("GRATR vs Baseline, by ") for row in others)
