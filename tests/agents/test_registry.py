from __future__ import annotations

import pytest

from parlour.agents import METHODS, HasPresets, MethodSpec, departure, find_method, read_options
from parlour.agents.options import Configurable
from parlour.errors import SetupError, UnknownMethod


def test_a_method_is_read_as_it_is_asked_for():
    for text, name, options in (
        ("random", "random", {}),
        ("player-star", "player-star", {}),
        ("player-star:", "player-star", {}),
        ("player-star:ask=suspects", "player-star", {"ask": "suspects"}),
        (" player-star : ask = suspects , beta=0.5", "player-star", {"ask": "suspects", "beta": "0.5"}),
        ("far:url=http://x:1/y?a=b", "far", {"url": "http://x:1/y?a=b"}),
    ):
        assert MethodSpec.read(text) == MethodSpec(name=name, options=options)


def test_an_option_without_a_value_is_refused_with_how_to_write_it():
    with pytest.raises(SetupError, match="player-star:ask="):
        MethodSpec.read("player-star:ask")


def test_every_shipped_method_is_found_by_the_name_it_bears():
    assert {"player-star", "random"} <= set(METHODS.names)
    for name, method in METHODS.load_all().items():
        assert method.name == name
        assert find_method(name) == method
        assert method.summary


def test_an_unknown_method_is_refused_with_the_nearest():
    with pytest.raises(UnknownMethod, match=r"no method 'player-sta'.*player-star"):
        find_method("player-sta")


def test_a_preset_departs_in_nothing_whatever_is_left_out_of_it():
    for asked, paper in (
        ("gratr:as=printed", "trust-2025"),
        ("gratr:counts=messages,prior=0,weight=printed,backward=last,summary=call", "trust-2025"),
        ("gratr:as=released", "trust-2025"),
        (
            (
                "gratr:counts=messages,starts=decided,weight=product,replace=larger,backward=several,"
                "merging=nested"
            ),
            "trust-2025",
        ),
        ("gratr:as=printed,merging=false", "trust-2025"),
        ("plain:window=15,counts=messages", "trust-2025"),
        ("werewolf:questions=paper", "zhu-2024"),
        ("werewolf:questions=paper", "zhu-2025"),
        ("player-star:as=2025", "zhu-2025"),
        ("player-star:as=2024", "zhu-2025"),
        ("player-star:as=2025,pruner=false", "zhu-2024"),
        ("player-star:reading=separate,ask=suspects,gain=verbal,sense=turn+refine", "zhu-2025"),
        ("humanized:condition=b5p", "humanized-2025"),
    ):
        assert departure(asked, paper) == ""


def test_of_several_readings_the_nearest_is_named():
    for asked, paper, told in (
        ("gratr:as=printed,prior=.5", "trust-2025", "gratr plays prior=0.5, theirs prior=0.0"),
        (
            "gratr",
            "trust-2025",
            (
                "gratr plays prior=0.5, backward=all, weight=clipped, counts=utterances, summary=template, "
                "theirs prior=0.0, backward=last, weight=printed, counts=messages, summary=call"
            ),
        ),
        (
            "gratr:counts=messages,weight=product,replace=larger,backward=several,merging=nested",
            "trust-2025",
            "gratr plays starts=trusted, theirs starts=decided",
        ),
        ("gratr:as=printed,roles=read", "trust-2025", "gratr plays roles=read, theirs roles=unread"),
        (
            "plain",
            "trust-2025",
            "plain plays window=none, counts=utterances, theirs window=15, counts=messages",
        ),
        ("werewolf", "zhu-2024", "werewolf plays questions=ours, theirs questions=paper"),
        (
            "player-star",
            "zhu-2024",
            (
                "player-star plays reading=together, sense=round, gain=logprobs, refine=joint, "
                "theirs reading=separate, sense=turn+refine, gain=raw, refine=each"
            ),
        ),
        (
            "player-star:as=2025,choice=exact",
            "zhu-2025",
            "player-star plays choice=exact, theirs choice=score",
        ),
        ("gratr", "zhu-2024", "gratr is no method of that paper's"),
        ("random", "trust-2025", "random is no method of that paper's"),
    ):
        assert departure(asked, paper) == told


def test_every_preset_is_one_that_its_method_takes():
    for name in sorted(METHODS.load_all()):
        method = find_method(name)
        for preset in method.presets if isinstance(method, HasPresets) else ():
            assert isinstance(method, Configurable)
            read_options(method.form, name, preset.options)
