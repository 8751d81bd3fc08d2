"""Starts and extends Spark sessions with deltaward."""
