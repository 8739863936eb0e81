"""How the reader fills the forms of GRATR."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.language.wording import Phrases
from parlour.llm import FieldPurpose, PartPurpose, Prompt
from parlour.reader import EarlierOpinion, GameReader, evidence

_DISTRUSTED = 5.0
"""How many times as likely somebody did it who is fully distrusted, and the other way round (ours)."""
_PHRASES = Phrases("parlour.methods.gratr")


def by_trust(trust: Mapping[str, float]) -> EarlierOpinion:
    """What a summary of trust, from -1 to 1, says to whoever wrote it."""
    return EarlierOpinion(odds={name: _DISTRUSTED**-each for name, each in trust.items()})


@dataclass(frozen=True, kw_only=True)
class Observed(FieldPurpose):
    """What the statement that stands in the prompt says of players: items of evidence.

    Attributes:
        by: whose statement it is.
        to: who is spoken to, if one player.
        targets: whom an item may be about.
    """

    by: str
    to: str | None = None
    targets: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[dict[str, str | int]]:
        """The items in the last line of what the user says first: it and the rules are enough."""
        told = prompt.user[0].text.splitlines()[-1]
        people = game.people(prompt)
        return evidence.items(
            told, prompt.language, by=self.by, to=self.to, targets=self.targets, people=people
        )


@dataclass(frozen=True, kw_only=True)
class NamedRoles(FieldPurpose):
    """Which roles the statement that stands in the prompt gives to its speaker and to others.

    Attributes:
        by: whose statement it is.
        to: who is spoken to, if one player.
        players: who may be said to have a role.
        roles: which roles there are.
    """

    by: str
    to: str | None = None
    players: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[dict[str, str | int]]:
        """The roles in the last line of what the user says first."""
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
    """What a retrieval found about one player: the mark of the part that tells it (D.2).

    Attributes:
        about: whom it is about.
        trust: T(p_o) after the retrieval.
        identity: what fits that trust: a role, or the stance where none are dealt by name.
        name: what people call that role; empty for a stance.
        stance: ally, adversary or indifferent.
        reasons: of the evidence, the weightiest first.
    """

    about: str
    trust: float
    identity: str
    name: str
    stance: str
    reasons: tuple[str, ...]


def _retrieved(prompt: Prompt) -> RetrievedTrust:
    """Returns the mark of the part of a prompt that tells a retrieval."""
    return next(part.purpose for part in prompt.user if isinstance(part.purpose, RetrievedTrust))


@dataclass(frozen=True, kw_only=True)
class InferredIdentity(FieldPurpose):
    """Who the player is that the prompt is about."""

    def read(self, prompt: Prompt, game: GameReader) -> str:
        """Returns the identity that fits the trust."""
        return _retrieved(prompt).identity


@dataclass(frozen=True, kw_only=True)
class InferredSummary(FieldPurpose):
    """The identity, the trust and the evidence in a sentence or two."""

    def read(self, prompt: Prompt, game: GameReader) -> str:
        """Returns the identity and the trust in words."""
        found = _retrieved(prompt)
        key = "inferred_role" if found.name else f"inferred_{found.stance}"
        trust = f"{found.trust:.2f}"
        return _PHRASES.say(key, prompt.language, about=found.about, role=found.name, trust=trust)


@dataclass(frozen=True, kw_only=True)
class InferredReasoning(FieldPurpose):
    """How the evidence leads to the identity and the trust."""

    def read(self, prompt: Prompt, game: GameReader) -> str:
        """Returns the reasons on record, the weightiest first, or says that there is no evidence."""
        found, language = _retrieved(prompt), prompt.language
        if not found.reasons:
            return _PHRASES.say("inferred_without", language, about=found.about)
        reasons = ("；" if language == "zh" else "; ").join(found.reasons)
        return _PHRASES.say("inferred_by", language, reasons=reasons)[:800]
