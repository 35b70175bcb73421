"""The room for imagined worlds: what would come of a decision, in worlds that look the same to the seat that decides.

Bots that search, the coach, analyses, puzzles and reports on luck are its clients.

    core/                  worlds, and the search without a network; compiled
    side_by_side.py        games that networks and planners play on together, many at once
    playouts.py            `Playouts`: candidates tried in whole games
    network_search.py      the search with a network
    evaluators.py          `Evaluator`: what comes of positions and actions, for all seats
    champion_playouts.py   the evaluator in whose games a network plays
    trial.py               `Trial`: some actions in the same worlds
    choosing.py            `choose`: what a seat had best do, which the coach advises
    prediction.py          win shares from predicted scores; practice.py: the games that it is learned from
    stand_ins.py           who follows a game and plays it on; champion_stand_ins.py: champions among them
    luck_of_draws.py       results less the luck of the draws in playouts; estimates.py: means with standard errors

What uses a network needs NumPy, and is imported only when it is wanted.
"""

import branchline.champions as _champions  # noqa: F401 - how many threads NumPy takes is settled before it is imported
