"""What random decks of all schemes are made of: boxes with their boundaries, and expressions."""

import copy
import random

from variants import quoted

AXES = "xyz"


class DeckCase:
    """A deck, its tables beside it, and for how many steps it is run."""

    def __init__(self, name, sections, steps):
        self.name = name
        # By name: keys with their values in TOML; of [tables] what is in the files.
        self.sections = sections
        self.steps = steps

    def text(self, stem=None):
        """Of a file with that name but for its suffix."""
        lines = []
        for section, keys in self.sections.items():
            # Blocks have names here, to be told apart.
            lines.append("[[output]]" if section.startswith("output") else f"[{section}]")
            if section == "tables":
                keys = {name: quoted(f"{stem or self.name}.{name}") for name in keys}
            lines += [f"{key} = {value}" for key, value in keys.items()]
        return "\n".join(lines) + "\n"

    def write(self, path):
        path.write_text(self.text(path.stem))
        for name, rows in self.sections.get("tables", {}).items():
            path.with_suffix(f".{name}").write_text(rows)

    def scheme(self):
        return self.sections["solver"].get("scheme", '"muscl-hancock"').strip('"')

    def copy(self, name=None):
        return DeckCase(name or self.name, copy.deepcopy(self.sections), self.steps)


class BoxWriter:
    """Writes the grid of a deck, for a scheme that is chosen in `program`."""

    def __init__(self, seed, number):
        self.random = random.Random(f"deck {seed} {number}")
        self.program = None  # the stencil program of a deck of finite differences
        self.sections = {name: {} for name in ("run", "physics", "grid", "solver", "initial")}

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self, low, high):
        return f"{self.random.uniform(low, high):.4g}"

    # -- the box ----------------------------------------------------------------------------------

    def grid(self):
        r = self.random
        dimensions = r.choices([1, 2, 3], [3, 4, 5])[0]
        active = sorted(r.sample(range(3), dimensions))
        if self.program and 0 not in active:
            active[0] = 0
        size = r.choices(["tiny", "odd", "long"], [3, 5, 2])[0]
        most = {1: 400, 2: 70, 3: 24}[dimensions]
        cells = [1, 1, 1]
        for axis in active:
            if size == "tiny":
                cells[axis] = r.randint(4, 9)
            elif size == "odd":
                cells[axis] = r.randint(4, most)
            else:
                cells[axis] = r.randint(4, 9)
        if size == "long":
            cells[r.choice(active)] = self.pick(64, 65, 127, 130, 191, 256, 300)
        if self.program:
            # Differences of order 8 reach across so many.
            cells = [n if n == 1 else max(n, 5) for n in cells]
        grid = self.sections["grid"]
        grid["cells"] = str(cells)
        if self.chance(0.7):
            lower = [self.pick(-1, -0.5, 0, 0.25) for _ in cells]
            upper = [low + self.pick(0.5, 1, 1, 1.5, 3) for low in lower]
            grid["lower"], grid["upper"] = str(lower), str(upper)
        self.cells, self.fixed, self.others = cells, [], []
        for axis in active:
            self.boundary(axis)

    def boundary(self, axis):
        if self.chance(0.3):
            return
        kinds = ["outflow", "reflecting", "fixed"]
        if self.program:
            kinds += ["symmetric", "antisymmetric", "vertex-symmetric"]
        else:
            kinds += ["diode"]
        both = [self.random.choice(kinds) for _ in range(2)]
        if self.chance(0.1):
            both = ["periodic", "periodic"]
        for side, kind in zip(("lower", "upper"), both):
            if kind == "fixed":
                self.fixed.append(f"{side}_{AXES[axis]}")
            elif kind != "periodic":
                self.others.append(f"{side}_{AXES[axis]}")
        key = f"boundary_{AXES[axis]}"
        self.sections["grid"][key] = (quoted(both[0]) if both[0] == both[1]
                                      else f"[{quoted(both[0])}, {quoted(both[1])}]")

    # -- expressions ------------------------------------------------------------------------------

    def table(self):
        """One of two columns, which expressions may use from here on: functions of -99 to 99."""
        places = [-99.0, *sorted(round(self.random.uniform(-5, 5), 3)
                                 for _ in range(self.pick(0, 1, 3, 30))), 99.0]
        rows = [(place, float(self.number(0.5, 1.5)), float(self.number(-1, 1)))
                for place in dict.fromkeys(places)]
        if self.chance(0.3):
            rows.reverse()
        lines = ["# place, steady, wild", *(self.pick(", ", "  ").join(map(str, row)) for row in rows)]
        self.sections["tables"] = {"curve": "\n".join(lines) + "\n"}

    def has_table(self):
        return "tables" in self.sections

    def wave(self, amplitude):
        k = [self.random.randint(-2, 2) for _ in range(3)]
        phase = self.number(0, 6)
        return (f"{amplitude}*{self.pick('sin', 'cos')}(2*pi*({k[0]}*x + {k[1]}*y + {k[2]}*z)"
                f" + {phase})")

    def noise(self):
        return f"random(x, y, z, {self.random.randrange(1000)})"

    def where(self):
        return self.pick("x < 0.3", "y < 0.4", "r < 0.4", "x + y < 0.5", "z < 0.2",
                         "mod(4*x, 1) < 0.5", f"{self.noise()} < 0.2")

    def signed(self, scale):
        if self.has_table() and self.chance(0.2):
            return f"{scale:g}*curve_wild({self.pick('x', 'y - z', '9*r')})"
        return self.pick(
            "0", self.number(-scale, scale), self.wave(f"{scale:g}"),
            f"{scale:g}*({self.noise()} - 0.5)",
            f"{self.where()} ? {self.number(-scale, scale)} : {self.number(-scale, scale)}",
            f"{self.wave(f'{scale:g}')} + {self.wave(f'{scale:g}')}")

    def positive(self, contrast):
        low, high = self.number(0.1, 1), self.number(0.5, 2)
        if self.has_table() and self.chance(0.2):
            return f"{high}*curve_steady({self.pick('z', 'x + y', '9*r')})"
        return self.pick(
            "1", low, f"1 + {self.wave('0.5')}", f"0.2 + {self.noise()}",
            f"{self.where()} ? {float(high) * contrast:g} : {low}",
            f"exp({self.wave('1')})")
