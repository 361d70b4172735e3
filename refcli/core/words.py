"""Numbers of things in words."""


def some(number: int | float, thing: str, things: str = "") -> str:
    """A number of things: ``1 hit``, ``2 hits``, ``1,200 hits``; ``things`` are several where an s will not do."""
    return f"{number:,g} {thing if number == 1 else things or f'{thing}s'}"
