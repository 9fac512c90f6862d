#pragma once
/// \file
/// What `solenoid tune` found: a file beside the compiled programs for each program, precision and
/// device.

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "numerics/vertices/pass_shape.hpp"
#include "src/deck/program_keys.hpp"
#include "src/program/module.hpp"

namespace solenoid {

/// What a shape is measured for.
struct TuningSubject {
  std::string program;    ///< its name
  int order = 0;          ///< of the differences
  std::string precision;  ///< "double"
  std::string device;     ///< its name
  std::string content;    ///< follows from all these and from what the program computes

  TuningSubject() = default;
  TuningSubject(const StencilProgram& stencil_program, Precision in, std::string on);
};

/// The fastest shape, and what it was measured with.
struct TunedShape {
  TuningSubject subject;
  PassShape shape;
  std::array<int, 3> cells{};
  double nanoseconds = 0;  ///< per vertex and step
};

/// Where the shape of a subject is kept.
std::filesystem::path tuned_file(const TuningSubject& subject, const std::filesystem::path& folder);

/// Keeps a shape, in place of an older one. Throws ModuleError where the folder cannot be created
/// and OutputError where the file cannot be written.
void keep_tuned(const TunedShape& tuned, const std::filesystem::path& folder);

/// The shape kept for a subject. What is damaged, or was measured for another one, is told to
/// `complain` and not used.
std::optional<TunedShape> find_tuned(const TuningSubject& subject,
                                     const std::filesystem::path& folder, const Announce& complain);

/// All that are kept for a program in a precision, on whatever device.
std::vector<TunedShape> tuned_for(const StencilProgram& program, Precision precision,
                                  const std::filesystem::path& folder);

/// All that is kept in a folder, by the names of their files; what is damaged is left out.
std::vector<TunedShape> all_tuned(const std::filesystem::path& folder);

}  // namespace solenoid
