"""One door to language models: generate, parse, weigh."""

from parlour.llm.backend import Backend, Call, CallKey, CallLog, Completion, OnChunk, Usage
from parlour.llm.model import LanguageModel, Weights, read_reply
from parlour.llm.prompt import RULES, Language, Origin, Part, Prompt, Repair, Source
from parlour.llm.templates import Templates

__all__ = [
    "RULES",
    "Backend",
    "Call",
    "CallKey",
    "CallLog",
    "Completion",
    "Language",
    "LanguageModel",
    "OnChunk",
    "Origin",
    "Part",
    "Prompt",
    "Repair",
    "Source",
    "Templates",
    "Usage",
    "Weights",
    "read_reply",
]
