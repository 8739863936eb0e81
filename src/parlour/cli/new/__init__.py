"""The packages that `parlour new` writes: each stands here as a whole, and is tested as it is written."""

from parlour.cli.new.verb import app, new

__all__ = ["app", "new"]
