"""The symbolic reader, behind the same door as every model."""

from parlour.llm.reader.reader import CONTEXT, Reader

__all__ = ["CONTEXT", "Reader"]
