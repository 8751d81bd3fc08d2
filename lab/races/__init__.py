"""A client and Spark at one table at the same time."""
