"""Labels on deeds by rules, by a person and by a model, and how far they agree."""

from parlour.experiments.labelling.agreement import Agreement, agreements
from parlour.experiments.labelling.given import Given, read_labels
from parlour.experiments.labelling.items import Item, sample
from parlour.experiments.labelling.judge import judge
from parlour.experiments.labelling.page import labelling_page

__all__ = ["Agreement", "Given", "Item", "agreements", "judge", "labelling_page", "read_labels", "sample"]
