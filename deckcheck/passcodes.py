"""Passcodes as text: the number in the corner of a card, which deck files name it by."""

FEWEST_DIGITS = 4
"""A number of fewer digits is rather a count, or a name, than a passcode, where both fit."""

_LARGEST = 2**32 - 1
_MOST_DIGITS = len(str(_LARGEST))


def parse_passcode(text: str) -> int | None:
    """The passcode that the digits are, leading zeros allowed; None for any other text.

    A passcode fits 32 bits. Whether a card has it is not looked up.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0") or "0"
    if len(digits) > _MOST_DIGITS or int(digits) > _LARGEST:
        return None
    return int(digits)
