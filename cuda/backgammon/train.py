#!/usr/bin/env python3
"""Trains backgammon's networks (src/engines/backgammon/network/net.hpp) on a GPU, as `banmen backgammon train` does on one core.

    cmake --preset release && cmake --build build/release --target self_play
    python3 cuda/backgammon/train.py --games 4000000 --out net_weights.inc

Plays thousands of games in parallel: the CPU rolls the dice and generates plays, the GPU evaluates the resulting positions and learns
from finished games. Needs PyTorch. The library of games has no dependencies, so it can be built on another machine (in a separate
folder, with -DBANMEN_ARCH=x86-64-v3, which most processors support). Saves the weights with every progress report.
"""
import argparse
import concurrent.futures
import ctypes
import os
import time

try:
    import torch
except ImportError:
    raise SystemExit("train.py: PyTorch is not installed")

POINTS, TRAITS, OUTPUTS = 24, 19, 5
FEATURES = 2 * (4 * POINTS + TRAITS)
UNIT = 1e-4


class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(FEATURES, width), torch.nn.ReLU(), torch.nn.Linear(width, 32), torch.nn.ReLU(),
                                          torch.nn.Linear(32, OUTPUTS))

    def forward(self, rows):
        return self.layers(rows)

    def text(self):
        """The format of net_weights.inc: each layer's weights by input, then its biases, as integers in ten-thousandths."""
        lines = []
        for layer in self.layers:
            if isinstance(layer, torch.nn.Linear):
                for row in layer.weight.detach().double().cpu().T.tolist() + [layer.bias.detach().double().cpu().tolist()]:
                    lines.append("".join(f"{round(weight / UNIT)}," for weight in row))
        return "\n".join(lines) + "\n"


def features(counts, traits):
    """Input rows as in features.hpp: every point by one, two, three and more checkers, then the traits; the mover's side first."""
    count = counts.view(-1, 2, POINTS)
    rows = torch.empty((len(count), 2, 4 * POINTS + TRAITS), device=count.device)
    by_point = rows[:, :, :4 * POINTS].unflatten(2, (POINTS, 4))
    for column, found in enumerate((count == 1, count >= 2, count >= 3, (count.float() - 3).clamp(min=0) / 2)):
        by_point[..., column] = found
    rows[:, :, 4 * POINTS:] = traits.view(-1, 2, TRAITS)
    return rows.view(-1, FEATURES)


def settled(logits):
    """Makes probabilities consistent: a gammon is a win too, and a backgammon a gammon."""
    win, gammon, most, lost_gammon, lost_most = torch.sigmoid(logits).unbind(1)
    gammon = torch.minimum(gammon, win)
    lost_gammon = torch.minimum(lost_gammon, 1 - win)
    return torch.stack((win, gammon, torch.minimum(most, gammon), lost_gammon, torch.minimum(lost_most, lost_gammon)), dim=1)


class Games:
    """Half of the games, with the buffers exchanged between CPU and GPU."""

    def __init__(self, library, games, first, stride, options):
        self.library, self.room = library, games * 96
        self.table = ctypes.c_void_p(library.games_open(games, first, stride, options.seed, options.threads, options.decay))
        self.asked, self.lessons = self.rows(self.room), self.rows(self.room)
        self.judged = torch.empty((self.room, OUTPUTS), pin_memory=True)
        self.wanted = torch.empty((self.room, OUTPUTS), pin_memory=True)
        self.finished = ctypes.c_uint64(0)

    @staticmethod
    def rows(room):
        return (torch.empty((room, 2 * POINTS), dtype=torch.uint8, pin_memory=True),
                torch.empty((room, 2 * TRAITS), dtype=torch.float16, pin_memory=True), torch.empty(room, dtype=torch.uint8, pin_memory=True))

    def list(self):
        count = self.library.games_list(self.table, *(ctypes.c_void_p(part.data_ptr()) for part in self.asked), self.room)
        if count < 0:
            raise SystemExit("too many plays at once")
        return count

    def take(self):
        count = self.library.games_take(self.table, ctypes.c_void_p(self.judged.data_ptr()),
                                        *(ctypes.c_void_p(part.data_ptr()) for part in self.lessons),
                                        ctypes.c_void_p(self.wanted.data_ptr()), self.room, ctypes.byref(self.finished))
        if count < 0:
            raise SystemExit("too many lessons at once")
        return count


class Learner:
    """One network, the mean of its weights over the last steps, and a shuffle buffer of training data."""

    def __init__(self, width, options):
        self.net, self.mean = Net(width).cuda(), Net(width).cuda()
        self.mean.load_state_dict(self.net.state_dict())
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=options.first_rate, fused=True)
        self.batch, self.waiting, self.count, self.steps = options.batch, [], 0, 0
        self.loss = torch.zeros((), device="cuda")

    def add(self, counts, traits, wanted, rate):
        self.waiting.append((counts, traits, wanted))
        self.count += len(wanted)
        if self.count < 16 * self.batch:
            return
        counts, traits, wanted = (torch.cat(part) for part in zip(*self.waiting))
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        for chosen in torch.randperm(self.count, device="cuda")[:self.count // self.batch * self.batch].view(-1, self.batch):
            self.optimizer.zero_grad(set_to_none=True)
            logits = self.net(features(counts[chosen], traits[chosen]))
            loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, wanted[chosen])
            loss.backward()
            self.optimizer.step()
            self.steps += 1
            with torch.no_grad():
                torch._foreach_lerp_(list(self.mean.parameters()), list(self.net.parameters()), max(0.0005, 1 / (self.steps + 1)))
                self.loss.lerp_(loss, 0.01)
        self.waiting, self.count = [], 0


def main():
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--library", default="build/release/libself_play.so")
    parse.add_argument("--games", type=int, default=4_000_000)
    parse.add_argument("--together", type=int, default=32768, help="games side by side")
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--threads", type=int, default=os.cpu_count())
    parse.add_argument("--decay", type=float, default=0.7, help="λ of temporal differences")
    parse.add_argument("--batch", type=int, default=4096)
    parse.add_argument("--first-rate", type=float, default=1e-3)
    parse.add_argument("--last-rate", type=float, default=1e-5)
    parse.add_argument("--every", type=int, default=60, help="seconds between two words of how far it is")
    parse.add_argument("--out", required=True)
    options = parse.parse_args()
    if options.together < 64 or options.together % 64:
        parse.error(f"--together {options.together} is no multiple of 64")
    if not os.access(os.path.dirname(options.out) or ".", os.W_OK):
        parse.error(f"--out {options.out}: there is no such folder, or it can't be written to")
    if not torch.cuda.is_available():
        raise SystemExit("train.py: there is no GPU that PyTorch can use (banmen backgammon train learns on a processor)")
    try:
        library = ctypes.CDLL(options.library)
    except OSError as trouble:
        raise SystemExit(f"train.py: {trouble} (cmake --build build/release --target self_play makes it)")
    library.games_open.restype = ctypes.c_void_p
    library.games_open.argtypes = [ctypes.c_uint64] * 4 + [ctypes.c_int, ctypes.c_float]
    library.games_list.restype = library.games_take.restype = ctypes.c_int64
    library.games_list.argtypes = [ctypes.c_void_p] * 4 + [ctypes.c_int64]
    library.games_take.argtypes = [ctypes.c_void_p] * 6 + [ctypes.c_int64, ctypes.c_void_p]

    torch.manual_seed(options.seed)
    half = options.together // 2
    tables = [Games(library, half, k * half, 2 * half, options) for k in range(2)]
    learners = [Learner(256, options), Learner(64, options)]  # contact, races
    begun, told, judged, played = time.time(), 0.0, 0, 0

    def write():
        with open(options.out + ".new", "w") as file:
            file.write(f"// cuda/backgammon/train.py --games {options.games} --together {options.together} --seed {options.seed} --decay {options.decay} "
                       f"--batch {options.batch} --first-rate {options.first_rate} --last-rate {options.last_rate}: {played} games on one GPU\n")
            for learner in learners:
                file.write(learner.mean.text())
        os.replace(options.out + ".new", options.out)

    with concurrent.futures.ThreadPoolExecutor(1) as other:
        listing = [other.submit(table.list) for table in tables]
        while played < options.games:
            for k, table in enumerate(tables):
                count = listing[k].result()
                judged += count
                counts, traits, race = (part[:count].cuda(non_blocking=True) for part in table.asked)
                with torch.no_grad():
                    chances = torch.empty((count, OUTPUTS), device="cuda")
                    for which, learner in enumerate(learners):
                        at = (race == which).nonzero().squeeze(1)
                        chances[at] = settled(learner.net(features(counts[at], traits[at])))
                    table.judged[:count].copy_(chances)
                count = table.take()
                listing[k] = other.submit(table.list)
                if count:
                    counts, traits, race = (part[:count].cuda() for part in table.lessons)
                    wanted = table.wanted[:count].cuda()
                    share = min(1.0, played / options.games)
                    rate = options.first_rate * (options.last_rate / options.first_rate) ** share
                    for which, learner in enumerate(learners):
                        at = (race == which).nonzero().squeeze(1)
                        if len(at):
                            learner.add(counts[at], traits[at], wanted[at], rate)
            played = sum(table.finished.value for table in tables)
            if time.time() - begun > told + options.every:
                told = time.time() - begun
                print(f"{told:.0f} s: {played} games, {judged / told / 1e6:.2f} million positions judged a second, loss "
                      f"{learners[0].loss.item():.5f} in contact ({learners[0].steps} steps), {learners[1].loss.item():.5f} in races", flush=True)
                write()
    write()
    print(f"{time.time() - begun:.0f} s, {played} games, {judged} positions judged: {options.out}")


if __name__ == "__main__":
    main()
