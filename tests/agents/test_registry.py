from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints

import pytest
from typer.testing import CliRunner

from parlour.agents import METHODS, MethodSpec, find_method
from parlour.cli.catalogues import methods_app
from parlour.core import plugins
from parlour.errors import BrokenPlugin, SetupError, UnknownMethod
from parlour.methods.random import METHOD

OUTSIDER = replace(METHOD, name="outsider")


class _Install:
    """Makes it look as if a package had registered methods besides the shipped ones."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._shipped = tuple(plugins.entry_points(group="parlour.methods"))

    def __call__(self, **told: str) -> None:
        others = [EntryPoint(name=name, value=value, group="parlour.methods") for name, value in told.items()]

        def entry_points() -> EntryPoints:
            return EntryPoints((*others, *self._shipped))

        self._monkeypatch.setattr(plugins, "entry_points", entry_points)
        plugins.installed_points.cache_clear()
        plugins.sorted_points.cache_clear()


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Install]:
    yield _Install(monkeypatch)
    monkeypatch.undo()
    plugins.installed_points.cache_clear()
    plugins.sorted_points.cache_clear()


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
    for name, method in METHODS.installed().items():
        assert method.name == name
        assert find_method(name) == method
        assert method.summary


def test_an_unknown_method_is_refused_with_the_nearest():
    with pytest.raises(UnknownMethod, match=r"no method 'player-sta'.*player-star"):
        find_method("player-sta")


def test_a_name_like_no_other_is_refused_with_all_there_are():
    with pytest.raises(UnknownMethod, match=r"player-star, random|random, player-star"):
        find_method("zzz")


def test_a_method_of_another_package_is_found_by_its_entry_point(install: _Install):
    install(outsider="tests.agents.test_registry:OUTSIDER")
    assert find_method("outsider").name == "outsider"
    assert METHODS.installed()["outsider"] == OUTSIDER
    with pytest.raises(UnknownMethod, match="outsider"):
        find_method("outsidr")


def test_a_method_that_cannot_be_imported_is_named_with_its_package_and_all_others_work(install: _Install):
    install(broken="no.such.module:METHOD")
    assert find_method("random") is METHOD
    assert "broken" not in METHODS.installed()
    (told,) = METHODS.broken()
    assert "the method 'broken' of no cannot be used" in str(told)
    with pytest.raises(BrokenPlugin, match="No module named"):
        find_method("broken")
    listed = CliRunner().invoke(methods_app)
    assert listed.exit_code == 0
    assert "player-star" in listed.stdout
    assert str(told) in listed.stderr


def test_what_is_no_method_is_said_to_be_none(install: _Install):
    install(number="parlour.core.game:PROTOCOL")
    assert [str(error) for error in METHODS.broken()] == [
        "the method 'number' of parlour cannot be used: parlour.core.game:PROTOCOL is no method"
    ]


def test_another_package_cannot_take_the_place_of_a_shipped_method(install: _Install):
    install(random="tests.agents.test_registry:METHOD")
    assert find_method("random") is METHOD
    assert ["has one of that name already" in str(error) for error in METHODS.broken()] == [True]
