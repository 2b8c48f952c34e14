"""Look-ups in the card index for people: one card found and described, many searched for.

``find`` finds the card that a query means, ``facts`` describes it, ``status`` says what the limit
lists allow of it and allowed before, ``search`` finds cards by parts of their names.
"""

NAME_KINDS = {
    "official": "own name",
    "former": "former name",
    "alternate": "alternate name",
    "variant": "variant spelling",
    "translation": "translation",
    "provisional": "provisional name",
    "videogame": "name in a video game",
    "nickname": "nickname",
    "early-nickname": "nickname of early lists",
    "community-zh": "name among Chinese players",
    "ygopro-zh": "name in Chinese simulators",
}
"""The kinds of names that the index knows, and what people call them."""
