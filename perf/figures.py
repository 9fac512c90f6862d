"""What the scripts that fill tables of the docs share: arguments, runs of decks, pages."""

import argparse
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def arguments_of(description, *, page=None, **more):
    """Reads the command line: --program and --device, --page (the file in docs/ that the table goes
    to) where one is named, and `more` options with their arguments of `add_argument`.
    """
    parser = argparse.ArgumentParser(description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu")
    if page:
        parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs" / page)
    for option, settings in more.items():
        parser.add_argument(f"--{option}", **settings)
    return parser.parse_args()


QUICK = {"action": "store_true", "help": "fewer cells or steps, to try the script"}
INPUTS = {"type": pathlib.Path, "default": ROOT / "inputs", "help": "the folder of decks"}
DOCS = {"type": pathlib.Path, "default": ROOT / "docs", "help": "where tables and pictures go"}
HEADING = {"default": None, "help": "heading of the table"}


# With relaxing-tvd at 512^2 cells single cells of the Orszag-Tang vortex lose their pressure from
# t = 0.61 to 0.71. The floor is 1/1300 of the initial pressure.
VORTEX_FLOOR = ["solver.pressure_floor=1e-4"]


def sets(changes):
    """Options that change a deck: a list of `section.key=value`."""
    return [word for change in changes for word in ("--set", change)]


def cells_setting(cells):
    return "grid.cells=[" + ",".join(str(n) for n in cells) + "]"


def fields_setting(fields):
    return "output.hdf5.fields=[" + ",".join(f'"{name}"' for name in fields) + "]"


def shape(cells):
    return " x ".join(str(n) for n in cells)


def run_deck(arguments, deck, folder, changes, options=("--quiet",)):
    """Runs a deck of inputs/ with changes into `folder`; returns what the program printed. A run
    that does not reach its end raises CalledProcessError."""
    command = [arguments.program, "run", arguments.inputs / f"{deck}.toml", "--out", folder,
               "--device", arguments.device, *options, *sets(changes)]
    print(deck, *changes, file=sys.stderr, flush=True)
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def bench(arguments, deck, changes, options=()):
    """What `solenoid bench` reports of a deck of inputs/ with changes, as a dictionary."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "bench.json"
        subprocess.run([arguments.program, "bench", arguments.inputs / f"{deck}.toml", "--device",
                        arguments.device, "--json", report, *options, *sets(changes)], check=True,
                       stdout=sys.stderr)
        return json.loads(report.read_text())["results"][0]


def processor_seconds():
    """Of all processes that were started and have ended: those of all their cores."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def history(file):
    """Rows of a history as dictionaries."""
    labels, rows = [], []
    for line in file.read_text().splitlines():
        if line.startswith("#"):
            words = [word.split("=", 1)[1] for word in line.split() if word.startswith("[")]
            labels = words or labels
        elif line.strip():
            rows.append(dict(zip(labels, map(float, line.split()))))
    return rows


def compare(program, first, second, fields, *options):
    """What `solenoid compare` finds between two files: (largest, mean difference) of each field."""
    text = subprocess.run([program, "compare", *options, first, second], check=True,
                          capture_output=True, text=True).stdout
    rows = {words[0]: words for words in map(str.split, text.splitlines()) if words}
    return [(float(rows[name][1]), float(rows[name][2])) for name in fields]


UNITS = {"ms": 1e-3, "s": 1, "min": 60, "h": 3600}


def seconds(text):
    """Of a duration as a summary writes it: '34 s', '2 min 5 s', '120 ms'."""
    return sum(float(number) * UNITS[unit]
               for number, unit in re.findall(r"([0-9.]+) (ms|min|s|h)\b", text))


def steps_a_second(summary, cells):
    """Of a run, from its summary: by cell updates a second or by nanoseconds a cell, of which both have
    three digits, whichever says it more finely."""
    number, unit, nanoseconds = re.search(
        r"speed +([0-9.]+) ?(\w*) cell updates/s \(([-+.e0-9]+) ns per cell", summary).groups()
    finer = float(f"{float(number):e}"[:8]) > float(f"{float(nanoseconds):e}"[:8])
    scale = {"": 1, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}[unit]
    return (float(number) * scale if finer else 1e9 / float(nanoseconds)) / cells


def draw_curves(program, picture, curves, abscissa, ordinate, title, *options):
    """Draws `curves`, lists of (x, y) by their names, with the program's own plot."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, points in curves.items():
            files.append(pathlib.Path(folder) / f"{name}.hst")
            files[-1].write_text("\n".join([f"# [1]={abscissa} [2]={ordinate}",
                                            *(f"{x:.9g} {y:.9g}" for x, y in points)]) + "\n")
        subprocess.run([program, "plot", *files, "--field", ordinate, "--against", abscissa,
                        "--points", "--title", title, "--out", picture, *options], check=True,
                       stdout=sys.stderr)


def put(page, name, text):
    """Replaces the figures `name` of the page, or adds them at its end."""
    begin, end = f"<!-- figures {name} -->", f"<!-- end of figures {name} -->"
    block = f"{begin}\n{text}\n{end}"
    old = page.read_text() if page.exists() else ""
    if begin in old and end in old:
        new = old[:old.index(begin)] + block + old[old.index(end) + len(end):]
    else:
        new = old.rstrip("\n") + f"\n\n## {name}\n\n{block}\n"
    beside = page.with_suffix(".tmp")
    beside.write_text(new)
    beside.replace(page)
