"""Initial states from files: several processes, each of which reads what its part needs, give the bits of one."""

import itertools
import random

from _mpirun import ENVIRONMENT, require_mpi, run_processes
from _program import Scene, check

CASES = 16
# Of odd and even numbers of cells, so that grids can be twice and thrice as fine.
GRIDS = {1: [[12], [9]], 2: [[12, 9], [6, 8]], 3: [[8, 6, 6], [9, 4, 6]]}
SOURCE = """
[run]
end_time = 1
max_steps = {steps}
[grid]
cells = {cells}
boundary_x = "{boundary}"
[initial]
density = "1 + 0.3*sin(2*pi*x)*cos(2*pi*(y + z))"
velocity_x = "0.2*sin(2*pi*(y - z))"
velocity_y = "0.4*cos(2*pi*x)"
velocity_z = "0.3*sin(2*pi*(x + y))"
pressure = "0.5 + 0.2*cos(2*pi*(x - z))"
vector_potential_z = "0.1*cos(2*pi*x)*cos(2*pi*y)"
magnetic_field_z = 0.1
[solver]
scheme = "{scheme}"
cfl = 0.1
[[output]]
type = "hdf5"
every_steps = {steps}
precision = "{precision}"
[[output]]
type = "gdf"
every_steps = {steps}
[[output]]
type = "sac"
every_steps = {steps}
"""
DECK = """
[run]
end_time = 1
max_steps = 1
precision = "{precision}"
[grid]
cells = {cells}
boundary_x = "{boundary}"
boundary_y = "{across}"
[initial]
file = "{file}"
[solver]
scheme = "{scheme}"
{more}
"""
PROGRAM_TEXT = """field Scalar density;
field Vector velocity;
d_t density = 1e-3 * laplacian(density);
d_t velocity = 1e-3 * laplacian(velocity);
"""


def written_files(scene):
    """Files of all kinds of states on all grids, and their cells."""
    files = []
    for grids, scheme in itertools.product(GRIDS.values(), ("muscl-hancock", "relaxing-tvd")):
        for number, cells in enumerate(grids):
            name = f"{scheme}-{'x'.join(map(str, cells))}"
            deck = scene.write(f"{name}.toml", SOURCE.format(
                steps=3, cells=cells, scheme=scheme, boundary=("periodic", "outflow")[number],
                precision=("single", "run")[number]))
            scene.run("run", deck, "--out", name, "--quiet", env=ENVIRONMENT)
            folder = scene.folder / name
            last = {file.suffix: file for file in sorted(folder.iterdir()) if "00001" in file.name}
            scene.run("convert", last[".out"], folder / "text.out", "--format", "sac-text")
            scene.run("convert", last[".out"], folder / "smaug.out", "--format",
                      "smaug" if len(cells) == 3 else "sac")
            kinds = [last[".athdf"], last[".gdf"], last[".out"], folder / "text.out", folder / "smaug.out",
                     folder / f"{name}.checkpoint.h5"]
            files += [(file, cells) for file in kinds]
    return files


def layouts_of(cells, processes):
    """Ways to cut a grid into parts that have six cells at least along each axis."""
    cells = cells + [1] * (3 - len(cells))
    every = itertools.product(range(1, processes + 1), repeat=3)
    return [cut for cut in every if cut[0] * cut[1] * cut[2] == processes
            and all(parts == 1 or n // parts >= 6 for n, parts in zip(cells, cut))]


def case_of(chance, files):
    """A file, a deck that starts from it, and how many processes cut it how."""
    file, cells = chance.choice(files)
    while True:
        factors = [chance.choice((0.5, 1, 1, 2, 3, 4)) for _ in cells]
        there = [int(n * factor) for n, factor in zip(cells, factors)]
        processes = chance.choice((2, 3, 4))
        layouts = layouts_of(there, processes)
        whole = all(n % (1 / factor) == 0 for n, factor in zip(cells, factors))
        if whole and layouts and min(there) > 3:
            break
    scheme = chance.choice(("muscl-hancock", "relaxing-tvd", "finite-difference"))
    text = DECK.format(file=file, cells=there, scheme=scheme, precision=chance.choice(("single", "double")),
                       boundary=chance.choice(("periodic", "outflow", "fixed")),
                       across="periodic" if len(cells) == 1 else chance.choice(("periodic", "fixed")),
                       more={"muscl-hancock": "", "relaxing-tvd": "divergence_tolerance = 10\n",
                             "finite-difference": 'time_step = 1e-3\n[physics]\nprogram = "spread.stencil"\n'}[scheme])
    return text, processes, "x".join(map(str, chance.choice(layouts)))


def check_case(scene, number, text, processes, layout):
    deck = scene.write(f"case{number}.toml", text)
    words = ["run", deck, "--device", "cpu", "--quiet"]
    one, many = scene.folder / f"one{number}", scene.folder / f"many{number}"
    scene.run(*words, "--out", one, env=ENVIRONMENT)
    run_processes(scene, processes, *words, "--out", many, "--layout", layout)
    name = f"case{number}.checkpoint.h5"
    same = (one / name).read_bytes() == (many / name).read_bytes()
    check(same, f"{processes} processes as {layout} start in another state from\n{text}")


def test_states(scene):
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    files = written_files(scene)
    scene.write("spread.stencil", PROGRAM_TEXT)
    for number in range(CASES):
        check_case(scene, number, *case_of(chance, files))


def test_mistakes(scene):
    """What is wrong with a file is said once, in the words of one process, whoever comes upon it."""
    athdf = scene.folder / "muscl-hancock-8x6x6/muscl-hancock-8x6x6.hdf5.00001.athdf"
    snapshot = scene.folder / "muscl-hancock-8x6x6/text.out"
    lines = snapshot.read_text().splitlines()
    lines[-2 * 12 * 10 - 30] = lines[-30].replace(lines[-30].split()[4], "nan")
    scene.write("broken.out", "\n".join(lines) + "\n")
    cases = [("none.athdf", "[8, 6, 6]", "No such file"), ("first.toml", "[8, 6, 6]", "cannot read"),
             (athdf, "[16, 7, 6]", "expected the same number along each axis"),
             ("broken.out", "[8, 6, 12]", "expected a finite number")]
    for number, (file, cells, why) in enumerate(cases):
        deck = scene.write("wrong.toml", DECK.format(
            file=file, cells=cells, scheme="muscl-hancock", precision="double", boundary="periodic",
            across="periodic", more=""))
        words = ["run", deck, "--device", "cpu", "--quiet", "--out", f"wrong{number}"]
        _, alone = scene.run(*words, code=2, env=ENVIRONMENT)
        _, error = run_processes(scene, 2, *words, "--set", "grid.boundary_z=outflow", code=2)
        told = next(line for line in alone.splitlines() if why in line)
        check(error.count("solenoid: ") == 1 and error.count(told) == 1, f"{told}\nin one, in two:\n{error}")


with Scene() as scene:
    ENVIRONMENT["SOLENOID_CACHE"] = scene.kept_modules()["SOLENOID_CACHE"]
    require_mpi(scene, scene.write("first.toml", SOURCE.format(
        steps=1, cells=[12], scheme="muscl-hancock", boundary="periodic", precision="run")))
    test_states(scene)
    test_mistakes(scene)
