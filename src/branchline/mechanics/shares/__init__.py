"""Shares in railroads, which are marked on routes."""
