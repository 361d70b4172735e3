"""Templates at true scale: declared pieces drawn, laid out on pages, and written as SVG or PDF."""
