#pragma once
/// \file
/// Values on their way to other processes.

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

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
  template <class Value>
  void put(const std::vector<Value>& values) {
    put(values.size());
    for (const Value& value : values) put(value);
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
  template <class Value>
  void take(std::vector<Value>& values) {
    std::size_t size = 0;
    take(size);
    values.resize(size);
    for (Value& value : values) take(value);
  }
  void take(std::pair<std::string, double>& named) {
    take(named.first);
    take(named.second);
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace solenoid
