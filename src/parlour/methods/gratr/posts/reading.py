"""What a method finds out about a post before it is decided."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.methods.gratr import Evidence


@dataclass(frozen=True, kw_only=True)
class PostContext:
    """What bears on a post; it depends on no decision.

    Attributes:
        evidence: for the graphs.
        context: what stands before the post when it is decided.
        problems: what went wrong on the way, and was done without.
    """

    evidence: tuple[Evidence, ...] = ()
    context: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
