"""The table in a browser, and the same over HTTP and WebSocket."""
