"""Bundles: several cards that together stand for a wild."""
