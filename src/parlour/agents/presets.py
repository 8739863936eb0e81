"""By which of its options a method is what a paper measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from parlour.agents.option_sheet import Configurable
from parlour.agents.options import NoOptions, read_options
from parlour.agents.registry import MethodSpec, find_method


@dataclass(frozen=True, kw_only=True)
class Preset:
    """What a method must be set to, to be the one whose numbers a paper prints.

    Attributes:
        paper: which one, as its published tables name it.
        options: the options by which it is that method, as they are asked for; whatever is not named here may
            be anything, such as what an ablation leaves out.
        name: what tells it from other readings of the same paper.
        departures: what still departs from that reading, in a few words each (docs/departures.md).
    """

    paper: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    name: str = ""
    departures: tuple[str, ...] = ()


@runtime_checkable
class HasPresets(Protocol):
    """A method that says by which options it is what papers measured; a part of `Method` that is optional.

    Attributes:
        presets: its readings. Of several of one paper any will do.
    """

    @property
    def presets(self) -> tuple[Preset, ...]: ...  # noqa: D102


def departure(asked: str, paper: str) -> str:
    """How a method as it is asked for departs from what a paper measured; empty where it does not.

    Of several readings of the paper the nearest is named: the one that the fewest options are off.

    Args:
        asked: `METHOD:option=value`.
        paper: which one.

    Raises:
        UnknownMethod: if it is not installed.
        SetupError: if it does not take its options.
    """
    spec = MethodSpec.read(asked)
    method = find_method(spec.name)
    declared = method.presets if isinstance(method, HasPresets) else ()
    readings = [preset for preset in declared if preset.paper == paper]
    if not readings:
        return f"{spec.name} is no method of that paper's"
    off = [tuple(_off(spec, method, preset)) for preset in readings]
    nearest = min(off, key=len)
    if not nearest:
        return ""
    ours = ", ".join(f"{name}={mine}" for name, mine, _ in nearest)
    theirs = ", ".join(f"{name}={paper_s}" for name, _, paper_s in nearest)
    return f"{spec.name} plays {ours}, theirs {theirs}"


def _off(spec: MethodSpec, method: object, preset: Preset) -> Iterator[tuple[str, str, str]]:
    """Each option that the preset would change: its name, what it is, and what it would be."""
    form = method.form if isinstance(method, Configurable) else NoOptions
    ours = read_options(form, spec.name, spec.options)
    theirs = read_options(form, spec.name, preset.options)
    for name in form.model_fields:
        mine, wanted = getattr(ours, name), getattr(theirs, name)
        if name in preset.options and mine != wanted:
            yield name, _spelled(mine), _spelled(wanted)


def _spelled(value: object) -> str:
    """A value as it is typed."""
    match value:
        case None | ():
            return "none"
        case bool():
            return str(value).lower()
        case tuple():
            return "+".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case _:
            return str(value)
