"""Pages on which a method draws what went on in the seats that it filled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from parlour.agents import MethodSpec, find_method_part
from parlour.arena import Record, Setup
from parlour.llm import Language


@runtime_checkable
class MindPage(Protocol):
    """The part `mind_page` of a method that draws what its seats thought, for whoever may see everything."""

    def title(self, language: Language) -> str:
        """What the page is called."""
        ...

    def note(self, language: Language) -> str:
        """What a reader of it should know."""
        ...

    def draw(self, record: Record) -> str:
        """The page as HTML that loads nothing; it brings its own content security policy.

        Raises:
            ParlourError: if the record does not bear it out.
        """
        ...


def mind_pages(setup: Setup) -> Mapping[str, MindPage]:
    """The pages of all methods that sit at a table, or have sat there, by the method's name.

    Raises:
        BrokenPlugin: if a page cannot be used.
    """
    seats = (each for seat in setup.seats for each in (seat, *seat.then))
    names = dict.fromkeys(MethodSpec.read(each.method).name for each in seats)
    pages = {name: find_method_part(name, "mind_page", MindPage) for name in names}
    return {name: page for name, page in pages.items() if page}
