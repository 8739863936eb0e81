"""Witness twins in a report: two stories in nearly the same words are one thing to draw."""

from __future__ import annotations

from parlour.evaluation import MatchScore, estimate, sampling_units
from parlour.experiments import Played
from parlour.experiments.report import Results, contrasts
from tests.experiments.report.made import results, score, script

PAIRS = 6
SHARES = (0.1, 0.4, 0.7, 1.0, 0.5, 0.6)


def twins(*, more: float = 0.0) -> list[MatchScore]:
    """The matches of a condition on all pairs, right as often on both twins of a pair."""
    return [score(f"twin-{name}-{n}", [SHARES[n] * (1 - more)]) for n in range(PAIRS) for name in "ab"]


def run() -> Results:
    scripts = [
        script(f"twin-{name}-{n}").model_copy(update={"story": f"twins-6-1-1-normal-{n}-{name}"})
        for n in range(PAIRS)
        for name in "ab"
    ]
    return results({"PLAYER*": twins(), "Werewolf": twins(more=0.1)}, scripts=scripts)


def test_an_interval_is_over_pairs():
    scores = run().scores("PLAYER*")
    assert [len(unit) for unit in sampling_units(scores)] == [2] * PAIRS
    once = [score(f"story-{n}", [share]) for n, share in enumerate(SHARES)]
    of_pairs, of_stories = estimate(scores, "overall"), estimate(once, "overall")
    assert of_pairs.matches == PAIRS
    assert (of_pairs.low, of_pairs.high) == (of_stories.low, of_stories.high)


def test_a_contrast_takes_a_pair_for_one_story():
    [told] = [each for each in contrasts(run()) if each.metric == "overall"]
    assert (told.stories, told.less) == (PAIRS, PAIRS)


def test_nothing_of_it_is_kept_so_that_stored_runs_read_as_they_did():
    [first, *_] = run().played
    kept = Played.model_validate_json(first.model_dump_json())
    assert kept == first
    assert kept.score is not None
    assert "drawn_as" not in kept.score.model_dump()
