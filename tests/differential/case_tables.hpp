#pragma once
/// \file
/// The tables of generated programs: the same ones for all programs, by their numbers.

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>

#include "physics/solvers/program_tables.hpp"

namespace solenoid::differential {

/// Of positive numbers or of both signs, with one piece or many, bounded by a few times what it is
/// asked at: polynomials inside, straight lines at both ends.
inline TablePieces table_of_case(int number) {
  std::mt19937 random{unsigned(number) + 1};
  const auto any = [&](double lowest, double highest) {
    return lowest + (highest - lowest) * double(random() % 4096) / 4096;
  };
  const int pieces = number % 3 == 2 ? 1 : number % 2 == 0 ? 40 : 3;
  TablePieces table;
  double start = number % 2 == 0 ? 0.01 : -3;
  for (int n = 0; n < pieces; ++n) {
    table.starts.push_back(start);
    const bool inside = n > 0 && n + 1 < pieces;
    const double bend = inside ? 1 : 0;
    table.coefficients.push_back(
        {any(-1, 1), any(-1, 1), bend * any(-1, 1), bend * any(-1, 1), bend * any(-1, 1)});
    start += any(0.05, 1) * std::max(0.05, std::min(std::abs(start), 1.0));
  }
  return table;
}

/// Those of a program, by name.
template <class Program>
std::map<std::string, TablePieces> tables_by_name() {
  std::map<std::string, TablePieces> all;
  for (std::size_t n = 0; n < Program::tables.size(); ++n)
    all[Program::tables[n]] = table_of_case(int(n));
  return all;
}

/// The same in memory of a device; never freed, since Kokkos ends before static objects.
template <class Program, class Real, class MemorySpace>
const PieceTable<Real>* tables_of_case() {
  static const auto& tables =
      *new ProgramTables<Program, Real, MemorySpace>(tables_by_name<Program>());
  return tables.tables();
}

}  // namespace solenoid::differential
