"""Blocks of random decks whose outputs are files of fields and pictures, of all of a box or of parts."""

import json

from boxes import AXES
from output_blocks import OutputWriter
from variants import quoted


class FileWriter(OutputWriter):
    def files(self):
        grid = self.sections["grid"]
        known = [*self.known_fields(), *self.sections.get("fields", {})]
        active = [n for n in range(3) if self.cells[n] > 1]
        ends = list(zip(json.loads(grid.get("lower", "[0, 0, 0]")), json.loads(grid.get("upper", "[1, 1, 1]"))))
        for number in range(self.pick(1, 2, 3)):
            self.add_block(f"file{number}", self.fields_keys(known, active, ends))
        for number in range(self.pick(0, 1, 2)):
            self.add_block(f"picture{number}", self.picture_keys(known, active, ends))
        self.add_block("rows", {"type": quoted("history"), "every_steps": "1"})

    def add_block(self, name, keys):
        self.sections[f"output.{name}"] = {"name": quoted(name), "every_steps": self.pick("1", "2", "3"), **keys}

    def fields_keys(self, known, active, ends):
        keys = {"type": quoted("hdf5"), **self.part_of_box(active, ends)}
        if self.chance(0.6):
            keys["fields"] = str(self.random.sample(known, min(len(known), self.pick(1, 2, 3))))
        if self.chance(0.3):
            keys["precision"] = quoted("single")
        if self.chance(0.3):
            keys["compression"] = "true"
        whole = "slice" not in keys and "crop" not in keys
        if whole and self.chance(0.4) and all(self.cells[n] % 2 == 0 for n in active):
            keys["coarsen"] = "2"
        return keys

    def picture_keys(self, known, active, ends):
        keys = {"type": quoted("png"), "fields": str([self.pick(*known)]), "size": quoted(self.pick("400", "700"))}
        if len(active) == 3 and self.chance(0.3):
            keys["view"] = quoted("volume")
            if self.chance(0.5):
                keys["surfaces"] = "[0.5, 1]"
            return keys
        keys.update(self.part_of_box(active, ends))
        if len(active) == 3 and "slice" not in keys:
            keys.pop("crop", None)
        is_plane = len(active) - ("slice" in keys) >= 2
        if self.chance(0.3):
            keys["logarithmic"] = "true"
        if is_plane and self.chance(0.3):
            keys["contours"] = quoted(self.pick(*known))
        if is_plane and "velocity_x" in known and self.chance(0.3):
            keys["vectors"] = quoted("velocity")
        return keys

    def part_of_box(self, active, ends):
        def place(n, low, high):
            return f"{ends[n][0] + self.random.uniform(low, high)*(ends[n][1] - ends[n][0]):.5g}"

        if len(active) > 1 and self.chance(0.35):
            axis = self.pick(*active)
            return {"slice": f"{{ {AXES[axis]} = {place(axis, 0, 0.99)} }}"}
        cut = [n for n in active if self.chance(0.5)]
        if cut and self.chance(0.5):
            return {"crop": "{ " + ", ".join(f"{AXES[n]} = [{place(n, 0, 0.4)}, {place(n, 0.8, 1)}]"
                                              for n in cut) + " }"}
        return {}
