"""Tables in memory, and what people, bots and clocks do there: before the start, during the game, after it."""
