"""The words of people who type, in YAML: what says nothing, what says the same, and the patterns of acts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from parlour.core.language import read_yaml
from parlour.language.facts import Language, Word
from parlour.language.hearing.marks import with_marks


@cache
def wordlist(language: Language) -> Mapping[str, Any]:
    """The words around the acts."""
    return with_marks(_load(f"words.{language}.yaml"))


def sought() -> Word:
    """The role that the others seek at tables where everybody has one."""
    return wordlist("en")["sought"]


@cache
def rows(language: Language) -> Mapping[str, Any]:
    """The patterns of acts, by act."""
    return _load(f"patterns.{language}.yaml")


def _load(file: str) -> Mapping[str, Any]:
    return read_yaml((resources.files("parlour.language.hearing") / file).read_text(encoding="utf-8"))
