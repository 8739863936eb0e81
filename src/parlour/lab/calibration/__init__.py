"""Measures how well a model reads, as limits of the reader: probes, their answers, and the fitted limits."""

from parlour.lab.calibration.asking import (
    PLACES,
    ExpectedCalls,
    Place,
    Probe,
    ProbeMaker,
    ProbeRun,
    ProbesAnswered,
    ProbesAsked,
    make_probes,
)
from parlour.lab.calibration.card import SAYS, KindRow, ModelCard, card_of, format_limit, spell
from parlour.lab.calibration.fit import FittedLimits, LimitEstimate, check_scipy, fit

__all__ = [
    "PLACES",
    "SAYS",
    "ExpectedCalls",
    "FittedLimits",
    "KindRow",
    "LimitEstimate",
    "ModelCard",
    "Place",
    "Probe",
    "ProbeMaker",
    "ProbeRun",
    "ProbesAnswered",
    "ProbesAsked",
    "card_of",
    "check_scipy",
    "fit",
    "format_limit",
    "make_probes",
    "spell",
]
