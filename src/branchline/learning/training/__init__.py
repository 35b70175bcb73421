"""How networks learn: from games of planners, from games with themselves, from what came of all kinds of games."""
