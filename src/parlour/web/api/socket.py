"""A table over a WebSocket: everything as it happens, and answers on the same connection.

Nothing queues for a viewer. New lines are computed from the table when the connection has room, so that a
slow connection costs no memory, skips outdated states and misses no line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Literal

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from parlour.core import Action, Player, StrictModel
from parlour.errors import NoEntry, ParlourError, TooSlow, UsageError
from parlour.web.api.problems import Problem, problem_of, status_of
from parlour.web.api.table import Answer, HearingView, hearing_view
from parlour.web.api.view import (
    Admission,
    StandingView,
    TableView,
    Thinker,
    admit_token,
    server_of,
    speaking,
    standing,
    table_view,
    thinking,
)
from parlour.web.gate import admit
from parlour.web.hosting import FeedLine, Form

MOST_TOKEN = 200


class Hello(StrictModel):
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
_CLIENT_MESSAGE = TypeAdapter[AnswerMessage | HearMessage](ClientMessage)


class Snapshot(StrictModel):
    """The table at the start of the connection."""

    type: Literal["snapshot"] = "snapshot"
    table: TableView


class LineMessage(StrictModel):
    """A new line of the match."""

    type: Literal["line"] = "line"
    line: FeedLine


class ThinkingMessage(StrictModel):
    """A change of the players that are deciding."""

    type: Literal["thinking"] = "thinking"
    thinking: tuple[Thinker, ...]


class SpeechMessage(StrictModel):
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


class FormMessage(StrictModel):
    """A new request to the seat."""

    type: Literal["form"] = "form"
    form: Form


class ClosedMessage(StrictModel):
    """A request that is closed: it was answered, or its time ran out."""

    type: Literal["closed"] = "closed"
    request: str


class StandingMessage(StrictModel):
    """A change of the table's state."""

    type: Literal["standing"] = "standing"
    standing: StandingView


class AnsweredMessage(StrictModel):
    """The acceptance of an answer."""

    type: Literal["answered"] = "answered"
    request: str


class HeardMessage(StrictModel):
    """The reader's hearing of an answer.

    Attributes:
        request: the form's id.
        hearing: the hearing.
    """

    type: Literal["heard"] = "heard"
    request: str
    hearing: HearingView


class RefusedMessage(StrictModel):
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


class Bye(StrictModel):
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

socket_router = APIRouter(prefix="/table")
LONGEST_HELLO = 10.0
"""Seconds in which a client without a header must say who it is."""
LONGEST_SEND = 15.0
"""Seconds in which a client must take in a message before it counts as gone."""
MOST_REPLIES = 100
"""That wait for a client which answers faster than it reads."""
CLOSE = 4000
"""A close code is this and the status that the same would have over HTTP."""


@socket_router.websocket("/socket")
async def socket(websocket: WebSocket) -> None:
    """Sends a client everything visible to the holder of its token, as it happens."""
    await websocket.accept()
    try:
        entry, after = await _enter(websocket)
        await _Connection(websocket, entry, after).hold()
    except WebSocketDisconnect:
        return
    except ParlourError as error:
        await _close(websocket, error)


async def _enter(websocket: WebSocket) -> tuple[Admission, int]:
    server = server_of(websocket)
    scheme, _, token = websocket.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        after = websocket.query_params.get("after", "-1")
        return admit_token(server, token.strip()), int(after) if after.isdecimal() else -1
    try:
        async with asyncio.timeout(LONGEST_HELLO):
            hello = Hello.model_validate_json(await websocket.receive_text())
    except TimeoutError as error:
        raise NoEntry("No pass came: send it in the header, or in a first message.") from error
    except (ValidationError, KeyError) as error:
        raise NoEntry("The first message must be a `hello` with a pass.") from error
    admission = admit_token(server, hello.token)
    admit(websocket.scope, hello.token)
    return admission, hello.after


class _Connection:
    def __init__(self, websocket: WebSocket, entry: Admission, after: int) -> None:
        self._websocket, self._entry = websocket, entry
        self._viewer = Viewer(entry, after)
        self._locks = entry.table.locks
        self._replies: list[News] = [self._viewer.snapshot]
        self._is_new = asyncio.Event()

    async def hold(self) -> None:
        stop = self._entry.table.feed.listen(lambda _: self._is_new.set())
        self._is_new.set()
        tasks = [asyncio.create_task(coroutine) for coroutine in (self._send(), self._hear())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _send(self) -> None:
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            self._require_pass()
            replies, self._replies = self._replies, []
            for news in (*replies, *self._viewer.news()):
                await _send_news(self._websocket, news)

    def _require_pass(self) -> None:
        if self._entry.table.locks != self._locks:
            admit_token(self._entry.server, self._entry.ticket.token)
            self._locks = self._entry.table.locks

    async def _hear(self) -> None:
        while True:
            text = await self._text()
            self._require_pass()
            self._replies.append(await self._reply(text))
            if len(self._replies) > MOST_REPLIES:
                raise TooSlow("Answers come faster than what is sent back is read.")
            self._is_new.set()

    async def _text(self) -> str:
        try:
            return await self._websocket.receive_text()
        except KeyError:
            return ""

    async def _reply(self, text: str) -> News:
        try:
            answer: AnswerMessage | HearMessage = _CLIENT_MESSAGE.validate_json(text)
        except ValidationError as error:
            details = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            return _refusal("", UsageError(f"This is no answer: {details}"))
        try:
            if isinstance(answer, HearMessage):
                return HeardMessage(request=answer.request, hearing=await hearing_view(self._entry, answer))
            remote_seat = self._entry.table.remote_seat(self._entry.player)
            remote_seat.answer(answer.request, Action(chosen=answer.chosen, speech=answer.speech))
        except ParlourError as error:
            return _refusal(answer.request, error)
        return AnsweredMessage(request=answer.request)


def _refusal(request: str, error: ParlourError) -> RefusedMessage:
    return RefusedMessage(request=request, status=status_of(error), problem=problem_of(error))


async def _send_news(websocket: WebSocket, news: News) -> None:
    try:
        async with asyncio.timeout(LONGEST_SEND):
            await websocket.send_text(news.model_dump_json())
    except TimeoutError as error:
        raise TooSlow("What was sent is not being read; come back for what came later.") from error


async def _close(websocket: WebSocket, error: ParlourError) -> None:
    problem = problem_of(error)
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(1):
            await websocket.send_text(Bye(problem=problem).model_dump_json())
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(1):
            await websocket.close(CLOSE + status_of(error), problem.error)


class Viewer:
    """The news of one connection.

    What it may see is fixed when it begins: after the end of a match, who asks anew is shown everything.
    """

    def __init__(self, entry: Admission, after: int = -1) -> None:
        self._entry, self._table, self._visibility = entry, entry.table, entry.visibility
        view = table_view(entry, after)
        self.snapshot = Snapshot(table=view)
        self._projection, self._last = entry.projection, view.last
        self._thinking, self._standing = view.thinking, view.standing
        self._forms = frozenset(form.id for form in view.forms)
        self._sent_lengths = {speech.request: len(speech.text) for speech in view.speaking}

    def news(self) -> Iterator[News]:
        """Yields everything new since the last call."""
        before, self._last = self._last, self._projection.last
        for line in self._projection.lines(before):
            yield LineMessage(line=line)
        thinkers = thinking(self._table, self._visibility)
        if thinkers != self._thinking:
            self._thinking = thinkers
            yield ThinkingMessage(thinking=thinkers)
        yield from self._speech()
        yield from self._forms_news()
        now = standing(self._entry)
        if now != self._standing:
            self._standing = now
            yield StandingMessage(standing=now)

    def _speech(self) -> Iterator[News]:
        now = speaking(self._table, self._visibility)
        for speech in now:
            at = self._sent_lengths.get(speech.request, 0)
            at = at if at <= len(speech.text) else 0  # one that broke off with the server's model begins anew
            if at < len(speech.text):
                yield SpeechMessage(
                    request=speech.request, player=speech.player, at=at, chunk=speech.text[at:]
                )
        self._sent_lengths = {speech.request: len(speech.text) for speech in now}

    def _forms_news(self) -> Iterator[News]:
        forms = self._table.forms(self._visibility.player) if self._visibility.player else ()
        now = frozenset(form.id for form in forms)
        for request in sorted(self._forms - now):
            yield ClosedMessage(request=request)
        for form in forms:
            if form.id not in self._forms:
                yield FormMessage(form=form)
        self._forms = now
