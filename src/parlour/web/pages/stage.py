"""The stage: all players round one table, the same in live play, in the god view and in a replay."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from parlour.arena import Setup
from parlour.core import EventKind, Player, event_kinds, find_game
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.web.hosting import FeedLine
from parlour.web.insight.readings import SeatReading, StageArrow, StageState, suspicions
from parlour.web.insight.visit import Visit
from parlour.web.pages.look import PHRASES, add_script, add_text, find_phrase, style


@dataclass(frozen=True, kw_only=True)
class FaceShown:
    """The content of a seat on the stage, in the words of the table."""

    role: str = ""
    states: tuple[str, ...] = ()
    votes: int = 0
    marks: int = 0
    is_busy: bool = False
    is_out: bool = False


@dataclass(frozen=True, kw_only=True)
class _Seat:
    frame: ui.element
    role: TextElement
    state: TextElement
    votes: TextElement
    marks: TextElement


def numbered_names(setup: Setup) -> dict[Player, str]:
    """Returns the names of a table, each with its seat's number where seats have one and the name has not."""
    names: dict[Player, str] = {}
    for number, player in enumerate(setup.players, start=1):
        is_told = find_game(setup.game.name).seat_names is None or any(map(str.isdigit, player))
        label = player if is_told else PHRASES.say("numbered", setup.language, number=number, player=player)
        names[player] = label
    return names


_WIDE, _NARROW = 12, 6
"""The most seats in a row, on a laptop and on a telephone."""


def _across(seats: int, most: int) -> int:
    return math.ceil(seats / math.ceil(seats / most))


class Stage:
    """A button for each seat on the curve of the table, with arrows between them.

    Only what has changed is sent to the browser, where the arrows are drawn (stage.js).
    """

    def __init__(
        self, names: Mapping[Player, str], label: str, on_pick: Callable[[Player | None], None]
    ) -> None:
        self._names, self._players, self._on_pick = names, tuple(names), on_pick
        self._picked: Player | None = None
        self._faces: dict[Player, tuple[FaceShown, bool]] = {}
        self._arrows: tuple[StageArrow, ...] = ()
        with ui.element("div").classes("stage") as self._frame:
            self._lines = ui.element("stage-arrows")
            self._lines.props["aria-hidden"] = "true"
            with ui.element("ol").classes("seats") as seats:
                self._seats = {player: self._seat(player) for player in names}
        seats.props["aria-label"] = label
        seats.style(f"--wide: {_across(len(names), _WIDE)}; --narrow: {_across(len(names), _NARROW)}")

    def show(
        self, faces: Mapping[Player, FaceShown], arrows: Sequence[StageArrow], *, is_night: bool
    ) -> None:
        """Draws the changes."""
        for player, seat in self._seats.items():
            now = faces.get(player, FaceShown()), player == self._picked
            if self._faces.get(player) != now:
                self._faces[player] = now
                _draw(seat, now[0], is_picked=now[1])
        if self._arrows != (new_arrows := tuple(arrows)):
            self._arrows = new_arrows
            self._lines.props["data-arrows"] = json.dumps([self._number(arrow) for arrow in new_arrows])
        _mark(self._frame, "is-night", holds=is_night)

    def pick(self, player: Player | None) -> None:
        """Marks the picked player, from the next drawing on."""
        self._picked = player

    def _number(self, arrow: StageArrow) -> dict[str, object]:
        seats = {"by": self._players.index(arrow.by), "of": self._players.index(arrow.of)}
        return {**asdict(arrow), **seats, "strength": round(arrow.strength, 2)}

    def _seat(self, player: Player) -> _Seat:
        number = self._players.index(player)
        with ui.element("li").style(f"--at: {self._place(number):.2f}"):
            frame = ui.element("button").classes(f"seat seat-{number}")
            frame.props["type"], frame.props["aria-pressed"] = "button", "false"
            frame.on(
                "click",
                lambda _: self._on_pick(None if self._picked == player else player),
                js_handler="() => emit()",
            )
            with frame:
                add_text("span", "", "face seat-face", aria_hidden="true")
                add_text("span", self._names[player], "seat-name")
                role = add_text("span", "", "seat-role")
                state = add_text("span", "", "seat-state")
                votes = add_text("span", "", "seat-votes", aria_hidden="true")
                marks = add_text("span", "", "seat-marks", aria_hidden="true")
        return _Seat(frame=frame, role=role, state=state, votes=votes, marks=marks)

    def _place(self, number: int) -> float:
        """Returns the position of a seat on the curve of the table, from -1 at the left to 1 at the right.

        It is 0 where the seats have several rows.
        """
        last = len(self._players) - 1
        return 2 * number / last - 1 if 0 < last < _WIDE else 0


def dress_stage() -> None:
    """Adds the style and the script of a stage to a page."""
    ui.add_css(style("stage.css"))
    add_script("stage.js")


def _draw(seat: _Seat, face: FaceShown, *, is_picked: bool) -> None:
    seat.role.text = face.role
    seat.state.text = "\n".join(face.states)
    seat.votes.text = str(face.votes or "")
    seat.marks.text = "●" * face.marks
    seat.frame.props["aria-pressed"] = "true" if is_picked else "false"
    _mark(seat.frame, "is-busy", holds=face.is_busy)
    _mark(seat.frame, "is-out", holds=face.is_out)
    _mark(seat.frame, "is-picked", holds=is_picked)


def _mark(element: ui.element, name: str, *, holds: bool) -> None:
    element.classes(add=name) if holds else element.classes(remove=name)


class StageWords:
    """The words of a table's stage."""

    def __init__(self, setup: Setup) -> None:
        self._rounds = setup.game.most_rounds
        self._language: Language = setup.language
        self._phrases = GamePhrases(setup.game.name, setup.language)

    def say(self, key: str, **variables: object) -> str:
        """Returns a phrase of the game, else of the stage, else the last words of the key."""
        return find_phrase(self._phrases, PHRASES, self._language, key, **variables)

    def time(self, state: StageState) -> str:
        """Returns the round, the night, the day or the end in words."""
        if state.won:
            return self.say("over")
        if state.opened is None:
            return self.say("opening")
        return self.phase(state.opened, state.round)

    def phase(self, kind: EventKind, number: int) -> str:
        """Returns the round, the night or the day that an event opens."""
        return self.say(f"phase_{kind.name}", round=max(1, number), rounds=self._rounds)

    def face(self, state: StageState, player: Player) -> FaceShown:
        """Returns the state of a player as its face shows it."""
        fate, votes = state.fates.get(player), state.count(player)
        states = [self._fate(fate)] if fate else []
        states += [self.say("votes" if votes > 1 else "vote", count=votes)] if votes else []
        states += [self.say("own_vote")] if state.has_own_vote(player) else []
        return FaceShown(
            role=self.badge(state, player),
            states=tuple(states),
            votes=votes,
            is_out=fate is not None,
        )

    def badge(self, state: StageState, player: Player) -> str:
        """Returns what is known of a player's role or side; empty for nothing."""
        role = state.roles.get(player)
        return (self._phrases.find(f"shown_{role}") or self._phrases.role(role)) if role else ""

    def _fate(self, kind: EventKind) -> str:
        phrase = self._phrases.find(f"fate_{kind.name}")
        return phrase or self.say("voted_out" if kind == event_kinds.ELIMINATED else "out")


class RecordedStage:
    """A stage over recorded lines, with suspicions if they are visible."""

    def __init__(self, visit: Visit, on_pick: Callable[[Player], None]) -> None:
        self._words, self._on_pick = StageWords(visit.setup), on_pick
        self._players = visit.setup.players
        self._kinds = find_game(visit.setup.game.name).kinds.events
        self._lines: Sequence[FeedLine] = ()
        self._viewer, self.time = visit.visibility.player, ""
        self._state, self._line_count = self._new_state(), 0
        with ui.element("section").classes("cloth") as frame:
            self._stage = Stage(numbered_names(visit.setup), self._words.say("seats"), self._pick)
            self._time = add_text("p", "", "cloth-time")
            self._speech = add_text("p", "", "cloth-words", tabindex="0")
        frame.props["aria-label"] = self._words.say("stage")
        if visit.visibility.is_god:
            add_text("p", self._words.say("open_mind"), "faded")

    def _new_state(self) -> StageState:
        return StageState(kinds=self._kinds, viewer=self._viewer)

    def load(self, lines: Sequence[FeedLine]) -> None:
        """Replaces the lines; more may be added to them later."""
        self._lines = lines
        self._state, self._line_count = self._new_state(), 0

    def show(self, place: int, seat_readings: Sequence[SeatReading]) -> None:
        """Shows the table after a line."""
        if place + 1 < self._line_count:
            self._state, self._line_count = self._new_state(), 0
        for line in self._lines[self._line_count : place + 1]:
            self._state.take(line)
        self._line_count = place + 1
        number = self._lines[place].number
        shown = self._shown_event(self._lines[place])
        faces = {player: self._words.face(self._state, player) for player in self._players}
        if shown and shown.actor in faces:
            faces[shown.actor] = replace(faces[shown.actor], is_busy=True)
        living = [name for name in self._players if name not in self._state.fates]
        suspicion_arrows = suspicions(seat_readings, living, number)
        seated = [arrow for arrow in self._state.arrows() if {arrow.by, arrow.of} <= faces.keys()]
        self._stage.show(faces, (*suspicion_arrows, *seated), is_night=self._state.is_night)
        self.time = self._time.text = self._words.time(self._state)
        self._speech.text = shown.words if shown else ""

    def _shown_event(self, line: FeedLine) -> FeedLine | None:
        """Returns the line in the middle of the table: beside thoughts and dealt texts the last speech."""
        return line if line.type == "event" and not line.is_dealt else self._state.speech

    def _pick(self, player: Player | None) -> None:
        self._stage.pick(player)
        if player:
            self._on_pick(player)
