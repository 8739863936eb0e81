"""Parts a model's private thoughts from its answer, whole or streamed, and keeps those of a match's seats.

Models put thoughts between tags of several families or in channels; some chat templates write the opening tag
into the prompt, so that only the closing one is in the reply. What is not closed is thought to its end.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter

from parlour.llm.backend import Call, CallKey, Completion
from parlour.llm.prompt import EVERYBODY, Part, Source
from parlour.llm.settings import THINKING_TOKENS, ReasoningHistory
from parlour.llm.texts import Templates, count_tokens

NO_TAGS = ("<\0", "\0>")
"""Tags for clients that would part thoughts themselves: no text holds them."""
_NAMES = "think|thinking|thoughts?|thought_process|reasoning|scratchpad"
_FINAL = r"(?:<\|end\|>\s*)?(?:<\|start\|>\s*assistant\s*)?<\|channel\|>\s*final[^\n]{0,60}?<\|message\|>"
_OPENING = re.compile(
    rf"<(?:\w+:)?(?:{_NAMES})\s*>|\[THINK\]|◁think▷|<\|begin_of_thought\|>|<\|START_THINKING\|>|<\|channel>\s*thought\b"
    r"|(?:<\|start\|>\s*assistant\s*)?<\|channel\|>\s*(?:analysis|commentary)[^\n]{0,80}?<\|message\|>",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    rf"</(?:\w+:)?(?:{_NAMES})\s*>|\[/THINK\]|◁/think▷|<\|end_of_thought\|>|<\|END_THINKING\|>|<channel\|>|{_FINAL}",
    re.IGNORECASE,
)
_RETURN = re.compile(r"<\|return\|>")
"""Ends the final channel, and is no part of it."""
_BARE_OPENING, _BARE_CLOSING = re.compile(r"\s*analysis(?=[A-Z])"), re.compile(r"assistant\s*final")
"""The channels of a server that leaves their special tokens out."""
_LONGEST_TAG = 120
_LONGEST_CLOSING = 240
_TAG_STARTS = re.compile(r"<\|(?:end|start|channel|return)\|?>?|<[^>]*\Z|\[/?[A-Za-z]*\Z|◁[^▷]*\Z")


class ThoughtSplitter:
    """Takes a reply piece by piece and returns of each what is certainly answer.

    Attributes:
        has_marks: whether there was a mark of thoughts, even around none.
        closes_only: whether thoughts were closed that nothing in the reply opened.

    Args:
        holds: whether all is held back until thoughts end or the reply does.
    """

    def __init__(self, *, holds: bool = False) -> None:
        self.has_marks = self.closes_only = False
        self._holds, self._is_thought, self._is_bare = holds, False, False
        self._has_answer = self._has_shown = False
        self._pending, self._buffer = "", ""
        self._answer: list[str] = []
        self._thoughts: list[str] = []

    @property
    def answer(self) -> str:
        text = "".join(self._answer)
        return text.lstrip() if self.has_marks else text

    @property
    def thoughts(self) -> str:
        return "\n".join(filter(None, (thought.strip() for thought in self._thoughts)))

    def feed(self, piece: str) -> str:
        """Takes the next piece; returns what is answer of it and of what was held back."""
        self._pending += piece
        released = ""
        while mark := self._next_mark():
            before, self._pending = self._pending[: mark.start()], self._pending[mark.end() :]
            if _RETURN.fullmatch(mark[0]):
                released += self._release(before)
                continue
            self.has_marks = True
            if self._is_thought:
                self._thoughts[-1] += before
                self._is_thought = self._is_bare = self._holds = False
            elif _CLOSING.fullmatch(mark[0]):
                self._thoughts.append(self.answer + before)
                self._answer.clear()
                released = self._buffer = ""
                self.closes_only, self._holds, self._has_answer = True, False, False
            else:
                released += self._release(before)
                self._is_thought = True
                self._thoughts.append("")
        if self._is_thought:
            if len(self._pending) > 2 * _LONGEST_CLOSING:  # else each piece would search all thoughts again
                self._thoughts[-1] += self._pending[:-_LONGEST_CLOSING]
                self._pending = self._pending[-_LONGEST_CLOSING:]
            return released
        keep = self._open_length()
        settled = self._pending[: len(self._pending) - keep]
        self._pending = self._pending[len(settled) :]
        return released + self._release(settled)

    def end(self, last: str = "") -> str:
        """Ends the reply with a piece without marks; returns what is answer of it and of the rest."""
        rest, self._pending = self._pending + last, ""
        if self._is_thought:
            self._thoughts[-1] += rest
            rest = ""
        self._holds = False
        return self._release(rest)

    def _next_mark(self) -> re.Match[str] | None:
        if self._is_thought:
            return (_BARE_CLOSING if self._is_bare else _CLOSING).search(self._pending)
        if not self._has_answer and (opening := _BARE_OPENING.match(self._pending)):
            self._is_bare = True
            return opening
        marks = [mark for pattern in (_OPENING, _CLOSING, _RETURN) if (mark := pattern.search(self._pending))]
        return min(marks, key=lambda mark: mark.start(), default=None)

    def _open_length(self) -> int:
        """Returns the number of characters at the end that may still become a mark."""
        text = self._pending
        if not self._has_answer and "analysis".startswith(text.lstrip()[:8]) and len(text.lstrip()) <= 8:
            return len(text)
        start = max(0, len(text) - _LONGEST_TAG)
        tag = _TAG_STARTS.search(text, start)
        return len(text) - tag.start() if tag else 0

    def _release(self, text: str) -> str:
        """Adds to the answer; returns the part of it that may be shown."""
        self._answer.append(text)
        self._has_answer = self._has_answer or bool(text.strip())
        self._buffer += text
        if self._holds or not self._has_answer:
            return ""
        visible, self._buffer = self._buffer, ""
        is_first, self._has_shown = not self._has_shown, True
        return visible.lstrip() if is_first else visible


_MARKS = re.compile(r"[<\[◁]|analysis")
"""Without one of these a text has no thoughts in it."""


def split_thoughts(text: str) -> ThoughtSplitter:
    """Splits a whole reply."""
    splitter = ThoughtSplitter()
    if _MARKS.search(text):
        splitter.feed(text)
        text = ""
    splitter.end(text)
    return splitter


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
        self._thoughts_by_player: defaultdict[str, dict[_Step, dict[CallKey, str]]] = defaultdict(dict)
        self._before: dict[_Step, tuple[str, ...]] = {}

    def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Keeps the thoughts of a reply for later steps of its seat."""
        if completion.thoughts and not (call.prompt.is_aside or call.prompt.player == EVERYBODY):
            self._thoughts_by_player[key.player].setdefault(_step(call), {})[key] = completion.thoughts

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
        steps = [*self._thoughts_by_player[player].values()]
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
