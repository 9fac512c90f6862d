#pragma once
/// \file
/// Shapes of passes (numerics/vertices/pass_shape.hpp) as words, and those worth trying.

#include <optional>
#include <string>
#include <vector>

#include "numerics/vertices/pass_shape.hpp"
#include "physics/solvers/solver.hpp"
#include "src/stencil/kernels.hpp"

namespace solenoid {

/// One word: "tiles:16x8x4:1:5" (vertices, teams a multiprocessor, fields at a time),
/// "plain:32x4x1:2" or "blocks:64x16x32".
std::string shape_word(const PassShape& shape);
/// Back again; nothing for another word, and for a shape that no device can run.
std::optional<PassShape> shape_of_word(const std::string& word);
/// For people: "tiles of 16 x 8 x 4, 5 fields, 1 team".
std::string shape_text(const PassShape& shape);
/// As C++ writes it.
std::string shape_initialiser(const PassShape& shape);

/// The simplest shape, with which the results of others are compared.
PassShape reference_shape(Device device);
/// What a program is compiled for on a grid as long as nothing was measured.
PassShape default_shape(Precision precision, Device device, const std::array<int, 3>& cells);
/// The shape wanted, or plain_pass_shape where the grid cannot be cut into its tiles.
PassShape shape_for(const PassShape& wanted, Precision precision, const std::array<int, 3>& cells);

/// The shapes to measure for a program on a grid: the reference, the default, and others that fit.
/// On a GPU those are some without tiles, and tiles that have room for its passes in scratch memory
/// and in registers, of each size the one that copies least for a vertex.
std::vector<PassShape> candidate_shapes(const stencil::Kernels& kernels, Precision precision,
                                        Device device, const std::array<int, 3>& cells);

}  // namespace solenoid
