"""The suites of GRATR at Werewolf: tables 1 and 3, figure 3, appendix B's costs, its ablations and controls.

Both tables, the figure and the appendix are read off the same matches: four pairings at the same 25 tables,
each played twice with sides changed: 25 + 25 games a pairing. Where the paper leaves open
what it played, its authors' released code decides: the window of 15 (4.1) counts all messages to a player,
retrieval looks inside it, and a player saved by guard and witch from the same attack lives.

`strength-werewolf` compares GRATR by the strength of the reader and the number of players (H5, H6, H8).
Werewolves are plain and of full strength everywhere, so that a better vote is not a weaker opponent. Plain
play has the window that GRATR has, and one that takes as many tokens. At the larger tables a player speaks
three times a day, so that the game outlasts the window on its first day.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from parlour.evaluation import PRIMARY
from parlour.experiments import FULL, Strength, StrengthGrid, Suite, SuiteRow, table
from parlour.games.werewolf.arms import Pairing, WerewolfArm

PACKAGE, WEREWOLF = "parlour.methods.gratr", "werewolf"
GRATR = "gratr:as=printed"
INSIDE = "counts=messages,among=window"
RIVALS = {
    "Baseline": "plain:window=15,counts=messages",
    "NativeRAG": f"native-rag:{INSIDE}",
    "RerankRAG": f"rerank-rag:{INSIDE}",
    "LightRAG": f"light-rag:{INSIDE}",
}
RULES = {"doubly_saved": "lives"}
"""The rules of the game, as in the paper's appendix E.2 and its released code."""
ABLATIONS = {
    "GRATR-1": f"{GRATR},merging=false",
    "GRATR-2": f"{GRATR},hops=false",
    "GRATR-3": f"{GRATR},backward=false",
}
CONTROLS = {
    "GRATR": (GRATR, "as printed"),
    "Released": ("gratr:as=released", "as its authors released it"),
    "Prior": (f"{GRATR},prior=0.5", "the word of a stranger counts half (ours)"),
    "Roles": (f"{GRATR},roles=read", "of two who claim one role each speaks against the other"),
    "Sum": (f"{GRATR},trust=sum", "trust is the plain sum of all credibilities"),
    "Random": (f"{GRATR},trust=random", "trust is drawn by lot"),
    "Oracle": (f"{GRATR},trust=oracle", "a control, which is told the true sides"),
}
NOTES = {
    "GRATR-1": "GRATR-1 does not merge evidence",
    "GRATR-2": "GRATR-2 has no chains of more than one hop",
    "GRATR-3": "GRATR-3 has no backward update",
}
TABLES = 25
"""Each of which a pairing plays twice."""
IDENTITIES = ("werewolf", "leader", "seer", "witch", "guard", "villager")
PAIRINGS = tuple(
    Pairing(name=f"GRATR vs {name}", method=GRATR, rival=rival, options=RULES)
    for name, rival in RIVALS.items()
)
AGAINST = {name: (pairing.name,) for name, pairing in zip(RIVALS, PAIRINGS, strict=True)}
TABLE_1, TABLE_3, APPENDIX_B = (
    table(PACKAGE, "gratr-table1"),
    table(PACKAGE, "gratr-table3"),
    table(PACKAGE, "gratr-appendix-b"),
)
ALL = tuple(pairing.name for pairing in PAIRINGS)


def _both_sides() -> Iterator[SuiteRow]:
    for name, pairing in zip(RIVALS, PAIRINGS, strict=True):
        yield SuiteRow(name=f"GRATR (vs {name})", arms=(pairing.name,), methods=(GRATR,))
        yield SuiteRow(name=f"{name} (vs GRATR)", arms=(pairing.name,), methods=(pairing.rival,))


def _by_method() -> Iterator[SuiteRow]:
    yield SuiteRow(name="GRATR", arms=ALL, methods=(GRATR,))
    for name, pairing in zip(RIVALS, PAIRINGS, strict=True):
        yield SuiteRow(name=name, arms=(pairing.name,), methods=(pairing.rival,))


GRATR_TABLE_1 = Suite(
    name="gratr-table1",
    title="Win rates of GRATR against each rival: in all, as werewolves and as leaders",
    source="GRATR, table 1",
    conditions=PAIRINGS,
    metrics=(*PRIMARY, "twr", "wwr", "lwr"),
    elicits=True,
    temperature=TABLE_1.temperature,
    stories=WEREWOLF,
    games=TABLES,
    figure="pairs",
    proposed="GRATR",
    published=TABLE_1.as_suite_numbers(AGAINST),
    measured=TABLE_1.settings,
    editions=TABLE_1.editions(AGAINST),
)
_OF_THE_SAME_MATCHES = replace(
    GRATR_TABLE_1, plays=GRATR_TABLE_1.name, published={}, measured=None, editions=()
)
GRATR_FIGURE_3 = replace(
    _OF_THE_SAME_MATCHES,
    name="gratr-figure3",
    title="Action scores of GRATR and its rivals by identity",
    source="GRATR, figure 3 with the points of table 2; the paper shows a figure without numbers",
    metrics=(*PRIMARY, *(f"action.{identity}" for identity in IDENTITIES)),
    views=tuple(_both_sides()),
)
GRATR_TABLE_3 = replace(
    _OF_THE_SAME_MATCHES,
    name="gratr-table3",
    title="Correct reasoning, deception and hallucination by method and team",
    source="GRATR, table 3, which was labelled by hand; ours by rules (parlour.games.werewolf.deeds)",
    metrics=tuple(
        f"{label}.{team}"
        for label in ("correct", "deception", "hallucination")
        for team in ("werewolf", "leader")
    ),
    views=tuple(_by_method()),
    published=TABLE_3.as_suite_numbers(),
    measured=TABLE_3.settings,
    not_comparable="theirs were labelled by hand, ours by rules",
)
GRATR_APPENDIX_B = replace(
    _OF_THE_SAME_MATCHES,
    name="gratr-appendix-b",
    title="What taking in, deciding and keeping cost",
    source="GRATR, appendix B",
    metrics=("update.seconds", "decision.seconds", "kept.megabytes", "play.calls", "play.input_tokens"),
    views=(
        *_by_method(),
        SuiteRow(
            name="its rivals",
            arms=ALL[1:],
            methods=tuple(RIVALS.values())[1:],
            note="the three that retrieve, together",
        ),
    ),
    figure=None,
    published=APPENDIX_B.as_suite_numbers(),
    measured=APPENDIX_B.settings,
    not_comparable="seconds depend on the server, and ours are those of model calls alone",
)
GRATR_ABLATIONS = replace(
    _OF_THE_SAME_MATCHES,
    name="gratr-ablations",
    title="GRATR against itself without merging, without hops and without its backward update",
    source="GRATR, appendix C, which measures them on posts alone: at the werewolf table they are ours",
    conditions=tuple(
        Pairing(name=f"GRATR vs {name}", method=GRATR, rival=method, note=NOTES[name], options=RULES)
        for name, method in ABLATIONS.items()
    ),
    plays="",
    metrics=(*PRIMARY, "twr", "wwr", "lwr", "action.werewolf", "action.leader"),
)

GRATR_CONTROLS = replace(
    _OF_THE_SAME_MATCHES,
    name="gratr-controls",
    title="What any trust gains: GRATR's, with counter-claims, a plain sum, a draw of lots, and the truth",
    source="ours; no paper has these numbers",
    conditions=tuple(
        Pairing(name=f"{name} vs Baseline", method=method, rival=RIVALS["Baseline"], note=note, options=RULES)
        for name, (method, note) in CONTROLS.items()
    ),
    plays="",
    metrics=("twr", "wwr", "lwr", "action.werewolf", "action.leader"),
    proposed="GRATR vs Baseline",
)


def _counting_utterances(method: str) -> str:
    name, _, text = method.partition(":")
    options = [option for option in text.split(",") if option not in INSIDE.split(",")]
    if any(option.startswith("as=") for option in options):
        options.append("counts=utterances")
    return f"{name}:{','.join(options)}" if options else name


GRATR_UTTERANCES = replace(
    GRATR_TABLE_1,
    name="gratr-utterances",
    title="Win rates of GRATR where the window counts what is said, and deaths and votes stay in mind",
    source="GRATR, table 1, by the other reading of its history message window (section 4.1)",
    conditions=tuple(
        replace(
            pairing, method=_counting_utterances(pairing.method), rival=_counting_utterances(pairing.rival)
        )
        for pairing in PAIRINGS
    ),
)


WEREWOLVES = "plain:window=15@reader"
PLAIN, AS_MANY_TOKENS, OURS, PLACEBO = "plain", "plain, as many tokens", "GRATR", "GRATR, placebo notes"
WINDOW = 45
"""The window of plain play that takes about as many tokens as GRATR with its window of 15."""
CORE = {
    PLAIN: "plain:window=15",
    AS_MANY_TOKENS: f"plain:window={WINDOW}",
    OURS: "gratr",
    PLACEBO: "gratr:notes=shuffled",
}
PARTS = {
    "w/o merging": "gratr:merging=false",
    "w/o hops": "gratr:hops=false",
    "w/o backward update": "gratr:backward=false",
    "as released": "gratr:counts=utterances,as=released",
}
WEAK = Strength(limit="attention", value=".5")
LINES = {"reads everything": "plain:window=1000@reader", "chance": "random"}


def _grid(table: str, methods: Mapping[str, str], *strengths: Strength, **rules: object) -> StrengthGrid:
    options = {"doubly_saved": "lives", **rules}
    players = int(table.split()[0])

    def arm(name: str, method: str) -> WerewolfArm:
        return WerewolfArm(name=name, method=method, players=players, options=options, werewolves=WEREWOLVES)

    return StrengthGrid(
        arms=tuple(arm(*pair) for pair in methods.items()),
        strengths=strengths,
        rivals={
            OURS: (PLAIN, AS_MANY_TOKENS, PLACEBO, *(name for name in methods if name in PARTS)),
            PLACEBO: (PLAIN,),
            AS_MANY_TOKENS: (PLAIN,),
        },
        lines=tuple(arm(*pair) for pair in LINES.items()),
        table=table,
    )


GRIDS = (
    _grid("8 players", CORE | PARTS, FULL, WEAK),
    _grid("12 players", CORE, FULL, WEAK, discussions=3, days=2),
    _grid("16 players", CORE, WEAK, discussions=3, days=2),
)
GRATR_STRENGTH = Suite(
    name="strength-werewolf",
    title="When GRATR helps, by the strength of the reader and the size of the table",
    source="GRATR, section 3; ours, no paper has these numbers",
    conditions=tuple(arm for grid in GRIDS for arm in grid.conditions),
    metrics=("right.good", "lwr", "play.input_tokens", "play.calls", "fault_rate"),
    stories="werewolf",
    games=40,
    figure="strengths",
    proposed=OURS,
    published={},
    against={name: others for grid in GRIDS for name, others in grid.against.items()},
    points={name: point for grid in GRIDS for name, point in grid.points.items()},
)
