#!/usr/bin/env python3
"""Measures Solenoid on this machine and writes the figures into docs/performance.md.

Usage: perf/measure.py --program PATH [--device cpu|gpu] [--name NAME] [--quick]
                       [--page docs/performance.md]

Runs `solenoid bench` for the standard vortices in 2D and 3D, each with HLLD + monotonised central
and with HLL + minmod, in double and in single precision; on a CPU with one thread and with all of
them (--quick: with few steps, to try the script). The table replaces the one between the marks
`<!-- figures NAME -->` of the page, or is added at its end. Nothing here fails on a slow figure:
figures are to be read beside the bound of their own run.
"""

import datetime
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

import figures


def bench(arguments, threads, precision):
    """Results of one call of `solenoid bench` as a list of dictionaries, and the device's name."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "bench.json"
        command = [arguments.program, "bench", "--device", arguments.device, "--json", str(report),
                   *figures.sets([f"run.precision={precision}"])]
        if arguments.quick:
            command += ["--steps", "2"]
        if threads:
            command += ["--threads", str(threads)]
        subprocess.run(command, check=True, stdout=sys.stderr)
        data = json.loads(report.read_text())
    return data


def row(result, threads):
    cells = figures.shape(n for n in result["cells"] if n > 1)
    return "| {} | {} | {} | {} | {:.2f} | {:.3f} | {:.0f} | {:.1f} | {:.0f} |".format(
        result["deck"], cells, result["precision"], threads or "-",
        result["updates_per_second"] / 1e6, result["nanoseconds_per_update"],
        result["bytes_per_cell"], result["copy_bandwidth"] / 1e9, result["percent_of_bound"])


def table(arguments):
    cores = os.cpu_count()
    settings = [None] if arguments.device == "gpu" else sorted({1, cores})
    rows, described = [], None
    for precision in ("double", "single"):
        for threads in settings:
            data = bench(arguments, threads, precision)
            described = described or data
            rows += [row(result, threads) for result in data["results"]]
    compiler = subprocess.run([arguments.program, "info"], check=True, capture_output=True,
                              text=True).stdout.strip().split("\n\n")[0]
    machine = platform.processor() or platform.machine()
    if pathlib.Path("/proc/cpuinfo").exists():
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                machine = line.split(":", 1)[1].strip()
                break
    lines = [
        f"{datetime.date.today()}, {described['device']}, {machine}, {cores} cores.",
        "",
        "| problem | cells | precision | threads | million updates/s | ns per cell | "
        "bytes per cell | copy GB/s | % of bound |",
        "|---|---|---|---|---|---|---|---|---|",
        *rows,
        "",
        "```",
        compiler,
        "```",
    ]
    return "\n".join(lines)


def main():
    arguments = figures.arguments_of(__doc__, page="performance.md", name=figures.HEADING,
                                     quick=figures.QUICK)
    name = arguments.name or f"{platform.node()} ({arguments.device})"
    figures.put(arguments.page, name, table(arguments))


if __name__ == "__main__":
    main()
