"""Measures how well a model reads, as limits of the reader: probes, their answers, and the fitted limits."""

from parlour.lab.calibration.asking import (
    PLACES,
    Place,
    Probe,
    ProbeMaker,
    ProbeRun,
    ProbesAnswered,
    ProbesAsked,
    make_probes,
)
from parlour.lab.calibration.fit import (
    FittedLimits,
    LimitEstimate,
    ModelCard,
    card_of,
    check_scipy,
    fit,
    spell,
)

__all__ = [
    "PLACES",
    "FittedLimits",
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
    "make_probes",
    "spell",
]
