"""The proof of a mystery in words: each alibi, each lie, the informed players, the missed questions."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import cast

from parlour.arena import Record
from parlour.core import Player, chance
from parlour.games.mystery.clashes import Clash, SourcedFact
from parlour.games.mystery.deduction import Deduction
from parlour.games.mystery.hearing import solution_of
from parlour.games.mystery.hindsight import Hindsight, Inquest, Saying
from parlour.games.mystery.proof import Proof, ProofStep, prove
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.games.mystery.telling import MysteryPhrases, phrases
from parlour.language.facts import Fact, Name, Question, render
from parlour.language.wording import GamePhrases
from parlour.views import Finale, FinaleLine, FinaleStep


class ProofTold:
    """Presents the solver's proof for a match's script."""

    def finale(self, record: Record, viewer: Player | None) -> Finale | None:
        """Returns the proof; None for free prose, or if more than one answer is open."""
        script = MysterySetup.of(record.setup.game).script
        found = _prove_script(cast("Hashable", script))
        if found is None:
            return None
        evidence, proof = found
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


PART = ProofTold()


@lru_cache(maxsize=16)
def _prove_script(told: Hashable) -> tuple[Deduction, Proof] | None:
    """Returns the statements of a script and the proof of its culprits, if any."""
    solution = solution_of(cast("Script", told))
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
            lies=tuple(self._lie(each) for each in self.proof.lies),
        )

    def _steps(self) -> Iterator[FinaleStep]:
        """Yields the steps; public facts stand in the first step that rests on them."""
        told = set[SourcedFact]()
        for step in self.proof.steps:
            yield self._step(step, told)
            told |= {each for each in step.clash.statements if each.source is None}

    def _step(self, step: ProofStep, told: Collection[SourcedFact]) -> FinaleStep:
        clash = step.clash
        about = tuple(dict.fromkeys(each.who for each in clash.killings)) or clash.sources
        case = clash.killings[0].victim if clash.killings else self.proof.victims[0]
        title = self._say(f"proof_{step.ground}", names=self._names(about), victim=case)
        return FinaleStep(
            title=title,
            about=about,
            lines=tuple(self._lines((each for each in clash.statements if each not in told), case)),
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
            suspects = dict.fromkeys(name for each in step.left for name in chain.from_iterable(each))
            key = "proof_left" if is_of_one else "proof_ways"
            yield self._say(key, names=self._names(tuple(suspects)), count=len(step.left))

    def _clear_lines(self, step: ProofStep) -> Iterator[str]:
        """Yields the players cleared of each case; once for those cleared of all."""
        out = {
            case: tuple(each.who for each in step.cleared if each.victim == case)
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
        lies = [each for each in clash.statements if each.source in guilty]
        liars = tuple(dict.fromkeys(each.source or "" for each in lies))
        key = "proof_lied" if any(each in self.talk.said for each in lies) else "proof_ready"
        told = (*lies, *(each for each in clash.statements if each not in lies))
        return FinaleStep(
            title=self._say(key, names=self._names(liars)),
            about=liars,
            lines=tuple(self._lines(told, self.proof.victims[0])),
            conclusion="",
        )

    def _lines(self, statements: Iterable[SourcedFact], case: Name) -> Iterator[FinaleLine]:
        for statement in statements:
            about = getattr(statement.fact, "victim", case)
            told = self.talk.looked_back(statement, self.evidence, about, self.viewer)
            yield FinaleLine(
                speaker=statement.source,
                text=self._render(statement.fact, statement.source),
                note=self._join(self._notes(told)),
            )

    def _notes(self, told: Hindsight) -> Iterator[str]:
        """Yields notes on a statement's fate at the table."""
        source = told.statement.source
        if source is None:
            yield self._say("proof_public")
            return
        if others := tuple(name for name in told.knew if name != self.viewer):
            yield self._say("proof_knew", names=self._names(others))
        match told.said:
            case None if self.viewer is not None and self.viewer in (source, *told.knew):
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
        if opening := told.opening:
            asked = {None: "proof_could", source: "proof_could_otherwise"}
            yield self._say(
                asked.get(opening.instead, "proof_could_instead"),
                round=opening.round,
                to=source,
                question=self._render(opening.question, self.viewer, to=source),
                instead=opening.instead,
            )

    def _render(self, said: Fact | Question, speaker: Name | None, to: Name | None = None) -> str:
        rng = chance(0, "proof", str(said))
        return render(said, self.script.language, rng, speaker=speaker, reader=to)

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
