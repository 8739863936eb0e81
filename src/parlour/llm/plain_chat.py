"""A chat server at a plain address, asked by a client that takes a tenth of the CPU of the usual ones.

pydantic-ai over OpenAI's client over HTTPX takes some 3 ms for a call, aiohttp 0.2; so a process could not
keep a server of 128 slots busy (docs/scale.md, "One process"). What a reply means is read by pydantic-ai.

Heavy to import: only `compatible` does so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, cast
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout, TCPConnector
from openai.types.chat import ChatCompletion
from pydantic import ValidationError
from pydantic_ai.exceptions import ModelAPIError, ModelHTTPError, UnexpectedModelBehavior
from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters, check_allow_model_requests
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage
from pydantic_core import to_json

IDLE = 4.0
"""Seconds after which an idle connection is closed: before servers do, which mostly take five."""
_SENT_AS = {
    "max_tokens": "max_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
    "seed": "seed",
    "openai_logprobs": "logprobs",
    "openai_top_logprobs": "top_logprobs",
}
_NOT_SENT = ("timeout", "max_retries", "extra_body", "extra_headers")
_WORDS = ("content", "reasoning", "reasoning_content", "refusal")
_DECODER = json.JSONDecoder()
Body = dict[str, Any]


def is_plain(model: OpenAIChatModel) -> bool:
    """True if a server is reached without TLS or a proxy, and its requests have no unusual fields."""
    address, profile = urlsplit(model.base_url or ""), model.profile
    proxies = getproxies()
    is_direct = not (proxies.keys() & {"http", "all"}) or bool(proxy_bypass(address.hostname or ""))
    is_usual = not profile.get("supports_thinking") and not profile.get("openai_system_prompt_role")
    return address.scheme == "http" and is_direct and is_usual


class PlainChatModel(OpenAIChatModel):
    """The model of such a server; streams and unusual requests of a `ServerProfile` use the usual client.

    It keeps as many connections as there are calls at once, which the caller limits.
    """

    _session: ClientSession | None = None

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """One request; raises pydantic-ai's errors, as any of its models does."""
        settings: Body = dict(model_settings or {})
        body = self._body(messages, settings, model_request_parameters)
        if body is None:
            return await super().request(messages, model_settings, model_request_parameters)
        check_allow_model_requests()
        text = await self._answer(body, settings.get("timeout"), settings.get("extra_headers", {}))
        return self._process_response(_completion(text, self.model_name))

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        """Closes the connections."""
        if self._session:
            await self._session.close()
            self._session = None
        return await super().__aexit__(exc_type, exc_val, exc_tb)

    def _body(
        self, messages: Sequence[ModelMessage], settings: Body, parameters: ModelRequestParameters
    ) -> Body | None:
        """Returns the body of the request; None if it needs the usual client."""
        turns, form = list(_turns(messages)), parameters.output_object
        is_plain_form = parameters == ModelRequestParameters(
            output_mode=parameters.output_mode, output_object=form
        ) and (parameters.output_mode == "native") == bool(form)
        if None in turns or settings.keys() - {*_SENT_AS, *_NOT_SENT} or not is_plain_form:
            return None
        body: Body = {"model": self.model_name, "messages": turns, "stream": False}
        body |= {sent: settings[name] for name, sent in _SENT_AS.items() if name in settings}
        body |= settings.get("extra_body", {})
        if form:
            schema = {"name": form.name, "schema": form.json_schema}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    async def _answer(self, body: Body, patience: float | None, extra_headers: Mapping[str, str]) -> str:
        """Returns the body of a reply that is none of an error."""
        if self._session is None:
            self._session = ClientSession(connector=TCPConnector(limit=0, keepalive_timeout=IDLE))
        try:
            async with self._session.post(
                f"{str(self.base_url).rstrip('/')}/chat/completions",
                data=to_json(body),
                headers={
                    "Authorization": f"Bearer {self.client.api_key}",
                    "Content-Type": "application/json",
                    **extra_headers,
                },
                timeout=ClientTimeout(total=None, sock_connect=patience, sock_read=patience),
            ) as response:
                text = (await response.read()).decode(errors="replace")
        except (ClientError, TimeoutError) as error:
            told = f"{type(error).__name__}: {error}"
            raise ModelAPIError(model_name=self.model_name, message=told) from error
        if response.ok:
            return text
        raise self._refusal(response, text)

    def _map_usage(self, response: ChatCompletion) -> RequestUsage:
        """The tokens that it took; whatever is out of the ordinary in it, pydantic-ai reads by its tables."""
        told = response.usage
        cached = told and told.prompt_tokens_details
        unusual = not told or told.model_extra or told.completion_tokens_details
        if (
            not told
            or unusual
            or (cached and cached.model_dump(exclude_none=True).keys() - {"cached_tokens"})
        ):
            return super()._map_usage(response)
        return RequestUsage(
            input_tokens=told.prompt_tokens,
            cache_read_tokens=(cached and cached.cached_tokens) or 0,
            output_tokens=told.completion_tokens,
        )

    def _refusal(self, response: ClientResponse, text: str) -> ModelHTTPError:
        try:
            told: object = json.loads(text)
        except json.JSONDecodeError:
            told = text.strip()
        body = told.get("error", told) if isinstance(told, dict) else told  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        return ModelHTTPError(response.status, self.model_name, body, headers=response.headers)  # pyright: ignore[reportUnknownArgumentType]


def _turns(messages: Sequence[ModelMessage]) -> Iterator[Body | None]:
    """The conversation as servers read it; None for what they read otherwise."""
    for part in (part for message in messages for part in message.parts):
        match part:
            case SystemPromptPart(content=text):
                yield {"role": "system", "content": text}
            case UserPromptPart(content=str(text)):
                yield {"role": "user", "content": text}
            case TextPart(content=text):
                yield {"role": "assistant", "content": text}
            case _:
                yield None


def _completion(text: str, model: str) -> ChatCompletion | str:
    """A reply as OpenAI's client has it, with usual values where a server sends null or nothing.

    Raises:
        ModelHTTPError: if the body, whatever its status, tells of an error.
        UnexpectedModelBehavior: if it has no choice.
    """
    with suppress(ValidationError):
        completion = ChatCompletion.model_validate_json(text)
        if completion.choices:
            return completion
    told = _decode(text)
    return _lenient(cast("Body", told), model) if isinstance(told, dict) else text


def _decode(text: str) -> object:
    """Reads the JSON at the beginning of a body, or of the events of a server that streams unasked."""
    if not text.lstrip().startswith("data:"):
        return _DECODER.raw_decode(text.lstrip())[0]
    lines = (line.removeprefix("data:").strip() for line in text.splitlines() if line.startswith("data:"))
    return _join_events([cast("Body", _DECODER.decode(line)) for line in lines if line.startswith("{")])


def _join_events(events: Sequence[Body]) -> Body:
    """Joins the events of a stream into one body."""
    choices: list[Body] = [choice for event in events for choice in event.get("choices") or ()]
    deltas: list[Body] = [choice.get("delta") or {} for choice in choices]
    words: Body = {name: "".join(str(delta.get(name) or "") for delta in deltas) for name in _WORDS}
    reason = next((each["finish_reason"] for each in reversed(choices) if each.get("finish_reason")), None)
    body: Body = {}
    for event in events:
        body |= _present(event)
    return body | {"choices": [{"message": words, "finish_reason": reason}] if choices else []}


def _lenient(told: Body, model: str) -> ChatCompletion:
    """The completion in a body that is not of OpenAI's form."""
    is_nested = not told.get("choices") and isinstance(told.get("provider"), dict)
    body: Body = told["provider"] if is_nested else told  # OpenRouter nests a provider's whole reply at times
    match body.get("choices"):
        case [{**fields}, *_]:
            choice = _present(fields)
        case _:
            choice: Body = {}
    error = body.get("error") or choice.get("error")
    if error or choice.get("finish_reason") == "error":
        raise ModelHTTPError(_status(error), model, error or "the reply ended with finish_reason 'error'")
    if not choice:
        raise UnexpectedModelBehavior(f"a reply with no choices: {json.dumps(told)[:200]}")
    created = body.get("created")
    said: Body = {"id": "", "model": model} | _present(body)
    said |= {"object": "chat.completion", "created": int(created) if isinstance(created, int | float) else 0}
    said["choices"] = [_usual(choice)]
    return ChatCompletion.construct(**said)


def _usual(choice: Body) -> Body:
    """A choice with what OpenAI always sends."""
    message = {"role": "assistant", "content": None} | _present(choice.get("message") or {})
    if thoughts := _thoughts(message["content"]):
        message["reasoning_content"] = thoughts
    reason = choice.get("finish_reason") or "stop"
    return {
        "index": 0,
        **choice,
        "message": message,
        "finish_reason": reason,
        "logprobs": _logprobs_of(choice),
    }


def _thoughts(content: Any) -> str:  # noqa: ANN401 - of a body of any form
    """The thoughts among the parts of a message, as Mistral sends them."""
    texts = list[str]()
    for part in content if isinstance(content, list) else ():  # pyright: ignore[reportUnknownVariableType]
        match cast("Any", part):
            case {"thinking": [*pieces]}:
                texts += [str(piece["text"]) for piece in pieces if "text" in piece]
            case _:
                pass
    return "".join(texts)


def _logprobs_of(choice: Body) -> Body | None:
    """Returns a choice's log-probabilities, with a list of candidates for every token."""
    match choice.get("logprobs"):
        case {"content": [*tokens]}:
            return {
                "content": [{**token, "top_logprobs": token.get("top_logprobs") or []} for token in tokens]
            }
        case _:
            return None


def _present(fields: Body) -> Body:
    return {name: value for name, value in fields.items() if value is not None}


def _status(error: object) -> int:
    """The status that an error in a body of status 200 stands for."""
    match error:
        case {"code": int(code)} if 400 <= code < 600:
            return code
        case _:
            return 502
