#pragma once
/// \file
/// Types of the stencil language.

#include <string>

namespace solenoid::stencil {

enum class Base { nothing, scalar, vector, matrix, integer, int3, condition };

/// A value, or a field of values that is read (`in`) or written (`out`).
enum class Access { value, in, out };

struct Type {
  Base base = Base::nothing;
  Access access = Access::value;
  bool array = false;

  friend bool operator==(const Type&, const Type&) = default;
};

inline constexpr Type no_type{};
inline constexpr Type scalar_type{Base::scalar};
inline constexpr Type vector_type{Base::vector};
inline constexpr Type matrix_type{Base::matrix};
inline constexpr Type integer_type{Base::integer};
inline constexpr Type int3_type{Base::int3};
inline constexpr Type condition_type{Base::condition};
inline constexpr Type scalar_field{Base::scalar, Access::in};
inline constexpr Type vector_field{Base::vector, Access::in};
/// Of expressions only: no field is declared as one.
inline constexpr Type matrix_field{Base::matrix, Access::in};
inline constexpr Type scalar_output{Base::scalar, Access::out};
inline constexpr Type vector_output{Base::vector, Access::out};

/// How many numbers a value of this kind has.
constexpr int components(Base base) {
  switch (base) {
    case Base::nothing:
      return 0;
    case Base::vector:
    case Base::int3:
      return 3;
    case Base::matrix:
      return 9;
    default:
      return 1;
  }
}

/// Whether the type is made of integers.
constexpr bool integral(Base base) { return base == Base::integer || base == Base::int3; }

/// As a user writes it: "Scalar", "in Vector", "int[]".
inline std::string to_text(const Type& type) {
  static const char* const names[] = {"void", "Scalar", "Vector",     "Matrix",
                                      "int",  "int3",   "a condition"};
  std::string text = names[int(type.base)];
  if (type.access == Access::in) text = "in " + text;
  if (type.access == Access::out) text = "out " + text;
  return type.array ? text + "[]" : text;
}

/// As a sentence calls it: "a Scalar", "a Scalar field", "an array of ints".
inline std::string in_words(const Type& type) {
  if (type.base == Base::nothing) return "nothing";
  const std::string name = to_text({type.base});
  if (type.array) return "an array of " + name + "s";
  if (type.base == Base::condition) return name;
  const std::string kind = type.access == Access::in    ? " field"
                           : type.access == Access::out ? " output"
                                                        : "";
  return (integral(type.base) ? "an " : "a ") + name + kind;
}

}  // namespace solenoid::stencil
