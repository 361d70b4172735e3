"""Numbers of things in words."""


def some(number: int | float, thing: str, things: str = "") -> str:
    """A number of things: ``1 hit``, ``2 hits``, ``1,200 hits``; ``things`` are several where an s will not do."""
    said = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{said} {thing if number == 1 else things or f'{thing}s'}"
