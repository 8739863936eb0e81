"""A suite that is over in a second: chance, a table that only reads, and one short match of PLAYER*."""

from __future__ import annotations

from dataclasses import replace

from parlour.evaluation import MatchScore
from parlour.experiments import Cell, Played, Published, RunDefinition, Suite, SuiteRow
from parlour.experiments.suite import Measured
from parlour.games.mystery.arms import MysteryArm
from parlour.games.onenight.arms import OneNightArm
from parlour.games.werewolf.arms import Pairing
from parlour.methods.humanized.judge import judge

SUITE = Suite(
    name="small",
    title="Small",
    source="no paper",
    conditions=(
        MysteryArm(name="random", method="random", rounds=1),
        MysteryArm(name="PP", method="plain", is_played=False),
        MysteryArm(name="PLAYER*", method="player-star", rounds=1),
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
    conditions=(
        MysteryArm(name="plain", method="plain", rounds=2),
        MysteryArm(name="PLAYER*", method="player-star", rounds=2),
    ),
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
        SuiteRow(name="GRATR", arms=("GRATR vs plain",), methods=("gratr",)),
        SuiteRow(name="plain", arms=("GRATR vs plain",), methods=("plain:window=15",)),
    ),
    stories="werewolf",
    games=2,
    figure="pairs",
    published={},
)
NIGHTS = Suite(
    name="small-nights",
    title="Small nights",
    source="no paper",
    conditions=(
        OneNightArm(name="Baseline", method="humanized:condition=baseline", rounds=1),
        OneNightArm(name="Strategy", method="humanized:condition=strategy", rounds=1),
        OneNightArm(name="Random", method="random", rounds=1),
    ),
    metrics=("text.distance.round1", "judgement.variation", "votes.werewolf", "wins.village"),
    views=(SuiteRow(name="Baseline", arms=("Baseline",)), SuiteRow(name="Strategy", arms=("Strategy",))),
    stories="onenight",
    games=2,
    published={("Strategy", "", "votes.werewolf"): Published(value=0.2)},
    figure="bars",
    reference="Baseline",
)
ON_WHOM = replace(
    NIGHTS,
    name="small-whom",
    plays=NIGHTS.name,
    metrics=("votes.seer", "votes.tanner", "votes.werewolf"),
    figure="radar",
)
JUDGED = replace(
    NIGHTS,
    name="small-judged",
    plays=NIGHTS.name,
    metrics=("engagement", "variation", "memorability.percent", "judgement.variation"),
    judging=judge,
)
CONTROLLED = replace(
    NIGHTS,
    name="small-controls",
    plays=NIGHTS.name,
    metrics=(
        *("text.apart", "text.equal", "text.salad", "text.position", "text.voices", "text.voices.shuffled"),
        *("judgement.variation", "judgement.flips", "judgement.position"),
    ),
    views=(),
    published={("Strategy", "", "judgement.variation"): Published(value=32.26)},
    measured=Measured(source="a table", model="GPT", same_model=("gpt",), language="en", games=8),
)
FIRST_WORDS = replace(
    NIGHTS,
    name="small-first",
    conditions=(OneNightArm(name="Alpha", method="humanized:condition=baseline", first_speech=True),),
    metrics=("text.distance",),
    views=(),
    published={},
    figure="clouds",
    reference="",
)


def asked_run(**changes: object) -> RunDefinition:
    """A run of the small suite once with the reader, but for some fields."""
    run = RunDefinition(
        suite="small",
        model="reader",
        stories="generated",
        language=None,
        games=1,
        evaluations=1,
        sought="",
        embedding="bm25",
        seed=0,
    )
    return run.model_copy(update=changes)


def kept(cell: Cell, score: MatchScore | None) -> Played:
    """A cell of a plan as the store holds it, with its score if it is done."""
    return kept_cell(
        condition=cell.condition.name,
        story=cell.story.name,
        game=cell.game,
        evaluation=cell.evaluation,
        score=score,
    )


def kept_cell(**fields: object) -> Played:
    """A cell as the store holds it: the first English match, but for some fields."""
    return Played.model_validate(
        {"language": "en", "game": 0, "evaluation": 1, "match": "m", "seed": 0, **fields}
    )
