"""Tokens: stacks of them lie at places, and who builds a route there takes one."""
