"""The reference set on paper."""
