"""The hours of a game: how they are written, and which comes before which. Source: grid.txt 48-55, 184, 212."""

TIME = r"([01]?[0-9]|2[0-3]):[0-5][0-9]"
A_DAY = 24 * 60
HALF_A_DAY = A_DAY // 2


def in_minutes(time: str) -> int:
    """Minutes since midnight of ``HH:MM``."""
    hours, _, minutes = time.partition(":")
    return int(hours) * 60 + int(minutes)


def is_past(end: str, now: str) -> bool:
    """Whether the end was earlier today: at 06:35 one at 06:25 was; at 20:00 one at 02:00 is still to come."""
    ago = in_minutes(now) - in_minutes(end)
    return 0 <= ago < HALF_A_DAY
