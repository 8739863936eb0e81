"""The symbolic reader: a kit that games and methods add to, behind the same door as every model."""

from parlour.reader import evidence, ranking
from parlour.reader.acts import SpeechAct, heard, worded, wordings
from parlour.reader.any_game import AnyGame, AnySeat
from parlour.reader.blank import Blank
from parlour.reader.bounds import DOUBTFUL, UNBOUNDED, Bounds, EarlierOpinion
from parlour.reader.character import PersonaText, Trait
from parlour.reader.conversation import TalkTurn, Told, unanswered
from parlour.reader.echoes import EVEN, OPINIONS, echo_odds
from parlour.reader.frames import SentenceFrame, TableNames, compiled, words
from parlour.reader.hearing import dealt, facts, lines, role_named
from parlour.reader.liking import compared, latest, percent, rating, tone
from parlour.reader.limits import (
    IDEAL,
    MOST_NOISE,
    BoundedSeat,
    Exposure,
    Hand,
    HidingSeat,
    Intake,
    Limits,
    excerpts,
    misread,
    read_limits,
    sent,
    sharpened,
    taken_in,
)
from parlour.reader.listening import PersonListener, TalkHearing, TalkListener
from parlour.reader.lists import timelines, topics
from parlour.reader.parsed_prompt import ParsedPrompt, Said, discusses_freely, sorted_out, table_of
from parlour.reader.passages import names_in, said, understands
from parlour.reader.reader import KIND, Reader, game_reader
from parlour.reader.saying import asked, joined, phrase, uttered
from parlour.reader.seat import (
    Filled,
    GameReader,
    Impression,
    Reached,
    ReadOff,
    SeatReader,
    Spoken,
    Stance,
    WeighedPurpose,
)
from parlour.reader.steady import steady
from parlour.reader.talk_seat import POSSIBLE, SETTLED, TalkSeat
from parlour.reader.voice import drawn_for, fitting, level, settled, yes_no

__all__ = [
    "DOUBTFUL",
    "EVEN",
    "IDEAL",
    "KIND",
    "MOST_NOISE",
    "OPINIONS",
    "POSSIBLE",
    "SETTLED",
    "UNBOUNDED",
    "AnyGame",
    "AnySeat",
    "Blank",
    "BoundedSeat",
    "Bounds",
    "EarlierOpinion",
    "Exposure",
    "Filled",
    "GameReader",
    "Hand",
    "HidingSeat",
    "Impression",
    "Intake",
    "Limits",
    "ParsedPrompt",
    "PersonListener",
    "PersonaText",
    "Reached",
    "ReadOff",
    "Reader",
    "Said",
    "SeatReader",
    "SentenceFrame",
    "SpeechAct",
    "Spoken",
    "Stance",
    "TableNames",
    "TalkHearing",
    "TalkListener",
    "TalkSeat",
    "TalkTurn",
    "Told",
    "Trait",
    "WeighedPurpose",
    "asked",
    "compared",
    "compiled",
    "dealt",
    "discusses_freely",
    "drawn_for",
    "echo_odds",
    "evidence",
    "excerpts",
    "facts",
    "fitting",
    "game_reader",
    "heard",
    "joined",
    "latest",
    "level",
    "lines",
    "misread",
    "names_in",
    "percent",
    "phrase",
    "ranking",
    "rating",
    "read_limits",
    "role_named",
    "said",
    "sent",
    "settled",
    "sharpened",
    "sorted_out",
    "steady",
    "table_of",
    "taken_in",
    "timelines",
    "tone",
    "topics",
    "unanswered",
    "understands",
    "uttered",
    "worded",
    "wordings",
    "words",
    "yes_no",
]
