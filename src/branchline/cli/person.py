"""A person at the table: shows what its seat may see, asks, explains, and carries out what was meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from branchline.bots.greedy_bot import GreedyBot
from branchline.bots.planning import Network
from branchline.cli.map_view import draw_map
from branchline.cli.prompt import Left, ask, offer_completion
from branchline.cli.routes_view import claimable, claims_table, find_place, place_table, why_not
from branchline.cli.screen import ACCENT, card_chip, counted, in_rows, move_in_words, payment, route_name, spoken, typed
from branchline.cli.sentences import Teller
from branchline.cli.table_view import (
    last_turns_warning,
    offer_table,
    show_cards,
    show_lines,
    show_table,
    show_tickets,
)
from branchline.game import Game
from branchline.model.actions import Action, ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard
from branchline.model.errors import BranchlineError, IllegalAction, NotationError
from branchline.model.observation import Observation
from branchline.notation.names import find_routes

_VERBS = ("take", "draw", "keep", "claim", "build")
_HELP = """\
To move, type what you want to do, or the number of a kind of move:
  take red                      take a card from the row (just "red" will do)
  draw                          take a card from the deck
  build Denver-Omaha            build a route, if there is only one way to pay for it
  build Denver-Omaha with 2 red + 2 locomotives
  draw tickets                  see new tickets, of which you keep some
  keep 1, 3                     keep these of the tickets on offer (or: keep all)
The beginning of a name is enough, in any case, without accents.

To look around:
  routes          what you can build now, and how to pay; ★ lies on a way that your tickets want
  routes CITY     all routes of a city
  tickets         your tickets and the routes that are missing
  map             the map, with who owns what
  table           the table again
  log             what has happened so far
  hint            what the greedy bot would do in your place
  save FILE       save the game to a file
  quit            leave the game"""


class Person:
    """One person's seat in a game."""

    def __init__(
        self, game: Game, seat: int, names: Sequence[str], console: Console, save: Callable[[str], None]
    ) -> None:
        self.game = game
        self.seat = seat
        self.names = names
        self.console = console
        self.save = save
        self.told = len(game.events)  # how much of what happened has been told
        self.teller = Teller(game.board, game.variant, names)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.console.print(_HELP),
            "routes": self._routes,
            "tickets": lambda _: self._tickets(),
            "map": lambda _: self.console.print(draw_map(self.seen, self.console.width - 1)),
            "table": lambda _: self._show(),
            "log": lambda _: self._log(),
            "hint": lambda _: self._hint(),
            "save": self._save,
        }
        self.seen: Observation = game.observe(seat)

    # One decision

    def decide(self) -> None:
        """Show, ask, and carry out one decision of the seat."""
        self.seen = self.game.observe(self.seat)
        offer_completion(self._completions)
        self._tell_news()
        self._show()
        while True:
            line = ask("> ")
            try:
                action = self._understand(line)
                if action is not None:
                    self.game.apply(action, self.seat)
                    break
            except (IllegalAction, NotationError) as error:
                self._say(error)
        self._tell_own()

    def _understand(self, line: str) -> Action | None:
        """The action that a line means; None if it was something else, which is then done already."""
        word, _, rest = line.partition(" ")
        word = word.casefold()
        if word in ("quit", "exit", "q"):
            self._quit()
        if word in ("?", "h"):
            word = "help"
        if word in self.commands:
            self.commands[word](rest.strip())
            return None
        if not word:
            self._menu()
            return None
        if line.isdigit() and self._question() != "keep tickets":
            return self._from_menu(int(line))
        return self._understand_move(line)

    def _understand_move(self, line: str) -> Action:
        """The action that a line means. If it is a route that cannot be built now, say why."""
        try:
            return interpret(self.game, self.seat, line)
        except NotationError as error:
            reason = self._why_not(line) if self._question() == "turn" else ""
            if not reason:
                raise
            raise NotationError(reason) from error

    def _why_not(self, line: str) -> str:
        """What is in the way of the route that a line names; "" if it names none, or if it can be built."""
        ends = re.sub(r"^claim\b", "", typed(line), flags=re.IGNORECASE)
        try:
            routes = find_routes(self.game.board, ends)
        except NotationError:
            return ""
        within_reach = {claim.route for claim in self.seen.actions if isinstance(claim, ClaimRoute)}
        if any(route.id in within_reach for route in routes):
            return ""
        network = Network(self.seen)
        route = next((route for route in routes if route.index in network.open), routes[0])
        return f"{route_name(self.game.board, route)}: {why_not(self.seen, network, route, self.names)}"

    def _from_menu(self, number: int) -> Action | None:
        """The move that a number in the menu leads to; further questions are asked."""
        kinds = self._kinds()
        if not 1 <= number <= len(kinds):
            raise NotationError(f"The menu goes from 1 to {len(kinds)}.")
        actions = kinds[number - 1]
        if len(actions) == 1:
            return actions[0]
        if isinstance(actions[0], ClaimRoute):
            return self._choose_claim()
        options = [card_chip(a.card) if isinstance(a, TakeCard) else Text(self._words(a)) for a in actions]
        for at, option in enumerate(options, 1):
            self.console.print(Text.assemble((f"  {at:>2}  ", "bold"), option))
        chosen = self._choose(len(options))
        return None if chosen is None else actions[chosen]

    def _choose_claim(self) -> Action | None:
        claims = claimable(self.seen)
        self.console.print(claims_table(self.seen, claims, numbered=True))
        chosen = self._choose(len(claims))
        if chosen is None:
            return None
        route, ways = claims[chosen]
        if len(ways) == 1:
            return ways[0]
        self.console.print(f"{route_name(self.game.board, route)}: how do you pay?")
        for at, way in enumerate(ways, 1):
            self.console.print(Text.assemble((f"  {at:>2}  ", "bold"), payment(route, way.color, way.wilds)))
        chosen = self._choose(len(ways))
        return None if chosen is None else ways[chosen]

    def _choose(self, count: int) -> int | None:
        """A number from 1 to the count, less one; None to go back."""
        while True:
            line = ask(f"Which one? (1 to {count}, or Enter to go back) ")
            if line.isdigit() and 1 <= int(line) <= count:
                return int(line) - 1
            self._menu()
            return None

    # What is shown

    def _say(self, error: BranchlineError) -> None:
        text = spoken(str(error))
        self.console.print(Text(f"{text[0].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}", "red"))

    def _question(self) -> str:
        return next((decision.question for decision in self.seen.open if decision.seat == self.seat), "")

    def _show(self) -> None:
        """The table, or after a first card only what has changed."""
        self.console.print()
        warning = last_turns_warning(self.seen, self.names)
        if warning:
            self.console.print(Text(warning, ACCENT))
        if self._question() == "second card":
            show_cards(self.console, self.seen)
        else:
            show_table(self.console, self.seen, self.names)
        self.console.print()
        self._menu()

    def _menu(self) -> None:
        """What can be done now."""
        question = self._question()
        if question == "keep tickets":
            fewest = min(len(a.tickets) for a in self.seen.actions if isinstance(a, KeepTickets))
            self.console.print(Text(f"Keep at least {counted(fewest, 'ticket')} of these.", ACCENT), end=" ")
            self.console.print(Text('Type their numbers, like "1 3", or "all".', "dim"))
            self.console.print(offer_table(self.seen))
            return
        heads = {
            "turn": "Your turn. Build a route, take cards or draw tickets.",
            "second card": "Second card: take one more, from the row or the deck.",
        }
        self.console.print(Text(heads.get(question, f"Your choice: {question}."), ACCENT))
        entries = [
            Text.assemble((str(n), "bold"), f" {self._label(kind)}  ") for n, kind in enumerate(self._kinds(), 1)
        ]
        self.console.print(in_rows([*entries, Text("or help", "dim")], self.console.width))

    def _kinds(self) -> list[list[Action]]:
        """The legal actions by kind, in the order of their numbers."""
        return [list(actions) for _, actions in groupby(self.seen.actions, type)]

    def _label(self, actions: Sequence[Action]) -> str:
        match actions[0]:
            case TakeCard():
                return "take a card from the row"
            case DrawCard():
                return "take a card from the deck"
            case DrawTickets():
                return "draw tickets"
            case ClaimRoute():
                return f"build a route ({len(claimable(self.seen))} within reach)"
        name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(actions[0]).__name__).lower()
        return name if len(actions) == 1 else f"{name} ({len(actions)})"

    def _words(self, action: Action) -> str:
        return move_in_words(self.game.describe(action, self.seat))

    # What happened

    def _tell_news(self) -> None:
        """What the others did since the last decision."""
        events = self.game.events_for(self.seat, self.told)
        self.told += len(events)
        lines = self.teller.tell(events)
        if lines:
            self.console.print()
            show_lines(self.console, lines)

    def _tell_own(self) -> None:
        """What has just been done; the results of the last move are left to the score sheet."""
        events = self.game.events_for(self.seat, self.told)
        self.told += len(events)
        show_lines(self.console, self.teller.tell(events, results=False))

    # Commands

    def _routes(self, city: str) -> None:
        if city:
            place = find_place(self.game.board, city)
            self.console.print(place_table(self.seen, place, self.names))
            return
        claims = claimable(self.seen)
        if claims:
            self.console.print(claims_table(self.seen, claims))
        else:
            self.console.print('Nothing to build now. "routes CITY" shows what a city offers.')

    def _tickets(self) -> None:
        if not self.seen.held:
            self.console.print("You hold no tickets yet.")
            return
        show_tickets(self.console, self.seen)
        network = Network(self.seen)
        plan = network.plan(network.tickets(self.seen.held))
        if plan.routes:
            routes = [self.game.board.routes[index] for index in sorted(plan.routes)]
            chips = [Text(f"{route_name(self.game.board, route)} ({route.length})  ") for route in routes]
            self.console.print(Text(f"The shortest way for them all takes {counted(plan.trains, 'train')}:", "dim"))
            self.console.print(in_rows(chips, self.console.width))

    def _log(self) -> None:
        show_lines(self.console, self.teller.tell(self.game.events_for(self.seat)), indent=0)

    def _hint(self) -> None:
        """What another player would do with the same view; nothing hidden goes into it."""
        answer = GreedyBot().decide(self.seen)
        action = answer if isinstance(answer, Action) else self.seen.action(answer)
        self.console.print(Text.assemble("Hint: ", (self._words(action), "bold")), soft_wrap=True)

    def _save(self, name: str) -> None:
        if not name:
            raise NotationError("Name a file to save to, like: save game.json")
        self.save(name)

    def _quit(self) -> None:
        name = ask("Save the game first? (a file name, or Enter to leave without) ")
        if name and name.casefold() not in ("n", "no"):
            self.save(name)
        raise Left

    def _completions(self) -> list[str]:
        """Every line that would be understood now."""
        cities = [f"routes {city.name}" for city in self.game.board.cities]
        moves = [self._words(action) for action in self.seen.actions]
        return sorted([*self.commands, "quit", *cities, *moves])


def interpret(game: Game, seat: int, line: str) -> Action:
    """The action that a person means, with a few more liberties than the notation takes."""
    words = typed(line)
    if re.fullmatch(r"[\d\s,+&]+", words):
        words = "keep " + ", ".join(re.findall(r"\d+", words))
    if words.partition(" ")[0].casefold() in _VERBS:
        return game.parse(words, seat)
    choosing = any(isinstance(game.action(number, seat), KeepTickets) for number in game.legal_actions(seat)[:1])
    likely = "keep" if choosing else "claim" if re.search(r"\S *(?:-|–| to ) *\S", words) else "take"
    try:
        return game.parse(f"{likely} {words}", seat)
    except NotationError as error:
        if likely == "take":
            raise NotationError(f"'{line}' is not an action; type help to see what is") from error
        raise  # it is clear what was meant, so say what is the matter with it
