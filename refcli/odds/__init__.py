"""Every outcome of a procedure, exactly: dice that take every choice, and what they add up to."""
