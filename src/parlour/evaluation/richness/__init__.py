"""The richness of games in what is said, believed and remembered (Deng and Cai, section 2.6)."""

from parlour.evaluation.richness.estimates import (
    CONTROLLED,
    RICH_LABELS,
    RICHNESS,
    RichEstimate,
    RichnessUnit,
    TextControls,
    control_estimates,
    judged_estimates,
    judgement_estimates,
    text_estimates,
)
from parlour.evaluation.richness.ewavm import MOMENTS, TIMES, Judge, MemorableMoment, Mention, Quality
from parlour.evaluation.richness.judgement import RoleShare, coin_flips, position, role_shares, shares_of
from parlour.evaluation.richness.table_talk import TableTalk, TableUtterance, table_talk
from parlour.evaluation.richness.text_distance import (
    common_length,
    shuffled_speakers,
    text_distance,
    voices,
    without_each,
)

__all__ = [
    "CONTROLLED",
    "MOMENTS",
    "RICHNESS",
    "RICH_LABELS",
    "TIMES",
    "Judge",
    "MemorableMoment",
    "Mention",
    "Quality",
    "RichEstimate",
    "RichnessUnit",
    "RoleShare",
    "TableTalk",
    "TableUtterance",
    "TextControls",
    "coin_flips",
    "common_length",
    "control_estimates",
    "judged_estimates",
    "judgement_estimates",
    "position",
    "role_shares",
    "shares_of",
    "shuffled_speakers",
    "table_talk",
    "text_distance",
    "text_estimates",
    "voices",
    "without_each",
]
