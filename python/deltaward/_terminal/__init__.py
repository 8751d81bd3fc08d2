"""Prints text and tables on a terminal."""
