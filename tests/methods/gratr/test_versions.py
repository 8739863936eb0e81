"""A mapping of which every version stays what it was, whichever of them is asked and grown from."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.methods.gratr.nodes import Versions, versions

steps = st.lists(st.tuples(st.integers(0, 100), st.sampled_from("abcde"), st.integers()), max_size=40)


@given(steps, st.lists(st.integers(0, 100)))
def test_every_version_is_the_dict_that_it_would_be(steps: list[tuple[int, str, int]], asked: list[int]):
    """Each step grows any version so far; then versions are asked in any order."""
    grown, dicts = [Versions({"a": 0, "b": 0})], [{"a": 0, "b": 0}]
    for which, key, value in steps:
        base = which % len(grown)
        grown.append(grown[base].having(key, value))
        dicts.append({**dicts[base], key: value})
    for which in (*asked, *range(len(grown))):
        told = which % len(grown)
        assert list(grown[told].items()) == list(dicts[told].items())
        assert len(grown[told]) == len(dicts[told])
        assert grown[told] == dicts[told]


def test_it_may_be_gone_through_while_another_version_is_asked():
    before = Versions({"a": 1, "b": 2})
    after = before.having("c", 3)
    assert [(one, other) for one in before for other in after] == [(x, y) for x in "ab" for y in "abc"]


def test_a_version_is_itself_and_a_dict_becomes_one():
    version = Versions({"a": 1})
    assert versions(version) is version
    plain: Mapping[str, int] = {"a": 1}
    assert versions(plain).having("a", 2) == {"a": 2}
    assert plain == {"a": 1}


def test_who_is_not_there_is_missing():
    with pytest.raises(KeyError):
        Versions({"a": 1})["b"]
    assert Versions({"a": 1}).get("b") is None


def test_an_old_version_is_pickled_alone():
    version = Versions({"a": 1})
    for number in range(5000):
        version.having("a", number)
    assert pickle.loads(pickle.dumps(version)) == {"a": 1}


def test_the_highest_entries_are_those_of_a_sort_whatever_changed_and_in_every_version():
    rng, entries = Random(5), {f"p{n}": 0.0 for n in range(300)}
    latest, versions = Versions(entries), [Versions(entries)]
    for _ in range(2000):
        latest = latest.having(rng.choice([*entries]), rng.choice([-1.0, 0.0, rng.random()]))
        versions.append(latest)
        if rng.random() < 0.3:
            _check_order(latest)
    for version in rng.sample(versions, 5):
        _check_order(version)


def _check_order(version: Versions[float]) -> None:
    found = version.highest(lambda value: value)
    order = sorted((-value, version.places[key], key) for key, value in version.items())
    assert len(found) >= 16
    assert found == order[: len(found)]
