"""Access control: the host's password, links, and limits on clients."""

from parlour.web.gate.connections import Connections, admit
from parlour.web.gate.guard import MOST_BYTES, Gate, guard
from parlour.web.gate.login import kept_secret
from parlour.web.gate.refusals import (
    HTML_LANGUAGE,
    LANGUAGE_COOKIE,
    METRICS,
    language_of,
    not_found,
    token_of,
)

__all__ = [
    "HTML_LANGUAGE",
    "LANGUAGE_COOKIE",
    "METRICS",
    "MOST_BYTES",
    "Connections",
    "Gate",
    "admit",
    "guard",
    "kept_secret",
    "language_of",
    "not_found",
    "token_of",
]
