"""The report of an audit: its data, what is counted of it, and its formats."""
