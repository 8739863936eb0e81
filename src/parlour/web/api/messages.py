"""The messages of the WebSocket in both directions."""

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
    """An answer to a form over the WebSocket."""

    type: Literal["answer"]


class HearMessage(Answer):
    """A request for the reader's hearing of an answer, which it does not give."""

    type: Literal["hear"]


ClientMessage = Annotated[AnswerMessage | HearMessage, Field(discriminator="type")]
"""What a client says after its first message."""
Heard = TypeAdapter[AnswerMessage | HearMessage](ClientMessage)


class Snapshot(_Message):
    """The table at the start of the connection."""

    type: Literal["snapshot"] = "snapshot"
    table: TableView


class LineMessage(_Message):
    """A new line of the match."""

    type: Literal["line"] = "line"
    line: FeedLine


class ThinkingMessage(_Message):
    """A change of the players that are deciding."""

    type: Literal["thinking"] = "thinking"
    thinking: tuple[Thinker, ...]


class SpeechMessage(_Message):
    """A new piece of a speech that is being formed.

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
    """A new request to the seat."""

    type: Literal["form"] = "form"
    form: Form


class ClosedMessage(_Message):
    """A request that is closed: it was answered, or its time ran out."""

    type: Literal["closed"] = "closed"
    request: str


class StandingMessage(_Message):
    """A change of the table's state."""

    type: Literal["standing"] = "standing"
    standing: StandingView


class AnsweredMessage(_Message):
    """The acceptance of an answer."""

    type: Literal["answered"] = "answered"
    request: str


class HeardMessage(_Message):
    """The reader's hearing of an answer.

    Attributes:
        request: the form's id.
        hearing: the hearing.
    """

    type: Literal["heard"] = "heard"
    request: str
    hearing: HearingView


class RefusedMessage(_Message):
    """The refusal of an answer.

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
    """The server's reason for closing the connection."""

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
