"""What each seat's thinking took, as a table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from nicegui import ui

from parlour.evaluation import Spent
from parlour.llm import Language
from parlour.web.insight import SeatCost
from parlour.web.pages.god.elements import PHRASES, data_table, said

_COLUMNS = ("player", "method", "model", "calls", "read", "cached", "written", "dollars", "seconds", "faults")


class CostTable:
    """A row for each seat and model, and one for all together.

    Args:
        costs: by seat.
        language: of the table.
    """

    def __init__(self, costs: Iterable[SeatCost], language: Language) -> None:
        self._say = partial(PHRASES.say, language=language)
        told = list(costs)
        with data_table(self._say("costs"), [self._say(name) for name in _COLUMNS]):
            for each in told:
                name = each.player or self._say("several")
                self._row((name, each.method, each.model), each.spent, each.faults)
            together = Spent.of(each.spent for each in told)
            self._row((self._say("all"), "", ""), together, sum(each.faults for each in told))

    def _row(self, names: tuple[str, str, str], spent: Spent, faults: int) -> None:
        dollars = self._say("unpriced") if spent.dollars is None else f"{spent.dollars:.4f}"
        counts = (spent.calls, spent.input_tokens, spent.cached_tokens, spent.output_tokens)
        numbers = (*(f"{count:,}" for count in counts), dollars, f"{spent.seconds:.1f}", str(faults))
        with ui.element("tr"):
            said("th", names[0], scope="row")
            for name in names[1:]:
                said("td", name)
            for number in numbers:
                said("td", number, "number")
