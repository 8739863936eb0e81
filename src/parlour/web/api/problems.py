"""What goes wrong, as a status and a sentence: the one place where errors become answers."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

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


class Problem(BaseModel):
    """What went wrong.

    Attributes:
        error: its name.
        sentence: what happened and what can be done, for a person.
        field: of what was sent, where the trouble is in one; as a path, such as `seats.0.method`.
    """

    model_config = ConfigDict(frozen=True)
    error: str
    sentence: str
    field: str = ""


_OURS, _UNREADABLE = 500, 400
_NO_JSON = Problem(error="Invalid", sentence="What was sent cannot be read: send JSON in UTF-8.")
_SECRET = Problem(error="ServerError", sentence="Something went wrong here; the server's log says what.")


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What can go wrong with some routes, for the description of the interface."""
    return {status: {"model": Problem, "description": _MEANINGS[status]} for status in statuses}


def status_of(error: ParlourError) -> int:
    """The HTTP status of an error: that of its nearest kind that has one."""
    return next((_STATUSES[kind] for kind in type(error).__mro__ if kind in _STATUSES), _OURS)


def problem_of(error: ParlourError) -> Problem:
    """An error as it is answered; what only the server's log should know is not told."""
    if status_of(error) == 500:
        _LOG.error("an answer failed", exc_info=error)
        return Problem(error="ServerError", sentence="Something went wrong here; the server's log says what.")
    if isinstance(error, FieldError):
        return Problem(error="FieldError", sentence=error.message, field=error.field)
    is_of_files = isinstance(error, UnknownMatch)  # its sentence names the database and other matches
    sentence = "There is no such match here." if is_of_files else str(error)
    return Problem(error=type(error).__name__, sentence=sentence)


def invalid(error: RequestValidationError) -> Problem:
    """What is not in the form, field by field; nothing of what was sent is repeated."""
    told = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
    first = ".".join(map(str, error.errors()[0]["loc"][1:]))
    return Problem(error="Invalid", sentence="; ".join(told), field=first)


def answer_problems(app: FastAPI) -> None:
    """Has an application answer errors in this form."""

    async def expected(_: Request, error: Exception) -> JSONResponse:
        if not isinstance(error, ParlourError):
            raise error
        status = status_of(error)
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        return JSONResponse(problem_of(error).model_dump(), status, headers)

    async def malformed(_: Request, error: Exception) -> JSONResponse:
        if not isinstance(error, RequestValidationError):
            raise error
        return JSONResponse(invalid(error).model_dump(), 422)

    async def http(_: Request, error: Exception) -> JSONResponse:
        if not isinstance(error, HTTPException):
            raise error
        if error.status_code == _UNREADABLE:
            return JSONResponse(_NO_JSON.model_dump(), 422)
        told = Problem(error="Http", sentence=f"{error.detail}.")
        return JSONResponse(told.model_dump(), error.status_code, error.headers)

    async def unexpected(_: Request, _error: Exception) -> JSONResponse:
        return JSONResponse(_SECRET.model_dump(), _OURS)

    app.add_exception_handler(ParlourError, expected)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, unexpected)
