"""The minds in the seats: agents assembled from modules, and the methods that assemble them."""

from parlour.agents.agent import (
    Agent,
    AgentContext,
    BufferedContext,
    NoticingAgent,
    Thought,
    attempt,
    together,
)
from parlour.agents.assembly import Assembly
from parlour.agents.attention import Attention, Counted, Latest
from parlour.agents.beliefs import BELIEFS, ElicitedBeliefs, Foretelling, asked_about, elicit
from parlour.agents.bidding import Bid, usual_bid
from parlour.agents.controls import ControlMethod, QuestionsEverybody, is_control, questions_everybody
from parlour.agents.discussion import had_their_turn
from parlour.agents.exact_gains import ExactGains, GainOracle
from parlour.agents.method import Method
from parlour.agents.method_parts import find_method_part, method_words
from parlour.agents.module import Brief, Module, ShapesBids
from parlour.agents.notes import Notes, permuted
from parlour.agents.observation import Observation, Recollection
from parlour.agents.option_sheet import Configurable, OptionLine, options_of
from parlour.agents.options import NoOptions, read_options
from parlour.agents.papers import HasPapers, Paper
from parlour.agents.presets import HasPresets, Preset, departure
from parlour.agents.readings import Held, Measure, Readable, Readings, as_it_is
from parlour.agents.registry import METHODS, MethodSpec, find_method
from parlour.agents.seat_context import SeatContext
from parlour.agents.writer import Writer, decision, within

__all__ = [
    "BELIEFS",
    "METHODS",
    "Agent",
    "AgentContext",
    "Assembly",
    "Attention",
    "Bid",
    "Brief",
    "BufferedContext",
    "Configurable",
    "ControlMethod",
    "Counted",
    "ElicitedBeliefs",
    "ExactGains",
    "Foretelling",
    "GainOracle",
    "HasPapers",
    "HasPresets",
    "Held",
    "Latest",
    "Measure",
    "Method",
    "MethodSpec",
    "Module",
    "NoOptions",
    "Notes",
    "NoticingAgent",
    "Observation",
    "OptionLine",
    "Paper",
    "Preset",
    "QuestionsEverybody",
    "Readable",
    "Readings",
    "Recollection",
    "SeatContext",
    "ShapesBids",
    "Thought",
    "Writer",
    "as_it_is",
    "asked_about",
    "attempt",
    "decision",
    "departure",
    "elicit",
    "find_method",
    "find_method_part",
    "had_their_turn",
    "is_control",
    "method_words",
    "options_of",
    "permuted",
    "questions_everybody",
    "read_options",
    "together",
    "usual_bid",
    "within",
]
