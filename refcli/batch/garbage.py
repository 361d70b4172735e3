"""Garbage collection for a process that makes a great many rulings."""

import gc


def collect_seldom() -> None:
    """Have garbage collected, which a single ruling does without, but seldom: rulings leave hardly any."""
    gc.enable()
    gc.set_threshold(50_000)
