"""How the planner thinks. All of it is compiled, and made to be used in two ways.

- `planner_bot.PlannerBot` is shown an observation, imagines a game from it, and lets a mind decide in that game.
- A search lets minds play on in games that it has imagined itself, without observations:

      mind = Mind(rules, Style())              # once: it is bound to that rule sheet
      rules.copy_from(root); mind.forget()      # before each playout
      while not rules.over:
          seat = rules.open.seat()
          rules.act(seat, mind.decide(seat))

The parts, from the bottom up:

    chart.py        what never changes: who borders on whom, what tickets join, which cards pay for what.
    style.py        the numbers by which one thing is weighed against another.
    situation.py    a rule sheet as one seat sees it. It reads the mechanics where they are and copies nothing; it reads
                    only what the seat may know, so what is imagined of the others never changes a decision.
    route_prices.py what each route costs the seat, for the search of ways.
    plan.py         `Plan`: which routes a seat wants and why, and what becomes of its tickets. `Architect` makes plans.
                    Each seat keeps its plan until a route is claimed or a ticket taken.
    needs.py        which cards a plan still needs, after sharing out the hand.
    payments.py     how to pay for a route with the least damage to the plan.
    claim_choice.py which route to claim now.
    faces.py        what each mechanic adds to a mind; the files named after mechanics hold it.
    mind.py         `Mind`: every decision, answered with the number of a legal action.

Decisions that no judgment knows, of boards with mechanics of their own, are answered by chance with a legal action.
"""
