#include "src/driver/kept_outputs.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "physics/fields/kept_values.hpp"
#include "physics/solvers/transfers.hpp"
#include "src/output/array_writing.hpp"

namespace solenoid {

namespace {

using Kept = std::vector<std::shared_ptr<const KeptValues>>;

/// Whether and where so many bytes can be kept.
struct Room {
  bool on_device = false;
  bool on_host = false;
};

Room room_for(std::size_t bytes, const Solver& solver, OutputQueue& queue) {
  queue.collect();  // what is done makes room
  if (keeps_on_device(solver, bytes)) return {true, false};
  return {false, queue.make_room(bytes)};
}

/// What writes arrays of all processes later, and the memory that they keep for it.
struct KeptParts {
  WriteArrays write;
  std::size_t bytes = 0;
};

/// Nothing where there is no room, or where they have to be written at once.
std::optional<KeptParts> keep_parts(FilesOfParts& files, const std::vector<ArrayInFile>& arrays,
                                    OutputQueue& queue) {
  std::size_t bytes = 0;
  for (const ArrayInFile& array : arrays)
    bytes += array.box.values() * bytes_of_value(array.precision);
  // As if all of them were on this host.
  if (!queue.make_room(bytes)) return std::nullopt;
  WriteArrays write = files.keep_parts(arrays);
  if (!write) return std::nullopt;
  queue.attend_by([&files] { files.attend(); });
  return KeptParts{std::move(write), bytes};
}

std::function<Gather(std::size_t)> reading(Kept kept) {
  return [kept = std::move(kept)](std::size_t n) -> Gather {
    return [values = kept[n]](const Box& slab, const MutableValues& here) {
      values->read(slab, here);
    };
  };
}

std::function<Gather(const std::string&)> by_name(std::vector<std::string> names,
                                                  std::function<Gather(std::size_t)> read) {
  return [of = std::move(names), numbered = std::move(read)](const std::string& name) {
    return numbered(std::size_t(std::ranges::find(of, name) - of.begin()));
  };
}

}  // namespace

FieldSource fields_of(Solver& solver, const GatherByName& gather_named,
                      const std::vector<std::string>& names, const FieldPart& part,
                      Precision precision) {
  const auto read = [&solver, gather_named, names, part](std::size_t field) -> Gather {
    const Gather gather = block_means(solver.device(), gather_named(names[field]), part.block);
    return [first = part.box.begin, device = solver.device(), gather](Box slab,
                                                                      const MutableValues& here) {
      for (std::size_t axis = 0; axis < 3; ++axis) slab.begin[axis] += first[axis];
      bring_to_host(device, gather, slab, here);
    };
  };
  return {names, precision, read};
}

ToWrite<FieldSource> keep_fields(Solver& solver, const GatherByName& gather,
                                 const std::vector<std::string>& names, const FieldPart& part,
                                 const FieldForm& form, OutputQueue& queue) {
  const Precision precision = form.precision;
  auto* const files = dynamic_cast<FilesOfParts*>(&solver);
  if (files != nullptr && !form.compressed && files->has_whole_blocks(part.block)) {
    files->define_fields(form.fields, form.time);
    std::vector<ArrayInFile> arrays;
    for (const std::string& name : names)
      arrays.push_back(
          {.field = name, .block = part.block, .box = part.box, .precision = precision});
    FieldSource source{
        names, precision, {}, FieldSource::ByOthers{{}, names, part.box, part.block}};
    if (auto kept = keep_parts(*files, arrays, queue)) {
      source.by_others->write = std::move(kept->write);
      return {std::move(source), true, kept->bytes};
    }
    source.by_others->write = [files](const auto& file, const auto& placed) {
      files->write_parts(file, placed);
    };
    return {std::move(source)};
  }
  const std::size_t bytes = names.size() * part.box.values() * bytes_of_value(precision);
  const Room room = room_for(bytes, solver, queue);
  if (!room.on_device && !room.on_host) return {fields_of(solver, gather, names, part, precision)};
  Kept kept;
  for (const std::string& name : names)
    kept.push_back(keep_values(solver, block_means(solver.device(), gather(name), part.block),
                               part.box, precision, room.on_device));
  ToWrite<FieldSource> fields{
      {names, precision, reading(std::move(kept))}, true, room.on_device ? 0 : bytes};
  if (const int threads = queue.threads(); threads > 1)
    fields.source.by_others = {by_threads(threads, by_name(names, fields.source.read)),
                               names,
                               {{0, 0, 0}, part.box.count}};
  return fields;
}

ToWrite<StateSource> keep_state(Solver& solver, OutputQueue& queue) {
  StateSource state = state_of(solver);
  if (auto* const files = dynamic_cast<FilesOfParts*>(&solver)) {
    std::vector<ArrayInFile> arrays;
    for (const auto& [name, box] : state.arrays)
      arrays.push_back({.field = name, .stored = true, .box = box, .precision = state.precision});
    auto kept = keep_parts(*files, arrays, queue);
    if (!kept) return {std::move(state)};
    state.read = {};
    state.write = std::move(kept->write);
    return {std::move(state), true, kept->bytes};
  }
  std::size_t bytes = 0;
  for (const StateSource::Array& array : state.arrays)
    bytes += array.box.values() * bytes_of_value(state.precision);
  const Room room = room_for(bytes, solver, queue);
  if (!room.on_device && !room.on_host) return {std::move(state)};
  Kept kept;
  for (const StateSource::Array& array : state.arrays)
    kept.push_back(keep_values(solver, solver.gather_part(array.name), array.box, state.precision,
                               room.on_device));
  state.read = reading(std::move(kept));
  if (const int threads = queue.threads(); threads > 1) {
    std::vector<std::string> names;
    for (const StateSource::Array& array : state.arrays) names.push_back(array.name);
    state.write = by_threads(threads, by_name(std::move(names), state.read));
  }
  return {std::move(state), true, room.on_device ? 0 : bytes};
}

}  // namespace solenoid
