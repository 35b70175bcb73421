"""The search without a network: information-set Monte Carlo tree search. All of it is compiled and needs no NumPy.

A seat does not know how the cards and the tickets of the others lie. So the search imagines many worlds in which the
seat would see just what it sees, tries what is worth trying in each of them, and lets planners play on for a while.

    worlds.py       `Worlds`: imagined from what a seat sees, with tickets that the others probably hold.
    ticket_guesses.py `TicketGuesses`: which tickets these are, by what the others have built.
    advisers.py     planners of different styles. What they would do is what is worth trying, anywhere in the tree.
    candidates.py   what is worth trying now: what the advisers say, and a few further claims and cards.
    features.py     what can be said of a seat in the middle of a game, as numbers.
    experience.py   `Experience`: what games between planners teach of how games go on from such numbers.
    outcomes.py     what a game is worth to a seat, finished or predicted.
    tree.py         `Tree`: what was tried further down, by what all seats decided on the way.
    race.py         `Race`: all candidates in the same worlds, until one is left or the time is over.
    tree_search.py  `TreeSearch`: from an observation to a decision.

The race begins with what the planner would do, and ends there unless something else is better by more than chance
explains: so more time means more decisions that are better than the planner's, and none that is worse by design.
"""
