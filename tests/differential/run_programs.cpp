/// Runs generated programs in all ways and compares, bit for bit, with the interpreter.

#include "tests/differential/run_programs.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "numerics/lanes/lanes.hpp"
#include "tests/differential/case_tables.hpp"
#include "tests/differential/case_values.hpp"
#include "tests/differential/program_case.hpp"
#include "tests/differential/steps_case.hpp"
#include "tests/table_by_search.hpp"
#include "tests/unit/stencil/interpret.hpp"
#include "tests/unit/stencil/lane_function.hpp"

namespace solenoid::differential {

namespace {

using stencil::Kernels;

/// A line of the list of programs.
struct Case {
  std::string name, file;
  int order = 6;
  bool decompose = false;
  std::string precision;
  std::array<int, 3> cells{};
  std::uint64_t seed = 0;
  std::vector<std::string> sources{};  ///< what acts from outside
};

template <class Real>
class CaseRun : public PassObserver {
 public:
  CaseRun(const Case& of, const CompiledProgram<Real>& program)
      : case_(of), program_(program), kernels_(compiled(of)) {
    const Grid grid{of.cells, {0, 0, 0}, {1, 1, 1}};
    box_ = {grid, make_layout(grid, kernels_.radius, sizeof(Real), lane_width<HostPack<Real>>),
            int(kernels_.fields.size())};
    const auto size = std::size_t(box_.layout.elements(box_.fields));
    for (std::size_t i = 0; i < size; ++i) {
      box_.now.push_back(Real(field_value(of.seed, i)));
      box_.before.push_back(Real(field_value(of.seed, i + size)));
    }
    box_.next.resize(size);
    for (std::size_t u = 0; u < kernels_.uniforms.size(); ++u) {
      const double value = noise(of.seed, ~std::uint64_t(u));
      settings_.uniforms.push_back(
          Real(kernels_.uniforms[u].integer ? std::round(3 * value) : value));
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      settings_.spacing[axis] = Real(0.3 + 0.2 * double(axis));
      settings_.origin[axis] = Real(noise(of.seed, 1000 + axis));
      settings_.first[axis] = of.seed % 2 == 0 ? 0 : int(of.seed / 2 % 50);
    }
    settings_.time = Real(0.7);
    settings_.time_step = Real(0.01);
    settings_.substep_keep = Real(of.seed % 3 == 0 ? 0 : -0.3);
    settings_.substep_weight = Real(0.9);
  }

  /// What differs first; nothing where all is well.
  std::string run() {
    std::vector<std::pair<const stencil::Graph*, std::vector<int>>> passes;
    for (const stencil::Pass& pass : kernels_.passes) {
      std::vector<int> nodes;
      for (const auto& output : pass.outputs) nodes.push_back(output.node);
      passes.emplace_back(&pass.graph, nodes);
    }
    for (const stencil::Output& output : kernels_.outputs)
      passes.emplace_back(&output.graph, std::vector<int>{output.node});
    if (program_.passes() != int(passes.size())) return "another number of passes";
    for (const bool in_place : {false, true})
      for (int pass = 0; pass < program_.passes() && difference_.empty(); ++pass) {
        box_.in_place = in_place;
        pass_ = pass;
        written_ = program_.written(pass);
        const auto& [graph, nodes] = passes[std::size_t(pass)];
        expected_ = by_interpreter(*graph, nodes);
        program_.run(pass, box_, settings_, *this);
      }
    box_.in_place = false;
    if (difference_.empty() && !kernels_.reductions.empty()) check_reductions();
    if (difference_.empty()) check_steps();
    return difference_;
  }
  /// How many runs there were of each kind.
  [[nodiscard]] const std::map<std::string, int>& ways() const { return ways_; }

  void begin() override {
    if (box_.in_place)
      box_.next = box_.before;
    else
      std::fill(box_.next.begin(), box_.next.end(), poison<Real>());
  }
  void end(const std::string& way, Spill spill) override {
    ++ways_[way.substr(0, way.find_first_of(" ,"))];
    if (!difference_.empty()) return;
    way_ = way;
    compare();
    if (!box_.in_place) check_spill(spill);
  }

 private:
  static Kernels compiled(const Case& of) {
    std::ifstream file(of.file);
    std::stringstream text;
    text << file.rdbuf();
    stencil::CompilerOptions options{of.order, of.decompose};
    options.sources = of.sources;
    return stencil::compile({{of.file, text.str()}}, options);
  }

  /// Calls body(number of the vertex, offset in a field, i, j, k).
  template <class Body>
  void for_vertices(const Body& body) const {
    const auto& [nx, ny, nz] = box_.grid.cells;
    std::size_t number = 0;
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) body(number++, box_.layout.offset(i, j, k), i, j, k);
  }

  /// The values of nodes at all vertices, by node.
  std::vector<std::vector<Real>> by_interpreter(const stencil::Graph& graph,
                                                const std::vector<int>& nodes) const {
    std::vector<std::vector<Real>> values(nodes.size());
    stencil::Surroundings<Real> around;
    around.uniforms = settings_.uniforms;
    for (int axis = 0; axis < 3; ++axis)
      around.spacing[std::size_t(axis)] = box_.grid.active(axis)
                                              ? settings_.spacing[std::size_t(axis)]
                                              : std::numeric_limits<Real>::infinity();
    around.time = settings_.time;
    around.time_step = settings_.time_step;
    around.substep_keep = settings_.substep_keep;
    around.substep_weight = settings_.substep_weight;
    around.function = stencil::lane_function<Real>;
    around.table = [](stencil::Op op, int number, Real x) {
      static const std::array tables{table_of_case(0), table_of_case(1), table_of_case(2)};
      return table_by_search(tables.at(std::size_t(number)), x, op == stencil::Op::slope_at);
    };
    for_vertices([&](std::size_t, std::ptrdiff_t offset, int i, int j, int k) {
      around.vertex = [this, at = std::array<int, 3>{i, j, k}](std::size_t axis, int away) {
        return settings_.first[axis] + at[axis] + (box_.grid.active(Axis(axis)) ? away : 0);
      };
      around.position = [this, &around](std::size_t axis, int away) {
        return std::fma(Real(around.vertex(axis, away)), settings_.spacing[axis],
                        settings_.origin[axis]);
      };
      around.load = [&](int f, const std::array<int, 3>& o) {
        std::ptrdiff_t at = f * box_.layout.field_stride + offset;
        for (int axis = 0; axis < 3; ++axis)
          if (box_.grid.active(axis))
            at += o[std::size_t(axis)] * box_.layout.stride[std::size_t(axis)];
        return box_.now[std::size_t(at)];
      };
      around.previous = [&](int f) {
        return box_.before[std::size_t(f * box_.layout.field_stride + offset)];
      };
      const std::vector<Real> all = stencil::interpret(graph, around);
      for (std::size_t n = 0; n < nodes.size(); ++n)
        values[n].push_back(all[std::size_t(nodes[n])]);
    });
    return values;
  }

  void compare() {
    for (std::size_t w = 0; w < written_.size(); ++w)
      for_vertices([&](std::size_t number, std::ptrdiff_t offset, int i, int j, int k) {
        if (!difference_.empty()) return;
        const Real found = box_.next[std::size_t(written_[w] * box_.layout.field_stride + offset)];
        const Real wanted = expected_[w][number];
        if (same_value(found, wanted)) return;
        report(fmt::format("field {} at vertex ({}, {}, {}) is {:a}, expected {:a}", written_[w], i,
                           j, k, double(found), double(wanted)));
      });
  }
  void check_spill(Spill spill) {
    std::vector<bool> allowed(box_.next.size(), false);
    const int width = spill == Spill::rows ? lane_width<HostPack<Real>> : 1;
    const auto& [nx, ny, nz] = box_.grid.cells;
    for (const int field : written_)
      for (int row = 0; row < ny * nz; ++row)
        for (int i = 0; i < (nx + width - 1) / width * width; ++i)
          allowed[std::size_t(field * box_.layout.field_stride +
                              box_.layout.offset(i, row % ny, row / ny))] = true;
    for (std::size_t at = 0; at < allowed.size() && difference_.empty(); ++at)
      if (!allowed[at] && !same_bits(box_.next[at], poison<Real>()))
        report(fmt::format("value {} of the memory, which is not the pass's to write, was written",
                           at));
  }
  void report(const std::string& what) {
    difference_ =
        fmt::format("pass {}{}, {}: {}", pass_, box_.in_place ? " in place" : "", way_, what);
  }

  void check_reductions() {
    std::vector<int> nodes;
    for (const stencil::Reduction& reduction : kernels_.reductions) nodes.push_back(reduction.node);
    const auto values = by_interpreter(kernels_.reduction_graph, nodes);
    std::vector<Real> first;
    program_.reduce(box_, settings_, [&](const std::string& way, const std::vector<Real>& found) {
      ++ways_["reductions"];
      if (first.empty()) first = found;
      for (std::size_t r = 0; r < nodes.size() && difference_.empty(); ++r)
        check_reduction(way, kernels_.reductions[r], values[r], found[r], first[r]);
    });
  }
  void check_reduction(const std::string& way, const stencil::Reduction& reduction,
                       const std::vector<Real>& values, Real found, Real in_first_way) {
    const std::string& kind = reduction.operation;
    const auto count = (long double)(values.size());
    long double sum = 0, magnitude = 0;
    Real least = values[0], most = values[0];
    bool finite = true, number = true;
    for (const Real value : values) {
      const long double term = kind == "rms" ? (long double)(value * value) : value;
      sum += term;
      magnitude += std::abs(term);
      least = std::min(least, value);
      most = std::max(most, value);
      finite = finite && std::isfinite(Real(term));
      number = number && !std::isnan(value);
    }
    const bool extremum = kind == "min" || kind == "max";
    long double expected = kind == "min" ? least : kind == "max" ? most : sum;
    // Sums round once, but for those of values beyond all bounds of reproducible sums.
    const bool ordinary = magnitude < 1e288L;
    long double bound = extremum ? 0 : count * 0x1p-62L * magnitude;
    if (!ordinary) bound = std::max(bound, 8 * 0x1p-52L * magnitude * std::sqrt(count));
    if (!extremum) bound += 4 * std::numeric_limits<Real>::epsilon() * std::abs(expected);
    if (kind == "mean" || kind == "rms") expected /= count, bound /= count;
    if (kind == "rms")
      expected = std::sqrt(expected), bound = expected > 0 ? bound / expected : bound;
    const bool comparable = extremum ? number : finite && std::isfinite(Real(sum));
    const bool fine = !number       ? std::isnan(found)
                      : !comparable ? !std::isfinite(found)
                                    : expected == found || std::abs(found - expected) <= bound;
    const bool same = !ordinary || !number || found == in_first_way ||
                      (std::isnan(found) && std::isnan(in_first_way));
    if (!fine || !same)
      difference_ = fmt::format("reduction {} ({}), {}: is {:a}, expected {:a}", reduction.name,
                                kind, way, double(found), double(expected));
  }

  /// The first way is the simplest.
  void check_steps() {
    std::vector<std::vector<Real>> expected;
    program_.take_steps(steps_case<Real>(kernels_, case_.cells, case_.seed),
                        [&](const std::string& way, const std::vector<std::vector<Real>>& found) {
                          ++ways_["steps"];
                          if (expected.empty()) expected = found;
                          for (std::size_t f = 0; f < found.size() && difference_.empty(); ++f)
                            for (std::size_t i = 0; i < found[f].size() && difference_.empty(); ++i)
                              if (!same_value(found[f][i], expected[f][i]))
                                difference_ = fmt::format(
                                    "{}: field or output {} at vertex {} is {:a}, expected {:a}",
                                    way, f, i, double(found[f][i]), double(expected[f][i]));
                        });
  }

  const Case& case_;
  const CompiledProgram<Real>& program_;
  Kernels kernels_;
  BoxOfFields<Real> box_{};
  Settings<Real> settings_;
  std::vector<std::vector<Real>> expected_;
  std::vector<int> written_;
  int pass_ = 0;
  std::map<std::string, int> ways_;
  std::string way_;
  std::string difference_;
};

class Shelf : public ProgramShelf {
 public:
  void add(const std::string& name, std::unique_ptr<CompiledProgram<double>> program) override {
    in_double[name] = std::move(program);
  }
  void add(const std::string& name, std::unique_ptr<CompiledProgram<float>> program) override {
    in_single[name] = std::move(program);
  }
  void load(const std::string& unit) {
    void* handle = dlopen(unit.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) throw std::runtime_error(dlerror());
    const auto fill = reinterpret_cast<FillShelf>(dlsym(handle, fill_shelf_symbol));
    if (fill == nullptr) throw std::runtime_error(unit + " is no unit of programs");
    fill(*this);
  }
  std::map<std::string, std::unique_ptr<CompiledProgram<double>>> in_double;
  std::map<std::string, std::unique_ptr<CompiledProgram<float>>> in_single;
};

/// Prints the outcome; whether all is well.
template <class Real>
bool run_case(const Case& of, const CompiledProgram<Real>& program) {
  std::string difference;
  std::string ways;
  try {
    CaseRun<Real> run(of, program);
    difference = run.run();
    for (const auto& [name, number] : run.ways()) ways += fmt::format("{}={} ", name, number);
  } catch (const std::exception& error) {
    difference = std::string("an exception: ") + error.what();
  }
  std::cout << of.name << '\t' << (difference.empty() ? "same" : "DIFFERENT") << '\t' << ways
            << '\t' << difference << std::endl;
  return difference.empty();
}

}  // namespace

int run_programs(const std::string& list) {
  Shelf shelf;
  std::ifstream lines(list);
  std::string line;
  bool fine = bool(lines);
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "unit") {
      std::string unit;
      words >> unit;
      shelf.load(unit);
      continue;
    }
    Case of;
    std::string sources;
    words >> of.name >> of.file >> of.order >> of.decompose >> of.precision >> of.cells[0] >>
        of.cells[1] >> of.cells[2] >> of.seed >> sources;
    std::istringstream names(sources == "-" ? "" : sources);
    for (std::string name; std::getline(names, name, ',');) of.sources.push_back(name);
    if (kind != "program" || !words) throw std::runtime_error("cannot read: " + line);
    const bool same = of.precision == "double" ? run_case(of, *shelf.in_double.at(of.name))
                                               : run_case(of, *shelf.in_single.at(of.name));
    fine = fine && same;
  }
  return fine ? 0 : 1;
}

}  // namespace solenoid::differential
