"""Who may think in a seat: pickers of a method and of a model."""

from parlour.web.pages.minds.pickers import MindPicker, ModelPicker, method_names, told_mind

__all__ = ["MindPicker", "ModelPicker", "method_names", "told_mind"]
