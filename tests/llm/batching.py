"""A provider on the loopback address with batches: OpenAI's and Anthropic's, as their own clients speak them.

It answers single requests too. Batches end when they are let.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.arena.replies import varied
from tests.llm.loopback import Answer, Body
from tests.serving import Serving

TOKENS = {"input_tokens": 1000, "output_tokens": 10}


class BatchProvider(Serving):
    """Runs in a thread while its `with` block does."""

    def __init__(self, fate: Callable[[int], str] = lambda _: "succeeded", *, port: int = 0) -> None:
        self.asked: list[Body] = []
        self.batches: dict[str, dict[str, Body]] = {}
        self.files: dict[str, str] = {}
        self.open = threading.Event()
        self.open.set()
        self.looked = self.refuses = self._count = 0
        self._fate, self._lock = fate, threading.Lock()
        self._fates: dict[str, str] = {}
        super().__init__(_Server(self, port))

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def variables(self) -> Mapping[str, str]:
        url = f"http://127.0.0.1:{self.port}"
        return {
            "OPENAI_BASE_URL": f"{url}/v1",
            "OPENAI_API_KEY": "k",
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": "k",
        }

    @property
    def batched(self) -> int:
        return sum(map(len, self.batches.values()))

    def take(self, requests: dict[str, Body]) -> str:
        with self._lock:
            name = f"batch_{len(self.batches)}"
            self.batches[name] = requests
            for each in requests:
                self._fates[name + each] = self._fate(self._count)
                self._count += 1
            return name

    def decide(self, fate: Callable[[int], str]) -> None:
        self._fate = fate

    def fate(self, batch: str, request: str) -> str:
        return self._fates[batch + request]


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, owner: BatchProvider, port: int) -> None:
        self.owner = owner
        super().__init__(("127.0.0.1", port), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Says nothing: clients that are killed are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keeps quiet."""

    def do_POST(self) -> None:
        owner, path = self.server.owner, self.path.partition("?")[0]
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if path.endswith("/files"):
            name = f"file_{len(owner.files)}"
            owner.files[name] = raw.decode().partition("\r\n\r\n")[2]
            self._send({"id": name, "object": "file"})
            return
        body: Body = json.loads(raw)
        if path.endswith("/batches") and owner.refuses:
            self._send({"error": {"message": "no batches for you", "type": "e"}}, owner.refuses)
        elif path.endswith("/messages/batches"):
            batch = owner.take({each["custom_id"]: each["params"] for each in body["requests"]})
            self._send(_message_batch(owner, batch))
        elif path.endswith("/batches"):
            uploaded = owner.files[body["input_file_id"]].replace("\r", "")
            told = [json.loads(line) for line in re.findall(r'^\{"custom_id".*\}$', uploaded, re.MULTILINE)]
            assert {each["url"] for each in told} == {"/v1/responses"} == {body["endpoint"]}
            self._send(_batch(owner, owner.take({each["custom_id"]: each["body"] for each in told})))
        else:
            owner.asked.append(body)
            self._send(_message(body) if path.endswith("/messages") else _completion(body))

    def do_GET(self) -> None:
        owner, path = self.server.owner, self.path.partition("?")[0]
        if found := re.search(r"/messages/batches/(\w+)/results$", path):
            self._lines(owner, found[1], _message_result)
        elif found := re.search(r"/messages/batches/(\w+)$", path):
            owner.looked += 1
            self._send(_message_batch(owner, found[1]))
        elif found := re.search(r"/batches/(\w+)$", path):
            owner.looked += 1
            self._send(_batch(owner, found[1]))
        elif found := re.search(r"/files/out_(\w+)/content$", path):
            self._lines(owner, found[1], _line)
        else:
            self._send({"data": [{"id": "gpt-4o-mini"}]})

    def do_DELETE(self) -> None:
        self._send({"id": self.path.rpartition("/")[2], "object": "file", "deleted": True})

    def _lines(self, owner: BatchProvider, batch: str, made: Callable[[str, str, Body], Body]) -> None:
        rows = [made(owner.fate(batch, name), name, body) for name, body in owner.batches[batch].items()]
        self._write("\n".join(map(json.dumps, rows)), "application/x-jsonl", 200)

    def _send(self, told: Body, status: int = 200) -> None:
        self._write(json.dumps(told), "application/json", status)

    def _write(self, text: str, kind: str, status: int) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _said(body: Body) -> str:
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
    schema = schema or body.get("text", {}).get("format", {}).get("schema")
    schema = schema or body.get("output_config", {}).get("format", {}).get("schema")
    messages: list[Body] = body.get("messages") or body.get("input") or []
    form = {"response_format": {"json_schema": {"schema": schema}}} if schema else {}
    answer: Answer = varied({"messages": messages, **form})
    return answer.text


def _batch(owner: BatchProvider, name: str) -> Body:
    is_over = owner.open.is_set()
    told: Body = {
        "id": name,
        "object": "batch",
        "endpoint": "/v1/responses",
        "completion_window": "24h",
        "created_at": 1_700_000_000 + int(name.rpartition("_")[2]),
        "input_file_id": "file_0",
        "status": "completed" if is_over else "in_progress",
    }
    return {**told, "output_file_id": f"out_{name}"} if is_over else told


def _line(fate: str, name: str, body: Body) -> Body:
    error = {"message": "broken", "type": "server_error"}
    fates: dict[str, Body] = {
        "nameless": {"response": None, "error": None},
        "succeeded": {"custom_id": name, "response": {"status_code": 200, "body": _response(body)}},
        "errored": {"custom_id": name, "response": {"status_code": 500, "body": {"error": error}}},
    }
    late = {"custom_id": name, "response": None, "error": {"code": "batch_expired", "message": "late"}}
    return {"id": "x", **fates.get(fate, late)}


def _response(body: Body) -> Body:
    text: Body = {"type": "output_text", "text": _said(body), "annotations": []}
    output = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [text]}
    usage = {
        **TOKENS,
        "total_tokens": sum(TOKENS.values()),
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    }
    return {
        "id": "r",
        "object": "response",
        "created_at": 1,
        "model": body["model"],
        "status": "completed",
        "output": [output],
        "usage": usage,
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
    }


def _completion(body: Body) -> Body:
    choice = {"index": 0, "message": {"role": "assistant", "content": _said(body)}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010}
    head = {"id": "c", "object": "chat.completion", "created": 1, "model": body["model"]}
    return {**head, "choices": [choice], "usage": usage}


def _message(body: Body) -> Body:
    return {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [{"type": "text", "text": _said(body)}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": TOKENS,
    }


def _message_batch(owner: BatchProvider, name: str) -> Body:
    is_over, url = owner.open.is_set(), owner.variables["ANTHROPIC_BASE_URL"]
    counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
    return {
        "id": name,
        "type": "message_batch",
        "processing_status": "ended" if is_over else "in_progress",
        "request_counts": counts,
        "created_at": "2026-01-01T00:00:00Z",
        "expires_at": "2026-01-02T00:00:00Z",
        "ended_at": "2026-01-01T01:00:00Z" if is_over else None,
        "archived_at": None,
        "cancel_initiated_at": None,
        "results_url": f"{url}/v1/messages/batches/{name}/results" if is_over else None,
    }


def _message_result(fate: str, name: str, body: Body) -> Body:
    result: dict[str, Any] = {"type": fate}
    if fate == "succeeded":
        result["message"] = _message(body)
    elif fate == "errored":
        error = {"type": "api_error", "message": "broken"}
        result["error"] = {"type": "error", "error": error, "request_id": "q"}
    return {"custom_id": name, "result": result}
