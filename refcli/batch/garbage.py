"""Garbage collection for a process that makes a great many rulings."""


def collect_seldom() -> None:
    """Have garbage collected, which a single ruling does without, but seldom: rulings leave hardly any."""
    import gc

    gc.enable()
    gc.set_threshold(50_000)
