"""Bandwagon beside plain play: does a table that goes with the crowd find its villains less often?"""

from parlour.experiments import Arm, Suite

BANDWAGON_ONENIGHT = Suite(
    name="bandwagon-onenight",
    title="How often the village wins, and on whom the votes fall, where everybody goes with the crowd",
    source="ours; no paper has these numbers",
    conditions=(
        Arm(name="plain", method="plain", game="onenight"),
        Arm(name="bandwagon", method="bandwagon", game="onenight"),
    ),
    metrics=("wins.village", "votes.werewolf", "vote_accuracy", "play.calls"),
    stories="onenight",
    games=25,
    published={},
    reference="plain",
)
