"""What only those see who may see everything: suspicions, beliefs, what methods draw, and costs."""

from parlour.web.pages.god.board import CostTable, ReadingsBoard, data_table, dress, said
from parlour.web.pages.god.page import MindFrame, register

__all__ = [
    "CostTable",
    "MindFrame",
    "ReadingsBoard",
    "data_table",
    "dress",
    "register",
    "said",
]
