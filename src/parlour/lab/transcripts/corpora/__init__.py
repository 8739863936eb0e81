"""Corpora that belong to no game or method of Parlour, a module each."""
