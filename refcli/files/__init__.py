"""What a person edits, as TOML: charts, readings, templates, overlays; each fault with its line."""
