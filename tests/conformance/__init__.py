"""Checks of our own rulesets beyond those of `refcli rules check`."""
