"""Other methods under a suite's rules, measured beside its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass, replace

from parlour.errors import UsageError
from parlour.experiments.arm import Arm, TakesMethod
from parlour.experiments.suite import Suite, SuiteRow

UNFIT, GUESSED = (",", "|", "="), "(guess)"
"""What no name of an added method holds, since it parts names from each other, and what none ends in."""


def with_all_added(suite: Suite, added: Mapping[str, str]) -> Suite:
    """A suite with several methods beside its own, each `METHOD[:OPTIONS][@MODEL]`, by name."""
    for name, method in added.items():
        suite = with_added(suite, name, method)
    return suite


def with_added(suite: Suite, name: str, method: str) -> Suite:
    """A suite in which another method plays by the rules of its own, on the same stories.

    The method takes the place of the suite's reference, or of what it proposes, or of the first that plays:
    once for every arm that has that very method, as against each rival of a pairing, or with each number
    of rounds. Nothing published stands beside it.

    Args:
        suite: what it is measured in.
        name: how its rows are called.
        method: `METHOD[:OPTIONS][@MODEL]`.

    Raises:
        UsageError: if the suite has that name already, or its arms cannot be played by another method.
    """
    if not name.strip() or not method.strip():
        raise UsageError(f"--add {name}={method}: write it as NAME=METHOD[:OPTIONS][@MODEL]")
    if any(mark in name for mark in UNFIT) or name.endswith(GUESSED):
        unfit = f"no {' '.join(UNFIT)} in it and no {GUESSED} at its end"
        raise UsageError(f"--add {name}={method}: a name has {unfit}")
    arms = tuple(_arms(suite, name, method))
    if not arms:
        raise UsageError(f"--add {name}={method}: {suite.name} sets it against itself alone")
    if taken := [each for each in (name, *(arm.name for arm in arms)) if each in _names(suite)]:
        raise UsageError(f"--add {name}={method}: {suite.name} has {taken[0]!r} already; take another name")
    return replace(
        suite,
        conditions=(*suite.conditions, *arms),
        views=(*suite.views, *map(SuiteRow.of, arms)) if suite.views else (),
        added={**suite.added, name: tuple(arm.name for arm in arms)},
    )


def _arms(suite: Suite, name: str, method: str) -> Iterator[Arm]:
    template, series = _template(suite), suite.series
    alike = [arm for arm in suite.conditions if arm.method == template.method and arm.name not in series]
    for arm in alike:
        note = f"added: {method} in the place of {arm.method}"
        told = with_method(arm, name, method, note)
        if told and told.name == name and len(alike) > 1:
            told = with_method(arm, f"{name} ({arm.name})", method, note)
        if told:
            yield told


def _template(suite: Suite) -> Arm:
    """The arm in whose place another method plays."""
    arms = {arm.name: arm for arm in suite.conditions}
    named = [arms[name] for name in (suite.reference, suite.proposed) if name in arms]
    played = [arm for arm in suite.conditions if arm.is_played and not arm.is_by_lot]
    return [*named, *played, *suite.conditions][0]


def with_method(arm: Arm, name: str, method: str, note: str = "") -> Arm | None:
    """An arm like another, played by another method; None where that would meet itself.

    Raises:
        UsageError: if its game does not say how.
    """
    if isinstance(arm, TakesMethod):
        return arm.with_method(name, method, note)
    if is_dataclass(arm):
        return replace(arm, name=name, method=method, note=note)
    raise UsageError(f"{arm.name}: its kind of arm does not say how another method would play it")


def _names(suite: Suite) -> frozenset[str]:
    """Every name that its tables use."""
    arms = (arm.name for arm in suite.conditions)
    published = (condition for condition, _, _ in suite.published)
    return frozenset((*arms, *(view.name for view in suite.shown), *published))
