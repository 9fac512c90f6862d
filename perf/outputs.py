#!/usr/bin/env python3
"""Measures what a run costs beside its steps and writes the table into docs/performance.md.

Usage: perf/outputs.py --program PATH [--before PATH] [--device cpu|gpu] [--threads N]
                       [--what whole,parts,watched,decks] [--sizes 512,2048,4096,512^3] [--turns N]
                       [--decks NAME,...] [--seconds S] [--folder DIR] [--name NAME]
                       [--page docs/performance.md]

`whole`: runs inputs/orszag-tang.toml with its own outputs at each size N^2, and at N^3 four steps of
it with three pictures of one slice, as a user does: the time of the whole process, of it the steps, the
time that outputs and the checkpoint at the end held them up, and all before and after. On a CPU the
core seconds of the process stand beside those of a run that writes its checkpoint alone. With --before
another build is measured side by side, in turns, and the files of both are compared.

`parts`: runs that box at each size N^3 with an output of one plane, of a piece, of means over cells, at
every step and at every eighth. From file to file passes the time of the steps between and what an
output holds them up; what the steps take is known from runs without outputs, in the same turns. Least
times of --turns count. On a CPU the time of its cores that an output takes stands beside that.

`watched`: the same steps with and without somebody who looks (perf/watching.py).

`decks`: runs decks of inputs/ as they are, and without outputs but for the checkpoint at the end, in
turns: seconds of cores of both, the least of --turns.

A table replaces the one between the marks `<!-- figures NAME -->` of the page (of parts, watched
and decks `NAME, parts` and so on), or is printed without --name.
"""

import argparse
import datetime
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import figures
import watching

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
"""

pictures = """
[[output]]
type = "png"
fields = ["density"]
slice = { z = 0.5 }
every_steps = 2
"""

# What is written of the density of a box.
parts = {
    "png of a plane": 'type = "png"\nslice = { z = 0.5 }',
    "png of a plane across x": 'type = "png"\nslice = { x = 0.5 }',
    "hdf5 of a plane": 'type = "hdf5"\nslice = { z = 0.5 }',
    "hdf5 of a plane across x": 'type = "hdf5"\nslice = { x = 0.5 }',
    "hdf5, an eighth of the box":
        'type = "hdf5"\ncrop = { x = [0.25, 0.75], y = [0.25, 0.75], z = [0.25, 0.75] }',
    "hdf5, means over 4 x 4 x 4 cells": 'type = "hdf5"\ncoarsen = 4',
    "hdf5, all cells": 'type = "hdf5"',
}
apart = 8
steps_of_parts = {1: 12, apart: 40}  # by how often there is an output


def run(program, size, folder, arguments, more=()):
    """The parts of one run, in seconds."""
    if size.endswith("^3"):
        source = pathlib.Path(folder) / "box.toml"
        source.write_text(box.format(n=size[:-2]) + pictures)
        command = [program, "run", str(source), "--steps", "4"]
    else:
        command = [program, "run", str(deck), "--set", f"grid.cells=[{size},{size}]"]
    command += ["--out", str(pathlib.Path(folder) / "run"), "--device", arguments.device, *more]
    if arguments.threads:
        command += ["--threads", str(arguments.threads)]
    used, begin = figures.processor_seconds(), time.monotonic()
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    whole = time.monotonic() - begin
    cores = figures.processor_seconds() - used
    outputs = figures.seconds(re.search(r"outputs ([^\n]*)", text).group(1))
    steps = int(re.search(r"steps +([0-9]+)", text).group(1))
    cells = int(size[:-2]) ** 3 if size.endswith("^3") else int(size) ** 2
    stepping = steps / figures.steps_a_second(text, cells)
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


def timed(arguments, folder, n, block, every):
    """Of a run of the box with an output every so many steps: seconds from file to file, or without
    an output of a step; seconds of cores; bytes of a file."""
    source = folder / "part.toml"
    shutil.rmtree(folder / "run", ignore_errors=True)
    output = f'[[output]]\nname = "part"\nfields = ["density"]\nevery_steps = {every}\n{block}\n'
    source.write_text(box.format(n=n) + (output if block else ""))
    command = [arguments.program, "run", source, "--steps", str(steps_of_parts[every]), "--out",
               folder / "run", "--device", arguments.device, *([] if block else ["--no-outputs"])]
    if arguments.threads:
        command += ["--threads", str(arguments.threads)]
    used = figures.processor_seconds()
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    cores = figures.processor_seconds() - used
    if not block:
        return 1 / figures.steps_a_second(text, n ** 3), cores, 0
    files = sorted((folder / "run").glob("*.[0-9]*.png")) or sorted((folder / "run").glob("*.athdf"))
    # Neither the first one, before the steps, nor the last one, beside the checkpoint.
    stats = [file.stat() for file in files[1:-1]]
    return (stats[-1].st_mtime - stats[0].st_mtime) / (len(stats) - 1), cores, stats[0].st_size


def table_of_parts(arguments, work):
    lines = [f"{datetime.date.today()}, --device {arguments.device}: milliseconds by which an output of "
             f"the density in double precision holds up steps, the least of {arguments.turns} turns."]
    cases = list(itertools.product(["", *parts], (1, apart)))
    on_cpu = arguments.device == "cpu"
    for n in (int(size[:-2]) for size in arguments.sizes.split(",") if size.endswith("^3")):
        turns = {case: [] for case in cases}
        for turn, (name, every) in itertools.product(range(arguments.turns), cases):
            turns[name, every].append(timed(arguments, work, n, parts.get(name), every))
            print(n, turn, name, every, turns[name, every][-1], file=sys.stderr, flush=True)
        least = {case: [min(column) for column in zip(*found)] for case, found in turns.items()}
        step, without = least["", apart][0], least["", 1][1]
        head = [f"{n}^3, a step of {1e3 * step:.3g} ms", "MB", "one at every step",
                f"one at every {apart}th", "of these steps"] + ["ms of cores"] * on_cpu
        lines += ["", "| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
        for name in parts:
            each, cores, size = least[name, 1]
            lost = least[name, apart][0] - apart * step
            columns = [name, f"{size / 1e6:.3g}", f"{1e3 * (each - step):.3g}", f"{1e3 * lost:.3g}",
                       f"{100 * lost / (apart * step):.1f} %"]
            columns += [f"{1e3 * (cores - without) / (steps_of_parts[1] + 1):.3g}"] * on_cpu
            lines.append("| " + " | ".join(columns) + " |")
    return lines


def table_of_decks(arguments, work):
    lines = [f"{datetime.date.today()}, --device {arguments.device}: seconds of cores of whole runs, the "
             f"least of {arguments.turns} turns.", "",
             "| deck | with its outputs | with a checkpoint alone | of it for outputs |",
             "|---|---|---|---|"]
    options = ["--quiet", *(["--threads", str(arguments.threads)] if arguments.threads else [])]
    for name in arguments.decks.split(","):
        used = {"": [], "--no-outputs": []}
        for _, (without, turns) in itertools.product(range(arguments.turns), used.items()):
            shutil.rmtree(work / "run", ignore_errors=True)
            before = figures.processor_seconds()
            figures.run_deck(arguments, name, work / "run", [], options + [without] * bool(without))
            turns.append(figures.processor_seconds() - before)
        whole, alone = (min(turns) for turns in used.values())
        lines.append(f"| {name} | {whole:.2f} | {alone:.2f} | {100 * (whole / alone - 1):.1f} % |")
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--before")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--what", default="whole,parts,watched")
    parser.add_argument("--sizes", default="512,2048,4096,512^3")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10, help="of a run that is watched")
    parser.add_argument("--name")
    parser.add_argument("--decks", default="orszag-tang,rotor-1,blast-2d,kelvin-helmholtz,sedov,"
                                           "implosion,alfven-wave,blast-3d", help="of inputs/")
    parser.add_argument("--folder", help="of the runs; by default one that is removed")
    parser.add_argument("--page", default="docs/performance.md")
    arguments = parser.parse_args()
    arguments.inputs = figures.ROOT / "inputs"
    tables = {"whole": table, "parts": table_of_parts, "watched": watching.table,
              "decks": table_of_decks}
    if not set(arguments.what.split(",")) <= set(tables):
        parser.error(f"--what is a list of {', '.join(tables)}")
    for what in arguments.what.split(","):
        with tempfile.TemporaryDirectory(dir=arguments.folder) as work:
            text = "\n".join(tables[what](arguments, pathlib.Path(work)))
        if arguments.name:
            name = arguments.name + ("" if what == "whole" else f", {what}")
            figures.put(pathlib.Path(arguments.page), name, text)
        else:
            print(text, end="\n\n", flush=True)


main()
