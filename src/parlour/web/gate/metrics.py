"""Where a server is measured, and the token of whoever may do nothing else."""

from __future__ import annotations

import hmac

from starlette.requests import HTTPConnection

METRICS = "/metrics"


def may_measure(connection: HTTPConnection, token: str) -> bool:
    """Whether a request is for measurements, by whoever has the token for them.

    Args:
        connection: the request.
        token: which opens nothing where it is empty.
    """
    scheme, _, told = connection.headers.get("authorization", "").partition(" ")
    is_right = scheme.lower() == "bearer" and hmac.compare_digest(told.strip().encode(), token.encode())
    return bool(token) and connection.url.path == METRICS and is_right
