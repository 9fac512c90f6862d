"""Whole programs with their cases: declarations, functions, equations or kernels, and for what
precision, box and shapes they are compiled."""

import random

from programs import (BODY, CONDITION, ITEM, MATRIX, SCALAR, VECTOR, Generator, Node, Scope, node)

# Columns, rows and planes of tiles: a multiple of 32 vertices.
TILES = [(8, 2, 2), (8, 4, 1), (16, 2, 1), (4, 4, 2), (8, 4, 2), (16, 2, 2), (4, 2, 4), (32, 1, 1),
         (12, 8, 1)]
# Teams of a thread a vertex.
PLAIN = [(32, 4, 1), (32, 1, 1), (16, 2, 2), (8, 8, 4), (64, 1, 1), (4, 4, 8)]
# Blocks of a CPU, of which 0 columns stand for as many as fit the cache.
BLOCKS = [(0, 32, 16), (16, 4, 2), (8, 8, 4), (32, 2, 1), (0, 8, 4)]


class ProgramCase:
    """A program, and what it is compiled for and run with."""

    def __init__(self, name, tree, order, decompose, precision, cells, seed, tiles, plain,
                 with_steps, sources):
        self.name = name
        self.tree = tree
        self.order = order
        self.decompose = decompose
        self.precision = precision
        self.cells = cells
        self.seed = seed
        self.tiles = tiles  # columns, rows, planes, teams, entries
        self.plain = plain
        self.with_steps = with_steps  # which takes long to compile
        self.sources = sources  # what [source] of a deck would give

    def text(self):
        return self.tree.text()

    def write(self, path):
        path.write_text(self.text())

    def with_changes(self, **changes):
        values = dict(vars(self))
        values.update(changes)
        return ProgramCase(**values)

    def compiler_options(self):
        return (["--order", str(self.order)] + (["--decompose"] if self.decompose else [])
                + (["--sources", *self.sources] if self.sources else []))


class Writer(Generator):
    """Writes whole programs."""

    def __init__(self, seed, number):
        super().__init__(seed, number)
        self.seed, self.number_of_case = seed, number
        self.items = []
        self.scope = Scope()
        # Of its own, so that a program is otherwise the same as without sources.
        self.outside = random.Random(f"sources {seed} {number}")
        self.with_sources = self.outside.random() < 0.3
        self.sources = []
        self.in_fields = {SCALAR: [], VECTOR: []}

    def item(self, template, *children):
        self.items.append(node(ITEM, template + "\n", *children))

    def case(self):
        self.declare_fields()
        self.declare_numbers()
        # Sums are not the same to the bit wherever they are made.
        self.bound = self.pick("min", "max") if self.chance(0.15) else None
        if self.bound:
            self.item("uniform Scalar b = reduction bound;")
        self.declare_stencils()
        for number in range(self.pick(0, 0, 1, 1, 2, 3)):
            self.function(number)
        self.auxiliaries()
        if self.with_sources:
            self.declare_sources()
        if self.bound:
            self.item(f"reduction bound = {self.bound}($);", self.scalar(self.scope, 2))
            self.scope.values[SCALAR] += ["b", "b"]
        self.evolve()
        self.reductions()
        self.outputs()
        r = self.random
        precision = self.pick("double", "single")
        tiles = self.random.choice(TILES)
        if precision == "single" and tiles[0] % 4 != 0:
            tiles = (8, 4, 1)
        entries = self.pick(4, 4, 5, 5, 6, 7, 8, 10)
        return ProgramCase(f"program_{self.seed}_{self.number_of_case}", Node("program", *self.items),
                           self.order, self.chance(0.3), precision, self.cells(tiles, precision),
                           r.randrange(1 << 40), tiles + (self.pick(1, 1, 2), entries),
                           self.random.choice(PLAIN), self.chance(0.3), tuple(self.sources))

    def cells(self, tiles, precision):
        """Boxes that tiles of the shape can cut, most of them with some left over, and others."""
        r = self.random
        chunk = 2 if precision == "double" else 4
        if self.chance(0.7):
            nx = (tiles[0] + r.randrange(2 * tiles[0] + 1)) // chunk * chunk
            return (max(nx, tiles[0]), tiles[1] + r.randrange(2 * tiles[1] + 2),
                    tiles[2] + r.randrange(2 * tiles[2] + 2))
        shape = self.pick((50, 9, 7), (90, 11, 1), (300, 1, 1), (5, 4, 5), (19, 1, 6))
        return tuple(1 if n == 1 else r.randrange(max(2, n // 3), n + 1) for n in shape)

    # -- declarations -----------------------------------------------------------------------------

    def declare_fields(self):
        self.order = self.pick(2, 2, 2, 4, 4, 6, 6, 8)
        wanted = self.random.randint(1, 10)
        vectors = self.random.randint(0, wanted // 3)
        for number in range(vectors):
            self.scope.vector_fields.append(f"v{number}")
        for number in range(max(wanted - 3 * vectors, 0 if vectors else 1)):
            self.scope.scalar_fields.append(f"f{number}")
        if wanted > 5:
            self.size = min(self.size, 3)
        for kind, names in ((SCALAR, self.scope.scalar_fields), (VECTOR, self.scope.vector_fields)):
            for name in names:
                self.item(f"field {kind} {name};")

    def declare_numbers(self):
        values = self.scope.values
        for number in range(self.random.randint(0, 3)):
            default = self.pick("", " = 0.5", " = 1e-3", " = -2", " = 1 / 3.0")
            self.item(f"uniform Scalar p{number}{default};")
            values[SCALAR].append(f"p{number}")
        if self.chance(0.3):
            self.item("uniform Vector w = Vector(1, 2, 3);")
            values[VECTOR].append("w")
        if self.chance(0.3):
            self.item("uniform int n = 3;")
            values[SCALAR].append("Scalar(n)")
        self.declare_tables()
        if self.chance(0.4):
            uniforms = Scope(values=values)
            uniforms.at_vertex = False
            self.item("const Scalar c = $;", self.scalar(uniforms, 2))
            values[SCALAR].append("c")

    def declare_tables(self):
        # Of its own, so that programs are otherwise the same as without tables.
        choice = random.Random(f"tables {self.seed} {self.number_of_case}")
        if choice.random() < 0.3:
            self.tables = [f"t{number}" for number in range(choice.randint(1, 3))]
            self.item(f"uniform Table {', '.join(self.tables)};")

    def declare_stencils(self):
        for number in range(self.pick(0, 0, 0, 1, 1, 2)):
            reach = self.pick(1, 1, 2, 3, 5)
            offsets = {(self.offset(reach), self.offset(reach), self.offset(reach))
                       if self.chance(0.5) else self.along(reach)
                       for _ in range(self.random.randint(1, 6))}
            weights = ["1 / 4.0", "0.5", "-1", "1 / spacing.x", "pi"]
            weights += [p for p in self.scope.values[SCALAR] if p[0] == "p" and p != "pi"]
            points = ", ".join(f"[{i}, {j}, {k}] = {self.random.choice(weights)}"
                               for i, j, k in sorted(offsets))
            self.item(f"stencil s{number} {{ {points} }}")
            self.stencils.append(f"s{number}")

    def along(self, reach):
        offset = [0, 0, 0]
        offset[self.random.randrange(3)] = self.offset(reach)
        return tuple(offset)

    # -- functions --------------------------------------------------------------------------------

    def function(self, number):
        result = self.pick(SCALAR, SCALAR, VECTOR)
        parameters, scope = [], Scope(values=self.scope.values)
        for index in range(self.random.randint(1, 3)):
            kind = self.pick(SCALAR, SCALAR, VECTOR, "in Scalar", "in Vector")
            if kind == "in Vector" and not self.scope.vector_fields:
                kind = SCALAR
            if kind == "in Scalar" and not self.scope.scalar_fields:
                kind = SCALAR
            name = f"a{index}"
            parameters.append((kind, name))
            if kind == "in Scalar":
                scope.scalar_fields.append(name)
            elif kind == "in Vector":
                scope.vector_fields.append(name)
            else:
                scope.values[kind].append(name)
        scope.functions = list(self.scope.functions)
        listed = ", ".join(f"{kind} {name}" for kind, name in parameters)
        statements = self.statements(scope, 1)
        statements.append(node(BODY, "  return $;\n", self.expression(result, scope, 2)))
        self.item(f"{result} g{number}({listed}) {{\n" + "$" * len(statements) + "}", *statements)
        self.scope.functions.append((f"g{number}", result, [kind for kind, _ in parameters]))

    def statements(self, scope, depth):
        """Statements that declare and change local variables, which `scope` knows then."""
        made = [self.declaration(scope)]
        for _ in range(self.random.randint(0, 3)):
            made.append(self.random.choice([self.declaration, self.assignment, self.branch,
                                            self.loop, self.array])(scope))
        return made

    def declaration(self, scope):
        kind = self.pick(SCALAR, SCALAR, SCALAR, VECTOR, MATRIX)
        name = f"l{self.random.randrange(1 << 20)}"
        made = node(BODY, f"  {self.pick('', 'const ') if kind == MATRIX else ''}{kind} {name} = $;\n",
                    self.expression(kind, scope, 1 if kind == MATRIX else 2))
        scope.values[kind].append(name)
        return made

    def locals_of(self, scope):
        return [name for name in scope.values[SCALAR] if name[0] == "l"]

    def assignment(self, scope):
        names = self.locals_of(scope)
        if not names:
            return self.declaration(scope)
        operator = self.pick("=", "+=", "-=", "*=")
        return node(BODY, f"  {self.random.choice(names)} {operator} $;\n", self.scalar(scope, 2))

    def branch(self, scope):
        names = self.locals_of(scope)
        if not names:
            return self.declaration(scope)
        a, b = self.random.choice(names), self.random.choice(names)
        template = f"  if ($) {{\n    {a} = $;\n  }}"
        children = [self.condition(scope, 2), self.scalar(scope, 1)]
        if self.chance(0.5):
            template += f" else if $ {{\n    {b} += $;\n  }}"
            children += [self.condition(scope, 1), self.scalar(scope, 1)]
        if self.chance(0.6):
            template += f" else {{\n    {b} = $;\n  }}"
            children.append(self.scalar(scope, 1))
        return node(BODY, template + "\n", *children)

    def loop(self, scope):
        names = self.locals_of(scope)
        if not names:
            return self.declaration(scope)
        name = self.random.choice(names)
        index = f"i{self.random.randrange(1000)}"
        inner = scope.copy()
        inner.values[SCALAR].append(f"Scalar({index})")
        count = self.random.randint(1, 4)
        body = self.scalar(inner, 1)
        if self.chance(0.6):
            return node(BODY, f"  for (int {index} = 0; {index} < {count}; ++{index}) {{\n"
                              f"    {name} = 0.5 * {name} + $;\n  }}\n", body)
        return node(BODY, f"  int {index} = {count};\n  while {index} > 0 {{\n"
                          f"    {name} = {name} - $;\n    {index} -= 1;\n  }}\n", body)

    def array(self, scope):
        name = f"l{self.random.randrange(1 << 20)}"
        values = [self.scalar(scope, 1) for _ in range(3)]
        made = node(BODY, f"  Scalar {name}[3] = {{$, $, $}};\n", *values)
        # An element cannot be told from a local variable by those that assign, nor need it be.
        scope.values[SCALAR].append(f"{name}[{self.random.randrange(3)}]")
        return made

    # -- what is computed -------------------------------------------------------------------------

    def auxiliaries(self):
        for number in range(self.pick(0, 0, 0, 1, 1, 2)):
            kind = self.pick(SCALAR, SCALAR, VECTOR)
            name = f"x{number}"
            self.item(f"auxiliary {kind} {name} = $;", self.expression(kind, self.scope, 2))
            names = self.scope.scalar_fields if kind == SCALAR else self.scope.vector_fields
            names.append(name)

    # -- what acts from outside -------------------------------------------------------------------

    def declare_sources(self):
        for kind, name in ((SCALAR, "q0"), (VECTOR, "q1")):
            if self.outside.random() < 0.3:
                continue
            self.item(f"in field {kind} {name};")
            self.in_fields[kind].append(name)
            self.offer_source(kind, name)
        # Its neighbours are those of an auxiliary field.
        if self.in_fields[SCALAR] and self.outside.random() < 0.5:
            self.item("auxiliary Scalar xq = q0;")
            self.scope.scalar_fields.append("xq")

    def offer_source(self, kind, name):
        for key in [name] if kind == SCALAR else [f"{name}_{axis}" for axis in "xyz"]:
            if self.outside.random() < 0.7:
                self.sources.append(key)

    def acting_on(self, kind, name):
        """What an equation gets from outside."""
        terms = {SCALAR: ["q0", f"0.5 * q0 * {name}", "length(q1)"],
                 VECTOR: ["q1", f"q0 * {name}", f"cross(q1, {name})"]}[kind]
        known = [q for names in self.in_fields.values() for q in names]
        terms = [term for term in terms if any(q in term for q in known)]
        return f" + {self.outside.choice(terms)}" if terms and self.outside.random() < 0.7 else ""

    def evolve(self):
        evolved = [(SCALAR, f) for f in self.scope.scalar_fields if f[0] == "f"]
        evolved += [(VECTOR, v) for v in self.scope.vector_fields if v[0] == "v"]
        if len(evolved) > 1 and self.chance(0.2):
            evolved.remove(self.random.choice(evolved))
        self.random.shuffle(evolved)
        in_kernels = evolved if self.chance(0.25) else []
        if in_kernels and self.chance(0.4):
            in_kernels = evolved[: len(evolved) // 2]
        if in_kernels:
            self.kernel("step", in_kernels)
        for kind, name in evolved[len(in_kernels):]:
            self.item(f"d_t {name} = ${self.acting_on(kind, name)};", self.rate(kind, name))
            if self.with_sources:
                self.offer_source(kind, name)

    def rate(self, kind, name):
        """Often with neighbours of the field itself, as most equations have them."""
        if self.chance(0.5):
            return self.expression(kind, self.scope, self.size)
        of = self.pick("laplacian", "derx", "derzz", "deryy", "dery")
        if kind == VECTOR and self.chance(0.4):
            of = self.pick("curl", "gradient_of_divergence", "curl_of_curl")
        return node(kind, f"{of}({name}) + $", self.expression(kind, self.scope, self.size - 1))

    def kernel(self, name, fields):
        scope = self.scope.copy()
        self.scheme = self.pick("advance", "advance", "rk3")
        statements = self.statements(scope, 1) if self.chance(0.5) else []
        for kind, field in fields:
            if self.chance(0.75):
                statements.append(node(BODY, f"  {field} = {self.scheme}({field}, $, dt);\n",
                                       self.rate(kind, field)))
            elif kind == SCALAR and self.chance(0.3):
                statements.append(node(BODY, f"  if $ {{\n    {field} = $;\n  }}\n",
                                       self.condition(scope, 2), self.scalar(scope, 2)))
            else:
                statements.append(node(BODY, f"  {field} = {field} + dt * $;\n",
                                       self.closed(self.rate(kind, field))))
        self.item(f"Kernel {name}(Scalar dt) {{\n" + "$" * len(statements) + "}", *statements)

    def reductions(self):
        for number in range(self.pick(0, 1, 2, 3, 5)):
            kind = self.pick("min", "max", "sum", "mean", "rms")
            self.item(f"reduction r{number} = {kind}($);", self.scalar(self.scope, 2))

    def outputs(self):
        for number in range(self.pick(0, 0, 0, 1, 2)):
            kind = self.pick(SCALAR, SCALAR, VECTOR)
            self.item(f"output {kind} o{number} = $;", self.expression(kind, self.scope, 2))


def program_case(seed, number):
    return Writer(seed, number).case()


def unit_text(cases, blocks):
    """The source of a unit of programs, whose headers lie beside it."""
    columns, rows, planes = blocks
    lines = ["// Made by perf/differential.py.",
             f"#define SOLENOID_PASS_SHAPE PassShape{{PassForm::blocks, {columns}, {rows}, {planes}, 0, 0}}",
             '#include "tests/differential/program_ways.hpp"', ""]
    lines += [f'#include "{case.name}.hpp"' for case in cases]
    lines += ["", "namespace solenoid::differential {"]
    for case in cases:
        tiles = ", ".join(map(str, case.tiles))
        plain = ", ".join(map(str, case.plain))
        lines += [f"struct Shape_{case.name} {{",
                  f"  static constexpr PassShape shape{{PassForm::tiles, {tiles}}};",
                  f"  static constexpr PassShape plain{{PassForm::plain, {plain}, 1, 0}};",
                  f"  static constexpr bool with_steps = {str(case.with_steps).lower()};", "};"]
    lines += ["}  // namespace solenoid::differential", "",
              'extern "C" void solenoid_fill_shelf(solenoid::differential::ProgramShelf& shelf) {',
              "  using namespace solenoid;", "  using namespace solenoid::differential;"]
    for case in cases:
        real = "float" if case.precision == "single" else "double"
        lines.append(f'  shelf.add("{case.name}", std::make_unique<ProgramWays<programs::'
                     f'{case.name}, {real}, Shape_{case.name}>>());')
    return "\n".join(lines + ["}", ""])
