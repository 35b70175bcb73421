"""What is said between server and clients: requests, messages, answers, refusals, and the schema of them all."""
