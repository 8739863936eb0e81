"""What PLAYER*'s own suites set beside each other."""

from parlour.evaluation import metric
from parlour.experiments import cells, stories_of
from parlour.methods.player_star.suites.arms import CHANCE_SUSPECT, EXACT, TURN
from parlour.methods.player_star.suites.ladder import SUITE, WITNESS
from parlour.methods.player_star.suites.strength import SUITE as STRENGTHS


def test_the_witness_suite_sets_choices_of_whom_to_ask_on_both_twins_of_a_seed():
    names = [arm.name for arm in WITNESS.conditions]
    assert {"PLAYER*", "w/o pruner", CHANCE_SUSPECT, TURN, EXACT} <= set(names)
    assert all(arm in SUITE.conditions for arm in WITNESS.conditions)
    stories = stories_of("mystery").find(WITNESS.stories, None, 2, 0)
    planned = [(cell.story.name, cell.condition.name) for cell in cells(WITNESS, stories, 1, 1)]
    assert planned == [
        (story, name) for story in ("twin-a:3-0", "twin-b:3-0", "twin-a:3-1", "twin-b:3-1") for name in names
    ]


def test_every_metric_of_the_witness_suite_is_known():
    assert [metric(name).name for name in WITNESS.metrics] == list(WITNESS.metrics)


def test_only_the_ceiling_and_the_floor_of_the_strengths_are_not_played():
    lines = [arm for arm in STRENGTHS.conditions if not arm.is_played]
    assert {arm.name: arm.method for arm in lines} == {
        "reads everything": "plain@reader",
        "chance": "random",
    }
