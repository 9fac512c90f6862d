#include "src/parallel/part_measurements.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "src/parallel/parcel.hpp"

namespace solenoid {

namespace {

/// Puts what it is called with into a parcel, or takes it out: what a measurement is made of is
/// told once, for both.
class Putting {
 public:
  template <class Value>
  void operator()(const Value& value) {
    parcel.put(value);
  }
  Parcel parcel;
};
class Taking {
 public:
  template <class Value>
  void operator()(Value& value) {
    parcel.take(value);
  }
  Parcel parcel;
};

void carry(Putting& to, std::shared_ptr<const CubicTable>& table) {
  to(table->count());
  to(table->is_integral());
  for (std::size_t n = 0; n < 2 * std::size_t(table->count()); ++n) to(table->numbers()[n]);
}
void carry(Taking& from, std::shared_ptr<const CubicTable>& table) {
  int count = 0;
  bool is_integral = false;
  from(count);
  from(is_integral);
  std::vector<double> places{}, values{};
  for (std::vector<double>* const numbers : {&places, &values}) {
    numbers->resize(std::size_t(count));
    for (double& number : *numbers) from(number);
  }
  table = std::make_shared<CubicTable>(
      std::move(places), values,
      is_integral ? CubicTable::Kind::integral : CubicTable::Kind::value);
}

template <class Parcel, class Value>
void carry_all(Parcel& parcel, std::vector<Value>& values) {
  std::size_t count = values.size();
  parcel(count);
  values.resize(count);
  for (Value& value : values) carry(parcel, value);
}

template <class Parcel>
void carry(Parcel& parcel, Formula& formula) {
  parcel(formula.steps);
  parcel(formula.value);
  parcel(formula.places);
  parcel(formula.fields);
  parcel(formula.numbers);
  carry_all(parcel, formula.tables);
}

template <class Parcel>
void carry(Parcel& parcel, DefinedField& field) {
  parcel(field.name);
  carry(parcel, field.formula);
}

template <class Parcel>
void carry(Parcel& parcel, DefinedFields& fields) {
  std::vector<DefinedField> defined = fields.defined();
  carry_all(parcel, defined);
  fields = DefinedFields(std::move(defined));
}

template <class Parcel>
void carry(Parcel& parcel, DistributionRequest& request) {
  parcel(request.fields);
  parcel(request.scales);
  parcel(request.weight);
}

template <class Parcel>
void carry(Parcel& parcel, ProfileRequest& request) {
  parcel(request.axis);
  parcel(request.fields);
  parcel(request.weight);
  parcel(request.statistics);
}

template <class Parcel>
void carry(Parcel& parcel, SpectrumRequest& request) {
  parcel(request.fields);
  parcel(request.precision);
}

template <class Parcel>
void carry(Parcel& parcel, FieldReduction& reduction) {
  parcel(reduction.kind);
  carry(parcel, reduction.formula);
}
template <class Parcel>
void carry(Parcel& parcel, std::vector<FieldReduction>& reductions) {
  carry_all(parcel, reductions);
}

/// Makes the request one of the kind with this number.
template <std::size_t kind = 0>
void make_kind(decltype(FieldMeasurement::request)& request, std::size_t wanted) {
  if constexpr (kind < std::variant_size_v<decltype(FieldMeasurement::request)>) {
    if (kind == wanted)
      request.emplace<kind>();
    else
      make_kind<kind + 1>(request, wanted);
  }
}

template <class Parcel>
void carry(Parcel& parcel, FieldMeasurement& measurement) {
  carry(parcel, measurement.fields);
  parcel(measurement.time);
  std::size_t kind = measurement.request.index();
  parcel(kind);
  if (kind != measurement.request.index()) make_kind(measurement.request, kind);
  std::visit([&](auto& request) { carry(parcel, request); }, measurement.request);
}

template <class Parcel>
void carry(Parcel& parcel, VolumeRequest& request) {
  carry(parcel, request.fields);
  parcel(request.name);
  parcel(request.time);
  parcel(request.positive);
}

template <class Parcel>
void carry(Parcel& parcel, VolumeImage& image) {
  ColourScale& scale = image.scale;
  for (double* const end : {&scale.lower, &scale.upper}) parcel(*end);
  parcel(scale.logarithmic);
  parcel(scale.colours);
  for (std::uint32_t* const colour : {&scale.not_finite, &scale.not_positive}) parcel(*colour);
  parcel(image.look.opacity);
  parcel(image.look.surfaces);
  parcel(image.look.surface_opacity);
  parcel(image.frame);
}

template <class Value>
std::string all_bytes_of(Value value) {
  Putting putting;
  carry(putting, value);
  return putting.parcel.bytes();
}

template <class Value>
Value value_of(const std::string& bytes) {
  Taking taking{Parcel(bytes)};
  Value value;
  carry(taking, value);
  return value;
}

}  // namespace

std::string bytes_of(const FieldMeasurement& measurement) { return all_bytes_of(measurement); }
FieldMeasurement measurement_of(const std::string& bytes) {
  return value_of<FieldMeasurement>(bytes);
}

std::string bytes_of(const DefinedFields& fields) { return all_bytes_of(fields); }
DefinedFields defined_fields_of(const std::string& bytes) { return value_of<DefinedFields>(bytes); }

std::string bytes_of(const VolumeRequest& request) { return all_bytes_of(request); }
VolumeRequest volume_request_of(const std::string& bytes) { return value_of<VolumeRequest>(bytes); }

std::string bytes_of(const VolumeImage& image) { return all_bytes_of(image); }
VolumeImage volume_image_of(const std::string& bytes) { return value_of<VolumeImage>(bytes); }

}  // namespace solenoid
