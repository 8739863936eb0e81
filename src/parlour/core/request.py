"""What one player may do now, and what it does."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.kinds import RequestKind
from parlour.core.words import count_words
from parlour.errors import IllegalAction

Player = str
"""A seat at the table, by the name that everybody there uses."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """What one player may do now.

    Attributes:
        id: unique within the match and the same in every run of it.
        step: how many steps the state has taken before.
        player: who is asked.
        kind: what for.
        round: the round of play, from 1; 0 before the first, the last one after it.
        case: the hidden question it is about (a victim's name in a mystery).
        options: the legal choices: players' names, or letters of a question.
        labels: what each option says, where the options are letters.
        least: how many options must be chosen.
        most: how many options may be chosen; 0 where nothing is chosen.
        or_none: whether none may be chosen, too, where otherwise at least so many must be.
        words: the limit of speech; 0 where nothing is said.
        text: the question that is to be replied to or answered.
        partner: who put that question.
    """

    id: str
    step: int
    player: Player
    kind: RequestKind
    round: int = 0
    case: str | None = None
    options: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    or_none: bool = False
    words: int = 0
    text: str = ""
    partner: Player | None = None

    def check(self, action: Action) -> None:
        """Raises `IllegalAction` unless this request allows the action."""
        strange = [choice for choice in action.chosen if choice not in self.options]
        if strange:
            raise IllegalAction(f"{strange[0]!r} is not among {', '.join(self.options) or 'no options'}")
        if len(set(action.chosen)) != len(action.chosen):
            raise IllegalAction(f"the same choice twice: {', '.join(action.chosen)}")
        is_refrained = self.or_none and not action.chosen
        if not is_refrained and not self.least <= len(action.chosen) <= self.most:
            raise IllegalAction(f"{len(action.chosen)} chosen, where {self.least} to {self.most} may be")
        if not self.words and action.speech:
            raise IllegalAction("nothing may be said here")
        if self.words and action.chosen and not action.speech.strip():
            raise IllegalAction("somebody is addressed, but nothing is said")
        if count_words(action.speech) > self.words:
            raise IllegalAction(f"{count_words(action.speech)} words, where {self.words} may be said")


@dataclass(frozen=True, kw_only=True)
class Action:
    """What a player does: a choice among the request's options, a speech, both, or neither (a pass)."""

    chosen: tuple[str, ...] = ()
    speech: str = ""

    @property
    def is_pass(self) -> bool:
        """Whether nothing was chosen and nothing said."""
        return not self.chosen and not self.speech


PASS = Action()
