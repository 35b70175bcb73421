"""What those who run a server do: at the command line, or on their page."""
