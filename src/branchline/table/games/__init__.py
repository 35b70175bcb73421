"""The game at a table, as its entries tell it and as one viewer may know it. No sockets and no database."""
