"""A worker as a process: its clock, its background work, its helpers, its memory, logs and figures, and its end."""
