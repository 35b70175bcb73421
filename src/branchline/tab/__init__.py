"""A home for tables in a tab of a browser: no server, no process; what happens is kept by the browser itself.

It runs in a worker of the page, under Pyodide, from the folder that `branchline site` writes. Nothing here imports
what only a browser has but `worker.py`.
"""
