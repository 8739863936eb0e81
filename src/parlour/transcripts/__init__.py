"""Games that were played elsewhere, in one open form: read from their collections, kept, and handed on."""

from parlour.transcripts.corpus import CORPORA, PROTOCOL, Corpus
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
    "SeatNames",
    "TranscriptOutcome",
    "TranscriptSource",
    "TranscriptSummary",
    "as_mapping",
    "digest_of",
    "find_transcript",
    "folder_of",
    "import_corpus",
    "numbered",
    "read_csv",
    "read_json",
    "read_text",
    "seats_of",
    "slug",
    "small_words",
    "spelled",
    "summaries",
    "summary_of",
    "transcript_schema",
    "transcript_schema_text",
    "transcript_tables",
    "with_oddities",
]
