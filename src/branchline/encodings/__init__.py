"""What a seat sees, as numbers for networks and learning programs; `core` is compiled and needs no NumPy."""
