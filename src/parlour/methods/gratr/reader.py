"""The symbolic reader's replies to the forms of GRATR."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.language.wording import Phrases
from parlour.llm import FieldPurpose, PartPurpose, Prompt
from parlour.reader import EarlierOpinion, GameReader, evidence

_DISTRUSTED = 5.0
"""The odds factor of a fully distrusted player; its inverse for a fully trusted one (ours)."""
_PHRASES = Phrases("parlour.methods.gratr")


def by_trust(trust: Mapping[str, float]) -> EarlierOpinion:
    """Returns the odds that a summary of trust, from -1 to 1, implies for its writer."""
    return EarlierOpinion(odds={name: _DISTRUSTED**-each for name, each in trust.items()})


@dataclass(frozen=True, kw_only=True)
class Observed(FieldPurpose):
    """Items of evidence in the prompt's statement."""

    by: str
    to: str | None = None
    targets: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[dict[str, str | int]]:
        """Returns the items in the last line of the first user part; it and the rules are enough."""
        told = prompt.user[0].text.splitlines()[-1]
        people = game.people(prompt)
        return evidence.items(
            told, prompt.language, by=self.by, to=self.to, targets=self.targets, people=people
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
        told = prompt.user[0].text.splitlines()[-1]
        people = game.people(prompt)
        return evidence.named_roles(
            told,
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


def _retrieval_mark(prompt: Prompt) -> RetrievedTrust:
    return next(part.purpose for part in prompt.user if isinstance(part.purpose, RetrievedTrust))


@dataclass(frozen=True, kw_only=True)
class InferredIdentity(FieldPurpose):
    """The identity of the player that the prompt is about."""

    def read(self, prompt: Prompt, game: GameReader) -> str:
        """Returns the identity that fits the trust."""
        return _retrieval_mark(prompt).identity


@dataclass(frozen=True, kw_only=True)
class InferredSummary(FieldPurpose):
    """The identity, the trust and the evidence in a sentence or two."""

    def read(self, prompt: Prompt, game: GameReader) -> str:
        """Returns the identity and the trust in words."""
        found = _retrieval_mark(prompt)
        key = "inferred_role" if found.name else f"inferred_{found.stance}"
        trust = f"{found.trust:.2f}"
        return _PHRASES.say(key, prompt.language, about=found.about, role=found.name, trust=trust)


@dataclass(frozen=True, kw_only=True)
class InferredReasoning(FieldPurpose):
    """The reasoning from the evidence to the identity and the trust."""

    def read(self, prompt: Prompt, game: GameReader) -> str:
        """Returns the reasons on record, the weightiest first, or says that there is no evidence."""
        found, language = _retrieval_mark(prompt), prompt.language
        if not found.reasons:
            return _PHRASES.say("inferred_without", language, about=found.about)
        reasons = ("；" if language == "zh" else "; ").join(found.reasons)
        return _PHRASES.say("inferred_by", language, reasons=reasons)[:800]
