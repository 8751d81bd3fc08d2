"""The client lab: real Delta clients, run against tables of every feature and state.

``python -m lab STEP ...`` runs steps in one JVM:

- ``tables`` writes the tables, and ``observe`` runs the clients on them.
- ``build`` builds the shipped registry from the observations.
- ``document`` compares its verdicts with every observation, and writes docs/clients.md.
- ``quick`` writes tables and runs the newest pip clients on them.
- ``check`` compares the runs of ``quick`` with the verdicts.
"""
