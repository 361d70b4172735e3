"""The command line: what is typed, the command it calls, the exit status."""
