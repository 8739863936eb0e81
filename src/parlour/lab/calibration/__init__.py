"""Measures how well a model reads, as limits of the reader: probes, their answers, and the fitted limits."""

from parlour.lab.calibration.asking import (
    PLACES,
    Place,
    Probe,
    ProbeRun,
    ProbesAnswered,
    ProbesAsked,
    make_probes,
)
from parlour.lab.calibration.fit import LimitEstimate, ModelCard, card_of, check_scipy, fit

__all__ = [
    "PLACES",
    "LimitEstimate",
    "ModelCard",
    "Place",
    "Probe",
    "ProbeRun",
    "ProbesAnswered",
    "ProbesAsked",
    "card_of",
    "check_scipy",
    "fit",
    "make_probes",
]
