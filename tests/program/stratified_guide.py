"""Every deck and part of a deck in docs/stratified.md and docs/from-smaug.md is read without a complaint, parts
in a deck around them; the deck of a start file runs as the page says, and what it writes is a start file again."""

import os
import re
import shutil
from pathlib import Path

from _program import Scene, check, check_exists

ROOT = Path(os.environ["SOLENOID_SOURCE_DIR"])
BLOCK = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"^(\[+[\w.]+\]+)\n", re.MULTILINE)

# What stands around a part that does not say it. Of a key that a part has, the part's counts.
AROUND = {
    "[run]": ["end_time = 0.01"],
    "[physics]": ['program = "<stratified.stencil>"'],
    "[solver]": ['scheme = "finite-difference"', "order = 4"],
    "[grid]": ["cells = [24, 24]"],
    "[initial]": ["background_density = 1", "background_pressure = 1"],
}
# The Sun in metres, for parts that are about it.
SUN = {"[grid]": ["cells = [4, 4, 64]", "lower = [-1e6, -1e6, 0]", "upper = [1e6, 1e6, 2e6]",
                  'boundary_z = "fixed"']}
TUBE = {"[grid]": ["cells = [32, 16, 16]", "lower = [0, 0, 0]", "upper = [1.6e6, 2e6, 2e6]"]}
SPONGE = {"[physics]": ['program = ["<stratified.stencil>", "<stratified/sponge.stencil>"]'],
          "[grid]": ["cells = [48]", "upper = [12]", 'boundary_x = "reflecting"']}


def sections(text):
    """The lines of each section."""
    parts = SECTION.split(text)
    found = {}
    for name, lines in zip(parts[1::2], parts[2::2]):
        found.setdefault(name, []).extend(line for line in lines.splitlines() if line.strip())
    return found


def key(line):
    return line.split("=")[0].strip()


def completed(part, around):
    whole = sections(part)
    for other in (around, AROUND):
        for name, lines in other.items():
            have = whole.setdefault(name, [])
            have += [line for line in lines if key(line) not in [key(own) for own in have]]
    return "".join(f"{name}\n" + "\n".join(lines) + "\n\n" for name, lines in whole.items())


def around_of(part):
    for mark, around in [("val-iiic.dat", SUN), ("vortex", TUBE), ("damping_rate", SPONGE)]:
        if mark in part:
            return around
    return {}


def check_pages(scene):
    shutil.copy(ROOT / "inputs/val-iiic.dat", scene.folder)
    checked = 0
    for page in ("docs/stratified.md", "docs/from-smaug.md"):
        for text in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
            if "zero1_ot_asc.ini" in text:
                continue  # below
            whole = "[run]" in text and "[initial]" in text
            scene.write("deck.toml", text if whole else completed(text, around_of(text)))
            scene.run("check", "deck.toml")
            checked += 1
    check(checked >= 9, f"only {checked} decks and parts were found")


def check_sentences(scene):
    """What the page for users of SMAUG says between its decks."""
    page = (ROOT / "docs/from-smaug.md").read_text(encoding="utf-8")
    lines = """
[run]
title = "fluxtube1"
end_time = "(101 - 1)*0.000017"
[physics]
program = ["<stratified/sac.stencil>", "<stratified/hyperdiffusion.stencil>"]
gamma = "5/3"
gravity_x = -274
gravity_y = 0
gravity_z = 0
hyperdiffusion_of_density = 0.04
hyperdiffusion_of_velocity = 0.4
hyperdiffusion_of_energy = 0.04
hyperdiffusion_of_magnetic_field = 0.04
[solver]
integrator = "euler"
order = 6
time_step = 1e-4
reductions_each_substep = true
[grid]
cells = [24, 24]
lower = [0, 0]
upper = [1, 1]
boundary_x = ["vertex-symmetric", "outflow"]
boundary_y = ["symmetric", "antisymmetric"]
[boundary.lower_x]
momentum_x = "antisymmetric"
"""
    for section, own in sections(lines).items():
        for name in map(key, own):
            said = re.sub("boundary_[yz]", "boundary_x", name)
            check(f"`{said}" in page, f"docs/from-smaug.md does not say '{name}' of {section}")
    outputs = ""
    for kind in ("smaug", "hdf5", "gdf", "png", "history"):
        check(f'"{kind}"' in page, f"docs/from-smaug.md does not say the output type '{kind}'")
        fields = 'fields = ["velocity_y"]\n' if kind in ("png", "gdf") else ""
        outputs += f'[[output]]\ntype = "{kind}"\nevery_steps = 5\n{fields}'
    scene.write("lines.toml", completed(lines, {}) + outputs)
    scene.run("check", "lines.toml")
    driver = next(text for text in BLOCK.findall(page) if "vortex" in text)
    oscillating = driver.replace("/driver.stencil", "/smaug_driver.stencil").replace(
        "[functions]", 'driving_frequency = "1/30"\ndriving_phase = "pi/2"\n\n[functions]')
    scene.write("driver.toml", completed(oscillating, TUBE))
    scene.run("check", "driver.toml")


def run_start_file(scene):
    """The page's deck of SMAUG's model `ot`, with a start file that is made here."""
    page = (ROOT / "docs/from-smaug.md").read_text(encoding="utf-8")
    deck = next(text for text in BLOCK.findall(page) if "zero1_ot_asc.ini" in text)
    scene.write("start.toml", completed("""
[run]
end_time = 1
max_steps = 1
[initial]
density_perturbation = "25/(36*pi) - 0.1"
momentum_x = "-25/(36*pi)*sin(2*pi*y)"
momentum_y = "25/(36*pi)*sin(2*pi*x)"
energy_perturbation = "0.2 + (sin(2*pi*y)^2 + sin(2*pi*x)^2)*25/(72*pi)"
magnetic_field_perturbation_x = "-sin(2*pi*y)/sqrt(4*pi)"
magnetic_field_perturbation_y = "sin(4*pi*x)/sqrt(4*pi)"
background_density = 0.1
background_pressure = 0.1
[[output]]
type = "sac"
every_steps = 1
""", {"[physics]": ['program = ["<stratified.stencil>", "<stratified/hyperdiffusion.stencil>"]'],
      "[grid]": ["cells = [24, 24]"]}))
    modules = scene.kept_modules()
    scene.run("run", "start.toml", "--out", "start", env=modules)
    scene.run("convert", "start/start.sac.00000.out", "zero1_ot_asc.ini", "--format", "sac-text")
    scene.write("ot.toml", deck)
    out, _ = scene.run("check", "ot.toml", env=modules)
    check("cells = [24, 24, 1]" in out, f"the cells are those of the file:\n{out}")
    scene.run("run", "ot.toml", "--set", "run.end_time=0.01", "--set", "output.0.every_time=0.005",
              "--out", "folder", env=modules)
    last = scene.folder / "folder/ot.smaug.00002.out"
    check_exists(last)
    # A run goes on from what it wrote.
    scene.write("next.toml", deck.replace("zero1_ot_asc.ini", "folder/ot.smaug.00002.out"))
    scene.run("run", "next.toml", "--out", "next", "--set", "run.end_time=0.002", env=modules)


with Scene() as scene:
    check_pages(scene)
    check_sentences(scene)
    run_start_file(scene)
