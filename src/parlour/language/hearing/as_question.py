"""What is asked in the words of a statement, and to whom a question is put that speaks of somebody else."""

from __future__ import annotations

from parlour.language.hearing.act import ANYBODY, DOERS, Value
from parlour.language.hearing.remark_context import RemarkContext
from parlour.language.hearing.wordlists import sought

SUBJECT = {
    **dict.fromkeys((*DOERS, "alone"), "by"),
    **dict.fromkeys(
        ("was", "not_there", "motive", "no_motive", "means", "no_means", "quarrel", "secret", "claim"), "who"
    ),
    "relation": "of",
}
"""The slot that is the subject, which may be left out."""
_AS_QUESTION = {
    "saw": "ask_saw",
    "was": "ask_where",
    "heard": "ask_heard",
    "claim": "ask_role",
    "quarrel": "ask_quarrel",
    "means": "ask_means",
    "relation": "ask_relation",
    "motive": "ask_motive",
    "secret": "ask_secret",
    "check": "ask_check",
    "suspect": "ask_opinion",
    "trust": "ask_trust",
    "vote": "ask_vote",
    "saw_nobody": "ask_company",
    "confess": "ask_killed",
    "unsure": "ask_opinion",
    "fellow": "ask_role",
    "robbed": "ask_check",
    "swapped": "ask_check",
    "centre": "ask_check",
    "drank": "ask_check",
    "woke": "ask_role",
    "no_vote": "ask_vote",
    "changed": "ask_why",
    "no_means": "ask_means",
    "no_motive": "ask_motive",
}
"""What a statement asks that ends in a question mark."""
_OF_OTHERS = frozenset({"ask_motive", "ask_quarrel", "ask_opinion", "ask_trust"})
"""What is asked of the one who is spoken to, though it is of somebody else."""
_OF_ANOTHER = frozenset({"saw", "fellow", "check", "robbed", "quarrel"})
_OF_AN_OPINION = frozenset({"suspect", "trust", "vote", "no_vote"})
"""The statements that as questions are about another, and those that are about whom they name."""


def asked(
    kind: str, slots: dict[str, list[Value]], context: RemarkContext
) -> tuple[str, dict[str, list[Value]]]:
    """What is asked in the words of a statement."""
    asks = _AS_QUESTION.get(kind)
    if asks is None:
        return kind, slots
    me, you = context.table.speaker, context.you()
    subject = slots.get(SUBJECT.get(kind, ""), [])
    other = [subject[0]] if kind == "quarrel" else subject
    whom: list[Value] = other if subject and subject[0] != me else [you] if you else [ANYBODY]
    about: list[Value] = []
    if kind == "relation":
        return asks, {"whom": subject, "to": slots.get("to", [])}
    if kind == "claim" and slots.get("role") == [sought()]:
        return "ask_killed", {"whom": subject}
    if kind in _OF_ANOTHER:
        about = slots.get("whom", [])
    elif kind in _OF_AN_OPINION:
        about = slots.get("who", slots.get("whom", []))
    told: dict[str, list[Value]] = {"whom": whom}
    if about and about[0] != whom[0]:
        told["about"] = about
    if kind in ("means", "no_means") and "thing" in slots:
        told["thing"] = slots["thing"]
    return asks, told


def turned(kind: str, slots: dict[str, list[Value]], context: RemarkContext) -> None:
    """Puts a question on somebody else to the one who is spoken to."""
    you, whom = context.you(), slots["whom"][0]
    if kind == "ask_company" and whom == ANYBODY and you is not None:
        slots["whom"] = [you]
    if kind in _OF_OTHERS and whom not in (you, ANYBODY, context.table.speaker):
        slots["about"] = [whom]
        slots["whom"] = [you or ANYBODY]
