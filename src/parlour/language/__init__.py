"""Controlled English and Chinese: facts said and read, what people type, and the words of games."""
