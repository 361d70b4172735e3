"""The one hash there is here: of dice labels, of charts, of remembered files."""

try:
    from _blake2 import blake2b as blake2b  # the very function of hashlib, without loading OpenSSL: 4 ms a start
except ImportError:  # an interpreter that keeps it elsewhere
    from hashlib import blake2b as blake2b

__all__ = ["blake2b"]
