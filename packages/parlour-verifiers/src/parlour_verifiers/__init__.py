"""Parlour's games as an environment of verifiers: `vf-eval parlour-verifiers`."""

from parlour_verifiers.environment import ParlourEnv, ParlourEnvConfig
from parlour_verifiers.taskset import ParlourConfig, ParlourData, ParlourTask, ParlourTaskset

__all__ = ["ParlourConfig", "ParlourData", "ParlourEnv", "ParlourEnvConfig", "ParlourTask", "ParlourTaskset"]
