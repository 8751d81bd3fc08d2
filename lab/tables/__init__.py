"""The tables of the lab, and how each is written."""
