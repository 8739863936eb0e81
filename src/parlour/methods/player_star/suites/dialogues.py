"""The questioning of each method as a suite: the exchanges of figure 4."""

from __future__ import annotations

from parlour.experiments import Suite
from parlour.methods.player_star.suites.arms import BASELINES, CHINESE, PLAYER_STAR, WELLPLAY

PLAYER_FIGURE_4 = Suite(
    name="player-figure4",
    title="The same asker and answerer under each method, side by side",
    source="PLAYER*, figure 4, which shows exchanges and no numbers",
    conditions=(*BASELINES, PLAYER_STAR),
    metrics=("win_rate", "overall"),
    figure="dialogues",
    stories=WELLPLAY,
    languages=CHINESE,
    published={},
)
