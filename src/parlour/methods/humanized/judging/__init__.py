"""A model that reads whole games and tells what it found in them."""

from parlour.methods.humanized.judging.judge import judge
from parlour.methods.humanized.judging.verdicts import JudgeVerdicts

__all__ = ["JudgeVerdicts", "judge"]
