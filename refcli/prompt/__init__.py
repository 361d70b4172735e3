"""The table: the prompt at which a referee runs a game, and what it says."""
