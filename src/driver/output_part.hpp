#pragma once
/// \file
/// The part of the grid that an [[output]] block shows: a plane, a crop, means over blocks.

#include "src/deck/deck.hpp"
#include "src/driver/kept_outputs.hpp"
#include "src/output/snapshot.hpp"

namespace solenoid {

/// That part as a snapshot without fields, and what its fields are made of.
struct OutputPart {
  Snapshot head;
  FieldPart cells;
};

/// What a block writes of the grid of `whole`, which has no fields. A crop has all the cells that
/// it touches, in whole blocks where they are averaged; as a file has it, it is the whole box of
/// which a slice may be cut.
OutputPart output_part(const OutputSettings& settings, const Snapshot& whole);

/// What a picture shows of it: of three directions the plane in the middle of z.
OutputPart picture_part(const OutputSettings& settings, const Snapshot& whole);

}  // namespace solenoid
