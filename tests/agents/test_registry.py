from collections.abc import Sequence
from importlib.metadata import EntryPoint

import pytest

from parlour.agents import MethodSpec, find_method, installed_methods, registry
from parlour.agents.methods.random import METHOD
from parlour.errors import SetupError, UnknownMethod


def install(monkeypatch: pytest.MonkeyPatch, **told: str) -> None:
    """Makes it look as if a package had registered these methods."""
    points = [EntryPoint(name=name, value=value, group="parlour.methods") for name, value in told.items()]

    def entry_points(*, group: str) -> Sequence[EntryPoint]:
        return [point for point in points if point.group == group]

    monkeypatch.setattr(registry, "entry_points", entry_points)


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("random", "random", {}),
        ("player-star", "player-star", {}),
        ("player-star:", "player-star", {}),
        ("player-star:ask=suspects", "player-star", {"ask": "suspects"}),
        (" player-star : ask = suspects , beta=0.5", "player-star", {"ask": "suspects", "beta": "0.5"}),
        ("far:url=http://x:1/y?a=b", "far", {"url": "http://x:1/y?a=b"}),
    ],
)
def test_a_method_is_read_as_it_is_asked_for(text: str, name: str, options: dict[str, str]):
    assert MethodSpec.read(text) == MethodSpec(name=name, options=options)


def test_an_option_without_a_value_is_refused_with_how_to_write_it():
    with pytest.raises(SetupError, match="player-star:ask="):
        MethodSpec.read("player-star:ask")


def test_every_built_in_method_is_found_by_the_name_it_bears():
    assert {"player-star", "random"} <= set(installed_methods())
    for name, method in installed_methods().items():
        assert method.name == name
        assert find_method(name) == method
        assert method.summary


def test_an_unknown_method_is_refused_with_the_nearest():
    with pytest.raises(UnknownMethod, match=r"no method 'player-sta'.*player-star"):
        find_method("player-sta")


def test_a_name_like_no_other_is_refused_with_all_there_are():
    with pytest.raises(UnknownMethod, match=r"player-star, random|random, player-star"):
        find_method("zzz")


def test_a_method_of_another_package_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch):
    install(monkeypatch, outsider="parlour.agents.methods.random:METHOD")
    assert find_method("outsider") is METHOD
    assert installed_methods()["outsider"] is METHOD
    with pytest.raises(UnknownMethod, match="outsider"):
        find_method("outsidr")


def test_a_built_in_method_needs_no_search_among_packages(monkeypatch: pytest.MonkeyPatch):
    install(monkeypatch, broken="no.such.module:METHOD")
    assert find_method("random") is METHOD
