"""What a health check is told of a server whose store is gone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from fastapi.testclient import TestClient

from parlour.web.gate import Gate
from parlour.web.server import PATH, Serving, application


def test_a_server_is_well_as_long_as_it_can_read_its_store(tmp_path: Path):
    db = tmp_path / "parlour.db"
    with TestClient(application(Serving(gate=Gate(), db=str(db)))) as client:
        told = client.get(PATH)
        assert (told.status_code, told.json()) == (200, {"is_well": True})
        with sqlite3.connect(db) as other:
            other.execute("ALTER TABLE ticket RENAME TO gone")
        told = client.get(PATH)
        assert (told.status_code, told.json()) == (503, {"is_well": False})
