"""From one request to one ruling: the referee, settings, scenarios, the last ruling, what-if."""
