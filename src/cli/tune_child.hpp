#pragma once
/// \file
/// What `solenoid tune` leaves to processes of its own: to compile shapes, and to measure them.

#include <string>
#include <vector>

#include "src/cli/child.hpp"
#include "src/cli/command.hpp"
#include "src/cli/tune_report.hpp"

namespace solenoid {

/// Compiles the deck's program for a shape, in such a process.
void compile_shape(const Deck& deck, Device device, const PassShape& shape);

/// Measures shapes, in such a process, and prints what measured_shapes() reads.
void measure_shapes(const Deck& deck, const MachineChoice& device,
                    const std::vector<PassShape>& shapes);

/// Told of each result.
using ShapeReport = std::function<void(const ShapeResult&)>;

/// Compiles shapes in several processes, "solenoid tune ... --compile SHAPE", and returns those
/// that compile; `report` is told of the others, `progress` of each.
std::vector<PassShape> compiled_shapes(const std::vector<std::string>& command,
                                       const std::vector<PassShape>& shapes,
                                       const ShapeReport& report,
                                       const std::function<void(const std::string&)>& progress);

/// Measures shapes in a process, "solenoid tune ... --measure SHAPES", and in another one those
/// that are left when it dies or gives no answer in time. What differs from the first shape in a
/// bit is a problem. Throws OutputError if the first one fails.
std::vector<ShapeResult> measured_shapes(const std::vector<std::string>& command,
                                         const std::vector<PassShape>& shapes,
                                         const ShapeReport& report);

}  // namespace solenoid
