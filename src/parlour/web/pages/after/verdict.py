"""The end of a match in panels: the proof, the truth, beliefs, scores, and the outcome without a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby

from nicegui import ui

from parlour.arena import Record
from parlour.core import CaseOutcome, Event, Player, find_game
from parlour.errors import ParlourError, RecordError
from parlour.evaluation import MatchScore, Score, Sides, ballots, score_match
from parlour.language.wording import GamePhrases, Phrases, game_word, has_word
from parlour.library.match import MatchOutcome, outcome_of
from parlour.llm import Language
from parlour.views import Finale, FinaleLine, FinaleStep, Truth, summary_of
from parlour.web.hosting import FeedLine, LiveMatch, TableServer
from parlour.web.insight.review import Knew
from parlour.web.pages.god import data_table, show_table
from parlour.web.pages.look import add_text
from parlour.web.sheets import outcome_without

PHRASES = Phrases("parlour.web.pages.after")


@contextmanager
def foldable(title: str, classes: str = "", *, is_open: bool = False) -> Generator[None]:
    """Opens a sheet under a title that unfolds it."""
    with ui.element("details").classes(f"sheet folded {classes}") as sheet:
        sheet.props["open"] = is_open
        with ui.element("summary"):
            add_text("h2", title)
        yield


def show_outcome(
    record: Record, true: Truth, player: Player | None, sides: Sides | None, language: Language
) -> None:
    """Shows whether a player has won, how each case ended, and what the player's own side needed."""
    phrases = GamePhrases(record.setup.game.name, language)
    reward = sides.reward(player) if sides and player else None
    if reward is not None:
        key = "you_won" if reward == 1 else "you_won_some" if reward else "you_lost"
        add_text("p", PHRASES.say(key, language), f"outcome is-{key}")
    if sides and player and (role := true.roles.get(player) or sides.team(player)):
        add_text("p", PHRASES.say("you_were", language, role=phrases.role(role)))
    for line in describe_endings(true.verdicts, phrases, language, player):
        add_text("p", line, "outcome-why")
    if not true.verdicts:
        add_text("p", PHRASES.say("broken_off", language), "faded")
    elif sides and player:
        for line in describe_aims(true, sides, player, phrases):
            add_text("p", line, "outcome-why")


def describe_endings(
    ends: Sequence[CaseOutcome], phrases: GamePhrases, language: Language, viewer: Player | None = None
) -> list[str]:
    """Returns a sentence for each case, with the winner of all cases once and last."""
    winners = {end.winner for end in ends}
    if len(ends) < 2 or len(winners) > 1:
        return [
            describe_ending(end.case, end.eliminated, end.winner, phrases, language, viewer) for end in ends
        ]
    out = [_end(end.case, end.eliminated, "", phrases, language, viewer) for end in ends]
    return [*out, _won(winners.pop(), phrases, language)]


def describe_ending(
    case: str,
    eliminated: Player | None,
    winner: str | None,
    phrases: GamePhrases,
    language: Language,
    viewer: Player | None = None,
) -> str:
    """Returns who went and who won, in a sentence that addresses its reader."""
    return _end(case, eliminated, _won(winner, phrases, language), phrases, language, viewer)


def _end(
    case: str,
    eliminated: Player | None,
    won: str,
    phrases: GamePhrases,
    language: Language,
    viewer: Player | None,
) -> str:
    you = "_you" if eliminated and eliminated == viewer else ""
    out = eliminated or PHRASES.say("nobody_out", language)
    sentence = phrases.find(f"truth_end{you}", case=case, out=out, winner=won)
    sentence = sentence or phrases.find("truth_end", case=case, out=out, winner=won)
    words = sentence or PHRASES.say(f"end{you}", language, case=phrases.case(case), out=out, winner=won)
    return words.rstrip()


def describe_aims(true: Truth, sides: Sides, player: Player, phrases: GamePhrases) -> list[str]:
    """Returns what a player who did not look for the culprits needed; nothing for one who did."""
    own_cases = [case for case, culprits in true.culprits.items() if player in culprits]
    aims = [phrases.find("needed_culprit", case=case) for case in own_cases]
    return [*filter(None, (*aims, phrases.find(f"needed_{sides.team(player)}")))]


def seeks(sides: Sides, player: Player) -> bool:
    """Tests whether a player looks for the culprits of the cases that are not its own."""
    ordinary = next(iter(find_game(sides.game).roles.values()), None)
    return ordinary is None or sides.team(player) == ordinary


def show_own_votes(beliefs: Iterable[Knew], true: Truth, phrases: GamePhrases, language: Language) -> None:
    """Shows the votes of a player who looks for the culprits, for each case."""
    for seat_beliefs in beliefs:
        if sentence := own_votes(seat_beliefs, true, phrases, language):
            add_text("p", sentence, "outcome-why")


def own_votes(seat_beliefs: Knew, true: Truth, phrases: GamePhrases, language: Language) -> str:
    """Returns a player's votes and which were right; empty for those sought and without votes."""
    if seat_beliefs.seat in true.culprits.get(seat_beliefs.case, ()):
        return ""
    votes = {number: chosen for number, chosen in seat_beliefs.votes.items() if chosen}
    marks = {number: true.is_right(seat_beliefs.case, chosen) for number, chosen in votes.items()}
    names = {number: _join_names(chosen, language) for number, chosen in votes.items()}
    roles = {
        number: _join_names(
            [phrases.role(true.roles[name]) for name in chosen if true.roles.get(name)], language
        )
        for number, chosen in votes.items()
    }
    if len(votes) <= 1:
        key = "own_vote_right" if any(marks.values()) else "own_vote_wrong"
        where = "_in" if len(true.culprits) > 1 else ""
        return "".join(
            phrases.find(f"{key}_role" if roles[number] else key, names=name, roles=roles[number])
            or phrases.find(key, names=name)
            or PHRASES.say(f"{key}{where}", language, names=name, case=phrases.case(seat_beliefs.case))
            for number, name in names.items()
        )
    listed = [
        PHRASES.say(
            "own_vote_of",
            language,
            time=_round(number, phrases, language),
            names=names[number]
            if is_right or not roles[number]
            else PHRASES.say("the_culprit", language, player=names[number], what=roles[number]),
            mark="✓" if is_right else "✗",
        )
        for number, is_right in marks.items()
    ]
    right = sum(map(bool, marks.values()))
    return PHRASES.say("own_votes", language, right=right, all=len(votes), votes=_join(listed, language))


def describe_tallies(record: Record, phrases: GamePhrases, language: Language) -> list[str]:
    """Returns the tally of each vote of a match."""
    votes: list[list[Event]] = []
    latest: dict[tuple[int, str | None], list[Event]] = {}
    for ballot in ballots(record):
        vote = latest.get((ballot.round, ballot.case))
        if vote is None or ballot.actor in {cast.actor for cast in vote}:  # voting anew after a tie
            vote = latest[ballot.round, ballot.case] = []
            votes.append(vote)
        vote.append(ballot)
    key = "votes_in" if len({case for _, case in latest}) > 1 else "votes"
    lines: list[str] = []
    for vote in votes:
        of = phrases.find("day", round=vote[0].round)
        of = of or PHRASES.say(key, language, case=phrases.case(vote[0].case or ""))
        lines.append(PHRASES.say("tally", language, of=of, counts=count_ballots(vote, language)))
    return lines


def count_ballots(cast: Sequence[Event | FeedLine], language: Language) -> str:
    """Returns the chosen players with their votes, those with most votes first, and the abstentions."""
    counts = Counter(name for ballot in cast for name in ballot.chosen)
    parts = [PHRASES.say("tally_of", language, name=name, count=n) for name, n in counts.most_common()]
    if missing := sum(not ballot.chosen for ballot in cast):
        parts.append(PHRASES.say("tally_none", language, count=missing))
    return _join(parts, language)


def show_truth(record: Record, true: Truth, language: Language) -> None:
    """Shows the culprits, the tallies of votes and the roles."""
    phrases = GamePhrases(record.setup.game.name, language)
    for case, culprits in true.culprits.items():
        names = _join_names(culprits, language) or PHRASES.say("nobody", language)
        one = phrases.find("truth_is_one", names=names) if len(culprits) == 1 else None
        sentence = one or phrases.find("truth_is", case=case, names=names)
        add_text(
            "p", sentence or PHRASES.say("were", language, case=phrases.case(case), names=names), "truth"
        )
    for line in describe_tallies(record, phrases, language):
        add_text("p", line, "tally")
    if true.roles:
        heads = [PHRASES.say(key, language) for key in ("player", "role")]
        rows = [(player, phrases.role(role)) for player, role in true.roles.items()]
        show_table(PHRASES.say("roles", language), heads, rows)


def show_beliefs(beliefs: Iterable[Knew], true: Truth, phrases: GamePhrases, language: Language) -> None:
    """Shows a table for each case: a row per seat that named a player, a column per round, and the vote."""
    for case, group in groupby(beliefs, key=lambda row: row.case):
        rows = [row for row in group if row.vote or any(belief.named for belief in row.rounds.values())]
        rounds = sorted({number for row in rows for number in row.rounds})
        heads = [PHRASES.say("player", language), *(_round(number, phrases, language) for number in rounds)]
        heads += [PHRASES.say("vote", language), PHRASES.say("since", language)]
        with data_table(PHRASES.say("beliefs_about", language, case=phrases.case(case)), heads):
            for row in rows:
                role = true.roles.get(row.seat)
                role_name = phrases.role(role) if role else PHRASES.say("culprit", language)
                what = role_name if row.seat in true.culprits.get(case, ()) else ""
                _row(row, rounds, heads[1:], phrases, language, what=what)


def show_scores(record: Record, language: Language) -> None:
    """Shows the match's scores, in the metrics of its game."""
    try:
        score = score_match(record)
    except RecordError as error:
        add_text("p", str(error), "faded")
        return
    if score.seats:
        _seats(score, GamePhrases(record.setup.game.name, language), language)
        return
    heads = [PHRASES.say(key, language) for key in ("metric", "value", "counted")]
    rows = [
        (
            name,
            ("–" if metric.value is None else f"{metric.value:.0%}", "number"),
            (f"{metric.n:,}", "number"),
        )
        for name, metric in _summary_scores(record, language).items()
    ]
    show_table(PHRASES.say("scores", language), heads, rows)


def _summary_scores(record: Record, language: Language) -> Mapping[str, Score]:
    game = record.setup.game.name
    scores = {f"score_{name}": score for name, score in summary_of(game).scores(record).items()}
    return {
        game_word(key, language, game): score
        for key, score in scores.items()
        if has_word(key, language, game)
    }


def _won(side: str | None, phrases: GamePhrases, language: Language) -> str:
    if side is None:
        return PHRASES.say("no_winner", language)
    return phrases.find(f"won_{side}") or PHRASES.say("won_side", language, side=phrases.side(side))


def _seats(score: MatchScore, phrases: GamePhrases, language: Language) -> None:
    heads = [PHRASES.say(key, language) for key in ("player", "role", "won", "right", "wrong", "fallbacks")]
    rows = [
        (
            seat.player,
            phrases.role(seat.role),
            PHRASES.say("yes" if seat.won else "no", language),
            *((str(count), "number") for count in (seat.right, seat.wrong, seat.fallbacks)),
        )
        for seat in score.seats
    ]
    show_table(PHRASES.say("scores", language), heads, rows)


def _row(
    seat_beliefs: Knew,
    rounds: Sequence[int],
    labels: Sequence[str],
    phrases: GamePhrases,
    language: Language,
    *,
    what: str,
) -> None:
    with ui.element("tr"):
        name = (
            PHRASES.say("the_culprit", language, player=seat_beliefs.seat, what=what)
            if what
            else seat_beliefs.seat
        )
        add_text("th", name, scope="row")
        *round_labels, vote, since = labels
        for number, label in zip(rounds, round_labels, strict=True):
            belief = seat_beliefs.rounds.get(number)
            names = _join(belief.named, language) or "–" if belief else ""
            cell = add_text("td", names, "right" if belief and belief.is_right else "", data_label=label)
            if belief:
                cell.props["title"] = PHRASES.say(f"by_{belief.by}", language)
        names = _join(seat_beliefs.vote, language)
        add_text("td", names, "right" if seat_beliefs.is_right else "", data_label=vote)
        known = "" if seat_beliefs.since is None else _round(seat_beliefs.since, phrases, language)
        add_text("td", known, data_label=since)


def _round(number: int, phrases: GamePhrases, language: Language) -> str:
    day = phrases.find("day", round=number) if number else None
    return day or PHRASES.say("round" if number else "opening", language, round=number)


def _join_names(names: Sequence[str], language: Language) -> str:
    if len(names) < 2:
        return "".join(names)
    return PHRASES.say("both", language, first=_join(names[:-1], language), last=names[-1])


def _join(names: Sequence[str], language: Language) -> str:
    return PHRASES.say("listing", language).join(names)


class ProofPanel:
    """The proof of a match: the first step, and the next ones on demand."""

    def __init__(self, finale: Finale, players: tuple[Player, ...], language: Language) -> None:
        self._players: tuple[Player, ...] = players
        self._language: Language = language
        add_text("h2", PHRASES.say("proof", language))
        add_text("p", finale.opening, "faded")
        with ui.element("ol").classes("proof"):
            self._steps = [self._step(step) for step in finale.steps]
        with ui.element("div").classes("proof-end") as self._end:
            add_text("p", finale.verdict, "truth")
            if finale.lies:
                with ui.element("ul").classes("proof is-lies"):
                    for lie in finale.lies:
                        self._step(lie)
        self._end.props["tabindex"] = "-1"
        with ui.element("div").classes("proof-on") as self._on:
            ui.button(PHRASES.say("proof_next", language), on_click=self._go_on, color=None).classes(
                "is-next"
            )
            ui.button(PHRASES.say("proof_all", language), on_click=self._show_all, color=None)
        self._visible_count = 1
        self._show()

    def _go_on(self) -> None:
        self._visible_count += 1
        self._show()
        element = (*self._steps, self._end)[self._visible_count - 1]
        element.run_method("focus")

    def _show_all(self) -> None:
        self._visible_count = len(self._steps) + 1
        self._show()
        self._steps[0].run_method("focus")

    def _show(self) -> None:
        for number, step in enumerate(self._steps):
            step.set_visibility(number < self._visible_count)
        is_told = self._visible_count > len(self._steps)
        self._end.set_visibility(is_told)
        self._on.set_visibility(not is_told)

    def _step(self, step: FinaleStep) -> ui.element:
        with ui.element("li").classes("proof-step") as element:
            with ui.element("h3"):
                for name in step.about:
                    self._face(name)
                add_text("span", step.title)
            for line in step.lines:
                self._line(line)
            if step.conclusion:
                add_text("p", step.conclusion, "proof-so")
        element.props["tabindex"] = "-1"
        return element

    def _line(self, line: FinaleLine) -> None:
        with ui.element("div").classes("proof-line" if line.speaker else "proof-line is-common"):
            if line.speaker:
                self._face(line.speaker)
            with ui.element("div"):
                with ui.element("p").classes("proof-word"):
                    if line.speaker:
                        add_text("b", line.speaker)
                    add_text("span", line.text)
                add_text("p", line.note, "faded small")

    def _face(self, name: Player) -> None:
        seat = f"seat-{self._players.index(name)}" if name in self._players else ""
        add_text("span", "", f"face {seat}", aria_hidden="true")


def show_without(server: TableServer, table: LiveMatch, player: Player, language: Language) -> None:
    """Shows a sentence on the outcome without this player; empty where it cannot be computed."""
    label = add_text("p", PHRASES.say("without_soon", language), "without", role="status")

    async def find_out() -> None:
        try:
            outcome = await outcome_without(server, table, player)
        except ParlourError as error:
            label.text = str(error)
            return
        if outcome:
            record = table.record()
            phrases = GamePhrases(record.setup.game.name, language)
            real = outcome_of(record)
            label.text = "\n".join(told_without(real, outcome, phrases, language))
            if real == outcome:
                label.classes(add="faded")

    ui.timer(0, find_out, once=True)


def told_without(
    real: MatchOutcome, without: MatchOutcome, phrases: GamePhrases, language: Language
) -> list[str]:
    """Returns the outcome of each case without the player, beside the actual one."""
    lines: list[str] = []
    for case, out in without.eliminated.items():
        if phrases.find("truth_end", case=case, out="", winner="") is None:
            is_same = out == real.eliminated.get(case)
            key = "without_same" if is_same else "without_other" if out else "without_nobody"
            sentence = PHRASES.say(key, language, name=out or PHRASES.say("nobody_out", language))
        else:
            ends = [
                describe_ending(
                    case, outcome.eliminated.get(case), outcome.winners.get(case), phrases, language
                )
                for outcome in (real, without)
            ]
            sentence = PHRASES.say(
                "without_alike" if ends[0] == ends[1] else "without_end", language, end=ends[1]
            )
        if len(without.eliminated) > 1:
            sentence = PHRASES.say("without_in", language, case=case, sentence=sentence)
        lines.append(sentence)
    return lines
