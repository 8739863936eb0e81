"""What one player said of another or did to another, as a signed number (GRATR, section 3.2)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, computed_field

from parlour.core import Player


class Stance(StrEnum):
    """How one stands to another: what evidence says of two players, and what a trust amounts to."""

    ALLY = "ally"
    ADVERSARY = "adversary"
    INDIFFERENT = "indifferent"


class EvidenceType(StrEnum):
    """What a statement or an action does to the one it is about (appendix D.1)."""

    ATTACK = "attack"
    DEFEND = "defend"
    DECEIVE = "deceive"
    INDIFFERENT = "indifferent"


_MEANT = {
    EvidenceType.ATTACK: Stance.ADVERSARY,
    EvidenceType.DEFEND: Stance.ALLY,
    EvidenceType.DECEIVE: Stance.ADVERSARY,
    EvidenceType.INDIFFERENT: Stance.INDIFFERENT,
}
_SIGNS = {Stance.ALLY: 1, Stance.ADVERSARY: -1, Stance.INDIFFERENT: 0}


class Evidence(BaseModel):
    """One item d(p_i, p_j) of an edge's evidence list.

    It holds numbers of events and not their words: those are on record.

    Attributes:
        by: p_i, who spoke or acted.
        about: p_j, whom it concerns; it may be the speaker (appendix D.1 allows self-defence).
        type: what it does to p_j.
        relation: how p_i stands to p_j by it, as it was read.
        reason: why it was read so.
        score: how strong or certain it is, 0 to 10.
        event: the number of the event that it was read from; the order of events is the order of time.
        round: the round of that event.
        contested: the role that both p_i and p_j claim, where the item is a counter-claim (`roles=read`);
            empty otherwise, and then not on record either.
    """

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)
    by: Player
    about: Player
    type: EvidenceType
    relation: Stance
    reason: str = ""
    score: float = Field(ge=0, le=10)
    event: int = Field(ge=0)
    round: int = Field(default=0, ge=0)
    contested: str = ""

    @computed_field
    @property
    def credibility(self) -> float:
        """The signed number c = sign * score / 10, in [-1, 1] (NOTES 2).

        Defence counts +, attack and deceit -, indifference 0.
        """
        return _SIGNS[_MEANT[self.type]] * self.score / 10

    @computed_field
    @property
    def note(self) -> str:
        """Says so where type and relation disagree; the type then decides (NOTES 2)."""
        if _MEANT[self.type] is self.relation:
            return ""
        return f"type {self.type} disagrees with relation {self.relation}: the type decides"
