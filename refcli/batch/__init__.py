"""Many rulings, or the odds of many, one a line, in constant memory.

JSON lines or CSV in, JSON lines out, in the order they came. A line is the object of a scenario's ruling, with an
``id`` and a ``seed`` if it has them. Its dice come from the seed of the batch and its id alone, so that order, shards
and the number of processes change nothing.
"""

from refcli.batch.stream import Options, Tally, run

__all__ = ["Options", "Tally", "run"]
