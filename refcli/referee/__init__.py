"""One request to one ruling: referee, settings, scenarios, the last ruling, what-if."""
