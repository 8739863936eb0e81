"""The papers that methods come from, as a bibliography names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A paper.

    Attributes:
        key: as presets and published tables name it, such as `zhu-2025`.
        title: its title.
        authors: in their order, given names first, with "and" between; empty of an anonymous submission.
        year: of the version that is cited.
        where: where it appeared; empty where that is not known.
    """

    key: str
    title: str
    authors: str
    year: int
    where: str = ""


@runtime_checkable
class HasPapers(Protocol):
    """A method that names the papers that it comes from; a part of `Method` that is optional.

    Attributes:
        papers: its papers, the first that proposes it first.
    """

    @property
    def papers(self) -> tuple[Paper, ...]: ...  # noqa: D102
