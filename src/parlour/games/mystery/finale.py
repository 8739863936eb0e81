"""The proof of a mystery, step by step until one suspect is left, and the proof in words at a match's end.

Each step is a clash that refutes something which was still possible, and what the last one leaves is the
truth. With one murderer, clashes that clear one of the others go first, and then contradictions; of several
murderers each may lie for the others, so that the clash that refutes the most goes first. In words it names
each alibi, each lie, the informed players and the missed questions.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from typing import Literal, cast

from parlour.arena import Record
from parlour.core import Player, chance
from parlour.games.mystery.clashes import Clash, SourcedFact
from parlour.games.mystery.deduction import Deduction, Hypothesis, killings
from parlour.games.mystery.hearing import solution_of
from parlour.games.mystery.hindsight import Hindsight, Inquest, Saying
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.games.mystery.telling import MysteryPhrases, phrases
from parlour.language.facts import Fact, Killing, Name, NoMeans, NoMotive, Question, render
from parlour.language.wording import GamePhrases
from parlour.views import Finale, FinaleLine, FinaleStep

MOST_HYPOTHESES = 1_500
"""Beyond so many, as with four dead at a table of seven, it would be some forty steps, and is not told."""


Ground = Literal["alibi", "means", "motive", "named", "together", "lie"]
"""The ground of a step."""


@dataclass(frozen=True, kw_only=True)
class ProofStep:
    """A clash, with what it rules out.

    Attributes:
        clash: statements that cannot all be true, or not under some killing.
    """

    clash: Clash
    cleared: tuple[Killing, ...]
    left: tuple[Hypothesis, ...]

    @property
    def ground(self) -> Ground:
        """Its ground."""
        facts = [statement.fact for statement in self.clash.statements]
        if not self.clash.killings:
            return "lie"
        if any(isinstance(fact, Killing) for fact in facts):
            return "named"
        if len(self.clash.killings) > 1:
            return "together"
        if any(isinstance(fact, NoMotive) for fact in facts):
            return "motive"
        return "means" if any(isinstance(fact, NoMeans) for fact in facts) else "alibi"


@dataclass(frozen=True, kw_only=True)
class Proof:
    """The proof of who did it.

    Attributes:
        steps: in order; the last of them leaves the truth alone.
    """

    victims: tuple[Name, ...]
    steps: tuple[ProofStep, ...]
    lies: tuple[Clash, ...]

    @property
    def truth(self) -> Hypothesis:
        """The murderers of each victim, as the last step leaves them."""
        return self.steps[-1].left[0]


def prove(evidence: Deduction) -> Proof | None:
    """Returns the proof in the statements; None if several answers are left, or too many begin."""
    possible = tuple(islice(evidence.hypotheses(), MOST_HYPOTHESES + 1))
    if len(possible) > MOST_HYPOTHESES or not evidence.is_settled():
        return None
    steps = tuple(_steps(evidence, possible))
    guilty = frozenset(chain.from_iterable(steps[-1].left[0])) if steps else frozenset[Name]()
    return Proof(victims=evidence.victims, steps=steps, lies=_lies(evidence, guilty)) if steps else None


def _steps(evidence: Deduction, possible: tuple[Hypothesis, ...]) -> Iterator[ProofStep]:
    """Yields one suspect after the other if one did it, and then whatever refutes the most."""
    if len(possible) > len(evidence.suspects):
        yield from _refuting_steps(evidence, evidence.clashes, possible)
        return
    single = [clash for clash in evidence.clashes if len(clash.killings) == 1]
    for killing in dict.fromkeys(clash.killings for clash in single):
        about = [clash for clash in single if clash.killings == killing]
        for step in _refuting_steps(evidence, about, possible):
            yield step
            possible = step.left
    yield from _refuting_steps(evidence, evidence.clashes, possible)


def _refuting_steps(
    evidence: Deduction, clashes: Sequence[Clash], possible: tuple[Hypothesis, ...]
) -> Iterator[ProofStep]:
    """Yields the steps of those clashes, what refutes the most first, until nothing falls any more."""
    while clashes:
        lefts = [(clash, evidence.hypotheses_left(clash, possible)) for clash in clashes]
        clash, left = min(lefts, key=lambda pair: (len(pair[1]), len(pair[0].statements)))
        if len(left) == len(possible):
            return
        after = _possible_killings(evidence.victims, left)
        gone = (killing for killing in _possible_killings(evidence.victims, possible) if killing not in after)
        yield ProofStep(clash=clash, cleared=tuple(gone), left=left)
        possible = left


def _possible_killings(victims: Sequence[Name], possible: Sequence[Hypothesis]) -> dict[Killing, None]:
    return dict.fromkeys(killing for hypothesis in possible for killing in killings(victims, hypothesis))


def _lies(evidence: Deduction, guilty: frozenset[Name]) -> tuple[Clash, ...]:
    """Returns the first clash for each statement of a murderer that an innocent player refutes."""
    refutations: dict[tuple[SourcedFact, ...], Clash] = {}
    for clash in evidence.clashes:
        lies = tuple(statement for statement in clash.statements if statement.source in guilty)
        if lies and not clash.killings and not guilty.issuperset(clash.sources):
            refutations.setdefault(lies, clash)
    return tuple(refutations.values())


def present_proof(record: Record, viewer: Player | None) -> Finale | None:
    """Returns the proof; None for free prose, or if more than one answer is open."""
    script = MysterySetup.of(record.setup.game).script
    solved = _prove_script(cast("Hashable", script))
    if solved is None:
        return None
    evidence, proof = solved
    seeker = viewer if viewer and not script.victims_of(viewer) else None
    telling = ProofTelling(
        phrases=GamePhrases("mystery", script.language),
        script=script,
        evidence=evidence,
        proof=proof,
        talk=Inquest.of(record, evidence),
        viewer=seeker,
    )
    return telling.finale()


PART = present_proof


@lru_cache(maxsize=16)
def _prove_script(script: Hashable) -> tuple[Deduction, Proof] | None:
    """Returns the statements of a script and the proof of its culprits, if any."""
    solution = solution_of(cast("Script", script))
    proof = prove(solution.evidence) if solution and solution.is_proved else None
    return (solution.evidence, proof) if solution and proof else None


@dataclass(frozen=True, kw_only=True)
class ProofTelling:
    """Renders a proof in words.

    Attributes:
        viewer: the player who looks back and sought the murderer; None for any other viewer.
    """

    phrases: GamePhrases
    script: Script
    evidence: Deduction
    proof: Proof
    talk: Inquest
    viewer: Player | None

    def finale(self) -> Finale:
        """Returns the whole finale."""
        pairs = zip(self.proof.truth, self.proof.victims, strict=True)
        verdict = [self._say("proof_verdict", names=self._names(who), victim=case) for who, case in pairs]
        return Finale(
            opening=self._say("proof_opening"),
            steps=tuple(self._steps()),
            verdict=self._join(verdict),
            lies=tuple(self._lie(clash) for clash in self.proof.lies),
        )

    def _steps(self) -> Iterator[FinaleStep]:
        """Yields the steps; public facts stand in the first step that rests on them."""
        public = set[SourcedFact]()
        for step in self.proof.steps:
            yield self._step(step, public)
            public |= {statement for statement in step.clash.statements if statement.source is None}

    def _step(self, step: ProofStep, public: Collection[SourcedFact]) -> FinaleStep:
        clash = step.clash
        about = tuple(dict.fromkeys(killing.who for killing in clash.killings)) or clash.sources
        case = clash.killings[0].victim if clash.killings else self.proof.victims[0]
        title = self._say(f"proof_{step.ground}", names=self._names(about), victim=case)
        return FinaleStep(
            title=title,
            about=about,
            lines=tuple(
                self._lines((statement for statement in clash.statements if statement not in public), case)
            ),
            conclusion=self._join(self._conclusion(step)),
        )

    def _conclusion(self, step: ProofStep) -> Iterator[str]:
        """Yields the conclusion of a step, and the remaining suspects."""
        if step.ground == "lie":
            yield self._say("proof_one_lies", names=self._names(step.clash.sources, self._say("proof_or")))
        elif not step.cleared:
            yield self._say("proof_fewer", names=self._names(step.clash.sources))
        yield from self._clear_lines(step)
        if len(step.left) > 1:
            is_of_one = len(step.left[0]) == len(step.left[0][0]) == 1
            suspects = dict.fromkeys(
                name for hypothesis in step.left for name in chain.from_iterable(hypothesis)
            )
            key = "proof_left" if is_of_one else "proof_ways"
            yield self._say(key, names=self._names(tuple(suspects)), count=len(step.left))

    def _clear_lines(self, step: ProofStep) -> Iterator[str]:
        """Yields the players cleared of each case; once for those cleared of all."""
        out = {
            case: tuple(killing.who for killing in step.cleared if killing.victim == case)
            for case in self.proof.victims
        }
        if step.cleared and len(set(out.values())) == 1:
            yield self._say(
                "proof_cleared", names=self._names(out[self.proof.victims[0]], self._say("proof_or"))
            )
            return
        for case, names in out.items():
            if names:
                yield self._say("proof_cleared_of", names=self._names(names), victim=case)

    def _lie(self, clash: Clash) -> FinaleStep:
        """Returns a murderer's lie, spoken or prepared, with what refutes it."""
        guilty = set(chain.from_iterable(self.proof.truth))
        lies = [statement for statement in clash.statements if statement.source in guilty]
        liars = tuple(dict.fromkeys(lie.source or "" for lie in lies))
        key = "proof_lied" if any(lie in self.talk.sayings for lie in lies) else "proof_ready"
        statements = (*lies, *(statement for statement in clash.statements if statement not in lies))
        return FinaleStep(
            title=self._say(key, names=self._names(liars)),
            about=liars,
            lines=tuple(self._lines(statements, self.proof.victims[0])),
            conclusion="",
        )

    def _lines(self, statements: Iterable[SourcedFact], case: Name) -> Iterator[FinaleLine]:
        for statement in statements:
            about = getattr(statement.fact, "victim", case)
            hindsight = self.talk.looked_back(statement, self.evidence, about, self.viewer)
            yield FinaleLine(
                speaker=statement.source,
                text=self._render(statement.fact, statement.source),
                note=self._join(self._notes(hindsight)),
            )

    def _notes(self, hindsight: Hindsight) -> Iterator[str]:
        """Yields notes on a statement's fate at the table."""
        source = hindsight.statement.source
        if source is None:
            yield self._say("proof_public")
            return
        if others := tuple(name for name in hindsight.knew if name != self.viewer):
            yield self._say("proof_knew", names=self._names(others))
        match hindsight.saying:
            case None if self.viewer is not None and self.viewer in (source, *hindsight.knew):
                yield self._say("proof_kept")
            case None:
                yield self._say("proof_unheard")
            case Saying(round=0):
                yield self._say("proof_introduced")
            case Saying(round=number, asker=None):
                yield self._say("proof_said", round=number)
            case Saying(round=number, asker=asker):
                key = "proof_you_asked" if asker == self.viewer != source else "proof_asked"
                yield self._say(key, round=number, asker=asker)
        if opening := hindsight.opening:
            keys = {None: "proof_could", source: "proof_could_otherwise"}
            yield self._say(
                keys.get(opening.instead, "proof_could_instead"),
                round=opening.round,
                to=source,
                question=self._render(opening.question, self.viewer, to=source),
                instead=opening.instead,
            )

    def _render(self, meaning: Fact | Question, speaker: Name | None, to: Name | None = None) -> str:
        rng = chance(0, "proof", str(meaning))
        return render(meaning, self.script.language, rng, speaker=speaker, reader=to)

    def _names(self, names: Sequence[Name], last: str = "") -> str:
        if len(names) < 2:
            return "".join(names)
        *others, end = names
        return self._prose.comma.join(others) + (last or self._prose.last) + end

    def _join(self, sentences: Iterable[str]) -> str:
        return self._prose.gap.join(sentences)

    @property
    def _prose(self) -> MysteryPhrases:
        return phrases(self.script.language)

    def _say(self, key: str, **variables: object) -> str:
        return self.phrases.say(key, **variables)
