"""Which methods there are: shipped ones and others alike, by the entry point `parlour.methods`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.agents.method import Method
from parlour.core import PROTOCOL, Registry
from parlour.errors import SetupError, UnknownMethod

METHODS: Registry[Method] = Registry(
    group="parlour.methods",
    noun="method",
    kind=Method,  # pyright: ignore[reportArgumentType, reportAbstractUsage]
    protocol=PROTOCOL,
    verb="parlour methods",
    unknown=UnknownMethod,
    is_named=True,
)
"""Every installed method."""


@dataclass(frozen=True, kw_only=True)
class MethodSpec:
    """A method as it is asked for: `METHOD:option=value,option=value`."""

    name: str
    options: Mapping[str, str]

    @staticmethod
    def read(text: str) -> MethodSpec:
        """Takes the spelling apart.

        Raises:
            SetupError: if an option has no value.
        """
        name, _, told = text.partition(":")
        options: dict[str, str] = {}
        for piece in filter(None, told.split(",")):
            option, equals, value = piece.partition("=")
            if not equals:
                raise SetupError(f"{text!r}: write options as name=value, such as {name}:{option}=...")
            options[option.strip()] = value.strip()
        return MethodSpec(name=name.strip(), options=options)


def find_method(name: str) -> Method:
    """The method of that name; another package cannot take the place of ours.

    Raises:
        UnknownMethod: naming the nearest ones.
        BrokenPlugin: naming its package, if it cannot be used.
    """
    return METHODS.find(name)
