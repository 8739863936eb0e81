"""Which role each player is said to have, R(p_j), and the claims that exclude each other (GRATR, 3.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field

from parlour.core import Player
from parlour.language.wording import GamePhrases, Phrases
from parlour.llm import Language
from parlour.methods.gratr.evidence import Evidence, EvidenceType, Stance
from parlour.methods.gratr.items import STRONGEST

_PHRASES = Phrases("parlour.methods.gratr")


class RoleClassification(BaseModel):
    """That one player said another, or themself, to have a role: R(p_i, p_j) of algorithm 1, line 2.

    Attributes:
        by: p_i, who said so.
        about: p_j, who is said to have it.
        role: which one.
        score: how certain it was said to be, 0 to 10.
        event: the number of the event in which it was said.
        round: the round of that event.
    """

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)
    by: Player
    about: Player
    role: str
    score: float = Field(ge=0, le=STRONGEST)
    event: int = Field(ge=0)
    round: int = Field(default=0, ge=0)

    @property
    def is_own(self) -> bool:
        """Whether somebody claims it for themself."""
        return self.by == self.about


@dataclass(frozen=True, kw_only=True)
class ClaimedRoles:
    """What one agent remembers of who said to be what, and what follows where two claims exclude each other.

    The paper extracts R and has c stand for "the p_i's confidence of the p_j's current role classification"
    (3.2), but no equation takes R. So a claim moves trust only by an item that eq. 1 to 3 take: whoever
    claims a role that is dealt once denies it to whoever else claims it, as confidently as they claim it,

        c(p_i, p_j) = -s_i / 10  and  c(p_j, p_i) = -s_j / 10,

    s being the scores of the two claims; and where the agent p_0 holds the role itself, c(p_0, p_i) = -1, by
    T(p_0) = 1. Such items are attacks of appendix D.1. A claim that nobody counters says something of its
    speaker alone: by the equations it is an item of p_i about p_i, and counts only as other self-defence does
    (`self_defence=true`). What is said of somebody else's role stands in the items about them already.

    Attributes:
        me: the agent.
        role: its own.
        single: the roles that the rules deal once.
        game: what is played.
        language: of the table.
    """

    me: Player
    role: str | None
    single: Collection[str]
    game: str
    language: Language
    _said: dict[tuple[Player, Player], RoleClassification] = field(
        default_factory=dict[tuple[Player, Player], RoleClassification]
    )

    def heard(self, claim: RoleClassification) -> list[Evidence]:
        """Remembers a claim in place of what its speaker said before; the evidence that comes of it.

        Who says the same again counters nobody anew.
        """
        before = self._said.get((claim.by, claim.about))
        rivals = [each for each in self._said.values() if each.is_own and each.role == claim.role]
        self._said[claim.by, claim.about] = claim
        is_new = before is None or before.role != claim.role
        if not (claim.is_own and is_new and claim.role in self.single):
            return []
        if claim.role == self.role:
            return [self._known_better(claim)]
        return [item for rival in rivals for item in self._countered(claim, rival)]

    def of(self, player: Player) -> tuple[RoleClassification, ...]:
        """R(p_j): what the player claims to be, and then what others said of that, the latest first."""
        about = [each for each in self._said.values() if each.about == player]
        return tuple(sorted(about, key=lambda each: (not each.is_own, -each.event)))

    def called(self, role: str) -> str:
        """What people call a role."""
        return GamePhrases(self.game, self.language).role(role)

    def _countered(self, claim: RoleClassification, rival: RoleClassification) -> Iterator[Evidence]:
        """Each of the two speaks against the other, at the time of the later claim."""
        for one, other in ((claim, rival), (rival, claim)):
            yield self._against(claim, by=one.by, about=other.by, score=one.score, why="both_claim")

    def _known_better(self, claim: RoleClassification) -> Evidence:
        """The agent itself has the role that somebody claims."""
        return self._against(claim, by=self.me, about=claim.by, score=STRONGEST, why="held_by_me")

    def _against(
        self, claim: RoleClassification, *, by: Player, about: Player, score: float, why: str
    ) -> Evidence:
        role = self.called(claim.role)
        return Evidence(
            by=by,
            about=about,
            type=EvidenceType.ATTACK,
            relation=Stance.ADVERSARY,
            reason=_PHRASES.say(why, self.language, by=by, about=about, role=role),
            score=score,
            event=claim.event,
            round=claim.round,
            contested=claim.role,
        )
