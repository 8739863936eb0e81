"""What a generated script says beside its facts, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

import yaml
from pydantic import BaseModel, ConfigDict

from parlour.language.facts import Language, Word


class Setting(BaseModel):
    """A setting's title, and what everybody sees of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    title: str
    scene: str


class MysteryPhrases(BaseModel):
    """The prose of one language.

    Attributes:
        gap: what stands between two sentences.
        comma: what stands between two of several names.
        last: what stands before the last of them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    gap: str
    comma: str
    last: str
    title: str
    warning: str
    settings: Mapping[Word, Setting]
    present: str
    found: str
    together: str
    task: str
    you: str
    innocent: str
    guilty: str
    evening: str
    ties: str
    reach: str
    crime: str
    story: str
    clues: str
    later: str
    no_clues: str
    discretion: str
    find: str
    hide: str
    escape: str
    mislead: str


@cache
def phrases(language: Language) -> MysteryPhrases:
    """Those of a language, from `words/telling.{en,zh}.yaml`."""
    file = resources.files("parlour.games.mystery") / "words" / f"telling.{language}.yaml"
    return MysteryPhrases.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
