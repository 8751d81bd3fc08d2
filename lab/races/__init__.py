"""Races: a client and Spark change one table at the same time."""
