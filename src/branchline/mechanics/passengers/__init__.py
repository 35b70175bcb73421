"""Passengers: they wait at places, and who builds a route there picks them up."""
