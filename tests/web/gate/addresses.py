"""Clients that come from other addresses of this machine than the usual one."""

from __future__ import annotations

import socket

import httpx

from tests.web.browser.serving import PATIENCE

GUESSER, GUEST = "127.0.0.2", "127.0.0.3"
"""Two addresses of this machine that are no proxy's."""


def is_here(address: str) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
        return True


def client(url: str, address: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=url, transport=transport, timeout=PATIENCE)
