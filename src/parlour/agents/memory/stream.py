"""A memory stream: what was said, and what of it comes to mind (Deng and Cai, section 2.5).

An utterance counts by how lately it was thought of and by how much its speaker is liked: then and now.

    relevance = a_r * 0.95 ** age + a_i * importance + a_f * fondness
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

DECAY = 0.95
"""The factor by which recency decays with each later utterance."""
RECENCY, IMPORTANCE, FONDNESS = 0.5, 2.0, 2.0
"""The paper's weights of the three scores: alpha of each."""


@dataclass(frozen=True, kw_only=True)
class Utterance:
    """Something that was said, as it is remembered.

    Attributes:
        event: its number, which says what was said.
        speaker: who said it.
        round: when.
        importance: how much its speaker was liked then, in [0, 1].
        accessed: how many utterances had been heard, it among them, when it last came to mind.
    """

    event: int
    speaker: str
    round: int
    importance: float
    accessed: int


@dataclass(frozen=True, kw_only=True)
class MemoryStream:
    """The utterances that an agent has heard, in order; time is counted in utterances."""

    utterances: tuple[Utterance, ...] = ()

    @property
    def turn(self) -> int:
        """The number of utterances so far."""
        return len(self.utterances)

    def add(self, event: int, speaker: str, round: int, importance: float) -> MemoryStream:  # noqa: A002 - the paper's word
        """The stream with one more utterance; its importance is how much the speaker is liked, in [0, 1].

        Raises:
            ValueError: if the importance is not in [0, 1].
        """
        _check(importance)
        latest = Utterance(
            event=event, speaker=speaker, round=round, importance=importance, accessed=self.turn + 1
        )
        return replace(self, utterances=(*self.utterances, latest))

    def relevance(self, utterance: Utterance, fondness: float) -> float:
        """Returns the relevance of an utterance, in [0, sum of the weights].

        `fondness`: how much its speaker is liked now, in [0, 1].

        Raises:
            ValueError: if the fondness is not in [0, 1].
        """
        _check(fondness)
        recency = DECAY ** (self.turn - utterance.accessed)
        return RECENCY * recency + IMPORTANCE * utterance.importance + FONDNESS * fondness

    def recall(self, fondness: Callable[[str], float], most: int) -> tuple[MemoryStream, tuple[int, ...]]:
        """Returns the events of the most relevant utterances, and the stream after that access.

        To call to mind twice without hearing anything between gives the same again: what was chosen has only
        become more recent.

        `most`: how many utterances, K of the paper; of equals the later ones.
        """
        ranked = sorted(
            self.utterances,
            key=lambda each: (-self.relevance(each, fondness(each.speaker)), -each.event),
        )
        chosen = {each.event for each in ranked[:most]}
        after = tuple(
            replace(each, accessed=self.turn) if each.event in chosen else each for each in self.utterances
        )
        return replace(self, utterances=after), tuple(sorted(chosen))


def _check(value: float) -> None:
    if not 0 <= value <= 1:
        raise ValueError(f"{value} is not in [0, 1]")
