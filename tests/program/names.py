"""What decks and files call a choice (a scheme, a boundary, a type of output) stands in one table,
Names<> of its enumeration, and nowhere else in the sources: nobody compares such a name. The tables
are found by themselves. Nobody compares schemes, limiters, Riemann solvers or integrators with one
of theirs, either: what others have to know of one is asked of its table. (A switch over all of them
may stand anywhere: compilers warn where it lacks a new one.)"""

import os
import re
import sys
from pathlib import Path

# Where the names are words that nothing else is called by: they stand in no other text of the
# program, either, as messages take them from the table.
NOWHERE_ELSE = {"Scheme", "Limiter", "RiemannSolver"}
# What is compared with no enumerator outside of the file of its table.
OF_SCHEMES = {*NOWHERE_ELSE, "Integrator"}
# Names in a literal or text, which are defaults of keys: values of a deck like any other.
DEFAULT = re.compile(r"default_value = |other_default = ")
# Words of other languages that are spelled as a name is: where they are compared, and what they are.
OTHER_WORDS = [
    (r"src/stencil/.*", r"", "functions and reductions of the stencil language"),
    (r"src/deck/numbers_of_fields\.cpp", r"function == ", "functions of formulas"),
    (r"src/deck/.*", r'section(\.name)? [!=]= "output"', "sections of decks"),
    (r"src/deck/recovery\.cpp", r'name == "output"', "sections of decks that are no TOML"),
    (r"src/deck/values\.cpp", r'text\(written\) == "none"', "no plane, or no part of the box"),
]
# Enumerators that are compared, and why that is no knowledge of a scheme in a wrong place.
COMPARED_ENUMERATORS = [
    ("src/deck/check_time_step.cpp", "Integrator::rk3",
     "a program that calls rk3() names the integrator itself"),
]
COMMENT = re.compile(r"(?:^|\s)//.*")
TABLE = re.compile(r"^struct Names<(\w+)> \{\n(.*?)^\};", re.MULTILINE | re.DOTALL)


def named(source, choice):
    """The names that a source gives to enumerators of a choice: {choice::value, "name"} of a table,
    `case choice::value: return "name"` of a switch, or a list of structs."""
    names = re.findall(rf'\b{choice}::\w+(?:, |:\s*return )"([^"]+)"', source)
    if f"{{{choice}::value, name}}" in source:  # made of the rows of a macro
        names += re.findall(r'ROW\(\w+, "([^"]+)"', source)
    return names + re.findall(rf' = {choice}::\w+,\s*\.name = "([^"]+)"', source)


def tables(sources):
    """Of every Names<> its choice, the file, and the names; those of a table that takes them from
    another one or from a function, too, with the file where they stand."""
    found = []
    for path, text in sources.items():
        for choice, rows in TABLE.findall(text):
            own = named(text, choice)
            for other in sorted(set(re.findall(r"name_of\((\w+)::", rows))):
                homes = [home for home, source in sources.items() if named(source, other)]
                for home in homes:
                    found.append((choice, home, named(sources[home], other)))
            if own:
                found.append((choice, path, own))
            elif choice not in {row[0] for row in found}:
                sys.exit(f"{path}: the rows of Names<{choice}> are of a form that this test cannot read")
    return found


def enumerators(sources, choice):
    """Those of an enumeration, but for the ones that a macro makes: any word may be one."""
    body = next(re.search(rf"^enum class {choice} \{{([^}}]*)\}}", text, re.MULTILINE)
                for text in sources.values() if re.search(rf"^enum class {choice} \{{", text, re.MULTILINE))
    words = re.findall(r"\w+", re.sub(r"//.*", "", body[1]))
    return r"\w+" if any(word.isupper() for word in words) else "|".join(words)


def compared_names(path, line, homes):
    """Names of tables elsewhere that a line compares a text with, or looks for among texts."""
    for name in sorted(set(re.findall(r'"([\w-]+)"', line)) & homes.keys()):
        text = re.escape(f'"{name}"')
        compares = rf'[!=]= {text}(?!\[)|(?<![\w"\\]){text} [!=]= |\b(?:find|count)\([^()]*, {text}\)'
        if path in homes[name] or not re.search(compares, line):
            continue
        if not any(re.fullmatch(where, path) and re.search(how, line) for where, how, _ in OTHER_WORDS):
            yield f"'{name}' is compared outside of its table"


def strays(sources):
    """Lines outside of the tables that compare a name or an enumerator of theirs, or that hold one of
    those which stand nowhere else."""
    found = tables(sources)
    homes, only_there = {}, {}
    for choice, home, names in found:
        for name in names:
            homes.setdefault(name, set()).add(home)
            if choice in NOWHERE_ELSE:
                only_there.setdefault(name, set()).add(home)
    held = re.compile(r'(?:"(?:\\")?|`)(' + "|".join(map(re.escape, only_there)) + r')(?:(?:\\")?"|`)')
    of_schemes = {home: choice for choice, home, _ in found if choice in OF_SCHEMES}
    enumerator = re.compile(r"[!=]= ((?:" + "|".join(
        f"{choice}::(?:{enumerators(sources, choice)})" for choice in of_schemes.values()) + r")\b)")
    allowed = {(path, value) for path, value, _ in COMPARED_ENUMERATORS}
    for path, text in sources.items():
        for number, line in enumerate(text.splitlines(), 1):
            line = COMMENT.sub("", line)
            at = f"{path}:{number}: "
            name = held.search(line)
            if name and path not in only_there[name[1]] and not DEFAULT.search(line):
                yield f"{at}'{name[1]}' stands beside its table"
            else:
                yield from (at + what for what in compared_names(path, line, homes))
            value = enumerator.search(line)
            if value and of_schemes.get(path) != value[1].split("::")[0] and (path, value[1]) not in allowed:
                yield f"{at}{value[1]} is compared outside of its table"


def check_test(sources):
    """Whether the test tells right from wrong."""
    made_up = {
        "src/a.cpp": 'if (scheme == "relaxing-tvd") return;\n',
        "src/b.cpp": '.default_value = "\\"minmod\\"",\n// "minmod"\nname = "hllc";  // `hll`\n',
        "src/c.cpp": '.description = "Riemann solver: `hlld` (only mhd, its default)."\n',
        "src/d.cpp": 'if ((kinds[0] == "periodic") != (kinds[1] == "periodic")) {\n'
                     'fmt::format("{}", "periodic");\nif (format == "gdf")\nif (word == "run")\n',
        "src/e.cpp": 'if (scheme.scheme == Scheme::relaxing_tvd)\n.schemes = {Scheme::relaxing_tvd},\n'
                     'return Scheme::stencil == 1;\ncase Limiter::minmod:\n'
                     'if (limiter != Limiter::minmod)\n',
        "src/deck/f.cpp": 'if (section == "output")\nif (ranges::find(types, "pdf") != end)\n',
        "src/g.hpp": 'enum class Fate { sinks };\nstruct Names<Fate> {\n'
                     '  static constexpr Named<Fate> rows[] = {{Fate::sinks, "sink"}};\n};\n',
        "src/h.cpp": 'if ("sink" != fate || precision == "extended" || of == "profile") return;\n'}
    expected = [
        "src/a.cpp:1: 'relaxing-tvd' stands beside its table",
        "src/b.cpp:3: 'hllc' stands beside its table",
        "src/c.cpp:1: 'hlld' stands beside its table",
        "src/d.cpp:1: 'periodic' is compared outside of its table",
        "src/d.cpp:3: 'gdf' is compared outside of its table",
        "src/d.cpp:4: 'run' is compared outside of its table",
        "src/e.cpp:1: Scheme::relaxing_tvd is compared outside of its table",
        "src/e.cpp:5: Limiter::minmod is compared outside of its table",
        "src/deck/f.cpp:2: 'pdf' is compared outside of its table",
        "src/h.cpp:1: 'extended' is compared outside of its table",
        "src/h.cpp:1: 'profile' is compared outside of its table",
        "src/h.cpp:1: 'sink' is compared outside of its table"]
    own = {home for _, home, _ in tables(sources)}
    with_tables = {path: text for path, text in sources.items()
                   if path in own or TABLE.search(text) or "\nenum class " in text}
    found = [line for line in strays({**with_tables, **made_up}) if line.split(":")[0] in made_up]
    if sorted(found) != sorted(expected):
        sys.exit("the test cannot tell right from wrong:\n" + "\n".join(sorted(found)))


def check_exceptions(sources):
    """Exceptions that nothing needs any more would hide what comes."""
    for path, value, _ in COMPARED_ENUMERATORS:
        if not re.search(rf"[!=]= {value}\b", sources.get(path, "")):
            sys.exit(f"{path} compares nothing with {value}: take it out of COMPARED_ENUMERATORS")
    for where, how, words in OTHER_WORDS:
        if not any(re.fullmatch(where, path) and re.search(how, text) for path, text in sources.items()):
            sys.exit(f"{where} has no {words} any more: take them out of OTHER_WORDS")


def main():
    root = Path(os.environ["SOLENOID_SOURCE_DIR"])
    sources = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
               for top in ("numerics", "physics", "src") for path in sorted((root / top).rglob("*"))
               if path.suffix in (".hpp", ".cpp")}
    choices = {choice for choice, _, _ in tables(sources)}
    if len(choices) < 21 or not OF_SCHEMES <= choices:
        sys.exit(f"only {len(choices)} tables were found: {', '.join(sorted(choices))}")
    check_test(sources)
    check_exceptions(sources)
    found = list(strays(sources))
    if found:
        sys.exit("\n".join(found))


main()
