"""A first bot: it claims the route that brings the most points, and collects the color it has most of.

It plays ten games against each built-in bot; with --quick one, and none against those that think for long.
"""

import sys

import branchline as bl
from branchline.bots import bot_names, make_bot, play_match


class MostPoints:
    """Looks at nothing but its own seat's view, like every bot."""

    name = "most points"

    def decide(self, observation: bl.Observation) -> bl.Action:
        """Pick a legal action."""
        board = bl.board(observation.board)
        points = {route.id: board.printed_points(route) for route in board.routes}

        def liking(action: bl.Action) -> tuple[int, int]:
            match action:
                case bl.ClaimRoute(route, _, wilds) if points[route] >= 4:
                    return 3 + points[route], -wilds
                case bl.TakeCard(card) if card != "wild":
                    return 2, observation.hand.get(card, 0)
                case bl.KeepTickets(tickets):
                    return 1, -len(tickets)
            return 0, 0

        return max(observation.actions, key=liking)


def main() -> None:
    """Play against each built-in bot and count the wins."""
    quick = "--quick" in sys.argv
    games = 1 if quick else 10
    for opponent in bot_names():
        if quick and opponent in ("search", "hard", "master"):
            continue
        wins = 0
        for seed in range(games):
            game = play_match("usa", "classic", [MostPoints(), make_bot(opponent, seed)], seed, events=False)
            wins += 0 in game.scores().winners
        print(f"won {wins} of {games} against {opponent}")


if __name__ == "__main__":
    main()
