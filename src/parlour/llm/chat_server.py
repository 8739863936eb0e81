"""The client of an OpenAI-compatible chat server: aiohttp, and of a reply the few fields that are needed.

Servers differ in what they send: null or nothing for a field, text in parts, an error with status 200, a
stream where none was asked for. A body and the events of a stream are read by the same code, field by field.

Heavy to import: only `servers` does so.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Any, cast
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import certifi
from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout, TCPConnector
from pydantic import BaseModel
from pydantic_core import from_json, to_json

from parlour.errors import UsageError
from parlour.llm.backend import Call, OnChunk
from parlour.llm.profile import TIMEOUT, ServerProfile
from parlour.llm.responses import CallFailure, Reply, ServerRefusal, UnreadableReply

IDLE = 4.0
"""Seconds after which an idle connection is closed: before servers do, which mostly take five."""
_NO_LIMIT = ClientTimeout(total=None)
_THOUGHTS = ("reasoning_content", "reasoning", "thinking")
"""The fields in which servers send thoughts, of which only the first is read."""
_DECODER = json.JSONDecoder()
Body = dict[str, Any]


class ChatServer:
    """An endpoint over one model of a chat server.

    It opens as many connections as there are calls at once, which the caller limits.
    """

    provider = "compatible"
    patience = TIMEOUT
    has_batches = False

    def __init__(self, url: str, model: str, key: str) -> None:
        self.url, self.model_name, self.profile = url, model, ServerProfile(holds=True)
        self._address = endpoint(url, "chat/completions")
        self._own_headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self.headers: Mapping[str, str] = {}
        self._proxy = proxy_of(url)
        self._sessions: dict[bool, ClientSession] = {}

    async def ask(
        self, call: Call, profile: ServerProfile, room: int, on_text: OnChunk | None = None
    ) -> Reply:
        """Sends a call once; raises a `CallFailure` if no reply comes of it."""
        body = _body(self.model_name, call, profile, room)
        if on_text:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        try:
            async with self._session(is_streamed=on_text is not None).post(
                self._address,
                data=to_json(body),
                headers={**self._own_headers, **self.headers},
                proxy=self._proxy,
                allow_redirects=False,  # keys in headers and private prompts go to the named address alone
            ) as response:
                if elsewhere := response.headers.get("Location", "") if response.status // 100 == 3 else "":
                    raise ServerRefusal(
                        response.status, f"it sends elsewhere: name {elsewhere} as the address"
                    )
                if not response.ok:
                    raise _refusal(response, await response.read())
                if not on_text:
                    return _read_whole(await response.read())
                return await _read_stream(response.content.iter_any(), on_text)
        except (ClientError, OSError) as error:
            raise CallFailure(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        for session in self._sessions.values():
            await session.close()
        self._sessions.clear()

    def _session(self, *, is_streamed: bool) -> ClientSession:
        """Returns the open connections: over plain HTTP a new one for each stream, which llama.cpp closes."""
        is_secure = self._address.startswith("https")
        closes = is_streamed and not is_secure
        if closes not in self._sessions:
            secure = tls_context() if is_secure else True
            if closes:
                connector = TCPConnector(limit=0, force_close=True, ssl=secure)
            else:
                connector = TCPConnector(limit=0, keepalive_timeout=IDLE, ssl=secure)
            self._sessions[closes] = ClientSession(connector=connector, timeout=_NO_LIMIT)
        return self._sessions[closes]


def proxy_of(url: str) -> str | None:
    """Returns the address of the proxy that the environment names for a server, if any."""
    address, proxies = urlsplit(url), getproxies()
    proxy = proxies.get(address.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(address.hostname or ""):
        return None
    if not proxy.startswith(("http://", "https://")):
        raise UsageError(
            f"{url}: the proxy {proxy} is of no known kind: name one with http:// or add no_proxy"
        )
    return proxy


def endpoint(url: str, path: str) -> str:
    """Returns the address of a path of a server, whose own address may have a query."""
    address, mark, query = url.partition("?")
    return f"{address.rstrip('/')}/{path}{mark}{query}"


def tls_context() -> ssl.SSLContext:
    """Returns the certificates of the system and of certifi, which slim images lack."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _body(model: str, call: Call, profile: ServerProfile, room: int) -> Body:
    turns = [{"role": role, "content": "\n\n".join(pieces)} for role, pieces in profile.turns(call)]
    body: Body = {"model": model, "messages": turns, "stream": False, **profile.fields(call, room)}
    if call.reply and profile.takes("schemas"):
        body["response_format"] = _response_format(call.reply)
    return body | profile.extra_body()


@lru_cache(maxsize=512)
def _response_format(reply: type[BaseModel]) -> Body:
    schema = {"name": reply.__name__, "schema": reply.model_json_schema()}
    return {"type": "json_schema", "json_schema": schema}


def _refusal(response: ClientResponse, data: bytes) -> ServerRefusal:
    text = data.decode(errors="replace")
    try:
        content: object = json.loads(text)
    except json.JSONDecodeError:
        content = text.strip()
    body = cast("Body", content).get("error", content) if isinstance(content, dict) else content
    return ServerRefusal(response.status, body, retry_after=_retry_after(response.headers))


def _retry_after(headers: Mapping[str, str]) -> float | None:
    text, milliseconds = headers.get("Retry-After", ""), headers.get("retry-after-ms", "")
    with suppress(ValueError):
        return max(0.0, float(milliseconds) / 1000 if milliseconds else float(text))
    with suppress(ValueError):
        until = parsedate_to_datetime(text)
        until = until if until.tzinfo else until.replace(tzinfo=UTC)
        return max(0.0, (until - datetime.now(UTC)).total_seconds())
    return None


class _Parts:
    """The parts of a reply in one body or many events, put together."""

    def __init__(self) -> None:
        self.has_choice, self._usage, self._logprobs = False, Body(), ()
        self._text = self._thoughts = self._refusal = self._arguments = self._finish = ""

    def add(self, chunk: Body) -> str:
        """Adds a body or an event; returns its text."""
        nested = as_mapping(chunk.get("provider"))  # OpenRouter nests a provider's whole reply at times
        body = nested if nested and not chunk.get("choices") else chunk
        self._usage = as_mapping(body.get("usage")) or self._usage
        choice = _first(body.get("choices"))
        error, finish = body.get("error") or choice.get("error"), choice.get("finish_reason")
        if error or finish == "error":
            raise ServerRefusal(_status(error), error or "the reply ended with finish_reason 'error'")
        if not choice:
            return ""
        self.has_choice, self._finish = True, finish if isinstance(finish, str) and finish else self._finish
        self._logprobs = self._logprobs or _first_logprobs(choice)
        message = as_mapping(choice.get("message")) or as_mapping(choice.get("delta"))
        text, thoughts = _words(message.get("content"))
        field = next(
            (thought for name in _THOUGHTS if isinstance(thought := message.get(name), str) and thought), ""
        )
        self._text += text
        self._thoughts += thoughts or field
        self._refusal += str(message.get("refusal") or "")
        self._arguments += _arguments(message)
        return text

    @property
    def is_nothing(self) -> bool:
        """True if there is no word, no refusal and no reason of an end."""
        return not any((self._text, self._thoughts, self._refusal, self._arguments, self._finish))

    def reply(self) -> Reply:
        usage = self._usage
        input_details, output_details = (
            as_mapping(usage.get(f"{name}_tokens_details")) for name in ("prompt", "completion")
        )
        return Reply(
            text=self._text or self._arguments,
            thoughts=self._thoughts or None,
            finish=self._finish,
            refusal=self._refusal,
            logprobs=self._logprobs,
            input_tokens=_count(usage, "prompt_tokens"),
            cached_tokens=_count(input_details, "cached_tokens"),
            written_tokens=_count(input_details, "cache_write_tokens"),
            output_tokens=_count(usage, "completion_tokens"),
            thought_tokens=_count(output_details, "reasoning_tokens"),
        )


def _read_whole(data: bytes) -> Reply:
    try:
        bodies = [from_json(data)]
    except ValueError:
        bodies = [*_events(data.splitlines())] or [_object(data.decode(errors="replace").lstrip())]
    parts = _Parts()
    for body in bodies:
        parts.add(as_mapping(body))
    if not parts.has_choice:
        raise UnreadableReply(f"a reply with no choices: {data[:200].decode(errors='replace')}")
    return parts.reply()


async def _read_stream(pieces: AsyncIterator[bytes], on_text: OnChunk) -> Reply:
    parts, rest, whole, has_events = _Parts(), b"", b"", False
    async for piece in _with_end(pieces):
        whole += b"" if has_events else piece
        *lines, rest = (rest + piece).split(b"\n")
        for event in _events(lines):
            has_events = True
            on_text(parts.add(event))
    if not has_events:
        reply = _read_whole(whole)
        on_text(reply.text)
        return reply
    if parts.is_nothing:
        raise UnreadableReply("a stream of nothing")
    return parts.reply()


async def _with_end(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    async for piece in pieces:
        yield piece
    yield b"\n"


def _events(lines: Iterable[bytes]) -> Iterator[Body]:
    """Yields the JSON objects in the lines of a stream; comments, pings and its end are none."""
    for line in lines:
        payload = line.removeprefix(b"data:").strip() if line.startswith(b"data:") else b""
        if payload.startswith(b"{"):
            yield _object(payload.decode(errors="replace"))


def _object(text: str) -> Body:
    try:
        return as_mapping(_DECODER.raw_decode(text)[0])
    except json.JSONDecodeError as error:
        raise UnreadableReply(f"{error}: {text[:200]}" if text else "an empty body") from error


def _words(content: object) -> tuple[str, str]:
    """Returns the text and the thoughts of a content, which Mistral and others send in parts."""
    if isinstance(content, str):
        return content, ""
    texts, thoughts = list[str](), list[str]()
    for part in cast("list[Any]", content) if isinstance(content, list) else ():
        match part:
            case {"text": str(text)}:
                texts.append(text)
            case {"thinking": [*pieces]}:
                thoughts += [_words([piece])[0] for piece in pieces]
            case _:
                pass
    return "".join(texts), "".join(thoughts)


def _arguments(message: Body) -> str:
    match message.get("tool_calls"):
        case [{"function": {"arguments": arguments}}, *_]:
            return arguments if isinstance(arguments, str) else json.dumps(arguments)
        case _:
            return ""


def _first_logprobs(choice: Body) -> tuple[tuple[str, float], ...]:
    match choice.get("logprobs"):
        case {"content": [{"top_logprobs": [*candidates]}, *_]}:
            return tuple((str(candidate["token"]), float(candidate["logprob"])) for candidate in candidates)
        case _:
            return ()


def _first(value: object) -> Body:
    return as_mapping(cast("list[object]", value)[0]) if isinstance(value, list) and value else {}


def as_mapping(value: object) -> Body:
    """Returns a JSON object, and an empty one for any other value."""
    return cast("Body", value) if isinstance(value, dict) else {}


def _count(usage: Body, name: str) -> int:
    value = usage.get(name)
    return value if isinstance(value, int) and value > 0 else 0


def _status(error: object) -> int:
    """The status that an error in a body of status 200 stands for."""
    match error:
        case {"code": int(code)} if 400 <= code < 600:
            return code
        case _:
            return 502
