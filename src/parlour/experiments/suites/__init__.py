"""Which suites there are: one module per table or figure, loaded when its suite is asked for."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from importlib import import_module

from parlour.errors import UsageError
from parlour.experiments.suite import Suite

BUILT_IN: Mapping[str, str] = {
    "gratr-table1": "parlour.experiments.suites.werewolf:GRATR_TABLE_1",
    "gratr-table3": "parlour.experiments.suites.werewolf:GRATR_TABLE_3",
    "gratr-figure3": "parlour.experiments.suites.werewolf:GRATR_FIGURE_3",
    "gratr-appendix-b": "parlour.experiments.suites.werewolf:GRATR_APPENDIX_B",
    "gratr-ablations": "parlour.experiments.suites.werewolf:GRATR_ABLATIONS",
    "gratr-messages": "parlour.experiments.suites.werewolf:GRATR_MESSAGES",
    **{
        f"humanized-table{number}": f"parlour.experiments.suites.humanized:HUMANIZED_TABLE_{number}"
        for number in (1, 4, 5, 6, 7, 8)
    },
    "ladder": "parlour.experiments.suites.ladder:SUITE",
    "player-table2": "parlour.experiments.suites.main_results:PLAYER_TABLE_2",
    "player-table2-qwen": "parlour.experiments.suites.main_results:PLAYER_TABLE_2_QWEN",
    "player-table4": "parlour.experiments.suites.ablations:PLAYER_TABLE_4",
    "player-table7": "parlour.experiments.suites.costs:PLAYER_TABLE_7",
    "player-figure3": "parlour.experiments.suites.main_results:PLAYER_FIGURE_3",
    "player-figure4": "parlour.experiments.suites.dialogues:PLAYER_FIGURE_4",
    "player-figure6": "parlour.experiments.suites.costs:PLAYER_FIGURE_6",
    "player-figure7": "parlour.experiments.suites.ablations:PLAYER_FIGURE_7",
    "player-figure8": "parlour.experiments.suites.ablations:PLAYER_FIGURE_8",
    "questum-table8": "parlour.experiments.suites.main_results:QUESTUM_TABLE_8",
    "questum-table9": "parlour.experiments.suites.main_results:QUESTUM_TABLE_9",
    "questum-table10": "parlour.experiments.suites.main_results:QUESTUM_TABLE_10",
}


def suites() -> tuple[Suite, ...]:
    """Every suite, in the order in which a list shows them."""
    return tuple(map(find_suite, BUILT_IN))


def find_suite(name: str) -> Suite:
    """The suite of that name.

    Raises:
        UsageError: naming the nearest ones.
    """
    if name not in BUILT_IN:
        near = difflib.get_close_matches(name, BUILT_IN, n=3) or list(BUILT_IN)
        raise UsageError(f"no suite {name!r}; there are: {', '.join(near)} (see `parlour suites`)")
    module, _, attribute = BUILT_IN[name].partition(":")
    return getattr(import_module(module), attribute)
