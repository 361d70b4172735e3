"""Charts and templates on paper: HTML, PDF, Markdown, CSV, SVG."""
