"""The programs of docs/python.md and README.md run as they stand there, and one of them more closely:
equations that are compiled."""

import numpy
import pytest
import solenoid

from _page import SOURCE, programs

PROGRAMS = [(f"{page.split('/')[-1].split('.')[0]}_{number}", program)
            for page in ("docs/python.md", "README.md")
            for number, program in enumerate(programs(page, "python"))]
# What some of them say.
SAID = {"python_1": "a pressure jump at 0.8"}


@pytest.fixture(scope="module", autouse=True)
def inputs(scene):
    (scene.folder / "inputs").symlink_to(SOURCE / "inputs")


@pytest.fixture(scope="module")
def cache(scene):
    """Where programs stay that are compiled once, for notebooks and docs/library.md, too."""
    return scene.kept_modules("python")["SOLENOID_CACHE"]


@pytest.mark.parametrize("name, program", PROGRAMS, ids=[name for name, _ in PROGRAMS])
def test_program_of_a_page(scene, run_script, cache, name, program):
    said = run_script(f"{name}.py", program, SOLENOID_CACHE=cache)
    assert SAID.get(name, "") in said
    assert ("error.problems" in program) == ("did you mean 'cells'?" in said)
    if "density.png" in program:
        assert (scene.folder / "density.png").read_bytes()[1:4] == b"PNG"


@pytest.fixture
def spots(cache, monkeypatch):
    """The stencil program of the page."""
    monkeypatch.setenv("SOLENOID_CACHE", cache)
    page = next(page for page in programs("docs/python.md", "python") if "solenoid.Program" in page)
    return page.split('"""')[1]


def test_equations_are_solved(spots):
    V = numpy.zeros((48, 48))
    U = 0.5 + V
    s = solenoid.Program(spots, {"U": U, "V": V}, feed=0.5, kill=0, time_step=0.01, upper=[1, 3])
    assert numpy.array_equal(s["U"], U) and s.upper[1] == 3
    s.run(until=1)
    assert abs(s["U"] - (1 - 0.5 * numpy.exp(-0.5))).max() < 1e-8


def test_arrays_of_two_shapes(spots):
    with pytest.raises(solenoid.ArgumentError, match=r"found \(3,\), \(4,\)"):
        solenoid.Program(spots, {"U": numpy.ones(3), "V": numpy.ones(4)})


def test_an_unknown_uniform(spots):
    with pytest.raises(solenoid.DeckError, match="did you mean 'feed'"):
        solenoid.Program(spots, {"U": numpy.ones((48, 48))}, feeed=0.5, kill=0, time_step=1)
