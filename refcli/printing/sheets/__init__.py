"""Charts as sheets: what stands on them as data, and the formats that lay it out."""
