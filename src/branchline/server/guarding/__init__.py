"""What keeps clients from harming others: limits, budgets of time, slow readers, and secrets."""
