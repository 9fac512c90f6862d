#include "src/output/athdf_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace solenoid {
namespace {

/// Field and variable names of the datasets that Athena++ has, in its order.
struct AthenaGroup {
  const char* dataset;
  std::vector<std::pair<std::string, std::string>> names;
};

const std::array<AthenaGroup, 2>& athena_groups() {
  static const std::array<AthenaGroup, 2> groups{AthenaGroup{"prim",
                                                             {{"density", "rho"},
                                                              {"pressure", "press"},
                                                              {"velocity_x", "vel1"},
                                                              {"velocity_y", "vel2"},
                                                              {"velocity_z", "vel3"}}},
                                                 AthenaGroup{"B",
                                                             {{"magnetic_field_x", "Bcc1"},
                                                              {"magnetic_field_y", "Bcc2"},
                                                              {"magnetic_field_z", "Bcc3"}}}};
  return groups;
}

void require_consistent(const std::vector<std::string>& fields) {
  if (fields.empty()) throw std::invalid_argument("a snapshot without fields");
  std::set<std::string> names;
  for (const std::string& field : fields) {
    if (!names.insert(athdf_name(field)).second) {
      throw std::invalid_argument(fmt::format("two fields are called {}", field));
    }
  }
}

}  // namespace

std::size_t bytes_per_value(Precision precision) {
  if (precision == Precision::single_precision) return sizeof(float);
  return precision == Precision::double_precision ? sizeof(double) : sizeof(long double);
}

std::string athdf_name(const std::string& field) {
  for (const AthenaGroup& group : athena_groups()) {
    for (const auto& [ours, theirs] : group.names) {
      if (ours == field) return theirs;
    }
  }
  return field;
}

std::string field_name(const std::string& athdf) {
  for (const AthenaGroup& group : athena_groups()) {
    for (const auto& [ours, theirs] : group.names) {
      if (theirs == athdf) return ours;
    }
  }
  return athdf;
}

std::string our_name(const std::string& name) {
  // Beside those of .athdf files: of AthenaK's files, of conserved ones of Athena++, of Idefix and
  // PLUTO, and the letters of papers.
  static const std::map<std::string, std::string> others = {{"dens", "density"},
                                                            {"RHO", "density"},
                                                            {"PRS", "pressure"},
                                                            {"prs", "pressure"},
                                                            {"velx", "velocity_x"},
                                                            {"vely", "velocity_y"},
                                                            {"velz", "velocity_z"},
                                                            {"VX1", "velocity_x"},
                                                            {"VX2", "velocity_y"},
                                                            {"VX3", "velocity_z"},
                                                            {"mom1", "momentum_x"},
                                                            {"mom2", "momentum_y"},
                                                            {"mom3", "momentum_z"},
                                                            {"Etot", "total_energy"},
                                                            {"ener", "total_energy"},
                                                            {"eint", "internal_energy"},
                                                            {"bcc1", "magnetic_field_x"},
                                                            {"bcc2", "magnetic_field_y"},
                                                            {"bcc3", "magnetic_field_z"},
                                                            {"BX1", "magnetic_field_x"},
                                                            {"BX2", "magnetic_field_y"},
                                                            {"BX3", "magnetic_field_z"},
                                                            {"jz", "current_density_z"},
                                                            {"vel", "velocity"},
                                                            {"v", "velocity"},
                                                            {"mom", "momentum"},
                                                            {"B", "magnetic_field"},
                                                            {"Bcc", "magnetic_field"},
                                                            {"bcc", "magnetic_field"},
                                                            {"J", "current_density"}};
  const auto found = others.find(name);
  return found != others.end() ? found->second : field_name(name);
}

AthdfLayout layout_of(const Snapshot& snapshot) {
  std::vector<std::string> names;
  for (const NamedField& field : snapshot.fields) {
    names.push_back(field.name);
    if (field.values.size() != snapshot.grid.cell_count()) {
      throw std::invalid_argument(fmt::format("the field {} has {} values on a grid of {} cells",
                                              field.name, field.values.size(),
                                              snapshot.grid.cell_count()));
    }
  }
  return layout_of(snapshot, names);
}

AthdfLayout layout_of(const Snapshot& head, const std::vector<std::string>& fields) {
  require_consistent(fields);
  AthdfLayout layout{
      head.grid, head.whole.value_or(head.grid), head.time, head.step, head.precision, {}};
  std::vector<std::string> left;
  for (const std::string& field : fields) left.push_back(athdf_name(field));
  for (const AthenaGroup& group : athena_groups()) {
    std::vector<std::string> variables;
    for (const auto& [ours, theirs] : group.names) variables.push_back(theirs);
    const bool complete = std::all_of(variables.begin(), variables.end(), [&](const auto& name) {
      return std::find(left.begin(), left.end(), name) != left.end();
    });
    if (!complete) continue;
    for (const std::string& name : variables) left.erase(std::find(left.begin(), left.end(), name));
    layout.datasets.push_back({group.dataset, std::move(variables)});
  }
  if (!left.empty()) layout.datasets.push_back({"derived", std::move(left)});
  return layout;
}

}  // namespace solenoid
