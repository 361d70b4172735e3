"""Values alone: dice, charts, figures, requests, procedures, rulings. No input, no output."""
