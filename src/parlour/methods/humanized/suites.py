"""The suites of Humanized Agents at One Night: tables 1 and 4 to 8, with figures 4 to 6.

Tables 4 to 8 are read off the same matches: 100 games of each condition of table 3, of eight players and
three rounds, dealt alike in every condition. The one that runs first plays those matches.

`strength-onenight` compares favor and strategy by the strength of the reader (H7, H8). Werewolf, minion and
tanner are the baseline at full strength everywhere, so that a better vote is not a weaker opponent. The
baseline plays as many rounds as all, and so many that it takes as many tokens as the full system.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from parlour.evaluation import PRIMARY
from parlour.evaluation.richness import position, shares_of
from parlour.experiments import FULL, Published, PublishedKey, Strength, StrengthGrid, Suite, SuiteRow, table
from parlour.games.onenight import usual_table
from parlour.games.onenight.arms import OneNightArm
from parlour.methods.humanized.judge import judge

PACKAGE, ONE_NIGHT = "parlour.methods.humanized", "onenight"

BASELINE, FAVOR_TOO = "Baseline", "Favor (with B5P)"
CONDITIONS = (
    OneNightArm(name=BASELINE, method="humanized:condition=baseline"),
    OneNightArm(name="B5P", method="humanized:condition=b5p"),
    OneNightArm(name="Favor", method="humanized:condition=favor", note="favor alone, as table 3 says"),
    OneNightArm(name=FAVOR_TOO, method="humanized:condition=b5p-favor", note="as the text describes Favor"),
    OneNightArm(name="Strategy", method="humanized:condition=strategy"),
    OneNightArm(name="Full", method="humanized"),
)
RANDOM = OneNightArm(name="Random", method="random", note="everybody votes by lot")
ARMS = (*CONDITIONS, RANDOM)
COLUMNS = {"Favor": ("Favor", FAVOR_TOO)}
"""The published column stands beside both readings of the condition."""
PERSONAS = {"Beta": "A7E1N2O4C1", "Gamma": "A4E7N7O6C3", "Delta": "A5E5N5O1C6"}
"""Of tables 1 and 20; Alpha has none."""
ROLES = ("seer", "villager", "mason", "minion", "tanner", "werewolf")
SIDES = ("village", "werewolf", "tanner")
TEXT_ROUNDS = tuple(
    f"text.{name}.round{number}" for number in (1, 2, 3) for name in ("distance", "deviation", "apart")
)
TEXT_CONTROLS = ("text.equal", "text.salad", "text.position")
"""What text distance is printed beside: the same at equal length, and words without sense."""
SPEECHES, GAMES, PLAYERS, ROUNDS = 50, 100, 8, 3
TABLE_1, TABLE_4, TABLE_5, TABLE_6, TABLE_7, TABLE_8 = (
    table(PACKAGE, f"humanized-table{number}") for number in (1, 4, 5, 6, 7, 8)
)


def _positions(printed: Mapping[PublishedKey, Published]) -> dict[PublishedKey, Published]:
    """Returns the positions of table 5's variations among coin flips with as many votes."""
    roles = shares_of({}, Counter(usual_table(PLAYERS).roles))
    votes = GAMES * PLAYERS * ROUNDS
    return {
        (condition, story, "judgement.position"): Published(
            value=position(published.value, roles, votes), note="theirs follows from their 1/σ"
        )
        for (condition, story, _), published in printed.items()
        if published.value
    }


HUMANIZED_TABLE_1 = Suite(
    name="humanized-table1",
    title="First speeches of four personas: how far apart they lie",
    source="Humanized Agents, table 1 and figure 4",
    conditions=(
        OneNightArm(
            name="Alpha", method="humanized:condition=baseline", first_speech=True, note="no persona"
        ),
        *(
            OneNightArm(
                name=name, method=f"humanized:condition=b5p,persona={code}", first_speech=True, note=code
            )
            for name, code in PERSONAS.items()
        ),
    ),
    metrics=("text.distance", "text.deviation", "text.apart", *TEXT_CONTROLS),
    stories=ONE_NIGHT,
    games=SPEECHES,
    figure="clouds",
    published=TABLE_1.as_suite_numbers(),
    measured=replace(TABLE_1.settings, games=SPEECHES),
)
HUMANIZED_TABLE_4 = Suite(
    name="humanized-table4",
    title="Text distance by round under each condition",
    source="Humanized Agents, table 4",
    conditions=ARMS,
    metrics=(*TEXT_ROUNDS, *TEXT_CONTROLS, "text.voices", "text.voices.shuffled"),
    elicits=True,
    stories=ONE_NIGHT,
    games=GAMES,
    published=TABLE_4.as_suite_numbers(COLUMNS),
    measured=TABLE_4.settings,
    reference=BASELINE,
)
HUMANIZED_TABLE_5 = replace(
    HUMANIZED_TABLE_4,
    name="humanized-table5",
    title="How evenly votes fall on seats under each condition",
    source="Humanized Agents, table 5",
    metrics=("judgement.variation", "judgement.variation.sample", "judgement.flips", "judgement.position"),
    plays=HUMANIZED_TABLE_4.name,
    figure="bars",
    proposed="Full",
    published={**TABLE_5.as_suite_numbers(COLUMNS), **_positions(TABLE_5.as_suite_numbers(COLUMNS))},
    measured=TABLE_5.settings,
)
HUMANIZED_TABLE_6 = replace(
    HUMANIZED_TABLE_5,
    name="humanized-table6",
    title="On whom the votes of all rounds fall, by role",
    source="Humanized Agents, table 6 and figure 5",
    metrics=tuple(f"votes.{role}" for role in ROLES),
    figure="radar",
    published=TABLE_6.as_suite_numbers(COLUMNS),
    measured=TABLE_6.settings,
)
HUMANIZED_TABLE_7 = replace(
    HUMANIZED_TABLE_5,
    name="humanized-table7",
    title="Whom single votes would have win, and who really won",
    source="Humanized Agents, table 7, which prints shares of votes as win rates; who won is ours",
    metrics=(*PRIMARY, *(f"votes.for.{side}" for side in SIDES), *(f"wins.{side}" for side in SIDES)),
    published=TABLE_7.as_suite_numbers(COLUMNS),
    measured=TABLE_7.settings,
)
HUMANIZED_TABLE_8 = replace(
    HUMANIZED_TABLE_5,
    name="humanized-table8",
    title="What a judge finds: engagement, wonder, attraction, variation, memorability",
    source="Humanized Agents, table 8 and figure 6",
    views=tuple(map(SuiteRow.of, CONDITIONS)),
    metrics=("engagement", "wonder", "attraction", "variation", "memorability.percent", "memorability"),
    published=TABLE_8.as_suite_numbers(COLUMNS),
    measured=TABLE_8.settings,
    judging=judge,
)


CULPRITS = "humanized:condition=baseline@reader"
PLAIN, AS_MANY_TOKENS = "baseline", "baseline, as many tokens"
MORE_ROUNDS = 5
"""Of a baseline that takes about as many tokens as the full system in three."""
_METHODS = {
    PLAIN: "humanized:condition=baseline",
    AS_MANY_TOKENS: "humanized:condition=baseline",
    "favor": "humanized:condition=favor",
    "favor, placebo notes": "humanized:condition=favor,notes=shuffled",
    "strategy": "humanized:condition=strategy",
    "strategy, placebo notes": "humanized:condition=strategy,notes=shuffled",
    "full": "humanized",
    "full, placebo notes": "humanized:notes=shuffled",
}
GRID = StrengthGrid(
    arms=tuple(
        OneNightArm(
            name=name,
            method=method,
            culprits=CULPRITS,
            rounds=MORE_ROUNDS if name == AS_MANY_TOKENS else ROUNDS,
        )
        for name, method in _METHODS.items()
    ),
    strengths=(
        FULL,
        Strength(limit="attention", value=".6"),
        Strength(limit="attention", value=".3"),
        Strength(limit="noise", value=".5"),
        Strength(limit="noise", value="2"),
    ),
    rivals={
        **{name: (PLAIN, f"{name}, placebo notes") for name in ("favor", "strategy")},
        "full": (PLAIN, AS_MANY_TOKENS, "full, placebo notes"),
        **{f"{name}, placebo notes": (PLAIN,) for name in ("favor", "strategy", "full")},
        AS_MANY_TOKENS: (PLAIN,),
    },
    lines=(
        OneNightArm(
            name="reads everything",
            method="humanized:condition=baseline,memory=1000@reader",
            culprits=CULPRITS,
        ),
        OneNightArm(name="chance", method="random"),
    ),
)
HUMANIZED_STRENGTH = Suite(
    name="strength-onenight",
    title="When favor and strategy help, by the strength of the reader",
    source="Humanized Agents, section 2; ours, no paper has these numbers",
    conditions=GRID.conditions,
    metrics=("vote_accuracy.seekers", "wins.village", "play.input_tokens", "play.calls", "fault_rate"),
    stories="onenight",
    games=40,
    figure="strengths",
    proposed="full",
    published={},
    against=GRID.against,
    points=GRID.points,
)
