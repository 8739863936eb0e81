"""GRATR at the werewolf table: tables 1 and 3, figure 3, appendix B's costs, and its ablations.

Both tables, the figure and the appendix are read off the same matches: four pairings at the same 25 tables,
each played twice with sides changed: 25 + 25 games a pairing (NOTES GRATR 8). The window of 15 is
the paper's, for all methods (4.1); it counts utterances, and in `gratr-messages` all that a player is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parlour.experiments import Suite, SuiteRow, table
from parlour.games.werewolf.arms import Pairing

PACKAGE, WEREWOLF = "parlour.methods.gratr", "werewolf"
GRATR = "gratr"
RIVALS = {
    "Baseline": "plain:window=15",
    "NativeRAG": "native-rag",
    "RerankRAG": "rerank-rag",
    "LightRAG": "light-rag",
}
ABLATIONS = {
    "GRATR-1": "gratr:merging=false",
    "GRATR-2": "gratr:hops=false",
    "GRATR-3": "gratr:backward=false",
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
    Pairing(name=f"GRATR vs {name}", method=GRATR, rival=rival) for name, rival in RIVALS.items()
)
AGAINST = {name: (pairing.name,) for name, pairing in zip(RIVALS, PAIRINGS, strict=True)}
TABLE_1, TABLE_3, APPENDIX_B = (
    table(PACKAGE, "gratr-table1"),
    table(PACKAGE, "gratr-table3"),
    table(PACKAGE, "gratr-appendix-b"),
)
ALL = tuple(pairing.name for pairing in PAIRINGS)


def _both_sides() -> Iterator[SuiteRow]:
    """Of each pairing what either method came to."""
    for name, pairing in zip(RIVALS, PAIRINGS, strict=True):
        yield SuiteRow(name=f"GRATR (vs {name})", arms=(pairing.name,), methods=(GRATR,))
        yield SuiteRow(name=f"{name} (vs GRATR)", arms=(pairing.name,), methods=(pairing.rival,))


def _by_method() -> Iterator[SuiteRow]:
    """GRATR in all pairings, and each rival in its own."""
    yield SuiteRow(name="GRATR", arms=ALL, methods=(GRATR,))
    for name, pairing in zip(RIVALS, PAIRINGS, strict=True):
        yield SuiteRow(name=name, arms=(pairing.name,), methods=(pairing.rival,))


GRATR_TABLE_1 = Suite(
    name="gratr-table1",
    title="Win rates of GRATR against each rival: in all, as werewolves and as leaders",
    source="GRATR, table 1",
    conditions=PAIRINGS,
    metrics=("twr", "wwr", "lwr"),
    stories=WEREWOLF,
    games=TABLES,
    figure="pairs",
    proposed="GRATR",
    published=TABLE_1.published(AGAINST),
    measured=TABLE_1.measured,
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
    metrics=tuple(f"action.{each}" for each in IDENTITIES),
    views=tuple(_both_sides()),
)
GRATR_TABLE_3 = replace(
    _OF_THE_SAME_MATCHES,
    name="gratr-table3",
    title="Correct reasoning, deception and hallucination by method and team",
    source="GRATR, table 3, which was labelled by hand; ours by rules (parlour.games.werewolf.reasoning)",
    metrics=tuple(
        f"{label}.{team}"
        for label in ("correct", "deception", "hallucination")
        for team in ("werewolf", "leader")
    ),
    views=tuple(_by_method()),
    published=TABLE_3.published(),
    measured=TABLE_3.measured,
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
    published=APPENDIX_B.published(),
    measured=APPENDIX_B.measured,
    not_comparable="seconds depend on the server, and ours are those of model calls alone",
)
GRATR_ABLATIONS = replace(
    _OF_THE_SAME_MATCHES,
    name="gratr-ablations",
    title="GRATR against itself without merging, without hops and without its backward update",
    source="GRATR, appendix C, which measures them on posts alone: at the werewolf table they are ours",
    conditions=tuple(
        Pairing(name=f"GRATR vs {name}", method=GRATR, rival=method, note=NOTES[name])
        for name, method in ABLATIONS.items()
    ),
    plays="",
    metrics=("twr", "wwr", "lwr", "action.werewolf", "action.leader"),
)


def _counting_messages(method: str) -> str:
    """The method with a window that counts whatever its player is told."""
    return f"{method}{',' if ':' in method else ':'}counts=messages"


GRATR_MESSAGES = replace(
    GRATR_TABLE_1,
    name="gratr-messages",
    title="Win rates of GRATR where the window counts deaths, votes and one's nights, too",
    source="GRATR, table 1, by the other reading of its history message window (section 4.1)",
    conditions=tuple(
        replace(each, method=_counting_messages(each.method), rival=_counting_messages(each.rival))
        for each in PAIRINGS
    ),
)
