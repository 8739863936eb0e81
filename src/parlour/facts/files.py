"""The files of the controlled language: YAML, of this room and of the games that add to it."""

from __future__ import annotations

from importlib import resources
from typing import Any, Literal, get_args

import yaml

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load(file: str) -> Any:  # noqa: ANN401 - YAML of our own, given its types by whoever reads it
    """The content of a YAML file of this room."""
    return read_yaml((resources.files("parlour.facts") / file).read_text(encoding="utf-8"))


def read_yaml(text: str) -> Any:  # noqa: ANN401 - likewise
    """What a YAML text says.

    Raises:
        ValueError: saying where it is no YAML.
    """
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506 - both loaders are safe ones
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from error
