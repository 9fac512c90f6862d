#include "numerics/device/host_blocks.hpp"

namespace solenoid {

template <class Space>
void run_blocks(const Space& space, const char* label, int count,
                void (*block)(const void* kernel, int n), const void* kernel) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
  Kokkos::parallel_for(label, Policy(space, 0, count).set_chunk_size(1),
                       [=](const int n) { block(kernel, n); });
  space.fence();
}

template void run_blocks(const HostSpace&, const char*, int, void (*)(const void*, int),
                         const void*);
#if defined(KOKKOS_ENABLE_SERIAL) && \
    (defined(KOKKOS_ENABLE_OPENMP) || defined(KOKKOS_ENABLE_THREADS))
template void run_blocks(const SequentialSpace&, const char*, int, void (*)(const void*, int),
                         const void*);
#endif

}  // namespace solenoid
