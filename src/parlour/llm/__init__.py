"""One door to language models: generate, parse, weigh."""

from parlour.llm.backend import (
    NOTHING,
    Backend,
    Call,
    CallKey,
    CallLog,
    Completion,
    OnChunk,
    Provider,
    Usage,
)
from parlour.llm.budgeted import Budget, Budgeted
from parlour.llm.door import Door
from parlour.llm.embedding import Embedding, default_embedding_name, open_embedding
from parlour.llm.limited import Limited
from parlour.llm.metered import Ledger, Metered, Tally
from parlour.llm.model import REPLY_TOKENS, TEMPERATURE, LanguageModel, Weights, read_reply
from parlour.llm.prompt import RULES, Language, Origin, Part, Prompt, Repair, Source
from parlour.llm.providers import KINDS, Kind, open_provider
from parlour.llm.recorded import Keys, Recorded, Replayed
from parlour.llm.retried import Retried
from parlour.llm.templates import Templates
from parlour.llm.tokens import count_tokens
from parlour.llm.weights import WHEELS, fetch_model, model_path, models_folder

__all__ = [
    "KINDS",
    "NOTHING",
    "REPLY_TOKENS",
    "RULES",
    "TEMPERATURE",
    "WHEELS",
    "Backend",
    "Budget",
    "Budgeted",
    "Call",
    "CallKey",
    "CallLog",
    "Completion",
    "Door",
    "Embedding",
    "Keys",
    "Kind",
    "Language",
    "LanguageModel",
    "Ledger",
    "Limited",
    "Metered",
    "OnChunk",
    "Origin",
    "Part",
    "Prompt",
    "Provider",
    "Recorded",
    "Repair",
    "Replayed",
    "Retried",
    "Source",
    "Tally",
    "Templates",
    "Usage",
    "Weights",
    "count_tokens",
    "default_embedding_name",
    "fetch_model",
    "model_path",
    "models_folder",
    "open_embedding",
    "open_provider",
    "read_reply",
]
