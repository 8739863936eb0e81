"""Pickers of a seat's method and model."""

from parlour.web.pages.minds.pickers import MindPicker, ModelPicker, method_names, told_mind

__all__ = ["MindPicker", "ModelPicker", "method_names", "told_mind"]
