"""Hidden-role games for language-model agents and people, and a laboratory of how well they reason."""

__version__ = "0.1.0"
