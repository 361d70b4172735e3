"""Chances as they are said."""

from fractions import Fraction


def percent(chance: Fraction) -> str:
    """A chance in percent, with a digit behind the point; never 0 or 100 unless it is exactly that."""
    text = f"{float(chance) * 100:.1f}%"
    if text == "0.0%" and chance:
        return "<0.1%"
    return ">99.9%" if text == "100.0%" and chance != 1 else text
