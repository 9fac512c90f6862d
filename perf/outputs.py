#!/usr/bin/env python3
"""Measures what a run costs beside its steps and writes the table into docs/performance.md.

Usage: perf/outputs.py --program PATH [--before PATH] [--device cpu|gpu] [--threads N]
                       [--sizes 512,2048,4096,512^3] [--name NAME] [--page docs/performance.md]

Runs inputs/orszag-tang.toml with its own outputs at each size N^2, and at N^3 four steps of it with
three pictures of one slice, as a user does: the time of the whole process, of it the steps, the time
that outputs and the checkpoint at the end held them up, and all before and after. On a CPU the core
seconds of the process stand beside those of a run that writes its checkpoint alone. With --before
another build is measured side by side, in turns, and the files of both are compared. The table
replaces the one between the marks `<!-- figures NAME -->` of the page, or is printed without --name.
"""

import argparse
import datetime
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

import figures

deck = figures.ROOT / "inputs" / "orszag-tang.toml"

box = """
[run]
title = "Orszag-Tang vortex, the same in each plane"
end_time = 0.5
[physics]
equations = "mhd"
gamma = "5/3"
[constants]
B0 = "1/sqrt(4*pi)"
[grid]
cells = [{n}, {n}, {n}]
[initial]
density = "25/(36*pi)"
velocity_x = "-sin(2*pi*y)"
velocity_y = "sin(2*pi*x)"
pressure = "5/(12*pi)"
vector_potential_z = "B0*(cos(4*pi*x)/(4*pi) + cos(2*pi*y)/(2*pi))"
[[output]]
type = "png"
fields = ["density"]
slice = {{ z = 0.5 }}
every_steps = 2
"""

units = {"ms": 1e-3, "s": 1, "min": 60, "h": 3600}


def seconds(text):
    """Of a duration as a summary writes it: '34 s', '2 min 5 s', '120 ms'."""
    return sum(float(number) * units[unit]
               for number, unit in re.findall(r"([0-9.]+) (ms|min|s|h)\b", text))


def run(program, size, folder, arguments, more=()):
    """The parts of one run, in seconds."""
    if size.endswith("^3"):
        source = pathlib.Path(folder) / "box.toml"
        source.write_text(box.format(n=size[:-2]))
        command = [program, "run", str(source), "--steps", "4"]
    else:
        command = [program, "run", str(deck), "--set", f"grid.cells=[{size},{size}]"]
    command += ["--out", str(pathlib.Path(folder) / "run"), "--device", arguments.device, *more]
    if arguments.threads:
        command += ["--threads", str(arguments.threads)]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    whole = time.monotonic() - begin
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    cores = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    outputs = seconds(re.search(r"outputs ([^\n]*)", text).group(1))
    speed, unit = re.search(r"speed +([0-9.]+) (\w*) ?cell updates/s", text).groups()
    rate = float(speed) * {"": 1, "thousand": 1e3, "million": 1e6, "billion": 1e9}[unit]
    steps = int(re.search(r"steps +([0-9]+)", text).group(1))
    cells = int(size[:-2]) ** 3 if size.endswith("^3") else int(size) ** 2
    stepping = cells * steps / rate
    return {"steps": stepping, "whole": whole, "outputs": outputs,
            "rest": whole - stepping - outputs, "cores": cores}


def row(program, name, size, folder, arguments):
    parts = run(program, size, folder, arguments)
    cells = size.replace("^3", "") + (" x " + size.replace("^3", "")) * (2 if "^3" in size else 1)
    columns = [name, cells, *(f"{parts[key]:.2f}" for key in ("steps", "whole", "outputs", "rest"))]
    if arguments.device == "cpu":
        alone = run(program, size, folder + "/alone", arguments, ["--no-outputs"])
        columns += [f"{parts['cores']:.1f}", f"{100 * (parts['cores'] / alone['cores'] - 1):.0f} %"]
    return "| " + " | ".join(column for column in columns if column) + " |"


def table(arguments, work):
    programs = [("", arguments.program)]
    if arguments.before:
        programs = [("before", arguments.before), ("after", arguments.program)]
    head = ["build"] * bool(arguments.before) + ["cells", "steps alone, s", "whole run, s",
                                                 "of it outputs, s", "start and end, s"]
    if arguments.device == "cpu":
        head += ["core seconds", "of it for outputs"]
    rows = []
    for size in arguments.sizes.split(","):
        for name, program in programs:
            folder = f"{work}/{name or 'this'}-{size}"
            pathlib.Path(folder + "/alone").mkdir(parents=True)
            rows.append(row(program, name, size, folder, arguments))
            print(rows[-1], file=sys.stderr, flush=True)
        if arguments.before:
            compared = subprocess.run([arguments.program, "compare", f"{work}/before-{size}/run",
                                       f"{work}/after-{size}/run"], capture_output=True, text=True)
            print(f"compare of {size}: {compared.returncode}", file=sys.stderr, flush=True)
    return [f"{datetime.date.today()}, --device {arguments.device}.", "",
            "| " + " | ".join(head) + " |", "|" + "---|" * len(head), *rows]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--before")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--sizes", default="512,2048,4096,512^3")
    parser.add_argument("--name")
    parser.add_argument("--folder", help="of the runs; by default one that is removed")
    parser.add_argument("--page", default="docs/performance.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as work:
        lines = table(arguments, work)
    if arguments.name:
        figures.put(pathlib.Path(arguments.page), arguments.name, "\n".join(lines))
    else:
        print("\n".join(lines))


main()
