"""The importer of WellPlay, in the layout of its authors (Zhu et al. 2025, section 2)."""

from parlour.games.mystery.library.wellplay.collection import import_folder
from parlour.games.mystery.library.wellplay.game import Report

__all__ = ["Report", "import_folder"]
