"""The client lab: real Delta clients, run against tables of every feature and state.

``python -m lab tables`` writes the tables, ``observe`` runs the clients on them, ``build``
makes the shipped registry from what was observed, ``document`` compares its verdicts with every
observation and writes the page for people. ``quick`` writes tables and runs the newest pip clients
on them, and ``check`` compares those with the verdicts. Steps that are named together share a JVM.
"""
