"""Technologies: what a seat buys to be permitted more."""
