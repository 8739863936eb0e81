"""What only those see who may see everything: suspicions, beliefs, what methods draw, and costs."""

from parlour.web.pages.god.board import ReadingsBoard
from parlour.web.pages.god.costs import CostTable
from parlour.web.pages.god.elements import data_table, dress, said
from parlour.web.pages.god.mind_frame import MindFrame
from parlour.web.pages.god.page import register

__all__ = [
    "CostTable",
    "MindFrame",
    "ReadingsBoard",
    "data_table",
    "dress",
    "register",
    "said",
]
