#pragma once
/// \file
/// The processes that have a simulation together: all of them make the same calls in the same
/// order, process 0 does what they ask for, the others what that one orders meanwhile, and all get
/// what came of it.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "src/deck/outside_functions.hpp"
#include "src/library/include/solenoid/error.hpp"
#include "src/parallel/parcel.hpp"
#include "src/parallel/part_orders.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// What Crew::together() throws.
class ErrorInAll : public Error, public KnownToAll {
 public:
  using Error::Error;
};

class Crew {
 public:
  explicit Crew(std::unique_ptr<Processes> processes) : processes_(std::move(processes)) {}

  [[nodiscard]] bool leads() const { return processes_->rank() == 0; }
  [[nodiscard]] Processes& processes() const { return *processes_; }

  /// Tells the others a parcel; gives them what process 0 tells.
  void tell(const Parcel& parcel) const;
  [[nodiscard]] Parcel hear() const;
  /// Gives all of them the bytes that process 0 has, however many.
  void share(void* bytes, std::size_t count) const;
  /// Whether all of them have come with the same text.
  [[nodiscard]] bool have_same(const std::string& text) const;
  /// The text with which process 0 has come.
  [[nodiscard]] std::string text_of_first(const std::string& text) const;
  /// Does what each of them has to do. Where some cannot, throws in all what the first of these
  /// throws, with its number.
  void together(const std::function<void()>& work) const;

 private:
  std::unique_ptr<Processes> processes_;
};

/// By what functions of the caller's and expressions of steps agree.
class CrewAgreement final : public StepAgreement {
 public:
  explicit CrewAgreement(std::shared_ptr<Crew> crew) : crew_(std::move(crew)) {}
  void in_all(const std::function<void()>& work) override;
  /// Throws in all of them what one has postponed.
  void look();

 private:
  std::shared_ptr<Crew> crew_;
};

}  // namespace solenoid
