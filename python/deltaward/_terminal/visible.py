"""Makes untrusted text safe for a terminal: table names, and messages from logs."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""Escapes unprintable characters as Python does in a string.

    A name can hold a line break, a sequence that colours or clears the terminal, or characters that
    reverse the order of letters.

    Examples:
        >>> printable("a\nb")
        'a\\nb'
    """
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in text
    )


def visible(text: str) -> str:
    r"""Escapes a name and doubles its backslashes, so that no two names look the same.

    Examples:
        >>> visible("a\nb\\c")
        'a\\nb\\\\c'
    """
    return printable(text.replace("\\", "\\\\"))
