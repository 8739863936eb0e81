"""The page of departures names every option that a preset sets."""

from __future__ import annotations

import re
from pathlib import Path

from parlour.agents import HasPresets, find_method

PAGE = Path(__file__).parents[2] / "docs/departures.md"
SECTIONS = {"player-star": r"PLAYER\* and Questum", "gratr": "GRATR", "humanized": "Humanized Agents"}


def test_every_option_that_a_preset_sets_stands_in_its_method_s_section():
    page = PAGE.read_text(encoding="utf-8")
    for name, title in SECTIONS.items():
        section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
        method = find_method(name)
        assert isinstance(method, HasPresets)
        for preset in method.presets:
            for option, value in preset.options.items():
                assert re.search(rf"`{option}={re.escape(value)}[`,]", section), f"{name}:{option}={value}"
