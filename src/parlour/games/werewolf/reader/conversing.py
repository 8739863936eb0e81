"""What a player of Werewolf has to say, as a turn of the conversation."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.games.werewolf.reader.clues import seers
from parlour.games.werewolf.reader.parsed import WerewolfPrompt
from parlour.language.facts import RoleClaim
from parlour.reader import SpeechAct, TalkTurn, Told


def turn(papers: WerewolfPrompt, told: tuple[Told, ...]) -> TalkTurn:
    """What somebody says, who tells nobody what they are but when they tell everybody.

    Args:
        papers: what they were told.
        told: what they have to tell.
    """
    is_seer = any(isinstance(each, RoleClaim) and each.role == "seer" for each in told)
    rivals = dict.fromkeys((*seers(papers), *((papers.me,) if is_seer else ())))
    return TalkTurn(
        papers=papers,
        told=told,
        others=tuple(name for name in papers.living if name != papers.me),
        rivals=tuple(name for name in rivals if name in papers.living),
        replies={"ask_role": "keeps_role"},
        may_ask=tuple(_ballots(papers)),
    )


def _ballots(papers: WerewolfPrompt) -> Iterator[SpeechAct]:
    """Why they voted as they did may be asked of all who voted the day before against somebody who lives."""
    for line in papers.of("voted one"):
        to, about = line["actor"], line["one"]
        is_recent = int(line["number"]) == papers.day - 1
        if is_recent and papers.me not in (to, about) and {to, about} <= set(papers.living):
            yield SpeechAct(kind="ask_ballot", by=papers.me, to=to, about=about)
