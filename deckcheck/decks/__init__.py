"""Work on decks: each module is pure, from decks and terms to values."""
