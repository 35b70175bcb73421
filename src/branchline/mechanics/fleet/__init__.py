"""A fleet of trains and ships, and what a board of land and water takes for its routes."""
