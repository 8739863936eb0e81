"""The head of the page: the progress of the match, the live stage, and the notice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from nicegui.elements.mixins.text_element import TextElement

from parlour.core import EventKind, Player, Request, RequestKind, count_words, event_kinds, request_kinds
from parlour.evaluation import Sides
from parlour.llm import Language
from parlour.store import AccessToken
from parlour.web.hosting import OVER, FeedLine, Settings, Standing
from parlour.web.insight.readings import StageArrow, StageState, is_vote, kind_of
from parlour.web.pages.look import add_text
from parlour.web.pages.stage import FaceShown, Stage, StageWords
from parlour.web.pages.table.scene import PHRASES, Scene, box, button
from parlour.web.sheets import MOST_SUSPICION

_BUSY: Mapping[RequestKind, str] = {
    request_kinds.INTRODUCE: "introductions",
    request_kinds.VOTE: "vote",
    request_kinds.ANSWER: "answers",
}


class MatchProgress:
    """The progress of a match, read from its lines."""

    def __init__(self, scene: Scene, words: StageWords) -> None:
        self._scene, self._words = scene, words
        self.state = StageState(kinds=scene.game.kinds.events, viewer=scene.player)

    def phase(self, requests: Sequence[Request]) -> str:
        """Returns the current activity of the table."""
        say = self._scene.say
        if self._scene.table.is_over:
            return self._words.say("over")
        busy = next((_BUSY[request.kind] for request in requests if request.kind in _BUSY), None)
        if self.state.opened in (event_kinds.NIGHT, event_kinds.DAY) and not self.has_rounds:
            return f"{self.when} · {say(busy)}" if busy else self.when
        speech = next((request for request in requests if request.kind is request_kinds.SPEAK), None)
        if speech and self.has_rounds:  # a round is announced with its first speech
            return self._words.phase(event_kinds.ROUND, speech.round)
        return say(busy) if busy else self.when

    @property
    def revealing(self) -> str:
        """The activity while results are revealed: after the rounds of a game, its end."""
        is_end = self.has_rounds and self._scene.table.is_over
        return self._words.say("over") if is_end else self.when

    @property
    def has_rounds(self) -> bool:
        """True if the game ends with its talk, so that only results are revealed after it."""
        return event_kinds.ROUND.name in self._scene.game.kinds.events

    @property
    def mood(self) -> str:
        """The state of the players, or of a match that is not running."""
        table, say = self._scene.table, self._scene.say
        if table.is_over:
            return ""
        if table.settings.standing is not Standing.RUNNING:
            return say(f"mood_{table.settings.standing}")
        if any(request.kind.silent for request in table.feed.requests):  # public by the rules
            return say("thoughts")
        return say("asleep") if self.state.is_night else ""

    @property
    def when(self) -> str:
        """The round, the night or the day."""
        return self._words.time(self.state)


class LiveStage:
    """The stage of a live table."""

    def __init__(self, scene: Scene, words: StageWords, on_pick: Callable[[Player | None], None]) -> None:
        self._scene, self._words = scene, words
        self._stage = Stage(scene.names_by_player, words.say("seats"), on_pick)

    def pick(self, player: Player | None) -> None:
        """Marks the player whose lines alone are shown."""
        self._stage.pick(player)

    def show(
        self,
        state: StageState,
        doing: Mapping[Player, str],
        marks: Mapping[Player, int],
        speaking: Sequence[StageArrow],
    ) -> None:
        """Draws the changes."""
        faces = {name: self._face(state, name, doing.get(name), marks) for name in self._scene.players}
        past_arrows = [arrow for arrow in state.arrows() if not (speaking and arrow.kind == "speech")]
        arrows = [*self._own(marks), *past_arrows, *speaking]
        seated = [arrow for arrow in arrows if {arrow.by, arrow.of} <= faces.keys()]
        self._stage.show(faces, seated, is_night=state.is_night)

    def _face(
        self, state: StageState, player: Player, doing: str | None, marks: Mapping[Player, int]
    ) -> FaceShown:
        face, say = self._words.face(state, player), self._scene.say
        now = (say(doing),) if doing else ()
        you = (say("you"),) if player == self._scene.player and not doing else ()
        return replace(
            face,
            states=(*you, *face.states, *now),
            marks=marks.get(player, 0),
            is_busy=bool(doing) and doing != "decided",
        )

    def _own(self, marks: Mapping[Player, int]) -> list[StageArrow]:
        me = self._scene.player
        return [
            StageArrow(kind="suspicion", by=me, of=of, strength=mark / MOST_SUSPICION)
            for of, mark in marks.items()
            if me and mark and of != me
        ]


class Notice:
    """A band that says why nothing happens; hidden while the match runs well.

    Args:
        scene: the table.
        ticket: the token of the page. The host alone sees the reason of a delay, since it names models.
    """

    def __init__(self, scene: Scene, ticket: AccessToken) -> None:
        self._scene, self._ticket = scene, ticket
        self._state: tuple[Standing, str] | None = None
        self._frame = box("div", "notice", role="status")
        self._reason: TextElement | None = None

    def show(self, settings: Settings) -> None:
        """Shows the state of the table."""
        now = (settings.standing, settings.why)
        if now == self._state:
            return
        self._state = now
        self._frame.clear()
        with self._frame:
            self._say(settings)
        self._frame.set_visibility(settings.standing is not Standing.RUNNING or bool(settings.why))

    def tell_outcome(self, sides: Sides, player: Player, end: str) -> None:
        """Shows whether a player's side has won, and how it ended; nothing if that is undefined."""
        reward, cases = sides.reward(player), sum(map(sides.is_scored, sides.cases))
        if reward is None:
            return
        key = "won_all" if reward == 1 else "won_some" if reward else "won_none"
        sentence = self._scene.say(key, won=round(reward * cases), cases=cases, end=end)
        with self._frame:
            add_text("p", sentence, f"notice-outcome is-{key.partition('_')[2]}").move(target_index=0)
        if self._reason and self._state and self._state[0] is Standing.FINISHED:
            self._reason.set_visibility(False)  # the outcome says as much

    def _say(self, settings: Settings) -> None:
        is_running = settings.standing is Standing.RUNNING
        reason = self._scene.say("trouble" if is_running else f"standing_{settings.standing}")
        self._reason = add_text("p", reason)
        if settings.why and self._ticket.kind == "host":
            add_text("p", settings.why)
        if settings.standing in OVER:
            add_text("a", self._scene.say("after"), "button is-main", href=f"/after/{self._ticket.token}")


class OutNotice:
    """A band that tells the player of the page that it is out, until it is closed or the match is over."""

    def __init__(self, scene: Scene) -> None:
        self._scene, self._is_closed = scene, False
        with box("div", "out-notice", role="status") as self._frame:
            self._words = add_text("p", "")
            button(scene.say("close"), self.close)
        self._frame.set_visibility(False)

    def show(self, fate: EventKind | None, *, is_over: bool) -> None:
        """Shows what took the player out, until the page has shown the end."""
        is_shown = fate is not None and not self._is_closed and not is_over
        if fate and is_shown:
            key = f"out_{fate.name}"
            is_worded = key in PHRASES.all(self._scene.language)
            self._words.text = self._scene.say(key if is_worded else "out_now")
        self._frame.set_visibility(is_shown)

    def close(self) -> None:
        """Hides the band for good."""
        self._is_closed = True
        self._frame.set_visibility(False)


VOTE, ROLE, END = 0.9, 0.7, 1.8
"""The seconds before a vote, a revealed role, and another result."""
LONGEST = 8.0
"""The greatest seconds of one count."""
OF_THE_TIME = 0.1
"""The greatest share of the time limit for an answer that a count takes, if there is a limit."""
READING: Mapping[Language, float] = {"en": 0.22, "zh": 0.11}
"""The seconds that a word of a speech takes to read; a Chinese character is a word."""


class Reveal:
    """Lines that are known and not shown yet: votes and results are revealed one by one.

    Args:
        kinds: the event kinds of the game.
        is_paced: whether anything is delayed.
        watcher: the only person of the table. Once out, this player is shown one speech after the other, at
            the pace of reading, since nothing else holds the match up.
        language: the language of the table.
    """

    def __init__(
        self,
        kinds: Mapping[str, EventKind],
        *,
        is_paced: bool,
        watcher: Player | None = None,
        language: Language = "en",
    ) -> None:
        self._kinds, self._is_paced, self._watcher = kinds, is_paced, watcher
        self._pending = deque[tuple[FeedLine, float]]()
        self._last = self._read_until = 0.0
        self._word = READING[language]
        self.reads = self._hurries = False

    def offer(self, lines: Iterable[FeedLine], now: float, limit: float | None = None) -> None:
        """Adds new lines."""
        timed_lines = [(line, self._wait(line)) for line in lines]
        longest = min(LONGEST, OF_THE_TIME * limit) if limit else LONGEST
        whole = sum(wait for _, wait in timed_lines)
        share = min(1.0, longest / whole) if whole and self._is_paced else 0.0
        if not self._pending:
            self._last = now
        self._pending += [(line, wait * share) for line, wait in timed_lines]

    def due(self, now: float) -> list[FeedLine]:
        """Returns the lines that are due."""
        due_lines: list[FeedLine] = []
        while (moment := self.next_at) is not None and moment <= now:
            line, _ = self._pending.popleft()
            self._last = moment
            self._note(line)
            due_lines.append(line)
        self._hurries &= bool(self._pending)
        return due_lines

    def _note(self, line: FeedLine) -> None:
        """Notes that the watcher is out, or how long a shown speech takes to read."""
        kind = kind_of(line, self._kinds)
        if kind and kind.removes and self._watcher in line.chosen:
            self.reads = self._is_paced
        if kind and kind.utterance and self.reads and not self._hurries:
            self._read_until = self._last + self._word * count_words(line.text)

    @property
    def next_at(self) -> float | None:
        """The time of the next line; None if none is left."""
        return max(self._last + self._pending[0][1], self._read_until) if self._pending else None

    def skip(self) -> None:
        """Makes all remaining lines due at once."""
        self._pending = deque((line, 0.0) for line, _ in self._pending)
        self._read_until, self._hurries = 0.0, True

    def skip_to_end(self) -> None:
        """Makes all remaining lines due at once, and later ones as soon as they come."""
        self.skip()
        self._watcher, self.reads = None, False

    def _wait(self, line: FeedLine) -> float:
        kind = kind_of(line, self._kinds)
        if kind is None or kind.dealt:
            return 0.0
        if is_vote(kind):
            return 0.0 if line.is_private else VOTE
        if kind == event_kinds.REVEALED:
            return ROLE
        return END if kind.removes or kind.tells_end else 0.0
