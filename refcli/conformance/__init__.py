"""What every ruleset is held to, ours and anybody's: each fault as ``file:line: what``."""
