"""A model that reads whole games and tells what it found in them."""

from parlour.experiments.judging.judge import judge
from parlour.experiments.judging.verdicts import Verdicts

__all__ = ["Verdicts", "judge"]
