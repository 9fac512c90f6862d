#include "src/output/hdf5_boxes.hpp"

#include <functional>
#include <numeric>

namespace solenoid::hdf5 {

Handle select_box(hid_t dataset, const BoxOfDataset& box) {
  Handle space(H5Dget_space(dataset), H5Sclose, "ask for the shape of a dataset");
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, box.begin.data(), nullptr, box.count.data(),
                            nullptr),
        "select a box of a dataset");
  return space;
}

Handle space_of_values(std::size_t values) {
  const hsize_t count = values;
  return {H5Screate_simple(1, &count, nullptr), H5Sclose, "create a data space"};
}

std::vector<double> read_box(hid_t dataset, const std::string& name, const BoxOfDataset& box) {
  std::vector<double> values(
      std::accumulate(box.count.begin(), box.count.end(), std::size_t(1), std::multiplies<>()));
  const Handle selection = select_box(dataset, box);
  check(H5Dread(dataset, memory_type<double>(), space_of_values(values.size()), selection,
                H5P_DEFAULT, values.data()),
        "read " + name);
  return values;
}

}  // namespace solenoid::hdf5
