"""A person at the table: shows what its seat may see, asks, explains, and carries out what was meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from branchline.analysis.facts import facts_of
from branchline.bots.planner_bot import PlannerBot
from branchline.cli.faces import at_place, help_moves, help_notes, on_the_table
from branchline.cli.map_view import draw_map
from branchline.cli.prompt import Left, ask, offer_completion
from branchline.cli.questions import by_kind, kinds_of, label, meant_option, shortened, with_cards, with_table
from branchline.cli.routes_view import claims_table, place_table, way_in_words, why_not
from branchline.cli.screen import ACCENT, card_chip, in_rows
from branchline.cli.table_view import (
    LABEL,
    captioned,
    offer_table,
    show_cards,
    show_extras,
    show_lines,
    show_table,
    show_tickets,
)
from branchline.game import Game
from branchline.mechanics.cards import DecksMarketView
from branchline.model.actions import Action, Claim, KeepTickets, TakeCard
from branchline.model.board import Route
from branchline.model.errors import BranchlineError, IllegalAction, NotationError
from branchline.model.faces import FACES, Notation, Terminal
from branchline.model.observation import Observation
from branchline.model.questions import Standing
from branchline.notation.names import find_city, find_routes
from branchline.notation.text import in_notation
from branchline.planning import Reach
from branchline.words.plain import counted, move_in_words, route_name, spoken
from branchline.words.progress import last_turns_warning
from branchline.words.questions import head
from branchline.words.routes import claimable
from branchline.words.sentences import Teller
from branchline.words.things import piece_noun

_MOVES = (
    ("take {card}", "take a card from the row"),
    ("draw", "take a card from the deck"),
    ("build {route}", "build a route; you are asked how to pay"),
    ("build {route} with 2 red + 2 locomotives", ""),
    ("draw tickets", "see new tickets, of which you keep some"),
    ("keep 1, 3", "keep these tickets (or: keep all)"),
)
_MOVE_WIDTH = 32
_LOOK_AROUND = """\
The beginning of a name is enough, in any case, without accents.

To look around:
  routes          what you can build now, and how to pay (★: for your tickets)
  routes CITY     all routes of a city
  tickets         your tickets and the routes that are missing
  map             the map, with who owns what
  table           the table again
  more            all that this board has besides cards, routes and tickets
  log             what has happened so far
  hint            what the planner would do in your place, and why
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
            "help": lambda _: self._help(),
            "routes": self._routes,
            "tickets": lambda _: self._tickets(),
            "map": lambda _: self.console.print(draw_map(self.seen, self.console.width - 1)),
            "table": lambda _: self._show(),
            "more": lambda _: self._more(),
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

    def _understand_move(self, line: str) -> Action | None:
        """The action that a line means. A route with several ways to pay asks for one, one out of reach says why."""
        options = self._options()
        if options:
            meant = meant_option(line, [self._words(option) for option in options])
            if meant is not None:
                return options[meant]
        try:
            return interpret(self.game, self.seat, line)
        except NotationError as error:
            claim = self._named_claim(line)
            if claim is not None:
                return self._choose_way(*claim)
            others = [action for action in self.seen.actions if not isinstance(action, (Claim, KeepTickets))]
            meant = meant_option(line, [self._words(action) for action in others])
            if meant is not None:
                return others[meant]
            kinds = [at for at, kind in enumerate(kinds_of(self.seen), 1) if self._words(kind[0]).split()[0] == line]
            if len(kinds) == 1 and by_kind(self._question()):  # "build" alone asks which, as its number does
                return self._from_menu(kinds[0])
            reason = self._why_not(line) if by_kind(self._question()) else ""
            if not reason:
                raise
            raise NotationError(reason) from error

    def _named_claim(self, line: str) -> tuple[Route, list[Claim]] | None:
        """The route within reach that a line names without a payment."""
        try:
            named = {route.index for route in find_routes(self.game.board, _ends(line))}
        except NotationError:
            return None
        found = [(route, ways) for route, ways in claimable(self.seen) if route.index in named]
        return found[0] if len(found) == 1 else None

    def _why_not(self, line: str) -> str:
        """What is in the way of the route that a line names; "" if it names none, or if it can be built."""
        try:
            routes = find_routes(self.game.board, _ends(line))
        except NotationError:
            return ""
        within_reach = {claim.route for claim in self.seen.actions if isinstance(claim, Claim)}
        if any(route.id in within_reach for route in routes):
            return ""
        reach = Reach(self.seen)
        route = next((route for route in routes if route.index in reach.open), routes[0])
        if self.game.standing(route.index, self.seat) is Standing.OPEN:  # in a turn, but something else is asked now
            return head(self.seen, self._question())
        return f"{route_name(self.game.board, route)}: {why_not(self.seen, reach, route, self.names)}"

    def _from_menu(self, number: int) -> Action | None:
        """The move that a number in the menu leads to; further questions are asked."""
        options = self._options()
        counts = [self._number(option) for option in options if type(option) in FACES.table(Terminal, "numbers")]
        if counts:  # a number of cards means just that
            if number not in counts:
                raise NotationError(f"The number goes from {min(counts)} to {max(counts)}.")
            return options[counts.index(number)]
        kinds = [[option] for option in options] if options else kinds_of(self.seen)
        if not 1 <= number <= len(kinds):
            raise NotationError(f"The menu goes from 1 to {len(kinds)}.")
        actions = kinds[number - 1]
        if len(actions) == 1:
            return actions[0]
        if isinstance(actions[0], Claim):
            return self._choose_claim()
        self._list(actions)
        chosen = self._choose(len(actions), [self._words(action) for action in actions])
        return None if chosen is None else actions[chosen]

    def _options(self) -> list[Action]:
        """The answers to a small question, which are listed one by one; none if they are offered by kind."""
        question = self._question()
        return [] if by_kind(question) or question == "keep tickets" else list(self.seen.actions)

    def _list(self, actions: Sequence[Action]) -> None:
        """Actions with their numbers, in as many columns as fit."""
        words = shortened([self._words(action) for action in actions])
        texts = [self._option(action, text) for action, text in zip(actions, words, strict=True)]
        widest = max(text.cell_len for text in texts)
        columns = max(1, min((self.console.width - 2) // (widest + 7), -(-len(texts) // 4)))
        rows = -(-len(texts) // columns)
        table = Table.grid(padding=(0, 2, 0, 0))
        for at in range(rows):
            cells: list[Text] = []
            for number in range(at, len(texts), rows):
                action = actions[number]
                is_number = type(action) in FACES.table(Terminal, "numbers")
                cells += [Text(f"{self._number(action) if is_number else number + 1:>4}", "bold"), texts[number]]
            table.add_row(*cells)
        self.console.print(table)

    def _option(self, action: Action, words: str) -> Text:
        if isinstance(action, TakeCard):
            return card_chip(action.card)
        text = Text(words)
        detail = FACES.table(Terminal, "details").get(type(action))
        if detail is not None:
            text.append(f": {detail(self.game.board, action)}", "dim")
        return text

    def _number(self, action: Action) -> int:
        """The number that a choice stands for, where choices are numbers."""
        return int(FACES.table(Terminal, "numbers")[type(action)](action))

    def _choose_claim(self) -> Action | None:
        claims = claimable(self.seen)
        self.console.print(claims_table(self.seen, claims, numbered=True))
        chosen = self._choose(len(claims))
        return None if chosen is None else self._choose_way(*claims[chosen])

    def _choose_way(self, route: Route, ways: Sequence[Claim]) -> Action | None:
        """One of the ways to pay for a route."""
        if len(ways) == 1:
            return ways[0]
        self.console.print(f"{route_name(self.game.board, route)}: how do you pay?")
        for at, way in enumerate(ways, 1):
            self.console.print(Text.assemble((f"  {at:>2}  ", "bold"), way_in_words(self.seen, way)))
        chosen = self._choose(len(ways))
        return None if chosen is None else ways[chosen]

    def _choose(self, count: int, words: Sequence[str] = ()) -> int | None:
        """A number from 1 to the count, less one, or the words of one of the choices; None to go back."""
        line = ask(f"Which one? (1 to {count}, or Enter to go back) ")
        if line.isdigit() and 1 <= int(line) <= count:
            return int(line) - 1
        meant = meant_option(in_notation(line), words)
        if meant is None:
            self._menu()
        return meant

    # What is shown

    def _say(self, error: BranchlineError) -> None:
        text = spoken(str(error))
        self.console.print(Text(f"{text[0].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}", "red"))

    def _question(self) -> str:
        mine = [decision.question for decision in self.seen.open if decision.seat == self.seat]
        return mine[-1] if mine else ""

    def _show(self) -> None:
        """The table, or for a question within a turn only what it takes to answer it."""
        self.console.print()
        warning = last_turns_warning(self.seen, self.names)
        if warning:
            self.console.print(Text(warning, ACCENT))
        question = self._question()
        if with_cards(question):
            show_cards(self.console, self.seen)
            self.console.print()
        elif with_table(question):
            show_table(self.console, self.seen, self.names)
            self.console.print()
        else:
            show_extras(self.console, self.seen)
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
        self.console.print(Text(head(self.seen, question), ACCENT))
        options = self._options()
        if options:
            self._list(options)
            return
        entries = [
            Text.assemble((str(n), "bold"), f" {label(self.seen, kind)}  ")
            for n, kind in enumerate(kinds_of(self.seen), 1)
        ]
        self.console.print(in_rows([*entries, Text("or help", "dim")], self.console.width))

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

    def _help(self) -> None:
        """The help, with what only this board has, and with its own names."""
        board = self.game.board
        examples = {
            "card": next(iter(board.cards)),
            "route": min((board.route_name(route) for route in board.routes if route.kind == "train"), key=len),
        }
        moves = [(move.format(**examples), meaning) for move, meaning in _MOVES]
        if isinstance(self.seen.market, DecksMarketView):  # a deck has to be named
            moves = [move for move in moves if move[0] != "draw"]
        moves += help_moves(self.seen)
        lines = ["To move, type what you want to do, or the number of a kind of move:"]
        lines += [f"  {move:<{_MOVE_WIDTH}}{meaning}".rstrip() for move, meaning in moves]
        lines += help_notes(self.seen)
        self.console.print("\n".join([*lines, _LOOK_AROUND]))

    def _more(self) -> None:
        """Everything about the board's own things."""
        show_extras(self.console, self.seen)
        there = on_the_table(self.seen, self.console.width - LABEL, all_of_it=True)
        self.console.print(captioned(there) if there else "This board has nothing else.")

    def _routes(self, city: str) -> None:
        if city:
            place = find_city(self.game.board, city)
            self.console.print(place_table(self.seen, place, self.names))
            besides = at_place(self.seen, place)
            if besides:
                self.console.print(besides)
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
        reach = Reach(self.seen)
        plan = reach.plan(reach.tickets(self.seen.held))
        if plan.routes:
            routes = [self.game.board.routes[index] for index in sorted(plan.routes)]
            chips = [Text(f"{route_name(self.game.board, route)} ({route.length})  ") for route in routes]
            trains = counted(plan.trains, piece_noun(self.seen))
            self.console.print(Text(f"The shortest way for them all takes {trains}:", "dim"))
            self.console.print(in_rows(chips, self.console.width))

    def _log(self) -> None:
        show_lines(self.console, self.teller.tell(self.game.events_for(self.seat)), indent=0)

    def _hint(self) -> None:
        """What another player would do with the same view, and why; nothing hidden goes into it."""
        number = PlannerBot().decide(self.seen)
        self.console.print(Text.assemble("Hint: ", (self._words(self.seen.action(number)), "bold")), soft_wrap=True)
        for fact in facts_of(self.seen, number):
            self.console.print(Text(fact, "dim"))

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


def _ends(line: str) -> str:
    """The part of a line that may name a route."""
    return re.sub(r"^claim\b", "", in_notation(line), flags=re.IGNORECASE)


def interpret(game: Game, seat: int, line: str) -> Action:
    """The action that a person means, with a few more liberties than the notation takes."""
    words = in_notation(line)
    if re.fullmatch(r"[\d\s,+&]+", words):
        words = "keep " + ", ".join(re.findall(r"\d+", words))
    verbs = {verb.partition(" ")[0] for verb in FACES.table(Notation, "parse")}
    if words.partition(" ")[0].casefold() in verbs:
        return game.parse(words, seat)
    choosing = any(isinstance(game.action(number, seat), KeepTickets) for number in game.legal_actions(seat)[:1])
    likely = "keep" if choosing else "claim" if re.search(r"\S *(?:-|–| to ) *\S", words) else "take"
    try:
        return game.parse(f"{likely} {words}", seat)
    except NotationError as error:
        if likely == "take":
            raise NotationError(f"'{line}' is not an action; type help to see what is") from error
        raise  # it is clear what was meant, so say what is the matter with it
