#!/usr/bin/env python3
"""Which tests a change may concern since they last passed, for a second run that is short.

    tests/affected.py select BUILD             numbers of those tests, as ctest -I takes them
    tests/affected.py select BUILD --sources   the same as arguments of the one program of all unit tests
    tests/affected.py record BUILD [RESULTS]   notes which of them passed: those of RESULTS, which
                                               ctest --output-junit wrote, or without it all of them
    tests/affected.py hash BUILD PROGRAM       a hash of what a program of the build is made of

`select` prints nothing where no test is concerned, and tells on stderr how many are. BUILD is a folder
that is built by Ninja, and up to date.

A test is concerned where something that it can see is not what it was when it passed:

- a test of a GoogleTest program sees the object that holds its source, and whatever objects of the
  program define a symbol that one of these lacks, and so on: what a linker would have to bring.
  Symbols that several objects define (inline functions, instances of templates) are the same in all
  of them, as C++ demands, so that a change of one is a change of a header, seen in every object;
- a test of label `program` sees what is built for users: the program, the libraries, the compiler of
  stencil programs, the Python module; where it has the label `sources`, also the text of all sources;
- all of them see every file of the checkout but the text of C++ sources, and the libraries outside.

So a test that needs something else (a server, the network, the clock) would not be run again when
that changes; there is none. Kept in BUILD/tests/passed.json.
"""

import hashlib
import json
import os
import subprocess
import sys
import xml.etree.ElementTree
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS_OF = "--tests-of="
VERSION = "/generated/version.cpp.o"  # the name of the commit, on which no result depends


def output_of(*words, folder=None):
    return subprocess.run(words, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def hash_of(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def hash_of_file(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def hash_of_checkout(sources):
    """Of the files that git knows or would ask about: C++ sources, or all the others."""
    names = output_of("git", "ls-files", "-z", "-co", "--exclude-standard", folder=ROOT).split("\0")
    chosen = sorted(n for n in set(names) if n and n.endswith(".cpp") == sources)
    return hash_of(*(f"{n}\0{hash_of_file(ROOT / n)}" for n in chosen if (ROOT / n).is_file()))


class Program:
    """A program of a build folder: its objects, and which of them need which."""

    def __init__(self, build, name):
        self.build = build
        self.objects, self.outside = [], []
        self.collect(name)
        self.needs = self.needed_objects()
        self.hashes = {o: hash_of_file(build / o) for o in self.objects}

    def collect(self, name):
        """Objects of a target of Ninja and of the archives in it; what is outside of the folder."""
        text = output_of("ninja", "-t", "query", name, folder=self.build)
        inputs = text.split("  input:", 1)[1].split("  outputs:", 1)[0].splitlines()[1:]
        for line in map(str.strip, inputs):
            file = line.removeprefix("| ")
            if line.startswith("|| "):
                continue  # comes earlier, but is no part
            if file.startswith("/"):
                about = os.stat(file)
                self.outside.append(f"{file} {about.st_size} {about.st_mtime_ns}")
            elif file.endswith(".a"):
                self.collect(file)
            elif file.endswith(".o") and not file.endswith(VERSION) and file not in self.objects:
                self.objects.append(file)

    def needed_objects(self):
        defined, lacked = defaultdict(set), defaultdict(set)
        current = None
        for line in output_of("nm", "-P", "-g", *self.objects, folder=self.build).splitlines():
            if line.endswith(":"):
                current = line[:-1]
                continue
            symbol, kind, *value = line.split(" ")
            has_value = any(value)
            (defined if has_value and kind != "U" else lacked)[symbol].add(current)
        needs = defaultdict(set)
        for symbol, places in lacked.items():
            for place in places:
                needs[place] |= defined.get(symbol, set())
        return needs

    def reach(self, objects):
        """The objects, all that they need, and a hash of these."""
        seen, waiting = set(objects), list(objects)
        while waiting:
            for needed in self.needs[waiting.pop()] - seen:
                seen.add(needed)
                waiting.append(needed)
        return hash_of(*(f"{o} {self.hashes[o]}" for o in sorted(seen)), *self.outside)

    def objects_of(self, source):
        """The object that holds a source of tests: its own, or that of a folder compiled as one."""
        for o in self.objects:
            if o.endswith(f"/{source}.o"):
                return [o]
        for o in self.objects:
            united = self.build / o.removesuffix(".o")
            if "/Unity/" in o and f"/{source}\"" in united.read_text():
                return [o]
        raise SystemExit(f"tests/affected.py: no object of {self.build} holds {source}")


class Keys:
    """What a test sees, as one hash."""

    def __init__(self, build):
        self.build = build
        self.programs = {}
        self.all_tests = {}
        self.data = hash_of_checkout(sources=False)
        self.built = None

    def of_built(self):
        if self.built is None:
            library = (self.build / "libsolenoid.so").resolve().name
            module = [p.relative_to(self.build).as_posix()
                      for p in self.build.glob("python/solenoid/_native.*.so")]
            names = [n for n in ("solenoid", "stencilc", library, *module) if (self.build / n).is_file()]
            programs = [Program(self.build, n) for n in names]
            self.built = hash_of(*(p.reach(p.objects) for p in programs))
        return self.built

    def of_googletest(self, program, source):
        if program not in self.programs:
            self.programs[program] = Program(self.build, program)
        made_of = self.programs[program]
        if source is not None:
            relative = source.removeprefix("tests/")
            main = [o for o in made_of.objects if o.endswith("/main.cpp.o")]
            return made_of.reach(made_of.objects_of(relative) + main)
        if program not in self.all_tests:
            own = [o for o in made_of.objects if f"/{Path(program).name}.dir/" in o]
            self.all_tests[program] = made_of.reach(own)
        return self.all_tests[program]

    def of(self, test):
        labels = properties_of(test).get("LABELS", [])
        about = json.dumps([test["command"], test["properties"]], sort_keys=True)
        if "program" in labels:
            text = hash_of_checkout(sources=True) if "sources" in labels else ""
            return hash_of(about, self.data, self.of_built(), text)
        program = os.path.relpath(test["command"][0], self.build)
        return hash_of(about, self.data, self.of_googletest(program, source_of(test)))


def properties_of(test):
    return {p["name"]: p["value"] for p in test["properties"]}


def source_of(test):
    """The source whose tests it runs, of unit tests."""
    for word in test["command"]:
        if word.startswith(TESTS_OF):
            return word.removeprefix(TESTS_OF)
    return None


def read_json(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return {}


def write_json(path, value):
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(value, indent=0))
    part.replace(path)


def select(build, as_sources):
    listing = json.loads(output_of("ctest", "--show-only=json-v1", folder=build))
    keys, passed = Keys(build), read_json(build / "tests/passed.json")
    chosen, numbers, sources, number_of_all = {}, [], [], 0
    for number, test in enumerate(listing["tests"], start=1):
        if as_sources and source_of(test) is None:
            continue
        number_of_all += 1
        key = keys.of(test)
        if passed.get(test["name"]) == key:
            continue
        chosen[test["name"]] = key
        numbers.append(str(number))
        sources.append(source_of(test))
    print(f"{len(chosen)} of {number_of_all} tests are concerned by what has changed.", file=sys.stderr)
    write_json(build / "tests/affected.json", chosen)
    if chosen:
        print(*([TESTS_OF + s for s in sources] if as_sources else ["0,0,0," + ",".join(numbers)]))


def record(build, results):
    """Notes the keys that select() found, of tests that passed: neither failed nor skipped."""
    passed, chosen = read_json(build / "tests/passed.json"), read_json(build / "tests/affected.json")
    names = chosen.keys()
    if results is not None:
        cases = xml.etree.ElementTree.parse(results).getroot().iter("testcase")
        names = [c.get("name") for c in cases if c.get("status") == "run"]
    passed.update({name: chosen[name] for name in names if name in chosen})
    write_json(build / "tests/passed.json", passed)


def main(words):
    if len(words) >= 2 and words[0] == "select" and words[2:] in ([], ["--sources"]):
        select(Path(words[1]).resolve(), bool(words[2:]))
    elif len(words) in (2, 3) and words[0] == "record":
        record(Path(words[1]).resolve(), words[2] if len(words) == 3 else None)
    elif len(words) == 3 and words[0] == "hash":
        program = Program(Path(words[1]).resolve(), words[2])
        print(program.reach(program.objects))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
