"""What decks call a scheme, a limiter or a Riemann solver stands in one table and nowhere else in the
sources: nobody compares such a name."""

import os
import re
import sys
from pathlib import Path

TABLES = {
    "src/deck/schemes.hpp": r'\.name = "([^"]+)"',
    "numerics/schemes/limiter.hpp": r'ROW\(\w+, "([^"]+)"',
    "physics/equations/riemann/riemann_solver.hpp": r'ROW\(\w+, "([^"]+)"',
}
# Defaults of keys, which are values of a deck like any other, and names of the same spelling.
ELSEWHERE = re.compile(r'default_value = |other_default = ')
COMMENT = re.compile("(?:^|\\s)//.*")


def strays(sources):
    """Lines outside of the tables that hold a name of theirs as a literal, or in what users read."""
    names = [name for table, row in TABLES.items() for name in re.findall(row, sources[table])]
    if len(names) < 9:
        sys.exit(f"only {len(names)} names were found: {', '.join(names)}")
    literal = re.compile(r'(?:"(?:\\")?|`)(' + "|".join(map(re.escape, names)) + r')(?:(?:\\")?"|`)')
    for path, text in sources.items():
        for number, line in enumerate(text.splitlines(), 1):
            found = literal.search(COMMENT.sub("", line))
            if found and path not in TABLES and not ELSEWHERE.search(line):
                yield f"{path}:{number}: '{found[1]}' stands beside its table"


def main():
    root = Path(os.environ["SOLENOID_SOURCE_DIR"])
    sources = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
               for top in ("numerics", "physics", "src") for path in sorted((root / top).rglob("*"))
               if path.suffix in (".hpp", ".cpp")}
    made_up = {"src/a.cpp": 'if (scheme == "relaxing-tvd") return;\n',
               "src/b.cpp": '.default_value = "\\"minmod\\"",\n// "minmod"\nname = "hllc";  // `hll`\n',
               "src/c.cpp": '.description = "Riemann solver: `hlld` (only mhd, its default)."\n'}
    expected = ["src/a.cpp:1: 'relaxing-tvd' stands beside its table",
                "src/b.cpp:3: 'hllc' stands beside its table",
                "src/c.cpp:1: 'hlld' stands beside its table"]
    tables = {path: sources[path] for path in TABLES}
    if list(strays({**tables, **made_up})) != expected:
        sys.exit("the test cannot tell right from wrong")
    found = list(strays(sources))
    if found:
        sys.exit("\n".join(found))


main()
