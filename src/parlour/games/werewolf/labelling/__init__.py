"""Labels on deeds by rules, by a person and by a model, and how far they agree."""

from parlour.games.werewolf.labelling.agreement import Agreement, agreements
from parlour.games.werewolf.labelling.given import Given, read_labels
from parlour.games.werewolf.labelling.items import LabelledDeed, sample
from parlour.games.werewolf.labelling.judge import judge
from parlour.games.werewolf.labelling.page import labelling_page
from parlour.games.werewolf.labelling.terminal import WerewolfLabelling

__all__ = [
    "PART",
    "Agreement",
    "Given",
    "LabelledDeed",
    "WerewolfLabelling",
    "agreements",
    "judge",
    "labelling_page",
    "read_labels",
    "sample",
]

PART = WerewolfLabelling()
