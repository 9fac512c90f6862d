"""Compiles and runs generated programs, many in a unit."""

import collections
import dataclasses
import random

from machine import run
from program_cases import BLOCKS, unit_text

THREADS = {"OMP_NUM_THREADS": "2", "OMP_PROC_BIND": "false"}


@dataclasses.dataclass
class Outcome:
    """What became of a program: same, different, not compiled, crashed."""
    case: object
    result: str
    ways: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    message: str = ""

    @property
    def bad(self):
        return self.result != "same"

    @property
    def kind(self):
        """What has to stay the same while a failure is made smaller."""
        return self.result, self.message.split(":")[0].split(",")[0] if self.bad else ""


def write_program(build, case, folder):
    """The program and its header; what the compiler of the language says if it refuses it."""
    source = folder / f"{case.name}.stencil"
    case.write(source)
    status, output = run([str(build.stencilc), str(source), *case.compiler_options(), "--name",
                          case.name, "--output", str(folder / f"{case.name}.hpp")])
    return "" if status == 0 else output


def list_line(case, folder):
    return (f"program {case.name} {folder / case.name}.stencil {case.order} {int(case.decompose)} "
            f"{case.precision} {' '.join(map(str, case.cells))} {case.seed} "
            f"{','.join(case.sources) or '-'}\n")


def run_unit(build, cases, folder, name, blocks=None):
    """Compiles programs as one unit and runs it."""
    folder.mkdir(parents=True, exist_ok=True)
    outcomes, written = [], []
    for case in cases:
        refused = write_program(build, case, folder)
        if refused:
            outcomes.append(Outcome(case, "refused", message=refused))
        else:
            written.append(case)
    if not written:
        return outcomes
    source, unit = folder / f"{name}.cpp", folder / f"{name}.so"
    blocks = blocks or random.Random(name).choice(BLOCKS)
    source.write_text(unit_text(written, blocks))
    status, output = run(build.compile_command(source, unit))
    if status != 0:
        if len(written) == 1:
            return outcomes + [Outcome(written[0], "not compiled", message=output)]
        for index, case in enumerate(written):
            outcomes += run_unit(build, [case], folder, f"{name}_{index}", blocks)
        return outcomes
    return outcomes + run_list(build, written, folder, name, unit)


def run_list(build, cases, folder, name, unit):
    """Runs the programs of a unit; if one of them ends the process, the others run without it."""
    outcomes, left = [], list(cases)
    while left:
        listed = folder / f"{name}.list"
        listed.write_text(f"unit {unit}\n" + "".join(list_line(case, folder) for case in left))
        status, output = run([str(build.program), "programs", str(listed)], THREADS, 300)
        lines = {}
        for line in output.splitlines():
            words = line.split("\t")
            if len(words) == 4:
                lines[words[0]] = words
        while left and left[0].name in lines:
            case = left.pop(0)
            _, result, ways, message = lines[case.name]
            counts = collections.Counter()
            for word in ways.split():
                name, count = word.split("=")
                counts[name] += int(count)
            outcomes.append(Outcome(case, "same" if result == "same" else "different", counts,
                                    message))
        if left:
            what = "it took too long" if status is None else f"exit status {status}: {output[-600:]}"
            outcomes.append(Outcome(left.pop(0), "crashed", message=what))
    return outcomes
