"""The calls of a run that is no match: kept as cells of the run, so that a run that was killed goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator

from parlour.llm import Call, CallKey, Completion
from parlour.store.forms import read_completion, spell_completion
from parlour.store.store import Store

_PREFIX = "call/"


class RunLog:
    """A `CallLog` over the cells of one run: replies alone, since what was asked can be worked out again.

    Args:
        store: where the run is kept.
        run: its name.
    """

    def __init__(self, store: Store, run: str) -> None:
        self._store, self._run = store, run
        cells = store.cells(run)
        self._kept = {key: told for key, told in cells.items() if key.startswith(_PREFIX)}

    @property
    def calls(self) -> int:
        """How many of the replies were a model's; others were looked up."""
        return sum(completion.usage.attempts > 0 for completion in self._completions())

    @property
    def dollars(self) -> float:
        """What the replies have cost, as far as their prices are known."""
        return sum(completion.usage.dollars or 0.0 for completion in self._completions())

    def find(self, key: CallKey) -> Completion | None:
        """The completion that the call once had, if it had one."""
        told = self._kept.get(_spelled(key))
        return None if told is None else _read(told)

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Keeps a completion before anybody acts on it.

        Raises:
            StoreUnavailable: if it could not be kept.
        """
        del call
        told = json.dumps(spell_completion(completion), ensure_ascii=False)
        self._store.put_cell(self._run, _spelled(key), told)
        self._kept[_spelled(key)] = told

    def _completions(self) -> Iterator[Completion]:
        return map(_read, self._kept.values())


def _read(told: str) -> Completion:
    reply, usage = json.loads(told)
    return read_completion(reply, usage)


def _spelled(key: CallKey) -> str:
    """The digest stands for the words; the rest says whose call it was, for what, and the how-manieth."""
    return f"{_PREFIX}{key.request}/{key.purpose}/{key.digest}/{key.occurrence}"
