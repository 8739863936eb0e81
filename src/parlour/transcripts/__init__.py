"""Games that were played elsewhere, in one open form: read from their collections, kept, and handed on."""

from parlour.transcripts.corpus import CORPORA, PROTOCOL, Corpus, RecountRow
from parlour.transcripts.drafting import (
    VOTE_FOR_ONESELF,
    VOTE_MISSING,
    OddRows,
    numbered,
    slug,
    with_oddities,
)
from parlour.transcripts.files import (
    as_mapping,
    digest_of,
    folder_of,
    read_csv,
    read_json,
    read_text,
)
from parlour.transcripts.form import (
    ABSTAINED,
    VERSION,
    CastMember,
    GameTranscript,
    Happening,
    Oddity,
    TranscriptOutcome,
    TranscriptSource,
)
from parlour.transcripts.naming import SeatNames, seats_of, small_words
from parlour.transcripts.schema import transcript_schema, transcript_schema_text, transcript_tables
from parlour.transcripts.shelf import (
    TranscriptSummary,
    find_transcript,
    import_corpus,
    spelled,
    summaries,
    summary_of,
)
from parlour.transcripts.sides import SoughtSeats, sought_seats
from parlour.transcripts.stances import (
    StanceKind,
    TakenStance,
    claimed_roles,
    knows_language,
    named_in,
    public_speeches,
    stances,
    without_names,
)

__all__ = [
    "ABSTAINED",
    "CORPORA",
    "PROTOCOL",
    "VERSION",
    "VOTE_FOR_ONESELF",
    "VOTE_MISSING",
    "CastMember",
    "Corpus",
    "GameTranscript",
    "Happening",
    "OddRows",
    "Oddity",
    "RecountRow",
    "SeatNames",
    "SoughtSeats",
    "StanceKind",
    "TakenStance",
    "TranscriptOutcome",
    "TranscriptSource",
    "TranscriptSummary",
    "as_mapping",
    "claimed_roles",
    "digest_of",
    "find_transcript",
    "folder_of",
    "import_corpus",
    "knows_language",
    "named_in",
    "numbered",
    "public_speeches",
    "read_csv",
    "read_json",
    "read_text",
    "seats_of",
    "slug",
    "small_words",
    "sought_seats",
    "spelled",
    "stances",
    "summaries",
    "summary_of",
    "transcript_schema",
    "transcript_schema_text",
    "transcript_tables",
    "with_oddities",
    "without_names",
]
