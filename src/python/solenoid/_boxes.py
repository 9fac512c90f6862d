"""Between the indices of arrays, z, y, x, and the boxes of the library, x, y, z."""

from ._native import Box


def active_axes(cells):
    """The active directions in the order of arrays."""
    return [axis for axis in (2, 1, 0) if cells[axis] > 1]


def box_of(name, indices, whole, axes, own=None):
    """The box of a field that indices mean, and the shape of its array. `whole`: values along x, y
    and z. `own`: where these begin, if they are the part of this process, of which a box may be empty."""
    if len(indices) > len(axes):
        raise IndexError(f"{name} has {len(axes)} directions, not {len(indices)}")
    begin, count, shape = [0, 0, 0], list(whole), []
    for number, axis in enumerate(axes):
        index = indices[number] if number < len(indices) else slice(None)
        try:
            kept = range(whole[axis])[index]
        except IndexError:
            raise IndexError(f"{name} has no number {index} along {'xyz'[axis]}: there are "
                             f"{whole[axis]}") from None
        if not isinstance(kept, range):
            begin[axis], count[axis] = kept, 1
            continue
        if kept.step != 1 or not (kept or own is not None):
            raise IndexError(f"{name}: slices hold one value after the other, and at least one")
        begin[axis], count[axis] = kept.start, len(kept)
        shape.append(len(kept))
    if own is None:
        return Box(begin, count), tuple(shape)
    return Box([own[axis] + begin[axis] for axis in range(3)], count, own=True), tuple(shape)
