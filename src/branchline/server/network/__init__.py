"""HTTP and sockets: every request is guarded, and answered by one of these routes."""
