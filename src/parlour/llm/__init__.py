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
from parlour.llm.budgeted import Budget, Budgeted, refuse_unpriced
from parlour.llm.door import Door
from parlour.llm.embedding import Embedding, default_embedding_name, open_embedding
from parlour.llm.limited import Limited
from parlour.llm.metered import Ledger, Metered, Tally
from parlour.llm.model import REPLY_TOKENS, TEMPERATURE, LanguageModel, Weights, read_reply
from parlour.llm.models import Models
from parlour.llm.prompt import EVERYBODY, RULES, Language, Origin, Part, Prompt, Repair, Source
from parlour.llm.providers import KINDS, READER, Kind, default_model, open_provider
from parlour.llm.recorded import Keys, Recorded, Replayed
from parlour.llm.rehearsal import SPEECH, Rehearsal, filled
from parlour.llm.retried import Retried
from parlour.llm.shared import AT, Shared
from parlour.llm.templates import Templates
from parlour.llm.tokens import count_tokens
from parlour.llm.wants import (
    About,
    Addressee,
    Choice,
    Culprit,
    Gain,
    Met,
    Needed,
    Observed,
    Profile,
    Reason,
    Sensed,
    Speech,
    Suspects,
    Talk,
    Target,
    Timelines,
    Told,
    Topics,
    Want,
    wanting,
)
from parlour.llm.weights import WHEELS, fetch_model, model_path, models_folder

__all__ = [
    "AT",
    "EVERYBODY",
    "KINDS",
    "NOTHING",
    "READER",
    "REPLY_TOKENS",
    "RULES",
    "SPEECH",
    "TEMPERATURE",
    "WHEELS",
    "About",
    "Addressee",
    "Backend",
    "Budget",
    "Budgeted",
    "Call",
    "CallKey",
    "CallLog",
    "Choice",
    "Completion",
    "Culprit",
    "Door",
    "Embedding",
    "Gain",
    "Keys",
    "Kind",
    "Language",
    "LanguageModel",
    "Ledger",
    "Limited",
    "Met",
    "Metered",
    "Models",
    "Needed",
    "Observed",
    "OnChunk",
    "Origin",
    "Part",
    "Profile",
    "Prompt",
    "Provider",
    "Reason",
    "Recorded",
    "Rehearsal",
    "Repair",
    "Replayed",
    "Retried",
    "Sensed",
    "Shared",
    "Source",
    "Speech",
    "Suspects",
    "Talk",
    "Tally",
    "Target",
    "Templates",
    "Timelines",
    "Told",
    "Topics",
    "Usage",
    "Want",
    "Weights",
    "count_tokens",
    "default_embedding_name",
    "default_model",
    "fetch_model",
    "filled",
    "model_path",
    "models_folder",
    "open_embedding",
    "open_provider",
    "read_reply",
    "refuse_unpriced",
    "wanting",
]
