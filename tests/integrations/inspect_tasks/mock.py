"""Inspect's mock model, playing: it fills what it is asked for and says how many tokens it took."""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from inspect_ai import eval as evaluate
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ChatMessage, Model, ModelOutput, ModelUsage, get_model

INSPECTS_OWN_WARNINGS = pytest.mark.filterwarnings(
    "ignore:Exception ignored in.*MemoryObject:pytest.PytestUnraisableExceptionWarning",
    "ignore:Unclosed <MemoryObject:ResourceWarning",
    "ignore:The 'initial' parameter is deprecated:DeprecationWarning",
)
"""It leaves streams to the garbage collector, and calls tenacity as older releases want it."""
SPENT = ModelUsage(input_tokens=10, output_tokens=4, total_tokens=14)
FORM = re.compile(r'^\{"properties".*\}$|^\{"\$defs".*\}$', re.MULTILINE)


@dataclass
class Mock:
    """A mind that takes the first of what it may choose.

    Attributes:
        name: after `mockllm/`.
        heard: every conversation that it was sent.
        fails: with what it answers instead, if anything.
    """

    name: str = "model"
    heard: list[str] = field(default_factory=list)
    fails: Exception | None = None

    @property
    def model(self) -> Model:
        return get_model(f"mockllm/{self.name}", custom_outputs=self._output)

    def _output(self, messages: list[ChatMessage], *_: Any) -> ModelOutput:
        if self.fails:
            raise self.fails
        self.heard.append("\n".join(message.text for message in messages))
        output = ModelOutput.from_content(f"mockllm/{self.name}", _reply(messages[-1].text))
        output.usage = SPENT
        return output


def _reply(asked: str) -> str:
    forms = FORM.findall(asked)
    return json.dumps(_filled(json.loads(forms[-1]))) if forms else "I have nothing to hide."


def _filled(form: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(told) for name, told in form.get("properties", {}).items()}


def _value(told: dict[str, Any]) -> Any:
    if "enum" in told:
        return told["enum"][0]
    return {"string": "because", "integer": 1, "number": 1, "array": [], "boolean": False}.get(
        told.get("type", "")
    )


def played(
    task: str, mock: Mock | None = None, /, *, about: dict[str, Any] | None = None, **args: Any
) -> EvalLog:
    model = (mock or Mock()).model
    [log] = evaluate(task, model=model, task_args=args, display="none", log_dir="logs", **(about or {}))
    return read_eval_log(log.location)


def value(log: EvalLog, score: str, metric: str = "accuracy") -> float:
    assert log.results
    [found] = [each for each in log.results.scores if each.name == score]
    return found.metrics[metric].value
