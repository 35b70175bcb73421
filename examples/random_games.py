"""Plays random games on every board, variant and number of seats, and prints how fast that goes here.

It plays a thousand games of each; with --quick, a few.
"""

import sys

import branchline as bl


def main() -> None:
    """Print one line for each board, variant and number of seats."""
    games = 5 if "--quick" in sys.argv else 1000
    print(f"{'board':12} {'variant':12} {'seats':>5} {'decisions a game':>17} {'games a second':>15}")
    for board in bl.boards():
        for variant in board.variants:
            for seats in range(board.seats[0], board.seats[1] + 1):
                played = bl.random_playouts(board.id, variant=variant, seats=seats, games=games)
                length = played.decisions / played.games
                print(f"{board.id:12} {variant:12} {seats:5} {length:17.1f} {played.games_per_second:15,.0f}")


if __name__ == "__main__":
    main()
