"""The frozen vocabulary of Branchline: boards, actions, events, views, scores and errors. Nothing here has behavior."""
