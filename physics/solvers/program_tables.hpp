#pragma once
/// \file
/// The tables of a stencil program on a device.

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "numerics/device/piece_tables.hpp"

namespace solenoid {

/// Of a program without any.
template <class Program, class Real, class MemorySpace>
class ProgramTables {
 public:
  explicit ProgramTables(const std::map<std::string, TablePieces>&) {}
  [[nodiscard]] const PieceTable<Real>* tables() const { return nullptr; }
};

template <class Program, class Real, class MemorySpace>
requires(!Program::tables.empty()) class ProgramTables<Program, Real, MemorySpace> {
 public:
  /// Those of the program, by name. Throws std::invalid_argument for one that is not there, and for
  /// what makes none.
  explicit ProgramTables(const std::map<std::string, TablePieces>& given) {
    for (const char* name : Program::tables) {
      const auto found = given.find(name);
      if (found == given.end())
        throw std::invalid_argument(std::string("the stencil program needs the table ") + name);
      memory_.emplace_back(found->second);
      tables_.push_back(memory_.back().table());
    }
  }
  /// In the order of the program.
  [[nodiscard]] const PieceTable<Real>* tables() const { return tables_.data(); }

 private:
  std::vector<PieceTableMemory<Real, MemorySpace>> memory_;
  std::vector<PieceTable<Real>> tables_;
};

}  // namespace solenoid
