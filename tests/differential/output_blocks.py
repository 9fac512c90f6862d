"""Outputs of random decks: fields by formula, numbers of histories, tables and spectra."""

from boxes import AXES
from forces import ForceWriter
from variants import quoted

# Functions of formulas by how many values they take, mostly of values that they have one of.
FUNCTIONS = {1: ("abs({})", "sign({})", "sqrt(abs({}))", "sqrt({})", "exp({})", "exp(-abs({}))", "log(abs({}))",
                 "log({})", "log2(1 + abs({}))", "log10(abs({}))", "sin({})", "cos({})", "tan({})",
                 "asin(tanh({}))", "acos(sin({}))", "acos({})", "atan({})", "sinh(tanh({}))", "cosh(sin({}))",
                 "tanh({})", "floor({})", "ceil({})", "rint({})"),
             2: ("hypot({}, {})", "atan2({}, {})", "min({}, {})", "max({}, {})", "mod({}, {})",
                 "({} + {})", "({} - {})", "({}*{})", "({}/{})", "abs({})^{}", "({}^{})")}
OF_TABLES = ("curve_steady({})", "curve_wild(5*tanh({}))", "curve_steady_integral({})")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


class OutputWriter(ForceWriter):
    def outputs(self):
        known = self.known_fields()
        if self.chance(0.5):
            defined = self.sections["fields"] = {}
            for name in ("first", "second")[:self.pick(1, 2)]:
                defined[name] = quoted(self.formula(known, 4))
                known = [*known, name]
        for output in ("history", "profile", "pdf", "histogram", "spectrum"):
            periodic = not self.fixed and not self.others
            if self.chance(0.2) and (periodic or output != "spectrum"):
                self.sections[f"output.{output}"] = {"type": quoted(output),
                                                     **getattr(self, f"{output}_keys")(known)}

    def known_fields(self):
        velocity = [f"velocity_{axis}" for axis in AXES]
        if self.program:
            return [*self.state_fields(), *self.derived_fields()]
        gas = self.sections["physics"].get("equation_of_state", quoted("ideal"))
        return ["density", *velocity, *(["pressure"] if gas != quoted("isothermal") else []),
                *([f"magnetic_field_{axis}" for axis in AXES] if self.mhd else [])]

    def history_keys(self, known):
        reductions = [f"{kind}({self.formula(known, 2)})" for kind in ("max", "min", "integral")]
        reductions += [f"{kind}({self.formula(known, 1)}, {self.formula(known, 1)})"
                       for kind in ("mean", "rms")]
        numbers = {"one": self.pick(*reductions),
                   "another": f"{self.pick(*reductions)}/{self.pick(*reductions)} - t"}
        return {"numbers": "{ " + ", ".join(f"{name} = {quoted(text)}" for name, text in numbers.items())
                           + " }"}

    def profile_keys(self, known):
        keys = {"axis": quoted(AXES[self.pick(*(n for n in range(3) if self.cells[n] > 1))]),
                "fields": str(self.random.sample(known, 2)),
                "statistics": str(self.random.sample(["mean", "rms", "min", "max"], self.pick(1, 4)))}
        return {**keys, **self.weight(known)}

    def pdf_keys(self, known):
        keys = {"field": quoted(self.pick(*known)), "bins": self.pick("1", "7", "80")}
        if self.chance(0.4):
            keys["range"] = self.pick("[0.5, 1.5]", "[1e-3, 10]")
        if self.chance(0.4):
            keys["scale"] = quoted(self.pick("log", "linear"))
        return {**keys, **self.weight(known)}

    def histogram_keys(self, known):
        return {"fields": str(self.random.sample(known, 2)), "bins": self.pick("[4, 9]", "[40, 1]"),
                **self.weight(known)}

    def spectrum_keys(self, _):
        return {}

    def weight(self, known):
        return {"weight": quoted(self.pick(*known))} if self.chance(0.3) else {}

    def formula(self, known, depth):
        def part():
            return self.formula(known, depth - 1)

        if depth == 0 or self.chance(0.15):
            return self.pick(*known, "x", "y", "z", "r", "t", "pi", self.number(-3, 3))
        if self.chance(0.1):
            return f"({part()} {self.pick(*COMPARISONS)} {part()} ? {part()} : {part()})"
        if self.has_table() and self.chance(0.2):
            # Of no constant: decks with one that is outside of a table are refused.
            return self.pick(*OF_TABLES).format(f"{self.pick(*known)} + {part()}")
        count = self.pick(1, 2, 2)
        return self.pick(*FUNCTIONS[count]).format(*(part() for _ in range(count)))
