"""The public page: which client can do what with each feature of Delta, and how that is known."""
