"""Frees a speech of what is not its speaker's own words, whole and as it forms.

Removed are the speaker's name, code fences, JSON, special tokens, quotation marks and a first line such as
"Sure! Here is my speech:". What another player at the table is made to say ends the speech. Stage directions
stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from parlour.core import Player

_QUOTES = ('""', "''", "“”", "‘’", "「」", "『』")
_OPENING = "".join(pair[0] for pair in _QUOTES)
_CLOSING = "".join(pair[1] for pair in _QUOTES)
_UNSETTLED = f"{_OPENING}{_CLOSING}`*_ \t\r\n"
"""Characters that may end the beginning of a speech without belonging to it."""
_ENDS = re.compile(
    r"<[|｜](?:im_end|eot_id|eom_id|end|endoftext|end_of_text|return|call|end▁of▁sentence)[|｜]>"
    r"|</s>|<eos>|<end_of_turn>|\[/INST\]",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"\s*(?:<\|im_start\|>|<start_of_turn>|<\|start_header_id\|>)\s*(?:assistant|model)?\s*(?:<\|end_header_id\|>)?"
)
_TOKENS = re.compile(
    r"<[|｜][^<>\n]{1,40}[|｜]>|</?s>|<(?:bos|pad|unk|start_of_turn)>|\[/?INST\]|<</?SYS>>", re.I
)
_FENCE = re.compile(r"^[ \t]*```[\w-]*[ \t]*$|```", re.MULTILINE)
_KEYS = (
    "speech",
    "text",
    "message",
    "content",
    "statement",
    "reply",
    "response",
    "answer",
    "question",
    "发言",
)
_WILLING = "sure|certainly|of course|absolutely|okay|ok|alright|all right|got it|understood|great|no problem"
_ANSWER = r"response|reply|speech|statement|introduction"
_PREAMBLE = re.compile(
    rf"\s*\W*(?:(?:{_WILLING})\b[^\n]*\b(?:{_ANSWER}|answer|question|message|would say)\b"
    rf"|(?:here(?:'s|’s| is)|below is|this is|my)\b[^\n]{{0,40}}\b(?:{_ANSWER}|(?:would|will|could) say)\b"
    r"|(?:好|当然|没问题|明白|以下是|下面是|这是)[^\n]{0,40}?(?:发言|回答|回应|回复|陈述|介绍|台词|提问|内容)"
    r")[^\n]{0,60}[:：]\W*?\n",
    re.IGNORECASE,
)
_OPENERS = (
    *_WILLING.split("|"), "here", "below", "this is", "my",
    "好", "当然", "没问题", "明白", "以下", "下面", "这是",
)  # fmt: skip
_LONGEST_PREAMBLE = 160
_LONGEST_SPEECH = 6000
_SUSPECT = re.compile(r"[:：<{`#\[【]|\*\*|__")
"""Without any of these there are only words in a text."""
_MARKS = r"[*_`~]{0,3}"
_ASIDE = r"(?:[(（\[【][^()（）\[\]【】\n:：.!?。！？]{0,40}[)）\]】])?"
_SAYS = (
    r"(?:\s*(?:says|asks|replies|answers|speaks|->|→)(?:\s*\w[\w ]{0,30})?|\s*(?:说|问|答|说道|回答)"
    rf"|['’]s\s+(?:{_ANSWER}|answer|turn)|的(?:发言|回答|回应|回复|陈述))?"
)
"""Between the speaker's own name and its words; before others' it tells what they said."""
_START = r"(?:(?:^|\n)[ \t#>]*|(?<!\d\.)(?<=[.!?…\"”’')*\]])\s+|(?<=[。！？」』”])\s*)"
"""Where a line or a sentence starts."""
_UNIT = re.compile(r"[:：\n]\s*|[.!?…\"”’')*\]]\s+|[。！？」』”]\s*")
_UNFINISHED_LABEL = re.compile(
    r"[*_`~\s\]】]*(?:[(（\[【][^)）\]】\n:：.!?。！？]{0,40}[)）\]】]?[*_`~\s]*)?"
)


@dataclass(frozen=True, kw_only=True)
class OwnWords:
    """The speaker of a text, and the other players whose lines are removed from it."""

    player: Player
    others: tuple[Player, ...] = ()
    addressee: Player | None = None

    def of(self, text: str) -> tuple[str, Player | None]:
        """Returns the speaker's words, and the player in whose name the text went on, if any."""
        bare, other = text.strip(), None
        if _SUSPECT.search(bare):
            bare = _without_preamble(_from_json(_FENCE.sub("", _without_tokens(bare)).strip()))
            bare = self._without_label(bare)
            bare, other = self._own_part(self._own_lines.sub(r"\1", bare))
        return _unquote(re.sub(r"\s+", " ", bare).strip()), other

    def settled_length(self, text: str) -> int:
        """Returns how much of a text that goes on can be shown: the rest may still turn out to be removed."""
        head = text.lstrip()
        if not head or head[0] in "{`" or _is_headed(head) or self._may_be_preamble(head):
            return 0
        end = len(text.rstrip(_UNSETTLED))
        for mark in ("<", "[", "【"):
            at = text.rfind(mark)
            if at >= 0 and len(text) - at <= 50 and not re.search(r"[>\]】]", text[at:]):
                end = min(end, at)
        starts = [0, *(unit.end() for unit in _UNIT.finditer(text, max(0, len(text) - _LONGEST_PREAMBLE)))]
        label_starts = (start for start in starts[-2:] if self._may_be_label(text[start:]))
        return min(end, next(label_starts, end))

    @cached_property
    def _label(self) -> re.Pattern[str]:
        names = (self.player, self.addressee, "Me", "我")
        return re.compile(rf"[\s#>]*([{_OPENING}]?){_label_pattern(*names, verb=_SAYS)}", re.IGNORECASE)

    @cached_property
    def _own_lines(self) -> re.Pattern[str]:
        return re.compile(f"({_START}){_label_pattern(self.player, verb=_SAYS)}", re.IGNORECASE)

    @cached_property
    def _other_label(self) -> re.Pattern[str] | None:
        label = f"(?P<label>{_label_pattern(*self.others)})" if self.others else ""
        return re.compile(rf"(?:{_START}|(?<=[:：])\s+){label}", re.IGNORECASE) if label else None

    def _without_label(self, text: str) -> str:
        match = self._label.match(text)
        return match[1] + text[match.end() :].lstrip() if match else text

    def _own_part(self, text: str) -> tuple[str, Player | None]:
        match = self._other_label.search(text) if self._other_label else None
        before = text[: match.start()].rstrip() if match else ""
        if not match or before.endswith((":", "：")):
            return text, None
        label = match["label"]
        return before, next(name for name in self.others if re.match(_label_pattern(name), label, re.I))

    def _may_be_preamble(self, head: str) -> bool:
        line, is_ended, rest = head.partition("\n")
        if is_ended or len(line) > _LONGEST_PREAMBLE:
            return bool(is_ended) and not rest.strip(_UNSETTLED)
        start = re.sub(r"^\W+", "", line).casefold()
        return any(opener.startswith(start) or start.startswith(opener) for opener in _OPENERS)

    def _may_be_label(self, tail: str) -> bool:
        start = _squeeze(re.sub(rf"^[\s#<>*_`~\[【{_OPENING}]+", "", tail))
        own = _squeeze(self.player)
        if start.startswith(own) and re.fullmatch(r"[^:：.!?。！？]{0,40}", start[len(own) :]):
            return True
        names = filter(None, (self.player, *self.others, self.addressee, "Me", "我"))
        for name in map(_squeeze, names):
            if name.startswith(start):
                return True
            if start.startswith(name) and _UNFINISHED_LABEL.fullmatch(start[len(name) :]):
                return True
        return False


class OwnWordsStream:
    """Passes on the words of a speech as it forms, without any that would be removed from the whole of it.

    Each piece is judged in the whole text before it, so what exceeds any speech waits for the end of it.
    """

    def __init__(self, words: OwnWords, listener: Callable[[str], None]) -> None:
        self._words, self._listener = words, listener
        self._text, self._settled, self._shown_text = "", 0, ""

    def feed(self, chunk: str) -> None:
        """Takes the next piece of the model's text."""
        if len(self._text) > _LONGEST_SPEECH:
            return
        self._text += chunk
        settled = self._words.settled_length(self._text)
        if settled > self._settled:
            self._settled = settled
            self._show(self._words.of(self._text[:settled])[0])

    def end(self, speech: str) -> None:
        """Shows what was held back of the speech, unless it is another one than was heard before."""
        self._show(speech)

    def _show(self, speech: str) -> None:
        bare = speech.lstrip(f"{_OPENING} ")
        if bare.startswith(self._shown_text) and len(bare) > len(self._shown_text):
            self._listener(bare[len(self._shown_text) :])
            self._shown_text = bare


def _label_pattern(*names: Player | None, verb: str = "") -> str:
    name = "|".join(r"[\s_-]*".join(map(re.escape, player.split())) for player in names if player)
    colon = rf"\s*{_ASIDE}{_MARKS}{verb}\s*[:：](?:\*\*|[*_`~]{{1,3}}(?=\s|$))?"
    plain = rf"{_MARKS}(?:{name}){_MARKS}{colon}\s*"
    bracketed = rf"{_MARKS}[\[【<]\s*(?:{name})\s*[\]】>]{_MARKS}(?:{colon})?\s*"
    alone = rf"(?:\*\*|__|#+ ?)(?:{name})(?:\*\*|__)?[ \t]*(?:\n\s*|\Z)"
    return f"(?:{plain}|{bracketed}|{alone})"


def _squeeze(text: str) -> str:
    return re.sub(r"[\s_-]+", "", text).casefold()


def _is_headed(head: str) -> bool:
    is_token = head.startswith(("<|im_start", "<start_of_turn", "<|start_header", "<|"[: len(head)]))
    return is_token and "\n" not in head and len(head) < _LONGEST_PREAMBLE


def _without_tokens(text: str) -> str:
    bare = text[header.end() :] if (header := _HEADER.match(text)) else text
    for end in _ENDS.finditer(bare):
        if _TOKENS.sub("", _ENDS.sub("", bare[: end.start()])).strip():
            bare = bare[: end.start()]
            break
    return _TOKENS.sub("", _ENDS.sub("", bare))


def _from_json(text: str) -> str:
    if not text.startswith("{"):
        return text
    for ending in ("", "}", '"}'):
        try:
            value = json.loads(text + ending, strict=False)
        except (json.JSONDecodeError, RecursionError):
            continue
        if not isinstance(value, dict):
            return text
        fields = {str(key).casefold(): field for key, field in cast("dict[str, object]", value).items()}
        words = [speech for key in _KEYS if isinstance(speech := fields.get(key), str)]
        words += [field for field in fields.values() if isinstance(field, str) and len(fields) == 1]
        return words[0] if words else text
    return text


def _without_preamble(text: str) -> str:
    match = _PREAMBLE.match(text)
    is_one = match and match.end() <= _LONGEST_PREAMBLE and text[match.end() :].strip()
    return text[match.end() :].lstrip() if match and is_one else text


def _unquote(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] + text[-1] in _QUOTES and not set(text[1:-1]) & {text[0], text[-1]}
    return text[1:-1].strip() if is_quoted else text
