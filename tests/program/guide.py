"""The decks and stencil programs in README and docs are read without a complaint: every one, parts of a deck in a
deck around them. (Those of docs/stratified.md and docs/from-smaug.md: stratified_guide.py.)"""

import os
import re
from pathlib import Path

from _program import Scene, check

ROOT = Path(os.environ["SOLENOID_SOURCE_DIR"])
ELSEWHERE = ["docs/stratified.md", "docs/from-smaug.md"]
BLOCK = re.compile(r"^```(toml|stencil)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"^(\[+[\w.]+\]+)\n", re.MULTILINE)
PROGRAM_OF_DECK = re.compile(r'^program = "([^"<]+)"', re.MULTILINE)

FLUID = {
    "[run]": ["end_time = 0.01"],
    "[grid]": ["cells = [16, 16, 16]"],
    "[initial]": ["density = 1", "pressure = 1"],
}
ISOTHERMAL = {**FLUID, "[initial]": ["density = 1"]}
PROGRAM = {
    "[run]": ["end_time = 0.01"],
    "[solver]": ['scheme = "finite-difference"'],
    "[grid]": ["cells = [8, 8, 8]"],
}
WATER = """field Scalar heat;
uniform Table temperature;
d_t heat = laplacian(temperature(heat));
reduction diffusivity = max(slope(temperature, heat));
"""
PLAIN = """field Scalar u;
d_t u = laplacian(u);
reduction diffusivity = max(1);
"""
UNITS = ["mu = 0.6", "proton = 1.67e-24", "velocity = 1e5", "boltzmann = 1.38e-16", "density = 1e-24",
         "length = 3e18", "mu_e = 1.17", "mu_h = 1.4"]
# What stands around a part, by the page and a word in it; the first that fits counts.
AROUND = [
    ("docs/cooling.md", "", {**FLUID, "[constants]": UNITS}),
    ("docs/schemes.md", '"isothermal"', ISOTHERMAL),
    ("docs/stencil-language.md", "ice.dat",
     {**PROGRAM, "[physics]": ['program = "water.stencil"'], "[initial]": ["heat = 0.5"]}),
    ("docs/stencil-language.md", "[source]",
     {**PROGRAM, "[physics]": ['program = "plain.stencil"'], "[initial]": ["u = 0"]}),
    ("docs/", "", FLUID),
]
# Files that parts name.
FILES = {
    "solar.dat": "1e4 1e-23\n1e6 1e-22\n",
    "ice.dat": "0 -1\n1 0\n2 0.1\n3 1\n",
    "water.stencil": WATER,
    "plain.stencil": PLAIN,
}


def whole(page, part):
    """A part of a deck with the sections that it does not have, and keys that they lack."""
    around = next(around for of, word, around in AROUND if page.startswith(of) and word in part)
    given, text = SECTION.findall(part), part
    for name, lines in around.items():
        if name not in given:
            text += f"\n{name}\n" + "\n".join(lines) + "\n"
        else:
            text = text.replace(f"{name}\n", f"{name}\n" + "\n".join(lines) + "\n", 1)
    return text


def write_start_file(scene):
    """The snapshot of SAC that docs/files.md begins with."""
    scene.write("start.toml", scene.deck(cells=16, end_time=0.001).read_text(encoding="utf-8"))
    scene.run("run", "start.toml", "--steps", "1")
    scene.run("convert", "runs/start/start.fields.00000.athdf", "zero1_ot_asc.ini")


def check_page(scene, page):
    """Checks each block of a page and returns their number."""
    program = None  # the last one above a deck
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    for kind, text in blocks:
        if kind == "stencil":
            program = text
            continue
        if "[run]" not in text or "[initial]" not in text:
            text = whole(page, text)
        named = PROGRAM_OF_DECK.search(text)
        if named and named[1] not in FILES:
            check(program, f"{page}: no stencil program stands above a deck that names one")
            scene.write(named[1], program)
        scene.write("deck.toml", text)
        scene.run("check", "deck.toml")
    return len(blocks)


def main():
    pages = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))]
    with Scene() as scene:
        for name, text in FILES.items():
            scene.write(name, text)
        write_start_file(scene)
        shown = {page: check_page(scene, page) for page in pages if page not in ELSEWHERE}
    marks = sum((ROOT / page).read_text(encoding="utf-8").count("\n```" + kind) for page in shown
                for kind in ("toml", "stencil"))
    found = sum(shown.values())
    check(found == marks and found >= 30, f"only {found} blocks of {marks} were found: {shown}")


main()
