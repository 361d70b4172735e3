"""The evening: the journal of its rulings."""
