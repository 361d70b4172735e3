"""A referee's dice-and-chart assistant for miniatures games."""

__version__ = "0.1.0"
