"""Labels on deeds by rules, by a person and by a model, and how far they agree."""

from parlour.games.werewolf.labelling.items import LabelledDeed, read_labels
from parlour.games.werewolf.labelling.terminal import WerewolfLabelling, agreements

__all__ = ["PART", "LabelledDeed", "agreements", "read_labels"]

PART = WerewolfLabelling()
