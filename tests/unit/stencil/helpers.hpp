#pragma once
/// \file
/// What tests of the stencil language share: a small periodic box, and kernels run on it by the
/// interpreter.

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/source_folder.hpp"
#include "tests/unit/stencil/interpret.hpp"

namespace solenoid::stencil {

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Files of the repository as one program.
inline std::vector<SourceFile> files_of(const std::vector<std::string>& names) {
  const std::filesystem::path source = source_folder();
  std::vector<SourceFile> files;
  for (const std::string& name : names) files.push_back({name, text_of(source / name)});
  return files;
}

/// Values of fields in a periodic box of cells^3 vertices.
template <class Real>
struct Box {
  static constexpr int cells = 8;
  std::array<Real, 3> spacing{Real(0.5), Real(0.4), Real(0.3)};
  std::vector<std::vector<Real>> fields;

  /// Sums of waves with amplitudes, wave numbers and phases that differ from field to field.
  explicit Box(int count) : fields(std::size_t(count)) {
    const double wave = 2 * M_PI / cells;
    for (int f = 0; f < count; ++f)
      for (int i = 0; i < cells * cells * cells; ++i) {
        const int x = i % cells, y = i / cells % cells, z = i / cells / cells;
        fields[std::size_t(f)].push_back(
            Real(0.3 * std::sin(wave * (x + 2 * y) + f) + 0.2 * std::cos(wave * (y - z) - 2 * f) +
                 0.1 * std::sin(wave * (z - x) + 0.5 * f * f) + 0.05 * std::cos(wave * 3 * x + f)));
      }
  }
  [[nodiscard]] Real at(int field, int x, int y, int z) const {
    const auto wrap = [](int i) { return (i % cells + cells) % cells; };
    return fields[std::size_t(field)][std::size_t((wrap(z) * cells + wrap(y)) * cells + wrap(x))];
  }
};

/// What a kernel sees at a vertex of `now`; `before` is the state before the last substep.
template <class Real>
Surroundings<Real> surroundings(const Box<Real>& now, const Box<Real>& before, int x, int y,
                                int z) {
  Surroundings<Real> around;
  around.spacing = now.spacing;
  around.vertex = [at = std::array<int, 3>{x, y, z}](std::size_t axis, int away) {
    return at[axis] + away;
  };
  around.position = [vertex = around.vertex, spacing = now.spacing](std::size_t axis, int away) {
    return Real(vertex(axis, away)) * spacing[axis];
  };
  around.load = [&now, x, y, z](int f, const std::array<int, 3>& o) {
    return now.at(f, x + o[0], y + o[1], z + o[2]);
  };
  around.previous = [&before, x, y, z](int f) { return before.at(f, x, y, z); };
  return around;
}

/// The rates of change of all fields at a vertex: a kernel's outputs for substeps that keep
/// nothing, with dt and beta 1, less what the fields were. By name of field.
template <class Real>
std::map<std::string, Real> rates(const Kernels& kernels, Box<Real> box,
                                  const std::map<std::string, double>& uniforms, int x, int y,
                                  int z) {
  box.fields.resize(kernels.fields.size(),
                    std::vector<Real>(std::size_t(box.cells * box.cells * box.cells)));
  std::map<std::string, Real> result;
  for (const Pass& pass : kernels.passes) {
    const auto run = [&](int i, int j, int k) {
      Surroundings<Real> around = surroundings(box, box, i, j, k);
      around.time_step = 1;
      around.substep_weight = 1;
      for (const Uniform& uniform : kernels.uniforms) {
        const auto given = uniforms.find(uniform.name);
        around.uniforms.push_back(given != uniforms.end() ? Real(given->second)
                                                          : Real(uniform.value.in_extended));
      }
      return interpret(pass.graph, around);
    };
    if (kernels.fields[std::size_t(pass.outputs[0].field)].auxiliary) {
      for (int i = 0; i < box.cells * box.cells * box.cells; ++i) {
        const std::vector<Real> values =
            run(i % box.cells, i / box.cells % box.cells, i / box.cells / box.cells);
        for (const Pass::Output& output : pass.outputs)
          box.fields[std::size_t(output.field)][std::size_t(i)] = values[std::size_t(output.node)];
      }
      continue;
    }
    const std::vector<Real> values = run(x, y, z);
    for (const Pass::Output& output : pass.outputs)
      result[kernels.fields[std::size_t(output.field)].name] =
          values[std::size_t(output.node)] - box.at(output.field, x, y, z);
  }
  return result;
}

/// What the programs of rate_of_f() begin with.
inline constexpr const char* fields_f_g_v = "field Scalar f, g;\nfield Vector v;\n";

/// The rate of change of the field f at vertex (1, 2, 3) of a box whose fields are f, g and v.
inline double rate_of_f(const std::string& text, const CompilerOptions& options = {}) {
  const Kernels kernels = compile({{"test", fields_f_g_v + text}}, options);
  return double(rates<long double>(kernels, Box<long double>(5), {}, 1, 2, 3).at("f"));
}

/// The value of a field there, or at another vertex.
inline double value_of(int field, int x = 1, int y = 2, int z = 3) {
  return double(Box<long double>(5).at(field, x, y, z));
}

}  // namespace solenoid::stencil
