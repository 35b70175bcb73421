"""The Pennsylvania board: routes that earn shares in railroads."""
