"""The server: pages of tables in a browser, and the same over HTTP and WebSocket."""
