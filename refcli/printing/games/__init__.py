"""A game on paper: what the evening came to, and who is in play."""
