"""Deck-building and legality checks for the Yu-Gi-Oh! card game."""

__version__ = "0.1.0"

__all__ = ["__version__"]
