"""The seeds of a batch: what a line's dice come from, whatever its place, its shard and its process."""

from refcli.core.hashing import blake2b
from refcli.core.limits import SEED_BITS


def line_seed(seed: int, id: object) -> int:
    """The seed of a line's dice: of the hash of its id, keyed by the seed of the batch, the first SEED_BITS bits."""
    return id_hash(seed, id) >> (64 - SEED_BITS)


def id_hash(seed: int, id: object) -> int:
    """The hash of an id as text, 64 bits, keyed by a seed."""
    text = str(id).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8, key=seed.to_bytes(8, "big")).digest(), "big")
