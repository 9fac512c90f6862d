#pragma once
/// \file
/// The processes that have a simulation together: all of them make the same calls in the same
/// order, process 0 does what they ask for, the others what that one orders meanwhile, and all get
/// what came of it.

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/deck/outside_functions.hpp"
#include "src/library/include/solenoid/error.hpp"
#include "src/parallel/part_orders.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// What a process tells others, in the order in which it is put in and taken out.
class Parcel {
 public:
  Parcel() = default;
  explicit Parcel(std::string bytes) : bytes_(std::move(bytes)) {}
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

  template <class Value>
  requires std::is_trivially_copyable_v<Value>
  void put(const Value& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(text.size());
    bytes_ += text;
  }
  void put(const std::vector<double>& values) {
    put(values.size());
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  }
  void put(const std::vector<std::pair<std::string, double>>& values) {
    put(values.size());
    for (const auto& value : values) put(value);
  }
  void put(const std::pair<std::string, double>& named) {
    put(named.first);
    put(named.second);
  }

  template <class Value>
  requires std::is_trivially_copyable_v<Value>
  void take(Value& value) {
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
  }
  void take(std::string& text) {
    std::size_t size = 0;
    take(size);
    text = bytes_.substr(at_, size);
    at_ += size;
  }
  void take(std::vector<double>& values) {
    std::size_t size = 0;
    take(size);
    values.resize(size);
    std::memcpy(values.data(), bytes_.data() + at_, size * sizeof(double));
    at_ += size * sizeof(double);
  }
  void take(std::vector<std::pair<std::string, double>>& values) {
    std::size_t size = 0;
    take(size);
    values.resize(size);
    for (auto& value : values) take(value);
  }
  void take(std::pair<std::string, double>& named) {
    take(named.first);
    take(named.second);
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

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
