"""What a player of One Night has to say, as a turn of the conversation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.games.onenight.reader.clues import claimed
from parlour.games.onenight.reader.parsed import OneNightPrompt
from parlour.language.facts import NIGHT_OF_CARDS, Fact, Fellow, NeitherOfTwo, OneOfTwo, RoleClaim
from parlour.reader import SpeechAct, TalkTurn, Told

_NIGHT = (OneOfTwo, NeitherOfTwo, Fellow, *NIGHT_OF_CARDS)


def turn(papers: OneNightPrompt, told: tuple[Told, ...], night: tuple[Fact, ...]) -> TalkTurn:
    """What somebody says.

    Args:
        papers: what they were told.
        told: what they have to tell.
        night: what they say of the night when they are asked, the same as before.
    """
    is_seer = any(isinstance(each, RoleClaim) and each.role == "seer" for each in told)
    rivals = dict.fromkeys((*claimed(papers, "seer"), *((papers.me,) if is_seer else ())))
    return TalkTurn(
        papers=papers,
        told=told,
        others=papers.others,
        rivals=tuple(rivals),
        replies=_replies(papers, night),
        may_ask=tuple(_may_ask(papers)),
    )


def _replies(papers: OneNightPrompt, night: tuple[Fact, ...]) -> Mapping[str, Fact | str]:
    """What they say of themselves when they are asked: what they said before, as far as they remember it."""
    claims = [fact for fact in papers.kept_words if isinstance(fact, RoleClaim)]
    forgotten = "told_role" if papers.me in papers.left_out else "slept"
    return {
        "ask_role": claims[-1] if claims else "told_role",
        "ask_night": night[0] if night else forgotten,
    }


def _may_ask(papers: OneNightPrompt) -> Iterator[SpeechAct]:
    """What the night showed may be asked of whoever has told nothing of it, as far as that is known."""
    for name in papers.others:
        has_told = any(isinstance(fact, _NIGHT) for fact in papers.said_by(name))
        if not has_told and name not in papers.left_out:
            yield SpeechAct(kind="ask_night", by=papers.me, to=name)
