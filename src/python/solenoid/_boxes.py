"""Between the indices of arrays, z, y, x, and the boxes of the library, x, y, z."""

from ._library import Box


def active_axes(cells):
    """The active directions in the order of arrays."""
    return [axis for axis in (2, 1, 0) if cells[axis] > 1]


def box_of(name, indices, whole, axes, may_be_empty=False):
    """The box of a field that indices mean, and the shape of its array. `whole`: values along x, y
    and z."""
    if len(indices) > len(axes):
        raise IndexError(f"{name} has {len(axes)} directions, not {len(indices)}")
    box, shape = Box((0, 0, 0), whole), []
    for number, axis in enumerate(axes):
        index = indices[number] if number < len(indices) else slice(None)
        try:
            kept = range(whole[axis])[index]
        except IndexError:
            raise IndexError(f"{name} has no number {index} along {'xyz'[axis]}: there are "
                             f"{whole[axis]}") from None
        if not isinstance(kept, range):
            box.begin[axis], box.count[axis] = kept, 1
            continue
        if kept.step != 1 or not (kept or may_be_empty):
            raise IndexError(f"{name}: slices hold one value after the other, and at least one")
        box.begin[axis], box.count[axis] = kept.start, len(kept)
        shape.append(len(kept))
    return box, tuple(shape)
