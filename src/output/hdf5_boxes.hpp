#pragma once
/// \file
/// Boxes of datasets of several dimensions, as compact arrays in memory.

#include <cstddef>
#include <string>
#include <vector>

#include "src/output/hdf5.hpp"

namespace solenoid::hdf5 {

/// A box of a dataset, by its dimensions, the slowest first.
struct BoxOfDataset {
  std::vector<hsize_t> begin, count;
};

/// The data space of a dataset, of which the box is selected.
Handle select_box(hid_t dataset, const BoxOfDataset& box);
/// That of so many values in memory.
Handle space_of_values(std::size_t values);
/// Reads the values of a box, be they single or double. Throws Failure.
std::vector<double> read_box(hid_t dataset, const std::string& name, const BoxOfDataset& box);

}  // namespace solenoid::hdf5
