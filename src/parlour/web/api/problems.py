"""Errors as an HTTP status and a sentence: the one place that converts them to responses."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from parlour.core import FrozenModel
from parlour.errors import (
    BudgetExhausted,
    FieldError,
    IllegalAction,
    ModelUnavailable,
    NoEntry,
    NotYours,
    ParlourError,
    StoreUnavailable,
    TableError,
    TooSlow,
    UnknownMatch,
    UnknownPlayer,
    UsageError,
)

_LOG = logging.getLogger(__name__)
_STATUSES: Mapping[type[ParlourError], int] = {
    NoEntry: 401,
    NotYours: 403,
    UnknownMatch: 404,
    UnknownPlayer: 404,
    TableError: 409,
    TooSlow: 408,
    IllegalAction: 422,
    UsageError: 422,
    BudgetExhausted: 503,
    ModelUnavailable: 503,
    StoreUnavailable: 503,
}
_MEANINGS: Mapping[int, str] = {
    401: "The pass is missing or opens nothing.",
    403: "The pass does not open this.",
    404: "There is nothing of that name.",
    409: "It cannot be done as the table stands: the answer is too late, or the match is over.",
    422: "What was sent is not in the form, or not allowed.",
    503: "What the server needs for this is gone just now.",
}


class Problem(FrozenModel):
    """An error as a response describes it.

    Attributes:
        error: its name.
        sentence: what happened and what can be done, for a person.
        field: of what was sent, where the trouble is in one; as a path, such as `seats.0.method`.
    """

    error: str
    sentence: str
    field: str = ""


_OURS, _UNREADABLE = 500, 400
_NO_JSON = Problem(error="Invalid", sentence="What was sent cannot be read: send JSON in UTF-8.")
_SECRET = Problem(error="ServerError", sentence="Something went wrong here; the server's log says what.")


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Returns the error responses of some routes for the OpenAPI description."""
    return {status: {"model": Problem, "description": _MEANINGS[status]} for status in statuses}


def status_of(error: ParlourError) -> int:
    """Returns the HTTP status of an error: that of its nearest base class with one."""
    return next((_STATUSES[kind] for kind in type(error).__mro__ if kind in _STATUSES), _OURS)


def problem_of(error: ParlourError) -> Problem:
    """Converts an error to a response; details for the server's log are not sent."""
    if status_of(error) == _OURS:
        _LOG.error("an answer failed", exc_info=error)
        return _SECRET
    if isinstance(error, FieldError):
        return Problem(error="FieldError", sentence=error.message, field=error.field)
    is_of_files = isinstance(error, UnknownMatch)  # its sentence names the database and other matches
    sentence = "There is no such match here." if is_of_files else str(error)
    return Problem(error=type(error).__name__, sentence=sentence)


def invalid(error: RequestValidationError) -> Problem:
    """Describes a validation error field by field, without repeating the input."""
    details = [f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}" for detail in error.errors()]
    first = ".".join(map(str, error.errors()[0]["loc"][1:]))
    return Problem(error="Invalid", sentence="; ".join(details), field=first)


def answer_problems(app: FastAPI) -> None:
    """Installs the error handlers of an application."""

    async def answer(_: Request, error: Exception) -> JSONResponse:
        headers: Mapping[str, str] | None = None
        match error:
            case ParlourError():
                status, problem = status_of(error), problem_of(error)
                headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
            case RequestValidationError():
                status, problem = 422, invalid(error)
            case HTTPException() if error.status_code == _UNREADABLE:
                status, problem = 422, _NO_JSON
            case HTTPException():
                problem = Problem(error="Http", sentence=f"{error.detail}.")
                status, headers = error.status_code, error.headers
            case _:
                status, problem = _OURS, _SECRET
        return JSONResponse(problem.model_dump(), status, headers)

    for kind in (ParlourError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, answer)
