"""The minds in the seats: agents assembled from modules, and the methods that assemble them."""

from parlour.agents.agent import Agent, Desk, Notes, Thought, attempt, together
from parlour.agents.assembly import Assembly
from parlour.agents.attention import SAID, Attention, Counted, Latest
from parlour.agents.module import Brief, Module
from parlour.agents.options import read_options
from parlour.agents.perspective import Perspective, Recollection
from parlour.agents.place import Method, Place
from parlour.agents.registry import MethodSpec, find_method, installed_methods
from parlour.agents.writer import Writer, within

__all__ = [
    "SAID",
    "Agent",
    "Assembly",
    "Attention",
    "Brief",
    "Counted",
    "Desk",
    "Latest",
    "Method",
    "MethodSpec",
    "Module",
    "Notes",
    "Perspective",
    "Place",
    "Recollection",
    "Thought",
    "Writer",
    "attempt",
    "find_method",
    "installed_methods",
    "read_options",
    "together",
    "within",
]
