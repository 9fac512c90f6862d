#include "src/deck/deck.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "physics/equations/caloric_table.hpp"
#include "src/deck/contents.hpp"
#include "src/deck/program_keys.hpp"

namespace solenoid {

namespace {

std::string all_lines(const std::vector<DeckProblem>& problems) {
  std::string text;
  for (const DeckProblem& problem : problems) {
    text += (text.empty() ? "" : "\n") + format(problem);
  }
  return text;
}

std::string file_text(const std::string& path) {
  const auto fail = [&](const std::string& reason) {
    throw DeckError({{path, 0, "cannot read the deck: " + reason}});
  };
  std::error_code unknown;  // what is wrong with the path is what opening it says
  if (std::filesystem::is_directory(path, unknown)) fail("it is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(std::strerror(errno));
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) fail("reading failed");
  return text.str();
}

}  // namespace

struct Deck::Contents : DeckContents {
  explicit Contents(DeckContents contents) : DeckContents(std::move(contents)) {}

  /// The setting of a key of the table. Throws std::logic_error when there is none.
  [[nodiscard]] const Setting& at(const std::string& section, const std::string& key) const {
    check_known(section, key);
    const Setting* setting = find_setting(section, key);
    if (setting == nullptr) {
      throw std::logic_error(fmt::format("'{}' in {} has no value", key, section_title(section)));
    }
    return *setting;
  }
  template <class T>
  [[nodiscard]] const T& value(const std::string& section, const std::string& key) const {
    const T* found = std::get_if<T>(&at(section, key).value);
    if (found == nullptr) {
      throw std::logic_error(
          fmt::format("'{}' in {} has another type", key, section_title(section)));
    }
    return *found;
  }
  void check_known(const std::string& section, const std::string& key) const {
    if (find_key(section, key, program_keys.get()) == nullptr) {
      throw std::logic_error(fmt::format("no key '{}' in {}", key, section_title(section)));
    }
  }
};

std::string format(const DeckProblem& problem) {
  if (problem.line == 0) return fmt::format("{}: {}", problem.file, problem.message);
  return fmt::format("{}:{}: {}", problem.file, problem.line, problem.message);
}

DeckError::DeckError(std::vector<DeckProblem> problems)
    : std::runtime_error(all_lines(problems)), problems_(std::move(problems)) {}

Deck Deck::load(const std::string& path, const std::vector<std::string>& overrides) {
  return parse(file_text(path), path, overrides);
}

Deck Deck::parse(const std::string& text, const std::string& name,
                 const std::vector<std::string>& overrides) {
  Problems problems;
  DeckSource source = read_source(text, name, problems);
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    apply_override(source, overrides[i], int(i) + 1, problems);
  }
  DeckContents contents = read_contents(source, problems);
  contents.name = std::filesystem::path(name).stem().string();
  check_contents(contents, problems);
  check_unused(contents, problems);
  Problems warnings;
  check_time_step(contents, problems, warnings);
  check_outputs(contents, problems);
  problems.throw_if_any();
  contents.warnings = warnings.in_order();
  assemble(contents);
  Deck deck;
  deck.contents_ = std::make_shared<const Contents>(std::move(contents));
  return deck;
}

double Deck::number(const std::string& section, const std::string& key) const {
  const Setting& setting = contents_->at(section, key);
  if (const long* whole = std::get_if<long>(&setting.value)) return double(*whole);
  return contents_->value<double>(section, key);
}

long Deck::integer(const std::string& section, const std::string& key) const {
  return contents_->value<long>(section, key);
}

bool Deck::flag(const std::string& section, const std::string& key) const {
  return contents_->value<bool>(section, key);
}

std::string Deck::text(const std::string& section, const std::string& key) const {
  return contents_->value<std::string>(section, key);
}

std::array<double, 3> Deck::vector(const std::string& section, const std::string& key) const {
  const auto& numbers = contents_->value<Setting::Numbers>(section, key);
  if (numbers.size() != 3) throw std::logic_error(fmt::format("'{}' is not a vector", key));
  return {numbers[0], numbers[1], numbers[2]};
}

std::array<double, 2> Deck::interval(const std::string& section, const std::string& key) const {
  const auto& numbers = contents_->value<Setting::Numbers>(section, key);
  if (numbers.size() != 2) throw std::logic_error(fmt::format("'{}' is not an interval", key));
  return {numbers[0], numbers[1]};
}

bool Deck::given(const std::string& section, const std::string& key) const {
  contents_->check_known(section, key);
  const Setting* setting = contents_->find_setting(section, key);
  return setting != nullptr && setting->given;
}

const std::string& Deck::name() const { return contents_->name; }
Grid Deck::grid() const { return contents_->grid; }
Boundaries Deck::boundaries() const { return contents_->boundaries; }
const std::map<std::string, Boundaries>& Deck::field_boundaries() const {
  return contents_->field_boundaries;
}
const Constants& Deck::constants() const { return contents_->constants; }
const std::vector<OutputSettings>& Deck::outputs() const { return contents_->outputs; }
const Expressions& Deck::initial() const { return contents_->initial; }
const Expressions& Deck::source() const { return contents_->source; }
const CaloricTable& Deck::caloric_table() const { return contents_->caloric_table; }
const CoolingLists& Deck::cooling() const { return contents_->cooling; }
const Expressions& Deck::gravity() const { return contents_->gravity; }
const std::optional<StateFileSettings>& Deck::state_file() const { return contents_->state_file; }

const Expressions& Deck::boundary_values(Axis axis, Side side) const {
  return contents_->boundary_values[std::size_t(axis)][std::size_t(side)];
}

const DefinedFields& Deck::defined_fields() const { return contents_->defined_fields; }
const StencilProgram* Deck::program() const { return contents_->program.get(); }
const StencilProgram* Deck::terms() const { return contents_->terms.get(); }
const std::vector<std::string>& Deck::scalars() const { return contents_->scalars; }

const std::vector<DeckProblem>& Deck::warnings() const { return contents_->warnings; }

std::string Deck::resolved() const { return resolved_toml(*contents_); }

DeckProblem Deck::problem(const std::string& section, const std::string& key,
                          const std::string& message) const {
  contents_->check_known(section, key);
  const Setting* setting = contents_->find_setting(section, key);
  const bool given = setting != nullptr && setting->given;
  const Origin& origin = given ? setting->written.origin : contents_->whole;
  return {origin.file, origin.line, message};
}

std::map<std::string, TablePieces> Deck::tables_of(const StencilProgram& program) const {
  std::map<std::string, TablePieces> tables;
  for (const std::string& name : program.kernels.tables)
    tables[name] = program.options.terms && name == table_of_gas
                       ? temperature_by_energy(caloric_table())
                       : contents_->tables.at(name)->table()->pieces();
  return tables;
}

}  // namespace solenoid
