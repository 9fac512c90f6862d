"""Makes cases that fail smaller, as long as they fail in the same way."""

import time

from programs import CONDITION, ITEM, MATRIX, SCALAR, VECTOR, Node

SIMPLE = {SCALAR: "1.5", VECTOR: "Vector(1, 2, 3)", MATRIX: "identity", CONDITION: "1 < 2"}
REQUIRED = {("run", "end_time"), ("grid", "cells"), ("initial", "density"),
            ("initial", "pressure"), ("solver", "scheme"), ("physics", "equations")}


def shrink(case, candidates, failing, seconds, at_once=12):
    """`candidates(case)` are smaller cases, `failing(cases)` those of them that fail in the same
    way. Returns the smallest that was found."""
    end = time.monotonic() + seconds
    tried = set()
    while time.monotonic() < end:
        fresh = [c for c in candidates(case) if key_of(c) not in tried]
        if not fresh:
            break
        batch = fresh[:at_once]
        tried.update(key_of(c) for c in batch)
        failed = failing(batch)
        if failed:
            case = min(failed, key=size_of)
    return case


def key_of(case):
    return case.text(), getattr(case, "cells", None), getattr(case, "steps", None)


def size_of(case):
    return len(case.text()), str(getattr(case, "cells", "")), getattr(case, "steps", 0)


# -- programs -------------------------------------------------------------------------------------


def places(node, path=()):
    """All nodes below with the way to them."""
    for index, part in enumerate(node.parts):
        if isinstance(part, Node):
            yield path + (index,), part
            yield from places(part, path + (index,))


def replaced(tree, path, by):
    """A copy of the tree with another node, or none, at a place."""
    tree = tree.copy()
    node = tree
    for index in path[:-1]:
        node = node.parts[index]
    if by is None:
        node.parts[path[-1]] = ""
    else:
        node.parts[path[-1]] = by.copy()
    return tree


def smaller_programs(case):
    """The smallest first."""
    trees = []
    items = [path for path, node in places(case.tree) if node.kind == ITEM]
    half = len(items) // 2
    for some in (items[:half], items[half:]) if half > 1 else ():
        tree = case.tree
        for path in some:
            tree = replaced(tree, path, None)
        trees.append(tree)
    for path, node in places(case.tree):
        if node.kind not in SIMPLE:
            trees.append(replaced(case.tree, path, None))
            continue
        if len(node.text()) > len(SIMPLE[node.kind]):
            trees.append(replaced(case.tree, path, Node(node.kind, SIMPLE[node.kind])))
        for _, below in places(node):
            if below.kind == node.kind:
                trees.append(replaced(case.tree, path, below))
    cases = [case.with_changes(tree=tree) for tree in trees]
    cases = [c for c in cases if len(c.text()) < len(case.text())]
    cases.sort(key=size_of)
    # Halves of the text first are bold guesses; single items are the safe ones.
    mixed = [c for pair in zip(cases, cases[::-1]) for c in pair]
    for axis in range(3):
        cells = list(case.cells)
        if cells[axis] > 4:
            cells[axis] = max(4, cells[axis] // 2 // 4 * 4)
            mixed.append(case.with_changes(cells=tuple(cells)))
    if case.decompose:
        mixed.append(case.with_changes(decompose=False))
    return mixed


# -- decks ----------------------------------------------------------------------------------------


def smaller_decks(case):
    made = []

    def changed(change):
        copy = case.copy()
        change(copy)
        if key_of(copy) != key_of(case):
            made.append(copy)

    for section in list(case.sections):
        if section.startswith("boundary"):
            changed(lambda c, s=section: c.sections.pop(s))
    for section, keys in case.sections.items():
        for key, value in keys.items():
            if (section, key) not in REQUIRED:
                changed(lambda c, s=section, k=key: c.sections[s].pop(k))
            if section == "initial" and len(value) > 5:
                changed(lambda c, s=section, k=key: c.sections[s].update({k: "1"}))
    cells = [int(n) for n in case.sections["grid"]["cells"].strip("[]").split(",")]
    for axis, n in enumerate(cells):
        for fewer in (1, n // 2, n - 1):
            if fewer == 1 or 4 <= fewer < n:
                other = cells[:axis] + [fewer] + cells[axis + 1:]
                if other != cells:
                    changed(lambda c, o=other: c.sections["grid"].update(cells=str(o)))
    if case.steps > 1:
        changed(lambda c: setattr(c, "steps", c.steps - 1))
    return made
