"""A check of many values as one test that names every value for which it fails."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Check = Callable[..., None]


def cases(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Check], Check]:
    """Returns a decorator that calls a test with each value and raises the failures of all together.

    It is written like `pytest.mark.parametrize`, for checks that are too cheap to be tests of their own:
    collecting and reporting a test takes longer than most of them. Fixtures are shared by all values.
    """
    rows = [
        dict(zip(names, row, strict=True)) if isinstance(names, tuple) else {names: row} for row in values
    ]

    def decorator(test: Check) -> Check:
        check = getattr(test, "check", test)
        combined = [{**row, **inner} for row in rows for inner in getattr(test, "rows", [{}])]

        @wraps(test)
        def all_cases(**fixtures: Any) -> None:
            failures = list[BaseException]()
            for row in combined:
                try:
                    check(**fixtures, **row)
                except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001, every case is tried
                    failure.add_note(f"with {row!r:.1000}")
                    failures.append(failure)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(combined)} cases fail", failures)

        signature = inspect.signature(test)
        fixtures = [parameter for name, parameter in signature.parameters.items() if name not in rows[0]]
        vars(all_cases).update(
            check=check, rows=combined, __signature__=signature.replace(parameters=fixtures)
        )
        return all_cases

    return decorator
