"""`branchline play --terminal`: a game in the terminal, with people, bots, or bots alone."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from branchline.boards import registry
from branchline.bots.base import Bot
from branchline.bots.levels import LEVELS, USUAL, level
from branchline.bots.names import player_names, tagged_players
from branchline.bots.referee import Referee
from branchline.bots.registry import bot_names, make_bot
from branchline.bots.seeds import bot_seed
from branchline.cli.person import Person
from branchline.cli.prompt import Left, ask
from branchline.cli.screen import is_terminal, make_console
from branchline.cli.table_view import show_lines, show_scores
from branchline.game import Game, new_game, replay
from branchline.model.errors import BadSetup, RecordError
from branchline.notation.record import load
from branchline.words.plain import game_title
from branchline.words.sentences import YOU, Teller

_SEATS = 3  # if nothing says how many


def add_arguments(parser: argparse._ActionsContainer) -> None:
    """Name the options."""
    parser.add_argument("--board", default="usa", help="the board (usa)")
    parser.add_argument("--variant", help="the variant of the board (its first one)")
    parser.add_argument("--seats", type=int, help=f"how many seats ({_SEATS}, or as many as there are players)")
    parser.add_argument("--seed", type=_whole_number, help="the seed of the game (drawn, and printed)")
    parser.add_argument("--first-seat", type=int, metavar="SEAT", help="which seat begins (drawn from the seed)")
    parser.add_argument(
        "--level", default=USUAL, help=f"how strong the other players are: {', '.join(LEVELS)} ({USUAL})"
    )
    bots = ", ".join(name for name in bot_names() if name not in LEVELS)
    parser.add_argument(
        "--bots", nargs="+", default=[], metavar="BOT", help=f"or which bots they are, in seat order: levels, or {bots}"
    )
    parser.add_argument("--you", type=int, default=0, metavar="SEAT", help="your seat, counted from 0 (0)")
    parser.add_argument("--hot-seat", action="store_true", help="people at one keyboard take all seats without a bot")
    parser.add_argument("--names", nargs="+", default=[], metavar="NAME", help="the names of the people, in seat order")
    parser.add_argument("--watch", action="store_true", help="watch bots play")
    parser.add_argument("--delay", type=float, default=0.0, metavar="SECONDS", help="wait between moves while watching")
    parser.add_argument("--resume", metavar="FILE", help="continue a saved game")
    parser.add_argument("--save", metavar="FILE", help="save the game when it ends or you leave")


def _whole_number(text: str) -> int:
    try:
        return int(text, 0)  # also 0x...: seeds are printed and recorded in both forms
    except ValueError:
        raise argparse.ArgumentTypeError(f"a seed is a whole number, not {text!r}") from None


@dataclass
class Player:
    """Who sits in a seat: a bot by its spec, or a person."""

    name: str
    spec: str = ""
    bot: Bot | None = None


def run(options: argparse.Namespace) -> int:
    """Play one game."""
    console = make_console()
    game, players = _resumed(options) if options.resume else _started(options)
    seed = game.record().seed
    title = f"{game_title(game.board, game.variant, game.seats)} · seed {seed}"
    console.print(Rule(Text(title), style="dim", characters="─"))
    try:
        if any(player.bot is None for player in players):
            _play(game, players, console)
        else:
            _watch(game, players, console, options.delay)
        finished = True
    except (Left, KeyboardInterrupt):
        console.print("You left the table.")
        finished = False
    if options.save:
        _save(game, players, console, options.save)
    elif finished and any(player.bot is None for player in players):
        _offer_to_save(game, players, console)
    return 0


# Setting up


def _started(options: argparse.Namespace) -> tuple[Game, list[Player]]:
    """A new game, and who plays it."""
    import secrets

    board = registry.board(options.board)
    variant = options.variant or next(iter(board.variants))
    seed = secrets.randbits(32) if options.seed is None else options.seed
    people = 0 if options.watch else 1
    seats = options.seats or (len(options.bots) + people if options.bots else max(_SEATS, board.seats[0]))
    game = new_game(board.id, variant=variant, seats=seats, seed=seed, first_seat=options.first_seat)
    return game, _seated(_specs(options, seats), options.names, seed)


def _specs(options: argparse.Namespace, seats: int) -> list[str]:
    """Who sits where: the spec of a bot, or "" for a person."""
    bots: list[str] = options.bots
    fill = level(options.level).id  # sits where nobody else was asked for
    most = seats if options.watch else seats - 1
    if len(bots) > most:
        raise BadSetup(f"{len(bots)} bots are too many for {seats} seats{'' if options.watch else ' and a person'}")
    if options.watch:
        return [*bots, *[fill] * (seats - len(bots))]
    if options.hot_seat:
        return [*[""] * (seats - len(bots)), *bots]
    if not 0 <= options.you < seats:
        raise BadSetup(f"there is no seat {options.you}; seats go from 0 to {seats - 1}")
    specs = [*bots, *[fill] * (seats - 1 - len(bots))]
    specs.insert(options.you, "")
    return specs


def _seated(specs: Sequence[str], people: Sequence[str], seed: int) -> list[Player]:
    """The players, the bots among them ready to play."""
    names = player_names(specs, people)
    bots = [make_bot(spec, bot_seed(seed, seat)) if spec else None for seat, spec in enumerate(specs)]
    return [Player(name, spec, bot) for name, spec, bot in zip(names, specs, bots, strict=True)]


def _resumed(options: argparse.Namespace) -> tuple[Game, list[Player]]:
    """A saved game, and the players that it names."""
    record = load(options.resume)
    game = replay(record)
    if game.is_over:
        raise RecordError(f"{options.resume} holds a finished game; look at it with 'branchline replay'")
    return game, _seated(*tagged_players(record), record.seed)


# Playing


def _play(game: Game, players: Sequence[Player], console: Console) -> None:
    """People and bots in turn."""
    people = [seat for seat, player in enumerate(players) if player.bot is None]
    save = partial(_save, game, players, console)
    at_table = {seat: Person(game, seat, names_for(players, seat), console, save) for seat in people}
    last = people[0] if len(people) == 1 else None  # who has the keyboard
    referee = _referee(game, players)
    while (seat := game.to_move) is not None:
        if players[seat].bot is not None:
            referee.decide(game, seat)
            continue
        if seat != last:
            _hand_over(console, players[seat].name)
            last = seat
        at_table[seat].decide()
    _tell_end(game, players, console, at_table[people[0]] if len(people) == 1 else None)
    _tell_forfeits(referee, console)


def _referee(game: Game, players: Sequence[Player]) -> Referee:
    """Somebody who sees to it that the game goes on, should a bot fail."""
    referee = Referee([player.bot for player in players], game.record().seed)
    referee.prepare(game)
    return referee


def _tell_forfeits(referee: Referee, console: Console) -> None:
    report = referee.report()
    if report.forfeits:
        console.print(Text(f"Chance decided where a bot did not: {report}", "red"))


def _hand_over(console: Console, name: str) -> None:
    """Hide one person's cards before the next one looks."""
    if is_terminal():
        console.clear()
    ask(f"\n{name}, it is your turn. Press Enter when the keyboard is yours. ")


def _tell_end(game: Game, players: Sequence[Player], console: Console, person: Person | None) -> None:
    """What happened after the only person's last move, and the score sheet."""
    names = names_for(players, None if person is None else person.seat)
    if person is not None:
        news = game.events_for(person.seat, person.told)
        show_lines(console, Teller(game.board, game.variant, names).tell(news, results=False))
    _show_end(game, names, console)


def _watch(game: Game, players: Sequence[Player], console: Console, delay: float) -> None:
    """Bots alone, with open cards."""
    names = names_for(players, None)
    teller = Teller(game.board, game.variant, names)
    referee = _referee(game, players)
    told = 0
    while (seat := game.to_move) is not None:
        referee.decide(game, seat)
        if game.to_move == seat and len(game.pending) == 1:
            continue  # its turn goes on: tell all of it at once
        news = game.events[told:]
        told += len(news)
        show_lines(console, teller.tell(news, results=False), indent=0)
        if delay:
            time.sleep(delay)
    _show_end(game, names, console)
    _tell_forfeits(referee, console)


def _show_end(game: Game, names: Sequence[str], console: Console) -> None:
    console.print()
    console.print(Rule("Final scores", style="dim"))
    show_scores(console, game.scores(), names, game.board.id, game.variant.id)


def names_for(players: Sequence[Player], seat: int | None) -> list[str]:
    """What a seat calls the players: itself "You"."""
    return [YOU if at == seat else player.name for at, player in enumerate(players)]


# Saving


def _save(game: Game, players: Sequence[Player], console: Console, name: str) -> None:
    """Write the record, with who played; a file that cannot be written is no reason to lose the game."""
    tags = {
        f"seat_{seat}": f"bot {player.spec}" if player.bot is not None else f"person {player.name}"
        for seat, player in enumerate(players)
    }
    path = Path(name).expanduser()
    try:
        game.record(**tags).save(path)
    except OSError as error:
        console.print(Text(f"{path} cannot be written: {error.strerror}.", "red"))
        return
    verb = "replay" if game.is_over else "play --resume"
    console.print(f"Saved to {path}. Look at it with: branchline {verb} {path}", soft_wrap=True)


def _offer_to_save(game: Game, players: Sequence[Player], console: Console) -> None:
    try:
        name = ask("\nSave the game? (a file name, or Enter for no) ")
    except Left:
        return
    if name and name.casefold() not in ("n", "no"):
        _save(game, players, console, name)
