"""The god view, for viewers who may see everything: suspicions, beliefs, methods' pages, and costs."""

from parlour.web.pages.god.board import ReadingsBoard, data_table, dress, show_costs, show_table
from parlour.web.pages.god.page import MindFrame, register

__all__ = ["MindFrame", "ReadingsBoard", "data_table", "dress", "register", "show_costs", "show_table"]
