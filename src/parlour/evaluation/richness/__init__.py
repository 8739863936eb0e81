"""How rich games are in what is said, believed and remembered (Deng and Cai, section 2.6)."""

from parlour.evaluation.richness.estimates import (
    RichEstimate,
    judged_estimates,
    judgement_estimates,
    text_estimates,
)
from parlour.evaluation.richness.ewavm import (
    TIMES,
    Judge,
    Quality,
    ewavm,
    rating,
)
from parlour.evaluation.richness.judgement import (
    RoleShare,
    by_seat,
    judgement_variation,
    role_shares,
    shares_of,
)
from parlour.evaluation.richness.memorability import (
    MOMENTS,
    MemorableMoment,
    memorability,
    moments_by_seat,
)
from parlour.evaluation.richness.names import RICH_LABELS, RICHNESS, RichnessUnit
from parlour.evaluation.richness.table_talk import NamedVote, TableTalk, TableUtterance, table_talk
from parlour.evaluation.richness.text_distance import (
    distance_by_round,
    text_distance,
    without_each,
)
from parlour.evaluation.richness.variation import (
    Matrix,
    Mention,
    matrix_distance,
    variation,
    who_is_what,
)

__all__ = [
    "MOMENTS",
    "RICHNESS",
    "RICH_LABELS",
    "TIMES",
    "Judge",
    "Matrix",
    "MemorableMoment",
    "Mention",
    "NamedVote",
    "Quality",
    "RichEstimate",
    "RichnessUnit",
    "RoleShare",
    "TableTalk",
    "TableUtterance",
    "by_seat",
    "distance_by_round",
    "ewavm",
    "judged_estimates",
    "judgement_estimates",
    "judgement_variation",
    "matrix_distance",
    "memorability",
    "moments_by_seat",
    "rating",
    "role_shares",
    "shares_of",
    "table_talk",
    "text_distance",
    "text_estimates",
    "variation",
    "who_is_what",
    "without_each",
]
