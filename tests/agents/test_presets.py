"""By which options a method is what a paper measured, and what is said where it is not."""

from __future__ import annotations

import pytest

from parlour.agents import METHODS, HasPresets, departure, find_method, read_options
from parlour.agents.option_sheet import Configurable


@pytest.mark.parametrize(
    ("asked", "paper"),
    [
        ("gratr:counts=messages", "gratr"),
        ("gratr:counts=messages,starts=decided,weight=product,replace=larger", "gratr"),
        ("gratr:counts=messages,merging=false", "gratr"),
        ("plain:window=15,counts=messages", "gratr"),
        ("werewolf:questions=paper", "questum"),
        ("werewolf:questions=paper", "player-star"),
        ("player-star:reading=separate", "player-star"),
        ("player-star:reading=separate,ask=suspects,gain=verbal", "player-star"),
        ("player-star:reading=separate,pruner=false", "player-star"),
        ("humanized:condition=b5p", "humanized"),
    ],
)
def test_a_preset_departs_in_nothing_whatever_is_left_out_of_it(asked: str, paper: str):
    assert departure(asked, paper) == ""


@pytest.mark.parametrize(
    ("asked", "paper", "told"),
    [
        ("gratr", "gratr", "gratr plays counts=utterances, theirs counts=messages"),
        (
            "gratr:counts=messages,weight=product,replace=larger",
            "gratr",
            "gratr plays starts=trusted, theirs starts=decided",
        ),
        ("plain", "gratr", "plain plays window=none, counts=utterances, theirs window=15, counts=messages"),
        ("werewolf", "questum", "werewolf plays questions=ours, theirs questions=paper"),
        ("player-star", "questum", "player-star plays reading=together, theirs reading=separate"),
        ("gratr", "questum", "gratr is no method of that paper's"),
        ("random", "gratr", "random is no method of that paper's"),
    ],
)
def test_of_several_readings_the_nearest_is_named(asked: str, paper: str, told: str):
    assert departure(asked, paper) == told


@pytest.mark.parametrize("name", sorted(METHODS.installed()))
def test_every_preset_is_one_that_its_method_takes(name: str):
    method = find_method(name)
    for preset in method.presets if isinstance(method, HasPresets) else ():
        assert isinstance(method, Configurable)
        read_options(method.form, name, preset.options)
