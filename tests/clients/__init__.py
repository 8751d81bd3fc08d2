"""The client lab: real Delta clients, run against tables of every feature and state.

``python -m clients tables`` writes the tables, ``observe`` runs the clients on them, ``build``
makes the shipped registry from what was observed, ``document`` compares its verdicts with every
observation and writes the page for people, and ``check`` does so with the newest clients, run anew.
"""
