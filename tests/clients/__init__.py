"""The client lab: real Delta clients, run against tables of every feature and state.

``python -m clients tables`` writes the tables, ``observe`` runs the clients on them, ``build`` makes
the shipped registry from what was observed, ``check`` compares its verdicts with the observations
and ``matrix`` writes the page for people.
"""
