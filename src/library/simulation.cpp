#include "src/library/include/solenoid/simulation.hpp"

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "physics/fields/power_spectrum.hpp"
#include "src/library/program_deck.hpp"
#include "src/library/public_error.hpp"
#include "src/library/session.hpp"
#include "src/machine/device_memory.hpp"

namespace solenoid {

namespace {

/// Calls what works on simulations, one such call at a time since they share the parallel runtime,
/// and throws what users may catch.
template <class Work>
auto guarded(const Work& work) {
  static std::recursive_mutex one_at_a_time;
  const std::scoped_lock lock(one_at_a_time);
  try {
    return work();
  } catch (...) {
    throw public_error();
  }
}

/// Makes what all processes have together of what process 0 makes of it, or throws what it throws.
/// `call` names what all of them ask for.
template <class Work>
auto in_crew(Session& session, const std::string& call, const Work& work) {
  using Result = decltype(work());
  session.meet(call);
  const Crew& crew = *session.crew();
  std::optional<Error> failure;
  std::conditional_t<std::is_void_v<Result>, char, Result> result{};
  if (crew.leads()) {
    try {
      if constexpr (std::is_void_v<Result>)
        guarded(work);
      else
        result = guarded(work);
    } catch (const Error& error) {
      failure = error;
    }
    session.pause();
    Parcel parcel;
    parcel.put(int(failure ? failure->kind() : ErrorKind{}));
    parcel.put(std::string(failure ? failure->what() : ""));
    parcel.put(result);
    session.put_knowledge(parcel);
    crew.tell(parcel);
  } else {
    session.obey();
    Parcel parcel = crew.hear();
    int kind = 0;
    std::string message;
    parcel.take(kind);
    parcel.take(message);
    parcel.take(result);
    session.take_knowledge(parcel);
    if (kind != 0) failure.emplace(ErrorKind(kind), message);
  }
  if (failure) throw *failure;
  if constexpr (!std::is_void_v<Result>) return result;
}

/// Calls what works on a simulation, in all processes that have it.
template <class Work>
auto shared(Session& session, const std::string& call, const Work& work) {
  return guarded([&] { return session.crew() == nullptr ? work() : in_crew(session, call, work); });
}

/// A simulation of the processes that `options` name.
std::unique_ptr<Session> make_session(const SimulationOptions& options,
                                      const std::function<Deck()>& load) {
  return guarded([&] {
    std::unique_ptr<Session> session;
    if (options.processes != Together::alone) {
      JoinedProcesses joined;
      if (options.processes == Together::communicator) joined.communicator = options.communicator;
      auto crew = std::make_shared<Crew>(join_processes(joined));
      if (crew->processes().count() > 1) {
        PartsReady ready(crew->processes());
        const Session::Company company{crew, ready};
        session = std::make_unique<Session>(load(), options, &company);
      }
    }
    if (!session) session = std::make_unique<Session>(load(), options);
    shared(*session, "makes a simulation", [&] { session->start(options); });
    return session;
  });
}

/// Whether values of a box for all processes, which are in memory of GPUs, go through the host's.
bool goes_by_host(const Session& session) { return session.crew() != nullptr && session.on_gpu(); }

/// Copies what is read of a field to the caller: what process 0 asks for to all of them, or to each
/// its own.
void get_values(Session& session, const FieldRequest& request, const MutableValues& values) {
  if (request.box && request.box->own) return guarded([&] { session.get_own(request, values); });
  if (request.on_device && goes_by_host(session)) {
    std::vector<std::byte> here(session.bytes_of(request, {values.precision, values.data}));
    FieldRequest by_host = request;
    by_host.on_device = false;
    get_values(session, by_host, {values.precision, here.empty() ? nullptr : here.data()});
    return copy_to_device(Device::gpu, values.data, here.data(), here.size());
  }
  shared(session, session.call_of(request, values), [&] { session.get(request, values); });
  session.share_values(request, values);
}

/// The same of get_later().
void get_values_later(Session& session, const FieldRequest& request, const MutableValues& values) {
  if (session.crew() != nullptr || (request.box && request.box->own))
    return get_values(session, request, values);
  guarded([&] { session.get_later(request, values); });
}

/// Changes a box of a field: to what process 0 gives, or of each its own.
void set_values(Session& session, const std::string& name, const std::optional<FieldBox>& box,
                const ConstValues& values) {
  if (box && box->own) return guarded([&] { session.set_own(name, *box, values); });
  if (session.crew() == nullptr) return guarded([&] { session.set(name, box, values); });
  if (values.on_device) {
    std::vector<std::byte> here(session.crew()->leads() ? session.bytes_of({name, box}, values)
                                                        : 0);
    copy_from_device(Device::gpu, here.data(), values.data, here.size());
    return set_values(session, name, box, {values.precision, here.data()});
  }
  shared(session, "sets one box for all", [&] { session.check_change(name, box, values); });
  guarded([&] { session.scatter_change(name, box, values); });
}

/// The deck's overrides: what a function gives is an expression, too, which is not used.
std::vector<std::string> overrides_of(const SimulationOptions& options) {
  std::vector<std::string> overrides = options.overrides;
  for (const auto& source : options.sources) overrides.push_back("source." + source.first + "=0");
  for (const auto& face : options.boundaries) overrides.push_back("boundary." + face.first + "=1");
  return overrides;
}

ConstValues given(const double* values) { return {Precision::double_precision, values}; }
ConstValues given(const float* values) { return {Precision::single_precision, values}; }
/// In memory of the simulation's device.
ConstValues on_device(const Session& session, const ConstValues& values) {
  return {values.precision, values.data, session.on_gpu()};
}
MutableValues wanted(double* values) { return {Precision::double_precision, values}; }
MutableValues wanted(float* values) { return {Precision::single_precision, values}; }

}  // namespace

Simulation::Simulation(const std::string& deck_file, const SimulationOptions& options)
    : session_(
          make_session(options, [&] { return Deck::load(deck_file, overrides_of(options)); })) {}

Simulation Simulation::from_text(const std::string& deck, const std::string& name,
                                 const SimulationOptions& options) {
  return Simulation(
      make_session(options, [&] { return Deck::parse(deck, name, overrides_of(options)); }));
}

Simulation Simulation::from_program(const std::string& program, const ProgramGrid& grid,
                                    const SimulationOptions& options) {
  return Simulation(
      make_session(options, [&] { return deck_of_program(program, grid, overrides_of(options)); }));
}

Simulation::Simulation(std::unique_ptr<Session> session) : session_(std::move(session)) {}

Simulation::~Simulation() {
  try {
    guarded([&] { session_.reset(); });
  } catch (...) {  // who lets go of a simulation asks for nothing any more
  }
}

Simulation::Simulation(Simulation&& other) noexcept = default;
Simulation& Simulation::operator=(Simulation&& other) noexcept {
  session_.swap(other.session_);  // which lets go of it
  return *this;
}

std::array<int, 3> Simulation::cells() const { return session_->deck().grid().cells; }
std::array<double, 3> Simulation::lower() const { return session_->deck().grid().lower; }
std::array<double, 3> Simulation::upper() const { return session_->deck().grid().upper; }
std::string Simulation::deck() const { return session_->provenance().deck; }
std::string Simulation::precision() const { return session_->provenance().precision; }
std::string Simulation::device() const { return session_->provenance().device; }
std::vector<Problem> Simulation::warnings() const {
  return public_problems(session_->deck().warnings());
}

double Simulation::time() const { return session_->moment().time; }
long Simulation::steps() const { return session_->moment().step; }
double Simulation::last_dt() const { return session_->moment().dt; }
double Simulation::end_time() const { return session_->end_time(); }
double Simulation::stable_dt() {
  return shared(*session_, "asks for the stable dt", [&] { return session_->stable_step(); });
}
void Simulation::step(long count) {
  shared(*session_, "takes steps", [&] { session_->step(count); });
}
void Simulation::run_until(double time) {
  Span span;
  span.until = time;
  advance(span);
}
long Simulation::advance(const Span& span) {
  return shared(*session_, "advances", [&] { return session_->advance(span); });
}

void Simulation::step_by(double dt) {
  shared(*session_, "takes a step by dt", [&] { session_->step_by(dt); });
}

int Simulation::substeps() const { return session_->substeps(); }
void Simulation::substep(double dt) {
  shared(*session_, "takes a substep", [&] { session_->substep(dt); });
}
void Simulation::get_rate(const std::string& name, double* values) {
  get_values(*session_, {name, {}, Reading::rate}, wanted(values));
}
void Simulation::get_rate(const std::string& name, const FieldBox& part, double* values) {
  get_values(*session_, {name, part, Reading::rate}, wanted(values));
}
void Simulation::get_with_ghosts(const std::string& name, int layers, double* values) {
  get_values(*session_, {name, {}, Reading::with_ghosts, layers}, wanted(values));
}
void Simulation::get_with_ghosts(const std::string& name, const FieldBox& part, int layers,
                                 double* values) {
  get_values(*session_, {name, part, Reading::with_ghosts, layers}, wanted(values));
}
int Simulation::ghost_layers() const { return session_->ghost_layers(); }

std::vector<FieldInfo> Simulation::fields() {
  return guarded([&] { return session_->fields(); });
}
FieldInfo Simulation::field(const std::string& name) {
  return guarded([&] { return session_->field(name); });
}

FieldBox Simulation::part() const {
  return guarded([&] { return session_->part({}); });
}
FieldBox Simulation::part(const std::string& name) const {
  return guarded([&] { return session_->part(name); });
}
void Simulation::fail_in_all(const std::string& why) {
  guarded([&] { session_->fail_in_all(why); });
}

void Simulation::get(const std::string& name, double* values) {
  get_values(*session_, {name}, wanted(values));
}
void Simulation::get(const std::string& name, float* values) {
  get_values(*session_, {name}, wanted(values));
}
void Simulation::get(const std::string& name, const FieldBox& part, double* values) {
  get_values(*session_, {name, part}, wanted(values));
}
void Simulation::get(const std::string& name, const FieldBox& part, float* values) {
  get_values(*session_, {name, part}, wanted(values));
}
std::vector<double> Simulation::get(const std::string& name) {
  return shared(*session_, "gets a whole field", [&] {
    const std::array<int, 3> shape = session_->field(name).shape;
    std::vector<double> values(std::size_t(shape[0]) * std::size_t(shape[1]) *
                               std::size_t(shape[2]));
    session_->get({name}, wanted(values.data()));
    return values;
  });
}

void Simulation::get_later(const std::string& name, double* values) {
  get_values_later(*session_, {name}, wanted(values));
}
void Simulation::get_later(const std::string& name, float* values) {
  get_values_later(*session_, {name}, wanted(values));
}
void Simulation::get_later(const std::string& name, const FieldBox& part, double* values) {
  get_values_later(*session_, {name, part}, wanted(values));
}
void Simulation::get_later(const std::string& name, const FieldBox& part, float* values) {
  get_values_later(*session_, {name, part}, wanted(values));
}

void Simulation::set(const std::string& name, const double* values) {
  set_values(*session_, name, {}, given(values));
}
void Simulation::set(const std::string& name, const float* values) {
  set_values(*session_, name, {}, given(values));
}
void Simulation::set(const std::string& name, const FieldBox& part, const double* values) {
  set_values(*session_, name, part, given(values));
}
void Simulation::set(const std::string& name, const FieldBox& part, const float* values) {
  set_values(*session_, name, part, given(values));
}

void Simulation::get_on_device(const std::string& name, const FieldBox& part, double* values) {
  get_values(*session_, {.name = name, .box = part, .on_device = true}, wanted(values));
}
void Simulation::get_on_device(const std::string& name, const FieldBox& part, float* values) {
  get_values(*session_, {.name = name, .box = part, .on_device = true}, wanted(values));
}
void Simulation::set_on_device(const std::string& name, const FieldBox& part,
                               const double* values) {
  set_values(*session_, name, part, on_device(*session_, given(values)));
}
void Simulation::set_on_device(const std::string& name, const FieldBox& part, const float* values) {
  set_values(*session_, name, part, on_device(*session_, given(values)));
}
bool Simulation::on_gpu() const { return session_->on_gpu(); }

FieldNumbers Simulation::numbers(const std::string& name) {
  return shared(*session_, "gets numbers of one box for all",
                [&] { return session_->numbers(name, {}); });
}
FieldNumbers Simulation::numbers(const std::string& name, const FieldBox& part) {
  if (part.own) return guarded([&] { return session_->own_numbers(name, part); });
  return shared(*session_, "gets numbers of one box for all",
                [&] { return session_->numbers(name, part); });
}

std::vector<std::pair<std::string, double>> Simulation::history() {
  return shared(*session_, "asks for the history", [&] { return session_->history(); });
}
int Simulation::shells() const { return shell_count(session_->deck().grid()); }
std::vector<double> Simulation::spectrum(const std::string& name) {
  return shared(*session_, "asks for a spectrum", [&] { return session_->spectrum(name); });
}
void Simulation::write_checkpoint(const std::string& file) {
  shared(*session_, "writes a checkpoint", [&] { session_->write_checkpoint(file); });
}
std::string Simulation::picture(const std::string& field, const PictureLook& look) {
  return shared(*session_, "asks for a picture", [&] { return session_->picture(field, look); });
}
void Simulation::synchronise() {
  shared(*session_, "waits for the device", [&] { session_->synchronise(); });
}

std::string version() { return version_text(); }

}  // namespace solenoid
