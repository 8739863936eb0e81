"""The importer of WellPlay, in the layout of its authors (Zhu et al. 2025, section 2)."""

from parlour.games.mystery.library.wellplay.game import import_folder

__all__ = ["import_folder"]
