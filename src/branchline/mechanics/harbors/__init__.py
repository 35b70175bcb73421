"""Harbors: a seat builds them where its routes and tickets meet."""
