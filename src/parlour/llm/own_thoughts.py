"""A seat's own earlier thoughts, for its later prompts (`reasoning_history`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter

from parlour.llm.backend import Call, CallKey, Completion
from parlour.llm.prompt import EVERYBODY, Part, Source
from parlour.llm.settings import THINKING_TOKENS, ReasoningHistory
from parlour.llm.texts import Templates, count_tokens

MOST_OF_WINDOW = 0.25
"""The share of a model's window that earlier thoughts fill at most; the oldest are left out first."""
_MARGIN = 1.25
"""By how much a prompt may be longer than estimated."""
_IN_ORDER = attrgetter("request", "purpose", "digest", "occurrence")
_TEMPLATES = Templates("parlour.llm")
_Step = tuple[str, str]
"""A player and a step of the match."""


class OwnThoughts:
    """The thoughts of the seats of one match, each of which only its own prompts hold.

    A prompt holds the thoughts of earlier steps alone, those of one step in a fixed order: within a step a
    seat may ask several things at once, and a replay must build the same prompts in whatever order the
    replies came.
    """

    def __init__(self, history: ReasoningHistory, context: int) -> None:
        self._history, self._context = history, context
        self._kept: defaultdict[str, dict[_Step, dict[CallKey, str]]] = defaultdict(dict)
        self._before: dict[_Step, tuple[str, ...]] = {}

    def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Keeps the thoughts of a reply for later steps of its seat."""
        if completion.thoughts and not (call.prompt.is_aside or call.prompt.player == EVERYBODY):
            self._kept[key.player].setdefault(_step(call), {})[key] = completion.thoughts

    def added_to(self, call: Call) -> Call:
        """Returns a call whose prompt holds its seat's earlier thoughts, before its last part."""
        step, prompt = _step(call), call.prompt
        if step not in self._before:
            self._before[step] = tuple(self._earlier(prompt.player))
        thoughts = self._fitting(self._before[step], call)
        if not thoughts:
            return call
        text = _TEMPLATES.speak("own_thoughts", prompt.language, thoughts=thoughts)
        notes = Part(text=text, source=Source(origin="thought", owner=prompt.player))
        return replace(call, prompt=replace(prompt, user=(*prompt.user[:-1], notes, *prompt.user[-1:])))

    def _earlier(self, player: str) -> Iterator[str]:
        steps = [*self._kept[player].values()]
        for thoughts in steps if self._history == "all" else steps[-1:]:
            yield from (thoughts[key] for key in sorted(thoughts, key=_IN_ORDER))

    def _fitting(self, thoughts: tuple[str, ...], call: Call) -> tuple[str, ...]:
        """Returns the latest thoughts, as many as fit beside the prompt, its reply and new thoughts."""
        length = sum(count_tokens(part.text) for part in call.prompt.parts) if thoughts else 0
        left = self._context - round(length * _MARGIN) - call.max_tokens - THINKING_TOKENS
        left = min(left, round(self._context * MOST_OF_WINDOW))
        for number, thought in reversed([*enumerate(thoughts)]):
            left -= round(count_tokens(thought) * _MARGIN)
            if left < 0:
                return thoughts[number + 1 :]
        return thoughts


def _step(call: Call) -> _Step:
    """Returns a call's player and the step in the id of its request, `STEP.KIND.PLAYER`."""
    return call.prompt.player, call.prompt.request.partition(".")[0]
