"""What only those see who may see everything: suspicions, beliefs, trust graphs and costs."""

from parlour.web.pages.god.board import ReadingsBoard
from parlour.web.pages.god.costs import CostTable
from parlour.web.pages.god.elements import data_table, dress, said
from parlour.web.pages.god.page import register
from parlour.web.pages.god.trust import GraphFrame, has_graphs

__all__ = [
    "CostTable",
    "GraphFrame",
    "ReadingsBoard",
    "data_table",
    "dress",
    "has_graphs",
    "register",
    "said",
]
