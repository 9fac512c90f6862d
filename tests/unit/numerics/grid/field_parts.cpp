#include "numerics/grid/field_parts.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "numerics/device/spaces.hpp"
#include "numerics/grid/grid.hpp"

namespace solenoid {
namespace {

/// Layouts and boxes of one to three dimensions, with and without ghosts.
template <class Try>
void on_boxes(const Try& attempt) {
  for (const Grid& grid : {Grid{{7, 1, 1}}, Grid{{5, 6, 1}}, Grid{{9, 4, 5}}, Grid{{1, 1, 1}}})
    for (const int ghosts : {0, 2, 3}) {
      const Layout layout = make_layout(grid, ghosts, sizeof(double), 8);
      Box whole{{0, 0, 0}, grid.cells};
      attempt(layout, whole);
      Box part = whole, on_faces = whole;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (grid.cells[axis] == 1) continue;
        part.begin[axis] = 1;
        part.count[axis] = grid.cells[axis] - 2;
        on_faces.count[axis] += ghosts > 0 ? 1 : 0;
      }
      attempt(layout, part);
      attempt(layout, on_faces);
    }
}

TEST(FieldParts, ABoxStandsInAFieldWhereTheLayoutSays) {
  on_boxes([](const Layout& layout, const Box& box) {
    std::map<int, int> numbers;
    for (std::size_t n = 0; n < box.values(); ++n) {
      const auto [i, j, k] = box.at(n);
      numbers[layout.offset(i, j, k)] = int(n);
    }
    ASSERT_EQ(numbers.size(), box.values());
    const BoxInField in_field = box_in_field(layout, box);
    for (int place = 0; place < layout.field_stride; ++place) {
      const auto here = numbers.find(place);
      ASSERT_EQ(in_field.number_at(place), here == numbers.end() ? -1 : here->second) << place;
    }
  });
}

template <class Space>
void expect_all_set() {
  using Memory = typename Space::memory_space;
  on_boxes([](const Layout& layout, const Box& box) {
    const Kokkos::View<double*, Memory> field("field", std::size_t(layout.field_stride));
    const Kokkos::View<float*, Memory> values("values", box.values());
    const auto given = Kokkos::create_mirror_view(values);
    for (std::size_t n = 0; n < box.values(); ++n) given(n) = float(n) + 0.5F;
    Kokkos::deep_copy(values, given);
    scatter_first_part(Space(), field.data(), layout, box,
                       static_cast<const float*>(values.data()));
    Space().fence();
    const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), field);
    const BoxInField in_field = box_in_field(layout, box);
    for (int place = 0; place < layout.field_stride; ++place) {
      const int number = in_field.number_at(place);
      ASSERT_EQ(found(std::size_t(place)), number < 0 ? 0.5 : number + 0.5) << place;
    }
  });
}

TEST(FieldParts, TheFirstBoxSetsAllOfAFieldsMemory) {
  expect_all_set<HostSpace>();
#if SOLENOID_HAS_DEVICE
  if (Kokkos::num_devices() > 0) expect_all_set<DeviceSpace>();
#endif
}

}  // namespace
}  // namespace solenoid
