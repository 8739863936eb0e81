"""What is said over the WebSocket, both ways."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from parlour.core import Player
from parlour.web.api.problems import Problem
from parlour.web.api.table import Answer, HearingView
from parlour.web.api.view import StandingView, TableView, Thinker
from parlour.web.hosting import FeedLine, Form

MOST_TOKEN = 200


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Hello(_Message):
    """The first message of a client that cannot set headers.

    Attributes:
        token: a pass.
        after: the last number that was received; -1 for none.
    """

    type: Literal["hello"]
    token: str = Field(max_length=MOST_TOKEN)
    after: int = Field(default=-1, ge=-1)


class AnswerMessage(Answer):
    """An answer to a form, over the WebSocket."""

    type: Literal["answer"]


class HearMessage(Answer):
    """Asks what the reader's characters would hear in an answer, over the WebSocket, and gives none."""

    type: Literal["hear"]


ClientMessage = Annotated[AnswerMessage | HearMessage, Field(discriminator="type")]
"""What a client says after its first message."""
Heard = TypeAdapter[AnswerMessage | HearMessage](ClientMessage)


class Snapshot(_Message):
    """The table when the connection begins."""

    type: Literal["snapshot"] = "snapshot"
    table: TableView


class LineMessage(_Message):
    """Something happened."""

    type: Literal["line"] = "line"
    line: FeedLine


class ThinkingMessage(_Message):
    """Others are deciding now."""

    type: Literal["thinking"] = "thinking"
    thinking: tuple[Thinker, ...]


class SpeechMessage(_Message):
    """A piece of speech has formed.

    Attributes:
        request: what the speech answers.
        player: who speaks.
        at: how many characters of the speech stand before the piece.
        chunk: the piece.
    """

    type: Literal["speech"] = "speech"
    request: str
    player: Player
    at: int
    chunk: str


class FormMessage(_Message):
    """The seat is asked something."""

    type: Literal["form"] = "form"
    form: Form


class ClosedMessage(_Message):
    """A form is not open any more: it was answered, or its time has run out."""

    type: Literal["closed"] = "closed"
    request: str


class StandingMessage(_Message):
    """The table stands otherwise."""

    type: Literal["standing"] = "standing"
    standing: StandingView


class AnsweredMessage(_Message):
    """An answer was taken."""

    type: Literal["answered"] = "answered"
    request: str


class HeardMessage(_Message):
    """What the reader's characters would hear in an answer.

    Attributes:
        request: the form's id.
        hearing: what would be heard.
    """

    type: Literal["heard"] = "heard"
    request: str
    hearing: HearingView


class RefusedMessage(_Message):
    """An answer was not taken.

    Attributes:
        request: the form's id, where the answer could be read.
        status: as the same would be answered over HTTP.
        problem: what was wrong.
    """

    type: Literal["refused"] = "refused"
    request: str
    status: int
    problem: Problem


class Bye(_Message):
    """The server closes the connection."""

    type: Literal["bye"] = "bye"
    problem: Problem


News = (
    Snapshot
    | LineMessage
    | ThinkingMessage
    | SpeechMessage
    | FormMessage
    | ClosedMessage
    | StandingMessage
    | AnsweredMessage
    | HeardMessage
    | RefusedMessage
    | Bye
)
"""What the server says."""
