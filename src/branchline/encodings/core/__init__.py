"""The compiled heart of the environments: what a seat sees as numbers, and many games stepped at once."""
