"""The folders include one another as the layers say: numerics nothing of physics, physics nothing
of src, and in src only along the arrows below, which lead in no circle. What decks, pictures and the
stencil compiler are made of includes no Kokkos, so that the plain compiler takes it in every
build."""

import os
import re
import sys
from pathlib import Path

# What the sources of a folder may include beside those of their own.
ARROWS = {
    "numerics": set(),
    "physics": {"numerics"},
    "src/text": {"numerics", "physics"},
    "src/stencil": {"numerics", "src/text"},
    "src/machine": {"numerics", "physics", "src/text"},
    "src/deck": {"numerics", "physics", "src/text", "src/stencil", "src/picture", "src/output",
                 "src/formats"},
    "src/output": {"numerics", "physics", "src/text"},
    "src/parallel": {"numerics", "physics", "src/text", "src/output"},
    "src/formats": {"numerics", "physics", "src/text", "src/output"},
    "src/picture": {"numerics", "physics", "src/text", "src/output"},
    "src/program": {"numerics", "physics", "src/text", "src/stencil", "src/deck", "src/output"},
    "src/setup": {"numerics", "physics", "src/text", "src/stencil", "src/deck", "src/output",
                  "src/formats", "src/program", "src/machine"},
    "src/driver": {"numerics", "physics", "src/text", "src/stencil", "src/deck", "src/output",
                   "src/formats", "src/picture", "src/program", "src/setup", "src/machine",
                   "src/parallel"},
    "src/view": {"numerics", "physics", "src/text", "src/stencil", "src/deck", "src/output",
                 "src/picture", "src/program", "src/setup", "src/machine", "src/driver"},
    "src/cli": {"numerics", "physics", "src/text", "src/stencil", "src/deck", "src/output",
                "src/formats", "src/picture", "src/program", "src/setup", "src/driver", "src/machine",
                "src/view", "src/parallel"},
    "src/library": {"numerics", "physics", "src/text", "src/deck", "src/output", "src/picture",
                    "src/program", "src/setup", "src/driver", "src/machine", "src/parallel"},
    "src/python": set(),  # of the library the headers that are installed, alone
}
# Folders all of whose sources the plain compiler takes.
PLAIN = ["src/text", "src/stencil", "src/deck", "src/picture", "src/library", "src/python"]

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
RAW_STRING = re.compile(r'R"([^(\s]*)\(.*?\)\1"', re.DOTALL)  # the text of generated sources


def room(path):
    """The folder of the table that a path belongs to; None for others, such as main.cpp."""
    parts = path.split("/")
    name = "/".join(parts[:2]) if parts[0] == "src" else parts[0]
    return name if name in ARROWS else None


def read_sources(root):
    """Texts of all sources by their path in the repository."""
    sources = {}
    for top in ("numerics", "physics", "src"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".hpp", ".cpp", ".yy"):
                sources[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
    return sources


def includes(text):
    """Our own headers that a text includes, and those of libraries."""
    found = INCLUDE.findall(RAW_STRING.sub("", text))
    return [own for own, _ in found if own], [library for _, library in found if library]


def strangers(sources):
    """Folders of src that the table does not know."""
    for path in sources:
        if path.count("/") >= 2 and room(path) is None:
            yield f"{path}: its folder is not in the table of tests/program/includes.py"


def wrong_arrows(sources):
    for path, text in sources.items():
        home = room(path)
        for header in includes(text)[0] if home else []:
            target = room(header)
            if target is None or target == home or target in ARROWS[home]:
                continue
            yield f"{path} includes {header}: {home} may not include {target}"


def circles(arrows):
    """Folders of a table from which the arrows lead back to them."""
    for home in arrows:
        reached, ends = set(), set(arrows[home])
        while ends:
            reached |= ends
            ends = {target for end in ends for target in arrows[end]} - reached
        if home in reached:
            yield f"the table of tests/program/includes.py leads from {home} back to it"


def kokkos_way(path, sources):
    """How a source comes to include Kokkos, as a list of headers, or None."""
    ways, seen = [[path]], {path}
    for way in ways:  # which grows: the nearest first
        own, libraries = includes(sources.get(way[-1], ""))
        for name in libraries:
            if name.startswith("Kokkos"):
                return [*way, name]
        for header in own:
            if header not in seen:
                seen.add(header)
                ways.append([*way, header])
    return None


def kokkos_in_plain(sources):
    for path in sources:
        way = kokkos_way(path, sources) if room(path) in PLAIN else None
        if way:
            yield f"{path} includes Kokkos: {' -> '.join(way[1:])}"


def problems(sources):
    return [*circles(ARROWS), *strangers(sources), *wrong_arrows(sources),
            *kokkos_in_plain(sources)]


def check_that_it_can_fail():
    """Faults of each kind are found."""
    made_up = {
        "numerics/a.hpp": '#include "physics/b.hpp"\n',
        "physics/b.hpp": '#include "src/deck/c.hpp"\n#include <Kokkos_Core.hpp>\n',
        "src/deck/c.hpp": '#include "physics/d.hpp"\n',
        "physics/d.hpp": '#  include "physics/b.hpp"\n',
        "src/deck/e.cpp": '#include "src/driver/f.hpp"\n// #include "src/cli/g.hpp"\n'
                          'R"x(\n#include "src/cli/g.hpp"\n)x"',
        "src/attic/h.hpp": "",
    }
    expected = [
        "src/attic/h.hpp: its folder is not in the table of tests/program/includes.py",
        "numerics/a.hpp includes physics/b.hpp: numerics may not include physics",
        "physics/b.hpp includes src/deck/c.hpp: physics may not include src/deck",
        "src/deck/e.cpp includes src/driver/f.hpp: src/deck may not include src/driver",
        "src/deck/c.hpp includes Kokkos: physics/d.hpp -> physics/b.hpp -> Kokkos_Core.hpp",
    ]
    found = problems(made_up)
    round_about = {"a": {"b", "d"}, "b": {"c"}, "c": {"b"}, "d": set()}
    if len(list(circles(round_about))) != 2:
        sys.exit("the test does not see that folders include one another in a circle")
    if found != expected:
        sys.exit("the test cannot tell right from wrong; of made-up sources it says:\n" +
                 "\n".join(found))


def main():
    check_that_it_can_fail()
    sources = read_sources(Path(os.environ["SOLENOID_SOURCE_DIR"]))
    if len(sources) < 100:
        sys.exit(f"only {len(sources)} sources were found")
    found = problems(sources)
    if found:
        sys.exit("\n".join(found))


main()
