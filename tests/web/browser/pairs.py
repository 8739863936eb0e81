"""Each language and each device once, for a story that is the same in both."""

from __future__ import annotations

import pytest

PAIRS = pytest.mark.parametrize(("language", "device"), [("en", "laptop"), ("zh", "phone")])
"""Runs a story for an English laptop and a Chinese telephone."""
