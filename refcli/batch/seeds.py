"""The seeds of a batch: what a line's dice come from, whatever its place, its shard and its process."""

from refcli.core.hashing import blake2b


def line_seed(seed: int, id: object) -> int:
    """The seed of a line's dice, 64 bits: the hash of its id as text, keyed by the seed of the batch."""
    text = str(id).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8, key=seed.to_bytes(8, "big")).digest(), "big")
