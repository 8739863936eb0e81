"""How somebody speaks who is told at the head of a prompt what they are like."""

from parlour.reader.character.manner import Manner
from parlour.reader.character.persona import PersonaText, Trait, traits_of

__all__ = ["Manner", "PersonaText", "Trait", "traits_of"]
