"""The games of Werewolf that the trust paper's authors recorded: their records, inferences and logs.

A game is `N/N.json` (identities and choices, seats from 0), what each player inferred at the end
(`N-Player K.txt`), and `N.md` under a folder of logs, which holds the talk. Their rules are not ours: the
good must die to the last, so that these are recorded games and no matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.errors import TranscriptError
from parlour.lab.transcripts import (
    CastMember,
    Collection,
    Corpus,
    GameDraft,
    GameTranscript,
    Happening,
    TranscriptOutcome,
    folder_of,
    read_text,
    slug,
)
from parlour.methods.gratr.published_files import (
    DEEDS,
    GameLog,
    GameRecord,
    LogTurn,
    read_game_record,
    read_log,
    stances,
)
from parlour.methods.gratr.published_rates import recount

_WANTS = "the folder with the authors' records (N/N.json) and logs (N.md)"
_RULES = "the werewolves must kill all others, and there is no parity; a last statement follows each exile"
_OWN_FORM = "I trust myself very much"
"""Stands in what the authors' own method infers, and in nothing that its rivals infer."""
_RIVALS = ((50, "baseline"), (100, "native-rag"), (150, "rerank-rag"))
"""What sat in the other seats of series 1.4, by the number from which its games count."""
_NUMBERED = "test1.4"
"""The only series of which a number says what sat in the other seats: all logs are of its version."""


def read(path: Path) -> Iterator[GameTranscript]:
    """Yields the games below a folder, by number.

    Raises:
        TranscriptError: naming the file and the field of a record that is not in this layout.
    """
    folder = folder_of(path, _WANTS)
    records = [
        file for file in folder.rglob("*.json") if file.stem.isdigit() and file.parent.name == file.stem
    ]
    if not records:
        raise TranscriptError(f"there is no game in it; name {_WANTS}", file=str(path))
    logs = {file.stem: file for file in sorted(folder.rglob("*.md")) if file.stem.isdigit()}
    for record in sorted(records, key=lambda file: (file.parent.parent.name, int(file.stem))):
        yield _Telling(folder=folder, path=record, log_path=logs.get(record.stem)).transcript()


@dataclass(kw_only=True)
class _Telling(GameDraft):
    collection = Collection(corpus="gratr", name="GRATR, the authors' games", licence="MIT")
    folder: Path
    log_path: Path | None

    def transcript(self) -> GameTranscript:
        record = read_game_record(self.path)
        log = self._log(record)
        inferred = self._inferences(record)
        if log is None:
            self.events += [
                self._choice(record, number, phase, player)
                for number, phase in record.phases
                for player in record.choices(number, phase)
            ]
        else:
            self._play(record, log)
        methods = {player: self._method(player, inferred, log) for player in record.roles}
        self.events.extend(self._thought(player, text) for player, text in inferred.items())
        self._check_winners(record, methods)
        files = [self.path, *([self.log_path] if log and self.log_path else [])]
        return self.finish(
            "werewolf",
            id=f"gratr-{slug(self.path.parent.parent.name)}-{self.path.stem}",
            title=self._name(self.path),
            file=self._name(files[-1]),
            read=files,
            rules=_RULES,
            cast=[
                CastMember(
                    player=player,
                    holder="model",
                    method=methods[player],
                    start=role,
                    end=role,
                    team="werewolf" if role == "werewolf" else "good",
                )
                for player, role in record.roles.items()
            ],
            outcome=TranscriptOutcome(
                winners=record.winning_sides,
                basis="source",
                stated=log.ending if log and log.ending else ", ".join(record.winners),
                out=_out(record, log),
            ),
        )

    def _log(self, record: GameRecord) -> GameLog | None:
        if self.log_path is None:
            self.odd.add("log-missing", self._name(self.path), "there is no log: choices alone, and no talk")
            return None
        log = read_log(self.log_path)
        where = self._name(self.log_path)
        if log.roles != record.roles:
            problem = "it deals other roles than the record: it is of another game, and is left out"
            self.odd.add("log-of-another-game", where, problem)
            return None
        if not log.is_whole:
            self.odd.add("log-cut", where, "it does not reach the end of the conversation")
        return log

    def _inferences(self, record: GameRecord) -> dict[str, str]:
        inferences: dict[str, str] = {}
        for player in record.roles:
            path = self.path.parent / f"{self.path.stem}-{player}.txt"
            if path.exists():
                inferences[player] = read_text(path).strip()
            else:
                problem = f"there is no inference of {player}"
                self.odd.add("inference-missing", self._name(self.path.parent), problem, path.name)
        return inferences

    def _method(self, player: str, inferred: Mapping[str, str], log: GameLog | None) -> str:
        own = [inferred[player]] if player in inferred else []
        own += (
            [text for turn in log.turns if turn.player == player for _, text in turn.thoughts] if log else []
        )
        if not own:
            return ""
        if any(_OWN_FORM in text for text in own):
            return "gratr"
        if self.path.parent.parent.name != _NUMBERED:
            return ""
        return next((name for first, name in reversed(_RIVALS) if int(self.path.stem) >= first), "")

    def _thought(self, player: str, text: str, section: str = "last inference", **at: object) -> Happening:
        fields = {"number": 0, "kind": "thought", "speaker": player, "text": text, "deed": section, **at}
        labels = tuple(f"{target} {stance}" for target, stance in stances(text).items())
        return Happening.model_validate({**fields, "labels": labels, "visible_to": ()})

    def _play(self, record: GameRecord, log: GameLog) -> None:
        due = {(number, phase): set(record.choices(number, phase)) for number, phase in record.phases}
        for happening in log.happenings:
            if not isinstance(happening, LogTurn):
                self.events.append(happening.model_copy(update={"number": 0}))
                continue
            for section, text in happening.thoughts:
                at = {"round": happening.round, "phase": happening.phase, "row": happening.line}
                self.events.append(self._thought(happening.player, text, section, **at))
            self.events.append(self._turn(record, happening))
            if happening.is_choice:
                due.get((happening.round, happening.phase), set[str]()).discard(happening.player)
        for (number, phase), players in due.items():
            for player in sorted(players):
                problem = f"the choice of {player} in round {number} is in the record alone"
                self.odd.add("choice-not-in-log", self._name(self.path), problem, f"{phase}_votes.{number}")
                self.events.append(self._choice(record, number, phase, player))

    def _turn(self, record: GameRecord, turn: LogTurn) -> Happening:
        if turn.asked == "speech":
            if not turn.final and self.log_path:
                problem = f"{turn.player} said nothing"
                self.odd.add("speech-empty", f"{self._name(self.log_path)}:{turn.line}", problem, "Final")
            return self._speech(turn)
        if turn.asked == "save":
            answer = (
                "yes" if turn.final.casefold().startswith("yes") or " yes" in turn.final.casefold() else "no"
            )
            return self._action(turn, (answer,))
        target = record.choice(turn.round, turn.phase, turn.player)
        if target is None:
            self._note(
                turn,
                f"the record has no choice of {turn.player} in round {turn.round}",
                "choice-not-in-record",
            )
        elif turn.final and target not in turn.final and target != "pass":
            self._note(turn, f"the record has {target}, and the words do not", "record-and-log-differ")
        return self._action(turn, (target,) if target else ())

    def _note(self, turn: LogTurn, problem: str, flag: str) -> None:
        if self.log_path:
            self.odd.add(flag, f"{self._name(self.log_path)}:{turn.line}", problem, "Final")

    def _speech(self, turn: LogTurn) -> Happening:
        at = {"round": turn.round, "phase": turn.phase, "row": turn.line}
        return Happening.model_validate(
            {"number": 0, "kind": "speech", "speaker": turn.player, "text": turn.final, **at}
        )

    def _action(self, turn: LogTurn, target: Sequence[str]) -> Happening:
        is_vote = turn.phase == "day"
        return Happening(
            number=0,
            kind="vote" if is_vote else "deed",
            round=turn.round,
            phase=turn.phase,
            speaker=turn.player,
            text=turn.final,
            deed="" if is_vote else turn.asked,
            target=tuple(target),
            visible_to=None if is_vote else turn.visible_to,
            row=turn.line,
        )

    def _choice(self, record: GameRecord, number: int, phase: str, player: str) -> Happening:
        is_vote, role = phase == "day", record.roles[player]
        target = record.choice(number, phase, player)
        fellows = (
            [fellow for fellow, dealt in record.roles.items() if dealt == role]
            if role == "werewolf"
            else [player]
        )
        fields = {"number": 0, "kind": "vote" if is_vote else "deed", "round": number, "phase": phase}
        fields |= {"deed": "" if is_vote else DEEDS.get(role, ""), "target": (target,) if target else ()}
        return Happening.model_validate(
            {**fields, "speaker": player, "visible_to": None if is_vote else fellows}
        )

    def _check_winners(self, record: GameRecord, methods: Mapping[str, str]) -> None:
        where = self._name(self.path)
        if len(record.winning_sides) != 1:
            self.odd.add("winners-of-both-sides", where, "winners are of several sides, or of none", "wins")
        own = sum(methods[player] == "gratr" for player in record.winners)
        counts = {own, len(record.winners) - own}
        if "gratr" in methods.values() and counts != set(record.win_counts):
            agent, origin = record.win_counts
            problem = (
                f"{own} of {len(record.winners)} winners wrote as the authors' method does, and they count"
                f" {agent} and {origin}"
            )
            self.odd.add("method-count-differs", where, problem, "win_origin")

    def _name(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()


def _out(record: GameRecord, log: GameLog | None) -> tuple[str, ...]:
    dead = [player for player in record.roles if player not in record.alive]
    deaths = [player for player in (log.deaths if log else ()) if player in dead]
    return tuple(dict.fromkeys((*deaths, *dead)))


CORPUS = Corpus(
    title="Werewolf by language models: the games of the trust paper's authors",
    wants=_WANTS,
    read=read,
    recount=recount,
)
