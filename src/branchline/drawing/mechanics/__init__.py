"""How mechanics are drawn, one file for each; see `branchline.drawing.faces`."""
