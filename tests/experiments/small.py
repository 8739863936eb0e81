"""A suite that is over in a second: chance, a table that only reads, and one short match of PLAYER*."""

from __future__ import annotations

from parlour.experiments import Condition, Pairing, Published, Suite, View

SUITE = Suite(
    name="small",
    title="Small",
    source="no paper",
    conditions=(
        Condition(name="random", method="random", rounds=1),
        Condition(name="PP", method="plain", is_played=False),
        Condition(name="PLAYER*", rounds=1),
    ),
    metrics=("overall", "win_rate", "calls"),
    stories="generated",
    games=1,
    published={
        ("PP", "", "win_rate"): Published(value=0.3),
        ("PLAYER*", "", "win_rate"): Published(value=0.4),
    },
    figure="bars",
    reference="PLAYER*",
)
DIALOGUES = Suite(
    name="small-dialogues",
    title="Small dialogues",
    source="no paper",
    conditions=(Condition(name="plain", method="plain", rounds=2), Condition(name="PLAYER*", rounds=2)),
    metrics=("overall",),
    stories="generated",
    figure="dialogues",
    published={},
)
PAIRS = Suite(
    name="small-pairs",
    title="Small pairs",
    source="no paper",
    conditions=(Pairing(name="GRATR vs plain", method="gratr", rival="plain:window=15"),),
    metrics=("twr", "correct.werewolf", "correct.leader"),
    views=(
        View(name="GRATR", arms=("GRATR vs plain",), methods=("gratr",)),
        View(name="plain", arms=("GRATR vs plain",), methods=("plain:window=15",)),
    ),
    stories="werewolf",
    games=2,
    figure="pairs",
    published={},
)
