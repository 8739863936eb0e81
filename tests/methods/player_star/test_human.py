"""What the tables of matches with people say of the models that were played with."""

from __future__ import annotations

from parlour.evaluation import MatchScore
from parlour.games.mystery import generate
from parlour.methods.player_star.human import HumanMatch, human_rows

SCRIPT = generate(5, players=4)


def match(*models: str) -> HumanMatch:
    score = MatchScore(match="m", script=SCRIPT.id, language="en", won=1)
    return HumanMatch(match="m", method="PLAYER*", models=models, score=score, survey=None, script=SCRIPT)


def test_a_row_names_the_models_that_set_it_apart_from_the_published():
    for matches, named in (
        ((match("small"), match("large", "small")), "large and small"),
        ((match(),), "none"),
    ):
        [won] = [row for row in human_rows(matches) if (row.condition, row.metric) == ("PLAYER*", "win_rate")]
        assert f"the model is {named}, theirs" in won.note
