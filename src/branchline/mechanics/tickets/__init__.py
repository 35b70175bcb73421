"""Tickets: decks of them, offers to choose from, what each seat holds, and how far it has come."""
