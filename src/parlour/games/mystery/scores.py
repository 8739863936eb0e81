"""How mysteries are scored: by their cases, their votes and the answers to the script's questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from parlour.arena import Act, Record, items
from parlour.core import Event, Player, event_kinds
from parlour.evaluation import (
    AnswerCount,
    KeyState,
    MatchScore,
    PlainScoring,
    Spent,
    count_votes,
    counted,
    spent,
)
from parlour.games.mystery.answers import Graded, graded
from parlour.games.mystery.gain_scores import gain_amounts
from parlour.games.mystery.keys import key_state
from parlour.games.mystery.script import Aspect, Category
from parlour.games.mystery.setup import MysterySetup, Team
from parlour.games.mystery.witness_scores import witness_amounts


class MysteryScoring(PlainScoring):
    """A mystery: the questions that were put after the vote, and what they took, stand apart from play."""

    def score(self, record: Record, leaving_out: Collection[Player]) -> MatchScore:
        """Who won is the whole table's, whoever is left out."""
        cases, (play, answering) = self.verdicts(record), _stages(record)
        return counted(record, cases, leaving_out).model_copy(
            update={
                "evaluations": MysterySetup.of(record.setup.game).evaluations,
                "answers": _count(each for each in graded(record) if each.player not in leaving_out),
                "votes": count_votes(record, cases, leaving_out),
                "play": play,
                "answering": answering,
                "amounts": {**gain_amounts(record, leaving_out), **witness_amounts(record, leaving_out)},
            }
        )


def _count(answers: Iterable[Graded]) -> tuple[AnswerCount, ...]:
    groups: dict[tuple[int, Team, Aspect, Category, bool, KeyState], list[Graded]] = {}
    for answer in answers:
        question = answer.question
        about = (question.aspect, question.category, answer.is_flagged, key_state(question))
        groups.setdefault((answer.evaluation, answer.team, *about), []).append(answer)
    return tuple(
        AnswerCount(
            evaluation=evaluation,
            team=team,
            category=category,
            aspect=aspect,
            is_flagged=is_flagged,
            asked=len(group),
            right=sum(answer.is_right for answer in group),
            key=key,
            repaired=sum(answer.is_right_by_story for answer in group) if key == "repaired" else 0,
            unanswered=sum(not answer.chosen for answer in group),
        )
        for (evaluation, team, aspect, category, is_flagged, key), group in groups.items()
    )


def _stages(record: Record) -> tuple[Spent, Spent]:
    """What was spent up to the vote and what on the answers: whatever is acted on after it is an answer."""
    told = list(items(record))
    vote = max((n for n, each in enumerate(told) if _is_vote(each)), default=len(told))
    asked = {each.request for each in told[vote:] if isinstance(each, Act)}
    answering = [call for call in record.calls if call.key.request in asked]
    play = [call for call in record.calls if call.key.request not in asked]
    return spent(play), spent(answering)


def _is_vote(each: object) -> bool:
    return isinstance(each, Event) and each.kind is event_kinds.VOTED


PART = MysteryScoring()
