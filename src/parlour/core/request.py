"""Requests, the form that an answer to one must have, actions, and the length of speeches."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, create_model

from parlour.core.frozen import quick_init
from parlour.core.kinds import RequestKind
from parlour.errors import IllegalAction

_HAN = r"\u3400-\u9fff\uf900-\ufaff"
_LONGEST_WORD = 100
"""Characters; what goes on without a space counts as several, so that no limit is passed by in one word."""
_WORD = re.compile(rf"[{_HAN}]|[^\W{_HAN}][^\s\u3000-\u303f\uff00-\uffef{_HAN}]{{0,{_LONGEST_WORD - 1}}}")
_SENTENCE_END = re.compile(r"(?:[。！？…]|[.!?](?!\w))+[\"'”’」』]*")


_READING = re.compile(r"(?s)(.*)(?: \(that is: (.+)\)|（就是说：(.+)）)")


def count_said(speech: str) -> int:
    """Counts the words of a speech; of typed words and the meaning confirmed beside them, the more."""
    parts = match.groups("") if (match := _READING.fullmatch(speech)) else (speech,)
    return max(map(count_words, parts))


def count_words(text: str) -> int:
    """Counts the words of a text; a Chinese character counts as one, a mark on its own as none."""
    return len(words_in(text))


def words_in(text: str) -> list[str]:
    """Returns the words of a text in order, each with the marks after it; a Chinese character is a word."""
    return _WORD.findall(text)


def cut_words(text: str, most: int) -> str:
    """Returns the longest beginning of at most that many words, to the end of a sentence if possible."""
    words = list(_WORD.finditer(text))
    if len(words) <= most:
        return text
    if most == 0:
        return ""
    head = text[: words[most - 1].end()]
    ends = [end for end in sentence_ends(text) if end <= words[most].start()]
    return text[: ends[-1]].rstrip() if ends else head.rstrip()


def sentence_ends(text: str) -> list[int]:
    """Returns the positions at which sentences end, after their closing quotation marks."""
    return [match.end() for match in _SENTENCE_END.finditer(text)]


Player = str
"""A seat at the table, by the name that everybody there uses."""


@quick_init
@dataclass(frozen=True, kw_only=True)
class Request:
    """A decision that one player must make now: its kind, options and limits.

    Attributes:
        id: unique within the match and the same in every run of it.
        step: how many steps the state has taken before.
        player: who is asked.
        kind: what for.
        round: the round of play, from 1; 0 before the first, the last one after it.
        case: the hidden question it is about by its name.
        options: the legal choices: players' names, or letters of a question.
        labels: what each option says, where the options are letters.
        least: how many options must be chosen.
        most: how many options may be chosen; 0 where nothing is chosen.
        or_none: whether none may be chosen, too, where otherwise at least so many must be.
        words: the limit of speech; 0 where nothing is said.
        text: the question that is to be replied to or answered.
        partner: who put that question.
        coached: whether its wording also says how one's role could go about it.
    """

    id: str
    step: int
    player: Player
    kind: RequestKind
    round: int = 0
    case: str | None = None
    options: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    or_none: bool = False
    words: int = 0
    text: str = ""
    partner: Player | None = None
    coached: bool = False

    def check(self, action: Action) -> None:
        """Raises `IllegalAction` unless this request allows the action."""
        chosen, speech = action.chosen, action.speech
        for choice in chosen:
            if choice not in self.options:
                raise IllegalAction(f"{choice!r} is not among {', '.join(self.options) or 'no options'}")
        if len(chosen) > 1 and len(set(chosen)) != len(chosen):
            raise IllegalAction(f"the same choice twice: {', '.join(chosen)}")
        if not self.least <= len(chosen) <= self.most and (chosen or not self.or_none):
            raise IllegalAction(f"{len(chosen)} chosen, where {self.least} to {self.most} may be")
        if speech and not self.words:
            raise IllegalAction("nothing may be said here")
        if self.words and chosen and not speech.strip() and not self.kind.bids:
            raise IllegalAction("somebody is addressed, but nothing is said")
        # A text has no more words than characters: most speeches need not be counted.
        if len(speech) > self.words and count_said(speech) > self.words:
            raise IllegalAction(f"{count_said(speech)} words, where {self.words} may be said")


@quick_init
@dataclass(frozen=True, kw_only=True)
class Action:
    """A player's answer to a request: a choice among its options, a speech, both, or neither (a pass)."""

    chosen: tuple[str, ...] = ()
    speech: str = ""

    @property
    def is_pass(self) -> bool:
        return not self.chosen and not self.speech


PASS = Action()


REASON_CHARACTERS = 300


class Decision(BaseModel):
    """A reply to a request: why, and what is chosen.

    The reason comes first, so that a model that writes from left to right thinks before it chooses.
    """

    reason: Annotated[str, Field(max_length=REASON_CHARACTERS)]

    def action(self) -> Action:
        choice: str | list[str] | None = getattr(self, "choice", None)
        if choice is None:
            return PASS
        return Action(chosen=(choice,) if isinstance(choice, str) else tuple(dict.fromkeys(choice)))


def schema(request: Request, *, reason: Hashable = None, choice: Hashable = None) -> type[Decision]:
    """Returns the form of a decision on a request with options; null stands for an abstention.

    Args:
        request: the request.
        reason: metadata of that field, such as what a prompt wants there.
        choice: likewise.
    """
    if not request.options:
        raise ValueError(f"{request.id} offers no options")
    return _schema(request.options, request.least, request.most, request.kind.optional, reason, choice)


@lru_cache(maxsize=512)
def one_of(options: tuple[str, ...]) -> Any:  # noqa: ANN401 - a type made at run time
    """Returns the type of a string that is one of these."""
    return Literal[options]


def some_of(options: tuple[str, ...], most: int, least: int = 1) -> Any:  # noqa: ANN401 - a type made at run time
    """Returns the type of a list of so many of these; if several are required, they must differ."""
    some = Annotated[list[one_of(options)], Field(min_length=least, max_length=most)]
    return Annotated[some, AfterValidator(_different)] if least > 1 else some


def _different(chosen: list[str]) -> list[str]:
    if len(set(chosen)) < len(chosen):
        raise ValueError(f"the same choice twice: {', '.join(chosen)}")
    return chosen


@lru_cache(maxsize=512)
def _schema(
    options: tuple[str, ...],
    least: int,
    most: int,
    is_optional: bool,  # noqa: FBT001 - cached
    reason: Hashable,
    choice: Hashable,
) -> type[Decision]:
    some = one_of(options) if most == 1 else some_of(options, most, max(1, least))
    why: Any = Annotated[str, Field(max_length=REASON_CHARACTERS), reason]
    chosen: Any = Annotated[some | None if is_optional else some, choice]
    return create_model("Decision", __base__=Decision, reason=(why, ...), choice=(chosen, ...))
