"""Statements and reasons of a player of One Night, in the controlled language.

The village tells the truth, and tells it at once: there are no deaths by day, so nothing is gained by
waiting. The werewolf says that it is a villager, named by a seer or not, as a villager would. The minion says
now and then that it is the seer, and names the two it would have pointed at. The tanner begins as a
villager; then it tells another story now and then, so as to be caught in it, or stays as suspect as a
werewolf would be. Each keeps to what it said before, but for the tanner. Reasons are words that people read
and that state no fact to other readers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from parlour.games.onenight.reader.beliefs import Mind
from parlour.games.onenight.reader.clues import claimants
from parlour.games.onenight.reader.parsed import OneNightPrompt
from parlour.games.onenight.setup import Role
from parlour.language.facts import (
    NIGHT_OF_CARDS,
    Fact,
    Fellow,
    Level,
    Name,
    NeitherOfTwo,
    OneOfTwo,
    RoleClaim,
    Suspicion,
    Trust,
    VoteFor,
)
from parlour.llm import Talk
from parlour.reader import (
    SpeechAct,
    TalkTurn,
    Told,
    closing_question,
    drawn_for,
    guess_reason,
    has_trusted,
    phrase,
    timelines,
)

BOLD = 0.5
"""The probability that a minion claims to be the seer, and that a tanner changes its story."""
STORY_ROUND = 2
"""The round in which a tanner does so."""
_MARKED, _NOTICED, _TRUSTED = 2.2, 1.2, 0.5
"""The factors to the average suspicion at which a player is strongly suspected, somewhat suspected, or
trusted."""


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """A player about to make a statement."""

    mind: Mind
    want: Talk

    def sentences(self) -> tuple[str, ...]:
        claims = tuple(self._claims())
        speaker = replace(self, mind=self.mind.telling(claims))
        statements: tuple[Told, ...] = (*claims, *speaker._opinion())
        prompt = self.mind.prompt
        question = closing_question(prompt, self.want.to, self.mind.suspects[0])
        talk_turn = replace(turn(prompt, statements, self._of_the_night()), vouch=speaker._vouch)
        return talk_turn.sentences((*question, *(line for _, line in timelines(prompt))))

    def _of_the_night(self) -> tuple[Fact, ...]:
        prompt = self.mind.prompt
        if prompt.role == "mason" and prompt.mason:
            return (Fellow(by=prompt.me, whom=prompt.mason, role="mason"),)
        return self._seer_result() if prompt.role == "seer" else self._told_of_night

    def _claims(self) -> Iterator[Fact]:
        prompt = self.mind.prompt
        match prompt.role:
            case "seer":
                yield from self._as_seer(self._seer_result())
            case "mason" if prompt.mason and prompt.round == 1:
                yield RoleClaim(who=prompt.me, role="mason")
                yield Fellow(by=prompt.me, whom=prompt.mason, role="mason")
            case "werewolf" if self._told_of_night:
                yield from self._as_seer(self._told_of_night)
            case "minion" if self._told_of_night or (self._is_bold and not self._has_claimed):
                yield from self._as_seer(self._told_of_night or self._invent_night())
            case "tanner" if self._told_of_night or (prompt.round == STORY_ROUND and self._is_bold):
                yield from self._as_seer(self._told_of_night or self._invent_night())
            case _ if prompt.round == 1:
                yield RoleClaim(who=prompt.me, role="villager")
            case _:
                pass

    def _as_seer(self, night: tuple[Fact, ...]) -> Iterator[Fact]:
        """Yields the seer's story: whole at first, and again if another player claims the role too."""
        prompt = self.mind.prompt
        is_contested = set(claimants(prompt, "seer")) - {prompt.me}
        if prompt.round == 1 or is_contested or not self._told_of_night:
            yield RoleClaim(who=prompt.me, role="seer")
            yield from night

    def _seer_result(self) -> tuple[Fact, ...]:
        prompt, pointing = self.mind.prompt, self.mind.prompt.pointing
        if not pointing:
            return ()
        fact_type = OneOfTwo if pointing.has_wolf else NeitherOfTwo
        first, second = pointing.pair
        return (fact_type(by=prompt.me, whom=first, other=second, role=Role.WEREWOLF),)

    def _invent_night(self) -> tuple[Fact, ...]:
        prompt = self.mind.prompt
        others = [name for name in prompt.others if name != prompt.wolf]
        first, second = sorted(self.mind.pair(others), key=prompt.table.players.index)
        return (OneOfTwo(by=prompt.me, whom=first, other=second, role=Role.WEREWOLF),)

    def _opinion(self) -> Iterator[Told]:
        mind, me = self.mind, self.mind.prompt.me
        top, level = mind.suspects[0], self._level
        yield Suspicion(by=me, whom=top, level=level)
        if top in mind.outward.certain or is_found(mind, top) or mind.outward.grounds(top):
            yield grounds(mind, top)
        else:
            yield from guess_reason(mind.prompt, level)
        if friend := self._friend(top):
            is_mason = friend == mind.prompt.mason
            yield Trust(by=me, whom=friend, level=Level.STRONG if is_mason else Level.SOME)
        if level is Level.STRONG:
            yield VoteFor(by=me, whom=top)

    def _vouch(self, name: Name) -> tuple[Told, ...]:
        """Returns its trust in a player with the reason, if it trusts that one, or did and still may."""
        mind, prompt = self.mind, self.mind.prompt
        is_mason = name == prompt.mason
        most = (1 if has_trusted(prompt, name) else _TRUSTED) / len(prompt.table.players)
        if not is_mason and (name not in prompt.others or mind.outward.chances[name] >= most):
            return ()
        trust = Trust(by=prompt.me, whom=name, level=Level.STRONG if is_mason else Level.SOME)
        return trust, reason_to_trust(mind, name)

    def _friend(self, top: Name) -> Name | None:
        mind = self.mind
        if mind.prompt.mason:
            return mind.prompt.mason
        known_players = mind.outward.certain | mind.prompt.heard_players
        others = [name for name in mind.prompt.others if name != top and name in known_players]
        if not others:
            return None
        least = mind.order(others, lambda name: mind.outward.chances[name])[0]
        return least if mind.outward.chances[least] < _TRUSTED / len(mind.prompt.table.players) else None

    @property
    def _level(self) -> Level:
        likely, usual = max(self.mind.outward.chances.values()), 1 / len(self.mind.prompt.table.players)
        if likely > _MARKED * usual:
            return Level.STRONG
        return Level.SOME if likely > _NOTICED * usual else Level.LITTLE

    @property
    def _is_bold(self) -> bool:
        return drawn_for(self.mind.prompt.occasion + self.mind.prompt.me).random() < BOLD

    @property
    def _has_claimed(self) -> bool:
        """True if it has claimed a role, or may have forgotten that it did."""
        prompt = self.mind.prompt
        return prompt.me in prompt.left_out or any(
            isinstance(fact, RoleClaim) for fact in self.mind.prompt.kept_words
        )

    @property
    def _told_of_night(self) -> tuple[Fact, ...]:
        return tuple(
            dict.fromkeys(
                fact for fact in self.mind.prompt.kept_words if isinstance(fact, OneOfTwo | NeitherOfTwo)
            )
        )


_NIGHT = (OneOfTwo, NeitherOfTwo, Fellow, *NIGHT_OF_CARDS)


def turn(prompt: OneNightPrompt, statements: tuple[Told, ...], night: tuple[Fact, ...]) -> TalkTurn:
    """Returns the statement as a turn of the conversation."""
    is_seer = any(isinstance(statement, RoleClaim) and statement.role == "seer" for statement in statements)
    rivals = dict.fromkeys((*claimants(prompt, "seer"), *((prompt.me,) if is_seer else ())))
    return TalkTurn(
        prompt=prompt,
        told=statements,
        others=prompt.others,
        rivals=tuple(rivals),
        confessions=frozenset({"werewolf", "minion", "tanner"}),
        replies=_replies(prompt, night),
        may_ask=tuple(_may_ask(prompt)),
    )


def _replies(prompt: OneNightPrompt, night: tuple[Fact, ...]) -> Mapping[str, Fact | str]:
    """Returns the answers about itself, consistent with its earlier statements as far as remembered."""
    claims = [fact for fact in prompt.kept_words if isinstance(fact, RoleClaim)]
    forgotten = "told_role" if prompt.me in prompt.left_out else "slept"
    return {"ask_role": claims[-1] if claims else "told_role", "ask_night": night[0] if night else forgotten}


def _may_ask(prompt: OneNightPrompt) -> Iterator[SpeechAct]:
    for name in prompt.others:
        has_told = any(isinstance(fact, _NIGHT) for fact in prompt.said_by(name))
        if not has_told and name not in prompt.left_out:
            yield SpeechAct(kind="ask_night", by=prompt.me, to=name)


def grounds(mind: Mind, name: Name) -> str:
    """Returns what counts most against a player."""
    prompt, outward = mind.prompt, mind.outward
    if name in outward.certain:
        return phrase(prompt, "knows")
    if is_found(mind, name):
        return phrase(prompt, "found_pair", by=prompt.me, about=name)
    clue = outward.grounds(name)
    if clue is None:
        return phrase(prompt, "blank")
    if clue.by == name and clue.about and clue.kind != "rivals":
        return phrase(prompt, "own_word", by=name)
    about = name if name in clue.about else next(iter(clue.about), clue.by)
    return phrase(prompt, clue.kind, by=clue.by, about=about)


def reason_to_trust(mind: Mind, name: Name) -> str:
    """Returns what counts most for a trusted player."""
    prompt, clue = mind.prompt, mind.outward.support(name)
    if name == prompt.mason:
        return phrase(prompt, "knows")
    if clue is None or clue.kind not in _FRIENDLY:
        return phrase(prompt, "no_case", about=name)
    return phrase(
        prompt, clue.kind, by=clue.by, about=name if name in clue.about else next(iter(clue.about), name)
    )


_FRIENDLY = frozenset(
    {"trusts", "clear_pair", "vouches", "claims_seer", "claims_mason", "clear_card", "saw_centre"}
)
"""The kinds of clues whose words speak for a player."""


def is_found(mind: Mind, name: Name) -> bool:
    """Returns true if a player is one of the pair that is known, or said, to hold the werewolf."""
    pointing = mind.outward.prompt.pointing
    return pointing is not None and pointing.has_wolf and name in pointing.pair
