"""What steps lose by somebody who looks at a run, and how many images he gets: the third table of
perf/outputs.py.

Runs of a fixed number of steps in turns: without a page, with a page that nobody opens, and with clients
that ask for one image after the other. The time of steps is that of the summary, images included; what
a page says of the present step is only renewed while somebody looks, and measures nothing.
"""

import datetime
import http.client
import json
import pathlib
import re
import statistics
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import figures

ENDLESS = ["run.end_time=1e9", "run.checkpoint_interval=0"]
PIXELS = 1024
PLANE, VOLUME = "view=plane", "view=volume"
# Clients, what they look at; None: no page.
CASES = {2: [None, (0, PLANE), (1, PLANE), (20, PLANE)], 3: [None, (0, PLANE), (1, PLANE), (1, VOLUME)]}


class Client(threading.Thread):
    """Asks for one image of the density after the other until the run is over; each client for images
    of its own, a pixel narrower than those of the one before."""

    def __init__(self, address, number, view):
        super().__init__()
        side = PIXELS - number
        self.request = f"{address}frame?field=density&width={side}&height={side}&{view}&client={number}"
        self.times, self.shrinks = [], []

    def run(self):
        step = -1
        while True:
            try:
                with urllib.request.urlopen(f"{self.request}&after={step}", timeout=60) as answer:
                    answer.read()
                    if answer.status != 200:  # none in the time that an answer may take
                        continue
                    about = json.loads(answer.headers["X-Frame"])
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    raise
                return
            except (OSError, http.client.HTTPException):
                return
            step = about["step"]
            self.times.append(time.monotonic())
            self.shrinks.append(about["shrink"])

    def images_a_second(self):
        """Without the first one, behind which a run waits for a while."""
        times = self.times[1:]
        return (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 else 0


def deck_of(size, arguments, folder):
    """The vortex in 2D, the blast in 3D, with changes that keep them going without outputs."""
    count, axes = (size[:-2], 3) if size.endswith("^3") else (size, 2)
    deck = figures.ROOT / "inputs" / ("blast-3d.toml" if axes == 3 else "orszag-tang.toml")
    command = [arguments.program, "run", deck, "--no-outputs", "--device", arguments.device, "--out",
               folder / "watched", *figures.sets([*ENDLESS, figures.cells_setting([count] * axes)])]
    if arguments.threads:
        command += ["--threads", str(arguments.threads)]
    return command, int(count) ** axes, axes


def run(command, steps, case):
    """The summary of a run, and its clients."""
    page = [] if case is None else ["--view"]
    process = subprocess.Popen([*map(str, command), "--steps", str(steps), *page], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    clients, lines = [], []
    for line in process.stdout:
        lines.append(line)
        found = re.search(r"http://\S+", line)
        if found and case and not clients:
            clients = [Client(found[0], number, case[1]) for number in range(case[0])]
            for client in clients:
                client.start()
    for client in clients:
        client.join()
    if process.wait() != 0:
        raise subprocess.CalledProcessError(process.returncode, command, "".join(lines))
    return "".join(lines), clients


def measured(size, arguments, folder):
    """Of each case and turn: steps a second, images a second of all clients, how many there were, the
    part of their sides, and seconds of cores."""
    command, cells, axes = deck_of(size, arguments, folder)
    tried = run(command, 20, None)[0]
    steps = max(20, int(arguments.seconds * figures.steps_a_second(tried, cells)))
    turns = {case: [] for case in CASES[axes]}
    for turn in range(arguments.turns):
        for case in turns:
            used = figures.processor_seconds()
            summary, clients = run(command, steps, case)
            cores = figures.processor_seconds() - used
            speed = figures.steps_a_second(summary, cells)
            images = sum(client.images_a_second() for client in clients)
            shrinks = [shrink for client in clients for shrink in client.shrinks]
            turns[case].append((speed, images, len(shrinks), statistics.median(shrinks or [1]), cores))
            print(size, steps, turn, name_of(case), turns[case][-1], file=sys.stderr, flush=True)
    return turns


def name_of(case):
    if case is None:
        return "no page"
    if case[0] == 0:
        return "a page, nobody looks"
    return f"{case[0]} {'client' if case[0] == 1 else 'clients'}, {case[1].split('=')[1]}"


def table(arguments, folder):
    on_cpu = arguments.device == "cpu"
    head = ["cells", "who looks", "steps a second", "slower by", "images a second",
            "part of the pixels along a side"] + ["ms of cores an image"] * on_cpu
    lines = [f"{datetime.date.today()}, --device {arguments.device}, images of {PIXELS} x {PIXELS} "
             f"pixels; medians of {arguments.turns} turns, and of each turn what the steps lose.", "",
             "| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for size in arguments.sizes.split(","):
        turns = measured(size, arguments, pathlib.Path(folder))
        for case, found in turns.items():
            speed, rate, images, side, _ = (statistics.median(column) for column in zip(*found))
            lost = [f"{100 * (1 - own[0] / alone[0]):.1f}" for own, alone in zip(found, turns[None])]
            columns = [size, name_of(case), f"{speed:.4g}", ", ".join(lost) + " %" if case else ""]
            columns += [f"{rate:.3g}", f"{side:.2g}"] if images else ["", ""]
            if on_cpu:
                more = min(own[4] for own in found) - min(alone[4] for alone in turns[None])
                columns.append(f"{1e3 * more / images:.3g}" if images else "")
            lines.append("| " + " | ".join(columns) + " |")
    return lines
