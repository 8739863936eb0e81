"""What is said of a game in its own words, where methods speak of any game alike."""

from parlour.language.wording.vocabulary.vocabulary import MethodTemplates, Vocabulary

__all__ = ["MethodTemplates", "Vocabulary"]
