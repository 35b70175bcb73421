"""What the server has to know of mechanics, one file for each; see `branchline.server.faces`."""
