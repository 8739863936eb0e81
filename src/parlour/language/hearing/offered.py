"""The sentences that are offered to whoever types, as they stand in `offers.*.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from parlour.core.language import read_yaml
from parlour.language.facts import Language


@cache
def offered(language: Language) -> Mapping[str, Any]:
    """What is offered: by what is spoken of the sentences, and the names of their gaps."""
    file = resources.files("parlour.language.hearing") / f"offers.{language}.yaml"
    return read_yaml(file.read_text(encoding="utf-8"))


@cache
def whole_sentences(language: Language, scope: str) -> frozenset[str]:
    """The sentences without a gap: tapped, they are sent as they stand."""
    rows = (row for each in ("says", "asks") for row in offered(language)[scope].get(each, ()))
    return frozenset(row["say"] for row in rows if "{" not in row["say"])
