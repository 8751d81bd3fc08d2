"""Damaged logs: tables with all kinds of logs, and all kinds of damage to them."""
