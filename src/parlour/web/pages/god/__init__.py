"""The god view, for viewers who may see everything: suspicions, beliefs, methods' pages, and costs."""

from parlour.web.pages.god.board import CostTable, ReadingsBoard, add_text, data_table, dress
from parlour.web.pages.god.page import MindFrame, register

__all__ = [
    "CostTable",
    "MindFrame",
    "ReadingsBoard",
    "add_text",
    "data_table",
    "dress",
    "register",
]
