"""Random valid programs of the stencil language. A program is a tree of texts, so that one that
fails can be made smaller (shrink.py); the same number always gives the same program."""

import random

SCALAR, VECTOR, MATRIX, CONDITION = "Scalar", "Vector", "Matrix", "condition"
ITEM, BODY = "item", "body"


class Node:
    """A piece of program text: strings and nodes, one after the other."""

    def __init__(self, kind, *parts):
        self.kind = kind
        self.parts = list(parts)

    def text(self):
        return "".join(part if isinstance(part, str) else part.text() for part in self.parts)

    def children(self):
        return [part for part in self.parts if isinstance(part, Node)]

    def copy(self):
        return Node(self.kind, *[p if isinstance(p, str) else p.copy() for p in self.parts])


def node(kind, template, *children):
    """A node of a template in which every $ stands for a child."""
    parts = template.split("$")
    mixed = [parts[0]]
    for child, text in zip(children, parts[1:]):
        mixed += [child, text]
    return Node(kind, *mixed)


class Scope:
    """What an expression may use: names of fields, and of values by type."""

    def __init__(self, scalar_fields=(), vector_fields=(), values=None):
        self.scalar_fields = list(scalar_fields)
        self.vector_fields = list(vector_fields)
        self.values = {SCALAR: [], VECTOR: [], MATRIX: []}
        for kind, names in (values or {}).items():
            self.values[kind] = list(names)
        self.functions = []  # (name, result, types of parameters)
        self.at_vertex = True  # whether position and time are there

    def copy(self):
        other = Scope(self.scalar_fields, self.vector_fields, self.values)
        other.functions = self.functions
        other.at_vertex = self.at_vertex
        return other


class Generator:
    def __init__(self, seed, number):
        self.random = random.Random(f"program {seed} {number}")
        self.stencils = []
        self.tables = []
        self.with_rare_functions = self.random.random() < 0.3
        self.size = self.random.choice([2, 2, 3, 3, 4])  # how deep expressions are

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        return self.random.choice(choices)

    # -- expressions ------------------------------------------------------------------------------

    def number(self):
        return Node(SCALAR, self.pick("0.5", "1.25", "2.", "3", "1e-2", "(1 / 3.0)", "-0.75", "0",
                                      "1", "pi", ".1", "Scalar(STENCIL_ORDER)", "-1"))

    def expression(self, kind, scope, depth):
        make = {SCALAR: self.scalar, VECTOR: self.vector, MATRIX: self.matrix,
                CONDITION: self.condition}[kind]
        return make(scope, depth)

    def scalar(self, scope, depth):
        if depth <= 0 or self.chance(0.1):
            return self.scalar_leaf(scope)
        if (scope.scalar_fields or scope.vector_fields) and self.chance(0.35):
            return self.scalar_derivative(scope)
        s = lambda: self.scalar(scope, depth - 1)
        v = lambda: self.vector(scope, depth - 1)
        choices = [
            (6, lambda: node(SCALAR, "($ + $)", s(), s())),
            (6, lambda: node(SCALAR, "($ - $)", s(), s())),
            (8, lambda: node(SCALAR, "$ * $", self.closed(s()), self.closed(s()))),
            (3, lambda: node(SCALAR, "$ / (1.5 + abs($))", self.closed(s()), s())),
            (1, lambda: node(SCALAR, "-$", self.closed(s()))),
            (2, lambda: node(SCALAR, self.pick("min", "max") + "($, $)", s(), s())),
            (1, lambda: node(SCALAR, "abs($)", s())),
            (2, lambda: node(SCALAR, "sqrt(abs($) + 0.01)", s())),
            (1, lambda: node(SCALAR, "exp(min($, 1.))", s())),
            (2, lambda: node(SCALAR, self.pick("sin", "cos") + "(min(max($, -900.), 900.))", s())),
            (3, lambda: node(SCALAR, "($ ? $ : $)", self.condition(scope, depth - 1), s(), s())),
            (2, lambda: node(SCALAR, "dot($, $)", v(), v())),
            (1, lambda: node(SCALAR, "length($)", v())),
            (2, lambda: node(SCALAR, "$." + self.pick("x", "y", "z"), self.closed(v()))),
            (1, lambda: node(SCALAR, self.pick("trace", "contract") + "($)",
                             self.matrix(scope, depth - 1))),
            (1, lambda: node(SCALAR, f"$[{self.random.randrange(3)}, {self.random.randrange(3)}]",
                             self.closed(self.matrix(scope, depth - 1)))),
        ]
        if self.with_rare_functions:
            choices.append((2, lambda: self.rare_function(s)))
        if self.tables and scope.at_vertex:
            choices.append((9, lambda: node(SCALAR, self.pick("{0}($)", "slope({0}, $)").format(
                self.pick(*self.tables)), s())))
        if scope.functions:
            choices.append((4, lambda: self.call(SCALAR, scope, depth)))
        return self.weighted(choices)

    def rare_function(self, s):
        template = self.pick("log(abs($) + 0.1)", "tan(min(max($, -1.5), 1.5))",
                             "pow(abs($) + 0.1, 1.5)", "pow(abs($), max(min($, 3.), -2.))")
        return node(SCALAR, template, *(s() for _ in range(template.count("$"))))

    def closed(self, child):
        """In parentheses where it is more than a name."""
        text = child.text()
        if text.replace("_", "").isalnum() or text[0] == "(" and self.encloses(text):
            return child
        return node(child.kind, "($)", child)

    @staticmethod
    def encloses(text):
        depth = 0
        for place, letter in enumerate(text):
            depth += {"(": 1, ")": -1}.get(letter, 0)
            if depth == 0:
                return place == len(text) - 1
        return False

    def weighted(self, choices):
        weights = [weight for weight, _ in choices]
        return self.random.choices([make for _, make in choices], weights)[0]()

    def scalar_leaf(self, scope):
        names = [name for name in scope.values[SCALAR]] * 2
        names += scope.scalar_fields * 3
        names += [f"{v}.{self.pick('x', 'y', 'z')}" for v in scope.vector_fields] * 2
        if scope.at_vertex and self.chance(0.15):
            return Node(SCALAR, self.pick("position.x", "position.y", "position.z", "time",
                                          "spacing.y", "Scalar(vertexIdx.x)",
                                          "Scalar(vertexIdx.z)"))
        if not names or self.chance(0.2):
            return self.number()
        return Node(SCALAR, self.random.choice(names))

    def offset(self, reach):
        return self.random.randint(-reach, reach)

    def expression_as_field(self, scope):
        """Of fields at one vertex, so that what is derived of it reaches no further than that."""
        names = scope.scalar_fields + [f"{v}.{axis}" for v in scope.vector_fields for axis in "xyz"]
        if scope.at_vertex:
            names += ["position.x", "Scalar(vertexIdx.y)"]
        leaf = lambda: Node(SCALAR, self.random.choice(names))
        template = self.pick("$ * $", "($ + 0.5 * $)", "$ / (1.5 + abs($))", "sqrt(abs($) + 0.01) * $",
                             "($ < $ ? 1. : 0.5)", "exp(min($, 1.)) * $", "max($, $)")
        return node(SCALAR, template, leaf(), leaf())

    def derivative_of_expression(self, scope):
        if self.chance(0.2):
            three = [self.expression_as_field(scope) for _ in range(3)]
            return node(SCALAR, "divergence(Vector($, $, $))", *three)
        call = self.pick("derx", "dery", "derz", "derxx", "deryz", "laplacian", *self.stencils)
        return node(SCALAR, f"{call}($)", self.expression_as_field(scope))

    def scalar_derivative(self, scope):
        if self.chance(0.15):
            return self.derivative_of_expression(scope)
        if scope.vector_fields and (not scope.scalar_fields or self.chance(0.25)):
            return Node(SCALAR, f"divergence({self.random.choice(scope.vector_fields)})")
        f = self.random.choice(scope.scalar_fields)
        first = [f"der{axis}({f})" for axis in "xyz"]
        second = [f"der{axes}({f})" for axes in ("xx", "yy", "zz")]
        mixed = [f"der{axes}({f})" for axes in ("xy", "xz", "yz")]
        mixed.append(f"derivative({f}, {self.pick('1, 1, 0', '1, 0, 1', '0, 1, 1')})")
        degree = self.random.randint(3, 6)
        high = [f"derivative({f}, {self.pick(f'{degree}, 0, 0', f'0, {degree}, 0', f'0, 0, {degree}')})"]
        r = 16 if self.chance(0.03) else 3
        i, j, k = self.offset(r), self.offset(r), self.offset(r)
        place = lambda axis, o: f"vertexIdx.{axis} {'-' if o < 0 else '+'} {abs(o)}"
        beside = [f"{f}[vertexIdx + int3({i}, {j}, {k})]",
                  f"{f}[{place('x', i)}, {place('y', j)}, {place('z', k)}]"]
        choices = [(6, first), (4, second), (3, [f"laplacian({f})"]), (1, mixed), (1, high),
                   (2, beside)]
        if self.stencils:
            choices.append((3, [f"{name}({f})" for name in self.stencils]))
        group = self.random.choices([g for _, g in choices], [w for w, _ in choices])[0]
        return Node(SCALAR, self.random.choice(group))

    def vector(self, scope, depth):
        fields = scope.vector_fields
        if depth <= 0 or self.chance(0.1):
            names = scope.values[VECTOR] * 2 + fields * 3
            if scope.at_vertex:
                names += ["position", "spacing"]
            if not names or self.chance(0.2):
                return Node(VECTOR, self.pick("Vector(1, 0.5, -2)", "(Vector){0.25, 2, 1}"))
            return Node(VECTOR, self.random.choice(names))
        if fields and self.chance(0.35):
            v = self.random.choice(fields)
            call = self.pick("curl", "laplacian", "derx", "deryy", "gradient_of_divergence",
                             "curl_of_curl", "derz")
            return Node(VECTOR, f"{call}({v})")
        if scope.scalar_fields and self.chance(0.2):
            return Node(VECTOR, f"gradient({self.random.choice(scope.scalar_fields)})")
        s = lambda: self.scalar(scope, depth - 1)
        v = lambda: self.vector(scope, depth - 1)
        choices = [
            (3, lambda: node(VECTOR, "Vector($, $, $)", s(), s(), s())),
            (4, lambda: node(VECTOR, "($ + $)", v(), v())),
            (4, lambda: node(VECTOR, "($ - $)", v(), v())),
            (5, lambda: node(VECTOR, "$ * $", self.closed(s()), self.closed(v()))),
            (1, lambda: node(VECTOR, "-$", self.closed(v()))),
            (2, lambda: node(VECTOR, "cross($, $)", v(), v())),
            (1, lambda: node(VECTOR, "($ ? $ : $)", self.condition(scope, depth - 1), v(), v())),
            (1, lambda: node(VECTOR, "mul($, $)", self.matrix(scope, depth - 1), v())),
            (1, lambda: node(VECTOR, f"$.row[{self.random.randrange(3)}]",
                             self.closed(self.matrix(scope, depth - 1)))),
        ]
        return self.weighted(choices)

    def matrix(self, scope, depth):
        if depth <= 0 or self.chance(0.25):
            leaves = ["identity"] + scope.values[MATRIX]
            leaves += [f"gradient({v})" for v in scope.vector_fields]
            if scope.scalar_fields:
                leaves.append(f"hessian({self.random.choice(scope.scalar_fields)})")
            return Node(MATRIX, self.random.choice(leaves))
        m = lambda: self.matrix(scope, depth - 1)
        choices = [
            (3, lambda: node(MATRIX, "($ + $)", m(), m())),
            (3, lambda: node(MATRIX, "$ * $", self.closed(self.scalar(scope, depth - 1)),
                             self.closed(m()))),
            (2, lambda: node(MATRIX, "transpose($)", m())),
            (1, lambda: node(MATRIX, "mul($, $)", m(), m())),
        ]
        return self.weighted(choices)

    def condition(self, scope, depth):
        compare = self.pick("<", ">", "<=", ">=", "==", "!=")
        simple = node(CONDITION, f"$ {compare} $", self.closed(self.scalar(scope, depth - 1)),
                      self.closed(self.scalar(scope, depth - 1)))
        if depth <= 1 or self.chance(0.7):
            return simple
        other = self.condition(scope, depth - 1)
        return self.weighted([
            (1, lambda: node(CONDITION, "($ && $)", simple, other)),
            (1, lambda: node(CONDITION, "($ || $)", simple, other)),
            (1, lambda: node(CONDITION, "!($)", other)),
        ])

    def call(self, kind, scope, depth):
        known = [f for f in scope.functions if f[1] == kind]
        fitting = [f for f in known
                   if (scope.scalar_fields or "in Scalar" not in f[2])
                   and (scope.vector_fields or "in Vector" not in f[2])]
        if not fitting:
            return self.scalar_leaf(scope)
        name, result, parameters = self.random.choice(fitting)
        arguments = []
        for parameter in parameters:
            if parameter == "in Scalar":
                arguments.append(Node("field", self.random.choice(scope.scalar_fields)))
            elif parameter == "in Vector":
                arguments.append(Node("field", self.random.choice(scope.vector_fields)))
            else:
                arguments.append(self.expression(parameter, scope, min(depth - 1, 1)))
        return node(result, name + "(" + ", ".join("$" * len(arguments)) + ")", *arguments)
