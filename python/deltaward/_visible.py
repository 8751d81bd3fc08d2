"""Text of strangers, for a terminal: names of tables, and messages from their logs."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""Show what does not print as Python writes it in a string.

    A name can hold a line break, a sequence that colours or clears the terminal, or signs that
    turn the order of letters around.

    Example:
        >>> printable("a\nb")
        'a\\nb'
    """
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in text
    )


def visible(text: str) -> str:
    r"""Show a name so that it stands for no other: its backslashes are doubled.

    Example:
        >>> visible("a\nb\\c")
        'a\\nb\\\\c'
    """
    return printable(text.replace("\\", "\\\\"))
