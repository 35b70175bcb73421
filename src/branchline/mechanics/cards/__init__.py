"""Cards: hands, the deck and its discards, and the face-up row."""
