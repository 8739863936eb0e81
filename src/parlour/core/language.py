"""The two languages of the product, and the YAML in which their words are kept."""

from __future__ import annotations

from typing import Any, Literal, get_args

import yaml

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(text: str) -> Any:  # noqa: ANN401 - YAML of our own, given its types by whoever reads it
    """Returns the content of a YAML text.

    Raises:
        ValueError: saying where it is no YAML.
    """
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506 - both loaders are safe ones
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from error
