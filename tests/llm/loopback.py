"""A chat server on the loopback address that says what it is told to: for tests and the bench.

It speaks enough of OpenAI's interface for any client of it: `/v1/chat/completions` (whole and streamed, with
log-probabilities), `/v1/embeddings` and `/v1/models`. It keeps the body and the key of every request, when
the first word of each text was streamed, and how many requests it answers at this moment.
"""

from __future__ import annotations

import json
import math
import socket
import ssl
import threading
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from tests.serving import Serving

Body = dict[str, Any]
NAME = "fixed"
FIRST_WORDS = 3
"""So many a stream sends that waits to go on."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the server does with one chat request."""

    text: str = "Good evening."
    status: int = 200
    error: str = "no"
    kind: str = "error"
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delay: float = 0.0
    pace: float = 0.0
    going_on: threading.Event | None = None
    probabilities: Mapping[str, float] = field(default_factory=dict[str, float])
    finish: str = "stop"
    raw: str | None = None
    pieces: tuple[bytes, ...] | None = None
    breaks_after: int | None = None
    closes: bool = False
    input_tokens: int | None = None
    cached_tokens: int = 0
    usage: Mapping[str, Any] | None = field(default_factory=dict[str, Any])
    is_refused: bool = False
    thoughts: str = ""
    thoughts_field: str = "reasoning_content"


class Loopback(Serving):
    """Runs the server in a thread while its `with` block does."""

    def __init__(
        self,
        answers: Iterable[Answer] | Callable[[Body], Answer] = (Answer(),),
        *,
        window: int = 32768,
        models: tuple[str, ...] = (NAME,),
        key: str = "",
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.requests: list[Body] = []
        self.embedded: list[list[str]] = []
        self.keys: list[str] = []
        self.headers: list[Mapping[str, str]] = []
        self.sent: dict[str, float] = {}
        self.window, self.models, self.key = window, models, key
        self.in_the_air = 0
        self._answers = answers if callable(answers) else _in_turn(list(answers))
        self._lock = threading.Lock()
        server = _Server(self)
        if tls:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        self._scheme = "https" if tls else "http"
        super().__init__(server)

    @property
    def url(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def model(self) -> str:
        return f"{self.url}#{self.models[0]}"

    @contextmanager
    def call(self) -> Generator[None]:
        """Counts a chat request as long as it is answered."""
        with self._lock:
            self.in_the_air += 1
        try:
            yield
        finally:
            with self._lock:
                self.in_the_air -= 1

    def answer(self, body: Body) -> Answer:
        with self._lock:
            self.requests.append(body)
            return self._answers(body)


def _in_turn(answers: list[Answer]) -> Callable[[Body], Answer]:
    def next_answer(_body: Body) -> Answer:
        return answers.pop(0) if len(answers) > 1 else answers[0]

    return next_answer


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, owner: Loopback) -> None:
        self.owner = owner
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Says nothing: clients that hang up are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keeps quiet."""

    def do_GET(self) -> None:
        """The list of models, or one of them."""
        owner = self.server.owner
        owner.keys.append(self.headers["Authorization"])
        if owner.key and self.headers["Authorization"] != f"Bearer {owner.key}":
            self._send(401, json.dumps({"error": {"message": "Incorrect API key provided"}}))
            return
        if not urlsplit(self.path).path.startswith("/v1/"):
            self._send(404, json.dumps({"error": {"message": f"There is nothing at {self.path}"}}))
            return
        name = self.path.partition("/models/")[2]
        if name and name not in owner.models:
            self._send(404, json.dumps({"error": {"message": f"The model {name!r} does not exist"}}))
            return
        models = [{"id": name, "object": "model", "max_model_len": owner.window} for name in owner.models]
        self._send(200, json.dumps({"object": "list", "data": models}))

    def do_POST(self) -> None:
        """A chat completion or embeddings."""
        self.server.owner.keys.append(self.headers["Authorization"])
        self.server.owner.headers.append({name.lower(): each for name, each in self.headers.items()})
        body: Body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.endswith("/embeddings"):
            self._send(200, json.dumps(_embeddings(self.server.owner, body)))
            return
        with self.server.owner.call():
            self._reply(body, self.server.owner.answer(body))

    def _reply(self, body: Body, answer: Answer) -> None:
        if answer.delay:
            time.sleep(answer.delay)
        if answer.raw is not None:
            self._send(answer.status, answer.raw, answer.headers)
        elif answer.status != 200:
            refusal = {"error": {"message": answer.error, "type": answer.kind, "code": answer.status}}
            self._send(answer.status, json.dumps(refusal), answer.headers)
        elif answer.pieces is not None:
            self._begin_stream()
            for piece in answer.pieces:
                self._piece(piece)
            self._end_stream()
        elif body.get("stream"):
            self._stream(body, answer)
        else:
            told = json.dumps(completion(body, answer))
            self._send(200, told, answer.headers, breaks_after=answer.breaks_after)

    def _send(
        self,
        status: int,
        text: str,
        headers: Mapping[str, str] | None = None,
        *,
        breaks_after: int | None = None,
    ) -> None:
        if breaks_after == 0:
            self._break()
            return
        data = text.encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if breaks_after is not None:
            self.wfile.write(" ".join(text.split(" ")[:breaks_after]).encode())
            self._break()
            return
        self.wfile.write(data)
        self.wfile.flush()

    def _break(self) -> None:
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def _begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def _end_stream(self) -> None:
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def _stream(self, body: Body, answer: Answer) -> None:
        self._begin_stream()
        for number, chunk in enumerate(_chunks(body, answer)):
            if number == answer.breaks_after:
                self._break()
                return
            if answer.pace:
                time.sleep(answer.pace)
            if answer.going_on and number == FIRST_WORDS:
                answer.going_on.wait()
            self.server.owner.sent.setdefault(answer.text, time.time())
            self._piece(f"data: {json.dumps(chunk)}\n\n".encode())
        self._piece(b"data: [DONE]\n\n")
        self._end_stream()
        if answer.closes:
            self._break()

    def _piece(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()


def completion(body: Body, answer: Answer) -> Body:
    said = {"content": None, "refusal": answer.text} if answer.is_refused else {"content": answer.text}
    message = {"role": "assistant", **said} | (
        {answer.thoughts_field: answer.thoughts} if answer.thoughts else {}
    )
    choice = {"index": 0, "message": message, "finish_reason": answer.finish, "logprobs": _logprobs(answer)}
    return {**_head(body, "chat.completion"), "choices": [choice], "usage": _usage(body, answer)}


def _chunks(body: Body, answer: Answer) -> Iterable[Body]:
    head = _head(body, "chat.completion.chunk")
    field = "refusal" if answer.is_refused else "content"
    for word in answer.thoughts.split():
        delta = {answer.thoughts_field: f"{word} "}
        yield {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    words = answer.text.split(" ")
    step = 1 + len(words) // 500
    for start in range(0, len(words), step):
        said = " ".join(words[start : start + step])
        yield {**head, "choices": [{"index": 0, "delta": {field: f"{said} "}, "finish_reason": None}]}
    yield {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": answer.finish}]}
    yield {**head, "choices": [], "usage": _usage(body, answer)}


def _head(body: Body, kind: str) -> Body:
    return {"id": "loopback", "object": kind, "created": 1, "model": body["model"]}


def _usage(body: Body, answer: Answer) -> Mapping[str, Any] | None:
    if answer.usage is None or answer.usage:
        return answer.usage
    characters = sum(len(str(message["content"])) for message in body["messages"])
    prompt = characters // 4 if answer.input_tokens is None else answer.input_tokens
    completion = len(answer.text) // 4 + 1
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": answer.cached_tokens},
    }


def _logprobs(answer: Answer) -> Body | None:
    if not answer.probabilities:
        return None
    candidates = [
        {"token": token, "logprob": math.log(probability), "bytes": None}
        for token, probability in answer.probabilities.items()
    ]
    return {"content": [{**candidates[0], "top_logprobs": candidates}]}


def _embeddings(owner: Loopback, body: Body) -> Body:
    owner.embedded.append(body["input"])
    vectors = [[byte + 1.0 for byte in sha256(text.encode()).digest()[:4]] for text in body["input"]]
    data = [{"object": "embedding", "index": n, "embedding": vector} for n, vector in enumerate(vectors)]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return {"object": "list", "model": body["model"], "data": data, "usage": usage}
