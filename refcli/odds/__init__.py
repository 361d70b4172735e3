"""Every outcome of a procedure, exactly."""
