"""Texts in segments, so that what matters can be picked out of what does not fit a prompt.

Scripts are cut into segments of at most 50 tokens; a question and its answer are one segment
(Zhu et al. 2025, appendix C.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from parlour.llm import count_tokens

SEGMENT_TOKENS = 50
_SENTENCE = re.compile(
    r"(?:[^.!?。！？；;\n]*[.!?。！？；;]+[\"'”’」』)）]*|[^.!?。！？；;\n]+(?:\n|$)|\n)\s*"
)
_CLAUSE = re.compile(r"[^,，、:：]+[,，、:：]*\s*|[,，、:：]+\s*")
_PIECE = re.compile(r"\S+\s*|\s+")


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A text that is picked or left as a whole.

    Attributes:
        text: what it says.
        events: the numbers of the events that it tells or is taken from.
        case: the hidden question that it is about, if one.
    """

    text: str
    events: tuple[int, ...]
    case: str | None = None

    @property
    def tokens(self) -> int:
        """About how many tokens it takes in a prompt."""
        return count_tokens(self.text) + 1


def cut(text: str, event: int, most: int = SEGMENT_TOKENS) -> tuple[Segment, ...]:
    """Cuts a script at its sentences, and a sentence that is too long at its clauses.

    Every segment stands in the text as it is, and together they hold all of it but white space.

    Args:
        text: the script.
        event: the number of the event that dealt it.
        most: the tokens of the longest segment.
    """
    pieces = _joined(list(_fitting(text, most)), most)
    return tuple(Segment(text=piece.strip(), events=(event,)) for piece in pieces if piece.strip())


def _fitting(text: str, most: int) -> Iterator[str]:
    """Pieces of at most that many tokens: sentences, else clauses, else words, else characters."""
    for sentence in _SENTENCE.findall(text):
        yield from _smaller(sentence, most, (_CLAUSE, _PIECE))


def _smaller(text: str, most: int, finer: Sequence[re.Pattern[str]]) -> Iterator[str]:
    if count_tokens(text) <= most:
        yield text
    elif finer:
        for piece in _joined(finer[0].findall(text), most):
            yield from _smaller(piece, most, finer[1:])
    else:
        middle = len(text) // 2
        yield from _smaller(text[:middle], most, ())
        yield from _smaller(text[middle:], most, ())


def _joined(pieces: Sequence[str], most: int) -> list[str]:
    """Neighbours put together again while they fit, never across a line's end."""
    joined: list[str] = []
    for piece in pieces:
        together = joined[-1] + piece if joined else piece
        if joined and not joined[-1].endswith("\n") and count_tokens(together.strip()) <= most:
            joined[-1] = together
        else:
            joined.append(piece)
    return joined


class Budgets(BaseModel):
    """Tokens per prompt (Zhu et al. 2025, appendix C.1); a small window shrinks them.

    Attributes:
        script: of the player's script while it plays.
        dialogue: of what has been said.
        answering: of each of the two when it answers the script's questions.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    script: int = Field(default=4000, ge=100)
    dialogue: int = Field(default=4000, ge=100)
    answering: int = Field(default=5000, ge=100)
