"""Makes the pictures of boards and games in the documentation.

    python tools/pictures.py

Needs `pip install "branchline[drawing]"`.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

import branchline as bl
from branchline.bots import make_bot
from branchline.drawing import RouteValues, Scene, Theme, draw_board, render_png, scene_of
from branchline.model.board import Board

OUT = Path(__file__).parents[1] / "docs" / "images" / "boards"
OWN = Path(__file__).parents[1] / "examples" / "own_board"
WIDE, TALL = 1040, 720  # pixels across a board that is broader than high, and across any other


def main() -> None:
    """Draw every board by day and by night, the example of an own board, games, and a heat map."""
    OUT.mkdir(parents=True, exist_ok=True)
    for board in bl.boards():
        save(board.id, board, Scene(), "day")
        save(f"{board.id}-night", board, Scene(), "night")
    bl.add_board(OWN)
    save("lakeside", bl.board("lakeside"), Scene(), "day")
    game = played("usa", seats=4, seed=11, routes=60)
    save("game", game.board, scene_of(game.observe(None)), "day")
    world = played("world", seats=4, seed=5, routes=60)
    save("game-night", world.board, scene_of(world.observe(None)), "night")
    save("heat", bl.board("usa"), Scene(values=built_routes("usa", games=40)), "day")


def played(board: str, seats: int, seed: int, routes: int) -> bl.Game:
    """A game between builders until that many routes are built."""
    game = bl.new_game(board, seats=seats, seed=seed)
    bots = [make_bot("builder", seed=seat) for seat in range(seats)]
    while game.to_move is not None and sum(map(bool, game.observe(None).tracks.owners)) < routes:
        seat = game.to_move
        game.apply(bots[seat].decide(game.observe(seat)), seat)
    return game


def built_routes(board: str, games: int) -> RouteValues:
    """How often builders build each route."""
    counts = dict.fromkeys(range(len(bl.board(board).routes)), 0.0)
    for seed in range(games):
        for route, owners in enumerate(played(board, 4, seed, 10_000).observe(None).tracks.owners):
            counts[route] += bool(owners) / games
    return RouteValues(f"Built by builders, share of {games} games", counts, high=1.0, form=".0%")


def save(name: str, board: Board, scene: Scene, theme: Theme) -> None:
    """Write a PNG with few colors, which is small and looks the same."""
    width = WIDE if board.size[0] > board.size[1] else TALL
    png = render_png(draw_board(board, scene, theme=theme), theme, width=width)
    with Image.open(BytesIO(png)) as picture:
        flat = picture.convert("RGB").quantize(200, method=Image.Quantize.MEDIANCUT, kmeans=4, dither=Image.Dither.NONE)
        path = OUT / f"{name}.png"
        flat.save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
