"""Charts and templates on paper: HTML, PDF, Markdown, CSV and SVG, from the same charts that resolve."""
