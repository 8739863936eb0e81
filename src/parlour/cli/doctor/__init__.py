"""What `parlour doctor` looks at, one file per subject, and the page that it prints."""

from parlour.cli.doctor.verb import app

__all__ = ["app"]
