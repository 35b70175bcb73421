"""How fast the engine is: the programs behind `branchline bench`, which is for those who work on it."""
