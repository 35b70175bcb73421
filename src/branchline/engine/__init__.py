"""The engine: chance, decisions, the game loop, journal, ranking. It knows no mechanic and no board."""
