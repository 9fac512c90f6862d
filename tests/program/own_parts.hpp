#pragma once
// What tests of own parts (own_parts.cpp, own_substeps.cpp) compare with the simulation of one
// process, and how they are started: PROGRAM DECK LAYOUT OVERRIDE ...

#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <solenoid/simulation.hpp>
#include <string>
#include <vector>

using solenoid::FieldBox;
using solenoid::FieldInfo;
using solenoid::Simulation;

inline int rank_of_this = 0, count_of_all = 1;

inline std::size_t values_of(const FieldBox& box) {
  return std::size_t(box.count[0]) * std::size_t(box.count[1]) * std::size_t(box.count[2]);
}

/// Calls with the place in `box`, and that in the whole field.
inline void for_each(const FieldBox& box, const FieldInfo& whole,
                     const std::function<void(std::size_t, std::size_t)>& use) {
  std::size_t n = 0;
  for (int k = box.begin[2]; k < box.begin[2] + box.count[2]; ++k)
    for (int j = box.begin[1]; j < box.begin[1] + box.count[1]; ++j)
      for (int i = box.begin[0]; i < box.begin[0] + box.count[0]; ++i)
        use(n++,
            std::size_t(i) + std::size_t(whole.shape[0]) *
                                 (std::size_t(j) + std::size_t(whole.shape[1]) * std::size_t(k)));
}

template <class Value>
void compare(const FieldInfo& field, const FieldBox& box, const std::vector<Value>& own,
             const std::vector<Value>& whole, const char* when) {
  std::size_t different = 0;
  for_each(box, field, [&](std::size_t n, std::size_t place) {
    if (std::memcmp(&own[n], &whole[place], sizeof(Value)) != 0) ++different;
  });
  if (different > 0)
    std::printf("process %d: %zu of %zu values of %s differ %s\n", rank_of_this, different,
                own.size(), field.name.c_str(), when);
}

/// The same box as one of a single process, and one of a size that not all of them have.
inline FieldBox of_one(FieldBox box) {
  box.own = false;
  return box;
}
inline FieldBox uneven(FieldBox box) {
  box.begin[0] += rank_of_this % 2;
  box.count[0] = rank_of_this == 1 ? 0 : box.count[0] - 1;
  return box;
}

inline void expect_error(const char* what, const std::function<void()>& work) {
  try {
    work();
    std::printf("process %d: %s is taken\n", rank_of_this, what);
  } catch (const solenoid::Error& error) {
    std::printf("error %d of kind %d: %s\n", rank_of_this, int(error.kind()), error.what());
  }
}

/// Calls with a simulation of all processes and the same of this one alone.
inline int run_test(int count, char** words,
                    const std::function<void(Simulation& together, Simulation& alone)>& test) {
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_of_this);
  // What launchers gather of several processes can mix in the middle of a line.
  if (std::freopen(("said-" + std::to_string(rank_of_this)).c_str(), "w", stdout) == nullptr)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_size(MPI_COMM_WORLD, &count_of_all);
  try {
    solenoid::SimulationOptions options;  // on a GPU where there is one
    options.overrides.assign(words + 3, words + count);
    Simulation alone(words[1], options);
    options.processes = solenoid::Together::communicator;
    options.communicator = MPI_Comm_c2f(MPI_COMM_WORLD);
    options.layout = words[2];
    Simulation together(words[1], options);
    test(together, alone);
    if (alone.history() != together.history() || alone.time() != together.time())
      std::printf("process %d: the histories differ\n", rank_of_this);
  } catch (const solenoid::Error& error) {
    std::fprintf(stderr, "process %d: %s\n", rank_of_this, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return MPI_Finalize();
}
