"""What a person edits, as TOML files: charts, readings, templates, overlays; every fault with its line."""
