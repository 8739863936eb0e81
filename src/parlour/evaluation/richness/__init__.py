"""How rich games are in what is said, believed and remembered (Deng and Cai, section 2.6)."""

from parlour.evaluation.richness.coin_flips import coin_flips, position, position_of_votes
from parlour.evaluation.richness.estimates import (
    CONTROLLED,
    RichEstimate,
    TextControls,
    control_estimates,
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
from parlour.evaluation.richness.text_controls import (
    common_length,
    equal_length,
    shuffled_speakers,
    voices,
    word_salad,
)
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
    "CONTROLLED",
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
    "TextControls",
    "by_seat",
    "coin_flips",
    "common_length",
    "control_estimates",
    "distance_by_round",
    "equal_length",
    "ewavm",
    "judged_estimates",
    "judgement_estimates",
    "judgement_variation",
    "matrix_distance",
    "memorability",
    "moments_by_seat",
    "position",
    "position_of_votes",
    "rating",
    "role_shares",
    "shares_of",
    "shuffled_speakers",
    "table_talk",
    "text_distance",
    "text_estimates",
    "variation",
    "voices",
    "who_is_what",
    "without_each",
    "word_salad",
]
