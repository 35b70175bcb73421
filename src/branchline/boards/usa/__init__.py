"""The USA board: classic, 1910, Mega and Big Cities."""
