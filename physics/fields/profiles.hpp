#pragma once
/// \file
/// Profiles of fields along an axis, made on the device and the same bits for any number of
/// threads, processes and devices (numerics/device/binned_sums.hpp).

#include <string>
#include <vector>

#include "numerics/named.hpp"
#include "physics/fields/defined_fields.hpp"

namespace solenoid {

/// What a profile tells of the cells of a plane.
enum class PlaneStatistic { mean, rms, minimum, maximum };

template <>
struct Names<PlaneStatistic> {
  static constexpr Named<PlaneStatistic> rows[] = {{PlaneStatistic::mean, "mean"},
                                                   {PlaneStatistic::rms, "rms"},
                                                   {PlaneStatistic::minimum, "min"},
                                                   {PlaneStatistic::maximum, "max"}};
};

/// Fields on planes normal to an axis. Of the cells i of a plane, with weights w, the mean of f is
/// sum(w f) / sum(w) and its rms sqrt(sum(w f^2) / sum(w)); extremes have no weights. Where a value
/// is NaN they are.
struct ProfileRequest {
  Axis axis = axis_x;
  std::vector<std::string> fields;
  std::string weight;  ///< a field; none: 1
  std::vector<PlaneStatistic> statistics{PlaneStatistic::mean};
};
/// One statistic of one field, plane by plane.
struct ProfileColumn {
  std::string field;
  PlaneStatistic statistic = PlaneStatistic::mean;
  std::vector<double> values;
};
/// For each field all statistics, in the order of the request, of the solver's present state.
[[nodiscard]] std::vector<ProfileColumn> profile_of(Solver& solver, const DefinedFields& fields,
                                                    const ProfileRequest& request, double time);

}  // namespace solenoid
