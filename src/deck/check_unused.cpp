/// \file
/// Keys that others leave without a use. Their defaults are in resolved decks, too, so that only
/// values other than those are refused.

#include <fmt/format.h>

#include "physics/equations/forcing/ornstein_uhlenbeck.hpp"
#include "physics/solvers/splitting.hpp"
#include "src/deck/choices.hpp"
#include "src/deck/contents.hpp"

namespace solenoid {

namespace {

/// One number, or those of a list.
Setting::Numbers numbers_of(const WrittenValue& written) {
  const auto* list = written.as<WrittenValue::List>();
  if (list == nullptr) return {read_number(written, {}, {})};
  Setting::Numbers numbers;
  for (const WrittenValue& item : *list) numbers.push_back(read_number(item, {}, {}));
  return numbers;
}

class UnusedKeysChecker {
 public:
  UnusedKeysChecker(const DeckContents& contents, Problems& problems)
      : contents_(contents), problems_(problems) {}

  void check() {
    check_sweep_order();
    check_damping_length();
    check_term_stages();
    check_exponent();
    for (int i = 0; i < contents_.output_count; ++i) check_look(fmt::format("output.{}", i));
  }

 private:
  void report(const std::string& section, const std::string& key, const std::string& message) {
    problems_.add(contents_.origin(section, key),
                  fmt::format("'{}' in {}{}", key, section_title(section), message));
  }

  /// Whether the deck gives a key of numbers, which its scheme and equations have, another value
  /// than the default.
  [[nodiscard]] bool changes(const std::string& section, const std::string& key) const {
    const Setting* setting = contents_.find_setting(section, key);
    if (setting == nullptr || !setting->given || !setting->applies) return false;
    Setting::Numbers value;
    if (const auto* number = std::get_if<double>(&setting->value)) value = {*number};
    if (const auto* whole = std::get_if<long>(&setting->value)) value = {double(*whole)};
    if (const auto* list = std::get_if<Setting::Numbers>(&setting->value)) value = *list;
    const std::string_view usual = find_key(section, key)->default_value;
    return value != numbers_of(read_value(std::string(usual), {}));
  }

  /// What a key chooses; none where the deck is wrong.
  template <class Choice>
  [[nodiscard]] std::optional<Choice> chosen(const std::string& section,
                                             const std::string& key) const {
    const auto* name = contents_.find<std::string>(section, key);
    return name == nullptr ? std::nullopt : choice_named<Choice>(*name);
  }

  void check_sweep_order() {
    const Setting* setting = contents_.find_setting("solver", "sweep_order");
    const auto order = chosen<SweepOrder>("solver", "sweep_order");
    if (!order || !setting->applies || *order == SweepOrder::xyz) return;
    if (chosen<Splitting>("solver", "splitting") != Splitting::symmetric) return;
    report("solver", "sweep_order",
           fmt::format(" has no effect: splitting = \"{}\" has all orders, remove the key",
                       name_of(Splitting::symmetric)));
  }

  void check_damping_length() {
    const auto damping = chosen<DivergenceDamping>("solver", "divergence_damping");
    if (damping != DivergenceDamping::none || !changes("solver", "divergence_damping_length"))
      return;
    report("solver", "divergence_damping_length",
           fmt::format(" has no effect with divergence_damping = \"{}\": choose another damping, "
                       "or remove the key",
                       name_of(*damping)));
  }

  void check_term_stages() {
    if (!changes("solver", "term_stages")) return;
    const long stages = *contents_.find<long>("solver", "term_stages");
    if (!contents_.gives("physics", "terms"))
      report("solver", "term_stages",
             " has no effect without 'terms' in [physics]: add some, or remove the key");
    else if (stages % 2 == 0)
      report("solver", "term_stages",
             fmt::format(": super time steps have an odd number of stages, expected {} or {}, "
                         "found {}",
                         stages - 1, stages + 1, stages));
  }

  void check_exponent() {
    const auto spectrum = chosen<DrivingSpectrum>("driving", "spectrum");
    if (!spectrum || *spectrum == DrivingSpectrum::power_law) return;
    if (!changes("driving", "exponent")) return;
    report("driving", "exponent",
           fmt::format(" has no effect with spectrum = \"{}\": set spectrum = \"{}\", or remove "
                       "the key",
                       name_of(*spectrum), name_of(DrivingSpectrum::power_law)));
  }

  /// What only a box that is seen from outside has, in the block of a picture.
  void check_look(const std::string& section) {
    if (chosen<PictureView>(section, "view") != PictureView::plane) return;
    for (const char* key : {"camera", "opacity", "surfaces", "surface_opacity"}) {
      if (!changes(section, key)) continue;
      report(section, key,
             fmt::format(" has no effect with view = \"{}\": set view = \"{}\", or remove the key",
                         name_of(PictureView::plane), name_of(PictureView::volume)));
    }
  }

  const DeckContents& contents_;
  Problems& problems_;
};

}  // namespace

void check_unused(const DeckContents& contents, Problems& problems) {
  UnusedKeysChecker(contents, problems).check();
}

}  // namespace solenoid
