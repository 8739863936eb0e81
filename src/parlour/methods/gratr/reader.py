"""The symbolic reader's replies to the forms of GRATR."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from parlour.language.wording import Phrases
from parlour.llm import EarlierOpinion, FieldPurpose, PartPurpose, Prompt
from parlour.reader import GameReader, evidence

_DISTRUSTED = 5.0
"""The odds factor of a fully distrusted player; its inverse for a fully trusted one (ours)."""
_PHRASES = Phrases("parlour.methods.gratr")


def by_trust(trust: Mapping[str, float]) -> EarlierOpinion:
    """Returns the odds that a summary of trust, from -1 to 1, implies for its writer."""
    return EarlierOpinion(odds={name: _DISTRUSTED**-degree for name, degree in trust.items()})


@dataclass(frozen=True, kw_only=True)
class Observed(FieldPurpose):
    """Items of evidence in the prompt's statement."""

    by: str
    to: str | None = None
    targets: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[dict[str, str | int]]:
        """Returns the items in the last line of the first user part; it and the rules are enough."""
        line = prompt.user[0].text.splitlines()[-1]
        people = game.people(prompt)
        return evidence.items(
            line, prompt.language, by=self.by, to=self.to, targets=self.targets, people=people
        )


@dataclass(frozen=True, kw_only=True)
class NamedRoles(FieldPurpose):
    """The roles that the prompt's statement gives to its speaker and to others."""

    by: str
    to: str | None = None
    players: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[dict[str, str | int]]:
        """Returns the roles in the last line of the first user part."""
        line = prompt.user[0].text.splitlines()[-1]
        people = game.people(prompt)
        return evidence.named_roles(
            line,
            prompt.language,
            by=self.by,
            to=self.to,
            players=self.players,
            roles=self.roles,
            people=people,
        )


@dataclass(frozen=True, kw_only=True)
class RetrievedTrust(PartPurpose):
    """The result of a retrieval about one player: the mark of its part of the prompt (D.2).

    Attributes:
        name: the word for that role; empty for a stance.
    """

    about: str
    trust: float
    identity: str
    name: str
    stance: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Inferred(FieldPurpose):
    """One part of the conclusion about the player that the prompt is about."""

    part: Literal["identity", "summary", "reasoning"]

    def read(self, prompt: Prompt, game: GameReader) -> str:
        """Returns the identity that fits the trust, both in words, or the reasons, the weightiest first."""
        mark = next(part.purpose for part in prompt.user if isinstance(part.purpose, RetrievedTrust))
        language = prompt.language
        if self.part == "identity":
            return mark.identity
        if self.part == "summary":
            key, trust = "inferred_role" if mark.name else f"inferred_{mark.stance}", f"{mark.trust:.2f}"
            return _PHRASES.say(key, language, about=mark.about, role=mark.name, trust=trust)
        if not mark.reasons:
            return _PHRASES.say("inferred_without", language, about=mark.about)
        reasons = ("；" if language == "zh" else "; ").join(mark.reasons)
        return _PHRASES.say("inferred_by", language, reasons=reasons)[:800]
