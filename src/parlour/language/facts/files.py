"""The YAML files of the controlled language."""

from __future__ import annotations

from importlib import resources
from typing import Any

from parlour.core.language import read_yaml


def load(file: str) -> Any:  # noqa: ANN401 - YAML of our own, given its types by whoever reads it
    """The content of a YAML file of this package."""
    return read_yaml((resources.files("parlour.language.facts") / file).read_text(encoding="utf-8"))
