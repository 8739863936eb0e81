"""The databases of the store's own tests."""

from tests.store.conftest import postgres, postgresql, sqlite, store, url

__all__ = ["postgres", "postgresql", "sqlite", "store", "url"]
