"""What every game offers and every room may know, and the registries that find what is installed."""

from parlour.core import event_kinds, request_kinds
from parlour.core.announce import event, name_key, one_line, private, visible, visible_values
from parlour.core.asking import DEALT_OTHERWISE, GameAsked, RoleCounts, asked_model, read_asked
from parlour.core.case import Case, CaseOutcome, Outcome
from parlour.core.dealing import (
    DealtTimes,
    WithoutStory,
    chance,
    check_names,
    check_size,
    counts_in,
    dealt,
    each_dealt,
    listed,
)
from parlour.core.event import Event
from parlour.core.field_tables import field_table
from parlour.core.floor import (
    BIDS,
    CUT_IN,
    LISTEN,
    CutsSpeech,
    Floor,
    FloorRequest,
    SetsTalk,
    SpeechesSetting,
    Talk,
    check_talk,
    discusses_freely,
    is_named,
)
from parlour.core.game import (
    GAMES,
    PROTOCOL,
    RECORDED_GAMES,
    Game,
    default_game,
    find_game,
    read_setup,
)
from parlour.core.kinds import Attitude, DeclaredKinds, EventKind, RequestKind
from parlour.core.parts import find_part
from parlour.core.plain_data import plain_json, plain_yaml
from parlour.core.plugins import SHIPPED, Registry
from parlour.core.request import (
    PASS,
    Action,
    Player,
    Request,
    count_words,
    cut_words,
    sentence_ends,
    words_in,
)
from parlour.core.schema import Decision, one_of, schema, some_of
from parlour.core.setup import GameSetup
from parlour.core.state import State
from parlour.core.step import CHINESE_CHARACTERS_PER_WORD, decided, numbered

__all__ = [
    "BIDS",
    "CHINESE_CHARACTERS_PER_WORD",
    "CUT_IN",
    "DEALT_OTHERWISE",
    "GAMES",
    "LISTEN",
    "PASS",
    "PROTOCOL",
    "RECORDED_GAMES",
    "SHIPPED",
    "Action",
    "Attitude",
    "Case",
    "CaseOutcome",
    "CutsSpeech",
    "DealtTimes",
    "Decision",
    "DeclaredKinds",
    "Event",
    "EventKind",
    "Floor",
    "FloorRequest",
    "Game",
    "GameAsked",
    "GameSetup",
    "Outcome",
    "Player",
    "Registry",
    "Request",
    "RequestKind",
    "RoleCounts",
    "SetsTalk",
    "SpeechesSetting",
    "State",
    "Talk",
    "WithoutStory",
    "asked_model",
    "chance",
    "check_names",
    "check_size",
    "check_talk",
    "count_words",
    "counts_in",
    "cut_words",
    "dealt",
    "decided",
    "default_game",
    "discusses_freely",
    "each_dealt",
    "event",
    "event_kinds",
    "field_table",
    "find_game",
    "find_part",
    "is_named",
    "listed",
    "name_key",
    "numbered",
    "one_line",
    "one_of",
    "plain_json",
    "plain_yaml",
    "private",
    "read_asked",
    "read_setup",
    "request_kinds",
    "schema",
    "sentence_ends",
    "some_of",
    "visible",
    "visible_values",
    "words_in",
]
