"""A player of Werewolf with all that it can be asked for: choices, speeches, attitudes and readings.

In a speech each player tells what it believes, a werewolf what its guise would believe. A seer comes forward
when it has found a werewolf, is about to be voted out, or has been silent long enough; once it has, it tells
everything. A werewolf says that it is none; named by a seer, it claims to be the seer itself, unless it has
claimed another role before, and keeps to what it said. Reasons are words that people read and that state no
fact to other readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.games.werewolf.reader.choosing import BELIEVED, Mind
from parlour.games.werewolf.reader.clues import Clue, seers
from parlour.games.werewolf.reader.parsed import MORNING, WerewolfPrompt
from parlour.games.werewolf.setup import PACK
from parlour.language.facts import (
    Check,
    Fact,
    Level,
    Name,
    RoleClaim,
    Suspicion,
    Trust,
    VoteFor,
    Word,
    lead_up,
)
from parlour.llm import Talk, Target
from parlour.reader import (
    SETTLED,
    Blank,
    ChoicePurpose,
    ClueSeat,
    Reached,
    SpeechAct,
    TalkTurn,
    Told,
    closing_question,
    compare_chance,
    explain_turn,
    fitting,
    guess_reason,
    has_trusted,
    join_sentences,
    phrase,
    timelines,
)

PATIENCE = 3
"""The day on which a seer comes forward though it has found no werewolf."""
GOOD: Word = "good"
_MARKED, _NOTICED = 1.2, 1.05
"""The factors to the average suspicion at which a player is suspected strongly, and somewhat."""
_TRUSTED = 0.6


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """A player about to speak."""

    mind: Mind
    want: Talk

    def sentences(self) -> tuple[str, ...]:
        if self.want.among == "fellows":
            return fitting(self._proposal(self.want.to), self.mind.prompt.limit)
        facts = tuple(self._lies() if self.mind.prompt.is_wolf else self._truths())
        opinion = replace(self, mind=self.mind.telling(facts))._opinion()
        prompt, statements = self.mind.prompt, (*facts, *opinion)
        question = closing_question(prompt, self.want.to, self.mind.suspects(self._others)[0])
        return replace(turn(prompt, statements), vouch=self._vouch).sentences(
            (*question, *(line for _, line in timelines(prompt)))
        )

    def _proposal(self, about: Name | None) -> Iterator[str]:
        if about is None:
            return
        prompt = self.mind.prompt
        pack = (prompt.me, *prompt.fellows)
        confer, kill, vote = (
            prompt.wording_at_once(name, pack, "conferred proposed") for name in ("confer", "kill", "vote")
        )
        reason = "kill" if prompt.of("spoke") else "kill_unheard"
        yield phrase(prompt, "confer", confer, about=about)
        yield phrase(prompt, reason, kill, about=about)
        others = [name for name in self.mind.prompt.living if name != about]
        scapegoat = self.mind.ballot(others)
        if scapegoat != self.mind.prompt.me and scapegoat not in self.mind.prompt.fellows:
            sentence = prompt.say(VoteFor(by=prompt.me, whom=scapegoat), chooser=vote)
            yield lead_up(sentence, prompt.language, vote, prompt.table.players, kinds=("plans",))

    def _truths(self) -> Iterator[Fact]:
        prompt = self.mind.prompt
        if prompt.role == "seer" and self._comes_forward():
            yield RoleClaim(who=prompt.me, role="seer")
            for name, (night, is_wolf) in prompt.checks.items():
                yield Check(by=prompt.me, whom=name, role="werewolf" if is_wolf else GOOD, night=night)
        elif self.mind.is_threatened:
            yield RoleClaim(who=prompt.me, role=prompt.role)
        else:
            yield from self._innocence()

    def _lies(self) -> Iterator[Fact]:
        prompt = self.mind.prompt
        claimed = [
            fact for fact in self.mind.prompt.kept_words if isinstance(fact, RoleClaim) and fact.role != GOOD
        ]
        accusers = self.mind.accusers
        if any(fact.role == "seer" for fact in claimed):
            yield RoleClaim(who=prompt.me, role="seer")
            yield from dict.fromkeys(fact for fact in self.mind.prompt.kept_words if isinstance(fact, Check))
        elif accusers and not claimed and prompt.me not in prompt.left_out:
            yield RoleClaim(who=prompt.me, role="seer")
            yield Check(by=prompt.me, whom=accusers[0], role="werewolf", night=prompt.night)
        elif self.mind.is_threatened:
            yield RoleClaim(who=prompt.me, role=claimed[0].role if claimed else "villager")
        else:
            yield from self._innocence()

    def _innocence(self) -> Iterator[Fact]:
        if self.mind.prompt.day <= 1:
            yield RoleClaim(who=self.mind.prompt.me, role=GOOD)

    def _opinion(self) -> Iterator[Told]:
        mind, me = self.mind, self.mind.prompt.me
        others = self._others
        top = mind.suspects(others)[0]
        level = self._level(max(mind.outward.chances[name] for name in others))
        yield Suspicion(by=me, whom=top, level=level)
        if top in mind.outward.certain or mind.outward.against(top):
            yield case_against(mind, top)
        else:
            yield from guess_reason(mind.prompt, level)
        if friend := self._friend(others, top):
            cleared = [fact.whom for fact in mind.night if isinstance(fact, Check) and fact.role == GOOD]
            trust = Level.STRONG if friend in (*mind.guise.seers, *cleared) else Level.SOME
            yield Trust(by=me, whom=friend, level=trust)
        if level is Level.STRONG:
            yield VoteFor(by=me, whom=top)

    def _vouch(self, name: Name) -> tuple[Told, ...]:
        """Returns its trust in a player with the reason, if it trusts that one, or did and still may."""
        mind, prompt = self.mind, self.mind.prompt
        most = mind.prior if has_trusted(prompt, name) else _TRUSTED * mind.prior
        is_seer = name in mind.guise.seers
        if name not in self._others or mind.outward.chances[name] >= (BELIEVED if is_seer else most):
            return ()
        trust = Trust(by=prompt.me, whom=name, level=Level.STRONG if is_seer else Level.SOME)
        return trust, reason_to_trust(mind, name)

    @property
    def _others(self) -> list[Name]:
        return [name for name in self.mind.prompt.living if name != self.mind.prompt.me]

    def _friend(self, others: Iterable[Name], top: Name) -> Name | None:
        chances = self.mind.outward.chances
        known_players = self.mind.outward.certain.keys() | self.mind.prompt.heard_players
        near = [name for name in others if name != top and name in known_players]
        trusted = [name for name in self.mind.guise.seers if name in near and chances[name] < BELIEVED] or [
            name for name in near if chances[name] < _TRUSTED * self.mind.prior
        ]
        return self.mind.by_day(trusted, lambda name: chances[name])[0] if trusted else None

    def _level(self, likely: float) -> Level:
        if likely > BELIEVED and likely > _MARKED * self.mind.average:
            return Level.STRONG
        return Level.SOME if likely > _NOTICED * self.mind.average else Level.LITTLE

    def _comes_forward(self) -> bool:
        prompt = self.mind.prompt
        has_before = any(
            isinstance(fact, RoleClaim) and fact.role == "seer" for fact in self.mind.prompt.kept_words
        )
        has_found = any(is_wolf and name in prompt.living for name, (_, is_wolf) in prompt.checks.items())
        return has_before or has_found or self.mind.is_threatened or prompt.day >= PATIENCE


def turn(prompt: WerewolfPrompt, statements: tuple[Told, ...]) -> TalkTurn:
    """Returns the speech as a turn of the conversation; a role is claimed only in public."""
    is_seer = any(isinstance(statement, RoleClaim) and statement.role == "seer" for statement in statements)
    rivals = dict.fromkeys((*seers(prompt), *((prompt.me,) if is_seer else ())))
    return TalkTurn(
        prompt=prompt,
        told=statements,
        others=tuple(name for name in prompt.living if name != prompt.me),
        rivals=tuple(name for name in rivals if name in prompt.living),
        confessions=frozenset({"werewolf", "tanner"}),
        replies={"ask_role": "keeps_role"},
        may_ask=tuple(_ballots(prompt)),
        events=tuple(_news(prompt)),
    )


def _ballots(prompt: WerewolfPrompt) -> Iterator[SpeechAct]:
    for line in prompt.of("voted one"):
        to, about = line["actor"], line["one"]
        is_recent = int(line["number"]) == prompt.day - 1
        if is_recent and prompt.me not in (to, about) and {to, about} <= set(prompt.living):
            yield SpeechAct(kind="ask_ballot", by=prompt.me, to=to, about=about)


def _news(prompt: WerewolfPrompt) -> Iterator[SpeechAct]:
    """Yields remarks on the last night and the last vote: who died of them, and what became known."""
    me, roles = prompt.me, prompt.known_roles
    for line in prompt.of(*MORNING, "died nobody"):
        if int(line["number"]) == prompt.day:
            dead = prompt.players_out(line)
            yield from (
                SpeechAct(kind="lost_seer" if name in seers(prompt) else "mourned", by=me, about=name)
                for name in dead
            )
            if not dead:
                yield SpeechAct(kind="quiet_night", by=me)
    for line in prompt.of("eliminated one"):
        name = line["one"]
        if int(line["number"]) == prompt.day - 1 and name in roles:
            yield SpeechAct(kind="hit" if roles[name] in PACK else "missed", by=me, about=name)


_OWN_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("found_wolf", "suspects"), "own_word"),
    **dict.fromkeys(("found_good", "trusts"), "own_trust"),
}
"""Statements against and for another player, and the phrases that hold them against their speaker."""


def choice_reason(mind: Mind, deed: str, chosen: Name | None) -> str:
    """Returns the reason for a choice, or for none."""
    prompt = mind.prompt
    if chosen is None:
        return phrase(prompt, "hold")
    if deed in ("elect", "bequeath"):
        return phrase(prompt, "honour", about=chosen)
    if deed in ("charm", "explode") or (deed == "shoot" and prompt.is_wolf):
        deed = "kill"
    if deed in ("check", "protect", "save", "kill"):
        return phrase(prompt, deed, about=chosen)
    turned = explain_turn(prompt, chosen)
    if prompt.is_wolf:
        return join_sentences(prompt, *turned, phrase(prompt, "throw", about=chosen))
    percent = str(round(100 * mind.own.chances[chosen]))
    likely = phrase(prompt, "likely", about=chosen, percent=percent)
    return join_sentences(prompt, *turned, likely, case_against(mind, chosen))


def grounds(mind: Mind, name: Name) -> str:
    """Returns what counts most for or against a player."""
    return reason_of(mind, name, mind.outward.grounds(name))


def case_against(mind: Mind, name: Name) -> str:
    """Returns what speaks against a player: of the weightiest clues one by lot, so that reasons vary."""
    clues = mind.outward.against(name)
    return reason_of(mind, name, mind.prompt.draw("case").choice(clues) if clues else None)


def reason_of(mind: Mind, name: Name, clue: Clue | None) -> str:
    """Returns a clue for or against a player in words; what is certain needs none."""
    prompt, outward = mind.prompt, mind.outward
    if name in outward.certain:
        return phrase(prompt, "checked" if name in outward.prompt.checks else "knows")
    if clue is None:
        return phrase(prompt, "blank")
    kind = _OWN_WORDS.get(clue.kind, clue.kind) if clue.by == name != clue.about else clue.kind
    return phrase(prompt, kind, by=clue.by, about=clue.about)


def reason_to_trust(mind: Mind, name: Name) -> str:
    """Returns what counts most for a trusted player."""
    clue = mind.outward.grounds(name)
    is_for = clue is not None and clue.kind in _FRIENDLY
    return (
        grounds(mind, name)
        if is_for or name in mind.outward.certain
        else phrase(mind.prompt, "no_case", about=name)
    )


_FRIENDLY = frozenset({"found_good", "trusts", "claims_seer", "claims_role", "fell_by_night"})
"""The kinds of clues whose words speak for a player."""
_WOLF: Word = "werewolf"
_ALONE = frozenset({"link", "spy"})
"""Deeds whose reason names no player."""


@dataclass(frozen=True, kw_only=True)
class WerewolfSeat(ClueSeat):
    """A player of Werewolf."""

    hostile = frozenset({"voted", "suspects", "found_wolf"})
    mind: Mind

    @property
    def prompt(self) -> WerewolfPrompt:
        return self.mind.prompt

    @property
    def others(self) -> tuple[Name, ...]:
        return tuple(name for name in self.prompt.living if name != self.me)

    @property
    def allies(self) -> frozenset[Name]:
        return self.prompt.lovers.union(self.prompt.fellows)

    def rank(self, options: Sequence[Name]) -> Sequence[Name]:
        return self.mind.suspects(options)

    def chosen(self, purpose: ChoicePurpose, blank: Blank) -> object:
        if isinstance(purpose, Target) and blank.is_list and set(blank.options) <= set(self.names):
            return self.mind.pair(blank.options)
        if blank.is_list or not set(blank.options) <= set(self.names):
            return super().chosen(purpose, blank)
        return self.mind.target(_deed_name(purpose), blank.options)

    def why(self, purpose: ChoicePurpose, blank: Blank, case: str | None, most: int | None) -> str:
        chosen = self.chosen(purpose, blank)
        if isinstance(purpose, Target) and purpose.deed in _ALONE:
            return phrase(self.prompt, purpose.deed)
        if chosen is None or (isinstance(chosen, str) and chosen in self.names):
            return choice_reason(self.mind, _deed_name(purpose), chosen)
        return self.overall()

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        return case_against(self.mind, name) if name == self.top else grounds(self.mind, name)

    @property
    def plan_phrase(self) -> str:
        if self.prompt.is_wolf:
            return "plan_wolf"
        return "plan_seer" if self.prompt.role == "seer" else "plan_good"

    def speak(self, want: Talk) -> tuple[str, ...]:
        return Speaker(mind=self.mind.aloud, want=want).sentences()

    @property
    def moment(self) -> str:
        return f"{self.prompt.day}{self.prompt.night}"

    def warmth(self, name: Name) -> float:
        is_show = self.prompt.is_wolf and name in self.prompt.fellows  # their words are for the table
        return 0.0 if is_show else super().warmth(name)

    def tone(self, fact: Fact) -> float:
        match fact:
            case Check(whom=whom, role=role) if whom == self.me:
                return -2.0 if role == _WOLF else 1.0
            case _:
                return super().tone(fact)

    def side(self, name: Name) -> float:
        if self.prompt.is_wolf:
            return 1.0 if name in self.prompt.fellows else 0.0
        return -compare_chance(self.mind.own.chances[name], self.mind.prior)

    def role(self, name: Name, roles: Sequence[Word], case: str = "") -> tuple[Word, float]:
        chances = self._chances(name, roles)
        best = max(roles, key=lambda role: chances[role])
        return best, chances[best]

    def _chances(self, name: Name, roles: Sequence[Word]) -> Mapping[Word, float]:
        prompt, wolf = self.prompt, self.mind.own.chances[name]
        if (known_role := prompt.known_roles.get(name)) in roles:
            return {role: float(role == known_role) for role in roles}
        if name in self.mind.seers and prompt.role != "seer" and "seer" in roles:
            return {role: {_WOLF: wolf, "seer": 1 - wolf}.get(role, 0.0) for role in roles}
        excluded = {*PACK, "villager", prompt.role, *(["seer"] if self.mind.seers else [])}
        powers = [role for role in roles if role not in excluded]
        others = len(prompt.table.players) - prompt.pack - (not prompt.is_wolf)
        share = (1 - wolf) / max(others, 1)
        rest = 1 - wolf - share * len(powers)
        kings = [role for role in roles if role in PACK and role not in (_WOLF, prompt.role)]
        wolf_share = wolf / prompt.pack
        chances = {role: share if role in powers else 0.0 for role in roles}
        chances |= dict.fromkeys(kings, wolf_share)
        return chances | {_WOLF: wolf - wolf_share * len(kings), "villager": rest}

    def is_cleared(self, name: Name) -> bool:
        return self.mind.outward.certain.get(name) is False

    def progress(self, case: str = "") -> Reached:
        """Returns whether all werewolves are found; a werewolf is safe while others are more suspected."""
        prompt, chances = self.prompt, self.mind.outward.chances
        if prompt.is_wolf:
            return "partly" if self.mind.common.chances[prompt.me] <= self.usual else "no"
        count = sum(chance > SETTLED for chance in chances.values())
        return "yes" if count >= prompt.pack else "partly" if count else "no"


def _deed_name(purpose: ChoicePurpose) -> str:
    return purpose.deed if isinstance(purpose, Target) else "eliminate"
