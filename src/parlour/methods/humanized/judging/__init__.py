"""A model that reads whole games and tells what it found in them."""

from parlour.methods.humanized.judging.judge import JudgeVerdicts, judge

__all__ = ["JudgeVerdicts", "judge"]
