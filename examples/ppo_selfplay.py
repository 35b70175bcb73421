"""Train an agent by playing against itself: PPO with action masks, self-play, and a league of past selves.

    python examples/ppo_selfplay.py                              San Francisco, half an hour on this machine
    python examples/ppo_selfplay.py --board usa --minutes 120    another board, more time
    python examples/ppo_selfplay.py --resume runs/san_francisco  go on from the last checkpoint

It needs PyTorch: pip install "branchline[learn]". A run leaves in its folder: `checkpoint.pt` to go on from,
`curve.csv` with the evaluations, and `agent.npz`, the trained agent, which plays as the bot "neural(FOLDER/agent.npz)".
"""

from __future__ import annotations

import argparse
import csv
import itertools
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, track
from torch import Tensor, nn

from branchline import new_game
from branchline.bots import make_bot
from branchline.envs import Encoding, Outcome, VectorEnv
from branchline.envs.neural import save_agent
from branchline.envs.rewards import Rewards, gain, win

OPPONENTS = ("random", "greedy", "builder")  # in evaluations, the easiest first
console = Console()


@dataclass
class Settings:
    """What can be set; every field is an option of the command line."""

    board: str = "san_francisco"
    variant: str = "classic"
    seats: int = 2
    minutes: float = 30.0  # of training, evaluation apart
    games: int = 512  # played side by side
    steps: int = 64  # of every game in a rollout
    epochs: int = 4  # over each rollout
    minibatch: int = 4096
    hidden: int = 256  # width of the two hidden layers
    teacher: str = ""  # a bot to watch before the first game, like builder; "" for nobody
    demonstrations: int = 60_000  # decisions of the teacher
    slips: float = 0.1  # part of the moves in demonstrations that are random
    warm_up: int = 15  # rollouts after the demonstrations in which only the values are learned
    rate: float = 7e-4  # of learning at the start; it falls to zero
    entropy: float = 0.01  # bonus for trying things at the start; it falls to a fifth
    clip: float = 0.2
    discount: float = 0.999
    trace: float = 0.95  # lambda of generalized advantage estimation
    league: float = 0.2  # part of the games that one seat plays with a past self
    league_size: int = 8
    evaluate: float = 3.0  # minutes between evaluations
    evaluation_games: int = 100
    arena_games: int = 400  # at the end, against each of these bots
    seed: int = 0
    threads: int = 2
    device: str = "auto"
    folder: str = ""
    resume: str = ""


class Agent(nn.Module):
    """A policy and a value on one body. The numbers of an encoding are scaled to about one first."""

    def __init__(self, of: Encoding, hidden: int) -> None:
        super().__init__()
        self.scale: Tensor
        self.register_buffer("scale", torch.from_numpy(of.scale))
        self.first = nn.Linear(of.size, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.policy = nn.Linear(hidden, of.actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the probabilities of all actions, and the value."""
        inner = torch.relu(self.second(torch.relu(self.first(seen.float() * self.scale))))
        logits = self.policy(inner).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, dim=-1), self.value(inner).squeeze(-1)


def rewards(outcome: Outcome) -> Rewards:
    """What the agent learns from: its lead growing or shrinking, and a bonus for winning."""
    both: Rewards = gain(outcome) + np.float32(0.3) * win(outcome)
    return both


def watch(settings: Settings, of: Encoding) -> Iterator[tuple[Any, Any, int]]:
    """Let the teacher play against itself, and note its answers. Some moves are random, to see it in trouble too."""
    rng = np.random.default_rng(settings.seed)
    for seed in itertools.count(settings.seed):
        game = new_game(of.board.id, variant=of.variant.id, seats=of.seats, seed=seed, events=False)
        teachers = [make_bot(settings.teacher, seed) for _ in range(of.seats)]
        while (seat := game.to_move) is not None:
            view = game.observe(seat)
            answer = teachers[seat].decide(view)
            number = answer if isinstance(answer, int) else game.number(answer, seat)
            yield of.encode(game, seat), of.mask(view.legal), number
            game.apply(int(rng.choice(view.legal)) if rng.random() < settings.slips else number)


@dataclass
class Rollout:
    """Some steps of all games, flattened; only those that the learning agent took."""

    seen: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor  # logarithms of the probabilities with which they were taken
    values: Tensor
    advantages: Tensor


class Trainer:
    """Plays, learns, and keeps past selves."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.rng = np.random.default_rng(settings.seed)
        torch.manual_seed(settings.seed)
        torch.set_num_threads(settings.threads)
        wanted = settings.device
        self.device = torch.device(("cuda" if torch.cuda.is_available() else "cpu") if wanted == "auto" else wanted)
        self.env = VectorEnv(
            settings.board,
            variant=settings.variant,
            seats=settings.seats,
            games=settings.games,
            seed=settings.seed,
            rewards=rewards,
        )
        self.agent = Agent(self.env.encoding, settings.hidden).to(self.device)
        self.optimizer = torch.optim.Adam(self.agent.parameters(), lr=settings.rate, eps=1e-5)
        self.league: list[dict[str, Tensor]] = []
        self.past = Agent(self.env.encoding, settings.hidden).to(self.device)
        self.guests = np.zeros(settings.games, np.int8)  # by game: the seat that a past self plays, or -1
        self.decisions = 0
        self.seconds = 0.0
        self.warm = 0  # rollouts in which only the values are learned
        self.now = self.env.reset()

    # Playing

    def act(self, agent: Agent, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Draw actions; returns them, the logarithms of their probabilities, and the values."""
        with torch.no_grad():
            chances, values = agent(seen, masks)
        actions = torch.multinomial(chances.exp(), 1).squeeze(-1)
        return actions, chances.gather(-1, actions.unsqueeze(-1)).squeeze(-1), values

    def invite_past_self(self) -> None:
        """Choose a past self for the next rollout, and the seat that it plays in some of the games."""
        self.guests[:] = -1
        if self.league and self.settings.league > 0:
            self.past.load_state_dict(self.league[int(self.rng.integers(len(self.league)))])
            count = int(self.settings.league * self.env.games)
            self.guests[:count] = np.arange(count) % self.settings.seats

    def play(self) -> Rollout:
        """Play some steps of all games."""
        settings, env = self.settings, self.env
        shape = (settings.steps, env.games)
        of = env.encoding
        seen = torch.zeros((*shape, of.size), dtype=torch.int16)
        masks = torch.zeros((*shape, of.actions), dtype=torch.bool)
        actions = torch.zeros(shape, dtype=torch.int64)
        chances, values = torch.zeros(shape), torch.zeros(shape)
        brought = np.zeros((*shape, settings.seats), np.float32)
        seats, dones = np.zeros(shape, np.int64), np.zeros(shape, bool)
        self.invite_past_self()
        for step in range(settings.steps):
            seen[step] = torch.from_numpy(self.now.observations)
            masks[step] = torch.from_numpy(self.now.masks.view(bool))
            seats[step] = self.now.seats
            on_device = seen[step].to(self.device), masks[step].to(self.device)
            taken, chance, value = (part.cpu() for part in self.act(self.agent, *on_device))
            visited = torch.from_numpy(np.flatnonzero(self.guests == self.now.seats))
            if len(visited):
                taken[visited] = self.act(self.past, on_device[0][visited], on_device[1][visited])[0].cpu()
            actions[step], chances[step], values[step] = taken, chance, value
            self.now = env.step(taken.numpy())
            brought[step], dones[step] = self.now.rewards, self.now.dones
        self.decisions += settings.steps * env.games
        advantages = torch.from_numpy(self.advantages(values.numpy(), brought, seats, dones))
        own = torch.from_numpy(seats != self.guests)  # a past self's decisions are not learned from
        return Rollout(seen[own], masks[own], actions[own], chances[own], values[own], advantages[own])

    def last_values(self) -> Any:
        """What the games are worth to every seat where the rollout ends: the seat that decides says so for all."""
        seats = self.settings.seats
        with torch.no_grad():
            masks = torch.from_numpy(self.now.masks.view(bool))
            seen = torch.from_numpy(self.now.observations)
            value = self.agent(seen.to(self.device), masks.to(self.device))[1].cpu().numpy()
        values = np.repeat(-value[:, None] / (seats - 1), seats, axis=1)
        values[np.arange(len(value)), self.now.seats] = value
        return values

    def advantages(self, values: Any, brought: Any, seats: Any, dones: Any) -> Any:
        """Generalized advantage estimation, seat by seat: a decision leads to the next one of the same seat."""
        settings = self.settings
        games = np.arange(self.env.games)
        ahead = self.last_values()  # the value of each seat's next decision
        trace = np.zeros_like(ahead)  # and its advantage
        since = np.zeros_like(ahead)  # what the seat got until then
        found = np.zeros_like(values)
        for step in reversed(range(settings.steps)):
            for kept in (ahead, trace, since):
                kept[dones[step]] = 0
            since += brought[step]
            mover = (games, seats[step])
            found[step] = since[mover] + settings.discount * ahead[mover] - values[step]
            found[step] += settings.discount * settings.trace * trace[mover]
            ahead[mover], trace[mover], since[mover] = values[step], found[step], 0
        return found

    # Learning

    def study(self, passes: int = 12, rate: float = 1.5e-3) -> None:
        """Learn to answer like the teacher: a start from which self-play gets further.

        Tickets are seldom completed by chance. Agents that begin with random moves learn to do without tickets, which
        is not bad, and never find out that they pay.
        """
        settings = self.settings
        demonstrations = itertools.islice(watch(settings, self.env.encoding), settings.demonstrations)
        told = list(
            track(demonstrations, "watching the teacher", settings.demonstrations, console=console, transient=True)
        )
        seen, masks, actions = (np.array(column) for column in zip(*told, strict=True))
        views, allowed = torch.from_numpy(seen), torch.from_numpy(masks.astype(bool))
        answers = torch.from_numpy(actions.astype(np.int64))
        optimizer = torch.optim.Adam(self.agent.parameters())
        for done in range(passes):
            for group in optimizer.param_groups:
                group["lr"] = rate * (1 - done / passes)
            order = torch.randperm(len(answers))
            right = 0
            for start in range(0, len(order), 256):
                rows = order[start : start + 256]
                chances, _ = self.agent(views[rows].to(self.device), allowed[rows].to(self.device))
                wanted = answers[rows].to(self.device)
                loss = nn.functional.nll_loss(chances, wanted)
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                optimizer.step()
                right += int((chances.argmax(-1) == wanted).sum())
        console.print(
            f"after {len(answers):,} decisions it answers like {settings.teacher} in {right / len(order):.0%}"
        )

    def learn(self, played: Rollout, progress: float) -> dict[str, float]:
        """A few passes over what was played; returns some figures to watch."""
        settings = self.settings
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate * max(1 - progress, 0.02)
        entropy_weight = settings.entropy * (1 - 0.8 * progress)
        targets = played.advantages + played.values
        size = len(played.actions)
        figures: list[tuple[float, float]] = []
        for _ in range(settings.epochs):
            order = torch.randperm(size)
            for start in range(0, size, settings.minibatch):
                rows = order[start : start + settings.minibatch]
                seen, masks = played.seen[rows].to(self.device), played.masks[rows].to(self.device)
                actions, before = played.actions[rows].to(self.device), played.chances[rows].to(self.device)
                gains, target = played.advantages[rows].to(self.device), targets[rows].to(self.device)
                gains = (gains - gains.mean()) / (gains.std() + 1e-8)
                chances, values = self.agent(seen, masks)
                ratio = (chances.gather(-1, actions.unsqueeze(-1)).squeeze(-1) - before).exp()
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                surprise = -(chances.exp() * chances).sum(-1).mean()
                value_loss = (values - target).pow(2).mean()
                loss = value_loss - torch.min(ratio * gains, clipped * gains).mean() - entropy_weight * surprise
                self.optimizer.zero_grad()
                loss.backward()
                if self.warm:
                    self.forget_all_but_values()
                nn.utils.clip_grad_norm_(self.agent.parameters(), 0.5)
                self.optimizer.step()
                figures.append((surprise.item(), value_loss.item()))
        self.warm = max(self.warm - 1, 0)
        surprise_mean, value_mean = np.mean(figures, axis=0)
        return {"entropy": float(surprise_mean), "value loss": float(value_mean)}

    def forget_all_but_values(self) -> None:
        """Leave the policy as the teacher taught it while values are still far off."""
        for name, parameter in self.agent.named_parameters():
            if not name.startswith("value"):
                parameter.grad = None

    def remember(self) -> None:
        """Put the present self into the league; when it is full, one of the older ones leaves, the first excepted."""
        self.league.append({name: tensor.clone() for name, tensor in self.agent.state_dict().items()})
        if len(self.league) > self.settings.league_size:
            del self.league[int(self.rng.integers(1, len(self.league) - 1))]

    # Watching

    def evaluate(self, opponent: str, games: int) -> tuple[float, float]:
        """Play against a bot, seats in turn, the likeliest action each time: games won (ties count half), and lead."""
        settings = self.settings
        side_by_side = min(games, 50)
        env = VectorEnv(
            settings.board,
            variant=settings.variant,
            seats=settings.seats,
            games=side_by_side,
            seed=settings.seed + 1,
            opponents=opponent,
            rewards="margin",
        )
        now = env.reset()
        left = np.full(side_by_side, games // side_by_side)  # of each place, so that quick games do not count more
        won, leads = [], []
        while left.any():
            with torch.no_grad():
                masks = torch.from_numpy(now.masks.view(bool)).to(self.device)
                chances, _ = self.agent(torch.from_numpy(now.observations).to(self.device), masks)
            now = env.step(chances.argmax(-1).cpu().numpy())
            for game in np.flatnonzero(now.dones & (left > 0)):
                winners = now.places[game] == 1
                won.append(winners[now.learners[game]] / winners.sum())
                leads.append(float(now.rewards[game]) * 100)
                left[game] -= 1
        return float(np.mean(won)), float(np.mean(leads))

    # Keeping

    def save(self, folder: Path) -> None:
        """Write a checkpoint to go on from, and the agent as a bot."""
        torch.save(
            {
                "settings": vars(self.settings),
                "agent": self.agent.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "league": self.league,
                "decisions": self.decisions,
                "seconds": self.seconds,
            },
            folder / "checkpoint.pt",
        )
        layers = [self.agent.first, self.agent.second, self.agent.policy]
        weights = [(layer.weight.detach().cpu().numpy(), layer.bias.detach().cpu().numpy()) for layer in layers]
        save_agent(folder / "agent.npz", self.env.encoding, weights)

    def load(self, folder: Path) -> None:
        """Go on from a checkpoint."""
        kept = torch.load(folder / "checkpoint.pt", map_location=self.device)
        self.agent.load_state_dict(kept["agent"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.league = kept["league"]
        self.decisions, self.seconds = kept["decisions"], kept["seconds"]


def train(settings: Settings) -> Trainer:
    """Train for the given time, with an evaluation every few minutes."""
    folder = Path(settings.resume or settings.folder or f"runs/{settings.board}")
    folder.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(settings)
    if settings.resume:
        trainer.load(folder)
    size = sum(parameter.numel() for parameter in trainer.agent.parameters())
    console.print(f"{settings.board} {settings.variant}, {settings.seats} seats: {size:,} weights on {trainer.device}")
    report(trainer, folder)
    if settings.teacher and trainer.decisions == 0:
        began = time.perf_counter()
        trainer.study()
        trainer.warm = settings.warm_up
        trainer.seconds += time.perf_counter() - began
        report(trainer, folder)
    with bar() as progress:
        task = progress.add_task("training", total=math.ceil(settings.minutes * 60), figures="")
        for figures in improve(trainer, folder):
            progress.update(task, completed=int(trainer.seconds), figures=figures)
    trainer.save(folder)
    console.print(f"The agent plays as the bot 'neural({folder / 'agent.npz'})'.")
    if settings.arena_games:
        play_in_arena(settings, folder)
    return trainer


def play_in_arena(settings: Settings, folder: Path) -> None:
    """Let the trained agent play as a bot against others: every deal in both seatings."""
    try:
        from branchline.lab import arena
    except ImportError as missing:
        console.print(f"Without the arena: {missing}")
        return
    agent = f"neural({folder / 'agent.npz'})"
    for opponent in OPPONENTS:
        found = arena(
            [agent, opponent],
            [settings.board],
            variants=[settings.variant],
            seats=[settings.seats],
            games=settings.arena_games,
            seed=settings.seed + 2,
            out=folder / f"arena-{opponent}-{settings.seed}",
            processes=settings.threads,
        )
        for pair in found.pairings(found.plan.divisions[0]):
            ahead, margin = pair.ahead, pair.margin
            console.print(
                f"in the arena {pair.one} is ahead of {pair.other} in {ahead.value:.1%} of {ahead.cases} games "
                f"({ahead.low:.1%} to {ahead.high:.1%}), by {margin.value:.1f} points"
            )


def improve(trainer: Trainer, folder: Path) -> Iterator[str]:
    """Play and learn until the time is over; yields a line of figures after each rollout."""
    settings = trainer.settings
    next_report = trainer.seconds + settings.evaluate * 60
    rounds = 0
    while trainer.seconds < settings.minutes * 60:
        began = time.perf_counter()
        progress = min(trainer.seconds / (settings.minutes * 60), 1)
        figures = trainer.learn(trainer.play(), progress)
        trainer.seconds += time.perf_counter() - began
        if rounds % 20 == 0:
            trainer.remember()
        rounds += 1
        words = ", ".join(f"{name} {figure:.3f}" for name, figure in figures.items())
        yield f"{trainer.decisions:,} decisions, {words}"
        if trainer.seconds >= min(next_report, settings.minutes * 60):
            next_report += settings.evaluate * 60
            trainer.save(folder)
            report(trainer, folder)


def report(trainer: Trainer, folder: Path) -> None:
    """Evaluate, say how it went, and add a line to the curve."""
    row: dict[str, float] = {"seconds": round(trainer.seconds, 1), "decisions": trainer.decisions}
    for opponent in OPPONENTS:
        won, lead = trainer.evaluate(opponent, trainer.settings.evaluation_games)
        row[f"won against {opponent}"] = round(won, 3)
        row[f"lead over {opponent}"] = round(lead, 1)
    curve = folder / "curve.csv"
    fresh = trainer.seconds == 0 or not curve.exists()
    with curve.open("w" if fresh else "a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(row))
        if fresh:
            writer.writeheader()
        writer.writerow(row)
    against = [f"{row[f'won against {name}']:.0%} against {name}" for name in OPPONENTS]
    console.print(f"after {trainer.seconds / 60:.1f} minutes and {trainer.decisions:,} decisions: {', '.join(against)}")


def bar() -> Progress:
    """A progress bar with seconds of training and some figures."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("s"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[figures]}"),
        console=console,
    )


def options() -> Settings:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Train an agent by self-play with PPO.")
    parser.add_argument("--quick", action="store_true", help="a few seconds only, to see that it works")
    for name, default in vars(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default, help=f"({default!r})")
    chosen = vars(parser.parse_args())
    quick = chosen.pop("quick")
    settings = Settings(**chosen)
    if quick:
        settings.minutes, settings.games, settings.steps, settings.threads = 0.01, 16, 16, 1
        settings.hidden, settings.evaluation_games, settings.arena_games = 32, 2, 2
        settings.teacher, settings.demonstrations, settings.warm_up = "builder", 200, 1
    return settings


if __name__ == "__main__":
    train(options())
