"""Who gets in: the host's password, links that open something, and limits on everybody."""

from parlour.web.gate.bodies import MOST_BYTES
from parlour.web.gate.connections import Connections, admit
from parlour.web.gate.guard import Gate, guard
from parlour.web.gate.links import token_of
from parlour.web.gate.metrics import METRICS
from parlour.web.gate.refusals import not_found
from parlour.web.gate.secret import kept_secret

__all__ = [
    "METRICS",
    "MOST_BYTES",
    "Connections",
    "Gate",
    "admit",
    "guard",
    "kept_secret",
    "not_found",
    "token_of",
]
