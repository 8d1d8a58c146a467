// SPDX-License-Identifier: Apache-2.0
// The C interface of the wave model: runs are identified by numbers, and errors are reported as return codes.
// It wraps src/run/driven_run.hpp.
#include "groundswell/wave_model.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/constants.hpp"
#include "base/names.hpp"
#include "base/version.hpp"
#include "comm/meeting_place.hpp"
#include "comm/together.hpp"
#include "guarded.hpp"
#include "run/driven_run.hpp"

namespace {

using namespace groundswell;

thread_local char last_error[4096] = "";

// Never destroyed, because MPI may already be finalised when static objects are destroyed.
std::map<int, std::unique_ptr<DrivenRun>>& runs() {
  static auto* const all = new std::map<int, std::unique_ptr<DrivenRun>>;
  return *all;
}

template <class Work>
int guarded(Work&& work) noexcept {
  return is_done(last_error, work) ? WAVE_MODEL_OK : WAVE_MODEL_ERROR;
}

auto find_entry(int id) {
  const auto found = runs().find(id);
  require(found != runs().end(), "there is no run ", id,
          "; wave_model_initialize writes a number, which ends with wave_model_finalize");
  return found;
}

DrivenRun& find(int id) {
  return *find_entry(id)->second;
}

template <class T>
T* not_null(T* pointer, const char* what) {
  require(pointer != nullptr, what, " is a null pointer");
  return pointer;
}

std::int64_t seconds_of(const DrivenRun& run, const DateTime& date) {
  return date - run.period().begin;
}

DateTime date_of(const DrivenRun& run, std::int64_t time) {
  return run.period().begin + time;
}

void write_text(const std::string& words, char* buffer, int size) {
  not_null(buffer, "the buffer");
  require(size > 0 && words.size() < std::size_t(size), "the buffer has ", size, " characters, but '", words,
          "' needs ", words.size() + 1, " with its final null");
  std::memcpy(buffer, words.c_str(), words.size() + 1);
}

const DeclaredField& find_at(const std::vector<DeclaredField>& fields, int i, const char* kind) {
  require(i >= 0 && std::size_t(i) < fields.size(), "the run has ", fields.size(), " ", kind,
          " fields, but the one after ", i, " others was asked for");
  return fields[std::size_t(i)];
}

// A field that is set or got; one that is both has the same unit and shape.
DeclaredField find_field(const DrivenRun& run, const char* name) {
  std::vector<DeclaredField> all = run.takes();
  all.insert(all.end(), run.gives().begin(), run.gives().end());
  return find_named(all, not_null(name, "the name of a field"), "the run has no field '", name, "'");
}

template <class T>
std::span<T> array_of(T* values, std::int64_t n) {
  require(n >= 0, "an array of ", n, " values was given; give the number of points of this process");
  return {n > 0 ? not_null(values, "an array of values") : values, std::size_t(n)};
}

template <class T, class... Arrays>
int set(int id, const char* name, std::int64_t time, std::int64_t n, const Arrays*... parts) {
  return guarded([&] {
    DrivenRun& run = find(id);
    run.set<T>(not_null(name, "the name of a field"), {array_of(parts, n)...}, date_of(run, time));
  });
}

// The run looks at the arrays once all processes have come, so that an error of one is that of all.
template <class T, class... Arrays>
int get(int id, const char* name, std::int64_t n, Arrays*... parts) {
  return guarded([&] {
    const std::size_t size = n > 0 ? std::size_t(n) : 0;
    find(id).get<T>(name ? name : "", {std::span<T>(parts, size)...});
  });
}

std::vector<std::string> lines_of(const char* words) {
  std::istringstream in(words ? words : "");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find_first_not_of(" \t\r"), last = line.find_last_not_of(" \t\r");
    if (first != std::string::npos) lines.push_back(line.substr(first, last - first + 1));
  }
  return lines;
}

// What one process has passed, for comparison with what the others have.
std::string in_words(const std::string& case_file, const DrivenRunOptions& options) {
  std::string words = text("the case '", case_file, "'");
  for (const std::string& change : options.overrides) words += text(", ", change);
  if (options.start.folder == FolderStart::go_on)
    words += options.start.from.empty() ? ", to be resumed" : ", to be resumed from " + options.start.from;
  return words;
}

// An error on one process is reported on all, because all wait for each other here. The number of a run
// differs between processes if some take part in fewer runs.
void start(MPI_Comm comm, const char* case_file, const DrivenRunOptions& options, int* id) {
  static int last_number = 0;
  MeetingPlace::check_communicator(comm);
  const Communicator ranks(comm);
  std::string mine;
  run_together(ranks, [&] {
    not_null(id, "the place of the number of a run");
    mine = in_words(not_null(case_file, "the name of the case file"), options);
  });
  std::string first = mine;
  ranks.broadcast(first, 0);
  run_together(ranks, [&] {
    require(mine == first, "processes of one run gave it different settings: ", rank_name(ranks, 0), " ",
            first, "; ", rank_name(ranks, ranks.rank()), " ", mine);
  });
  auto run = std::make_unique<DrivenRun>(comm, case_file, options);
  runs().emplace(++last_number, std::move(run));
  *id = last_number;
}

DrivenRunOptions anew(const char* overrides) {
  return {.overrides = lines_of(overrides)};
}

DrivenRunOptions resumed(const char* overrides, const char* date) {
  return {.overrides = lines_of(overrides),
          .start = {.folder = FolderStart::go_on, .from = date ? date : ""}};
}

}  // namespace

const char* wave_model_error(void) {
  return last_error;
}

const char* wave_model_version(void) {
  return version();
}

int wave_model_initialize(MPI_Comm comm, const char* case_file, const char* overrides, int* id) {
  return guarded([&] { start(comm, case_file, anew(overrides), id); });
}

int wave_model_resume(MPI_Comm comm, const char* case_file, const char* overrides, const char* date,
                      int* id) {
  return guarded([&] { start(comm, case_file, resumed(overrides, date), id); });
}

int wave_model_initialize_f(MPI_Fint comm, const char* case_file, const char* overrides, int* id) {
  return guarded([&] { start(MPI_Comm_f2c(comm), case_file, anew(overrides), id); });
}

int wave_model_resume_f(MPI_Fint comm, const char* case_file, const char* overrides, const char* date,
                        int* id) {
  return guarded([&] { start(MPI_Comm_f2c(comm), case_file, resumed(overrides, date), id); });
}

int wave_model_refuse_time_f(int64_t time) {
  return guarded([&] {
    require(false, "the time of ", time, " s is too long for an integer of default kind; use integer(int64)");
  });
}

int wave_model_finalize(int id) {
  return guarded([&] {
    const auto found = find_entry(id);
    const std::unique_ptr<DrivenRun> ended = std::move(found->second);
    runs().erase(found);
    ended->finish();
  });
}

int wave_model_update(int id) {
  return guarded([&] {
    DrivenRun& run = find(id);
    run.run_to(run.now() + run.step());
  });
}

int wave_model_update_until(int id, int64_t time) {
  return guarded([&] {
    DrivenRun& run = find(id);
    run.run_to(date_of(run, time));
  });
}

int wave_model_write_restart(int id) {
  return guarded([&] { find(id).write_restart(); });
}

int wave_model_get_current_time(int id, int64_t* time) {
  return guarded([&] {
    const DrivenRun& run = find(id);
    *not_null(time, "the place of a time") = seconds_of(run, run.now());
  });
}

int wave_model_get_end_time(int id, int64_t* time) {
  return guarded([&] { *not_null(time, "the place of a time") = find(id).period().seconds(); });
}

int wave_model_get_time_step(int id, int64_t* seconds) {
  return guarded([&] { *not_null(seconds, "the place of a time") = find(id).step(); });
}

int wave_model_get_start_date(int id, char* buffer, int size) {
  return guarded([&] { write_text(find(id).period().begin.iso(), buffer, size); });
}

int wave_model_get_grid_size(int id, int64_t* n_point, int64_t* n_global) {
  return guarded([&] {
    const CouplingGrid& grid = find(id).grid();
    not_null(n_point, "the place of the number of cells");
    *not_null(n_global, "the place of the number of all cells") = grid.n_global;
    *n_point = std::int64_t(grid.n_point());
  });
}

int wave_model_get_grid_points(int id, int64_t n, int64_t* cells, double* lon, double* lat) {
  return guarded([&] {
    const CouplingGrid& grid = find(id).grid();
    require(n == std::int64_t(grid.n_point()), "this process has ", grid.n_point(),
            " cells, but is to write ", "them to arrays of ", n,
            "; wave_model_get_grid_size tells how many there are");
    const double unit = grid.on_sphere ? degree : 1.0;
    for (std::size_t i = 0; i < grid.n_point(); ++i) {
      if (cells) cells[i] = grid.cells[i];
      if (lon) lon[i] = grid.lon[i] / unit;
      if (lat) lat[i] = grid.lat[i] / unit;
    }
  });
}

int wave_model_get_input_item_count(int id, int* count) {
  return guarded([&] { *not_null(count, "the place of a number") = int(find(id).takes().size()); });
}

int wave_model_get_output_item_count(int id, int* count) {
  return guarded([&] { *not_null(count, "the place of a number") = int(find(id).gives().size()); });
}

int wave_model_get_input_var_name(int id, int i, char* buffer, int size) {
  return guarded([&] { write_text(find_at(find(id).takes(), i, "input").name, buffer, size); });
}

int wave_model_get_output_var_name(int id, int i, char* buffer, int size) {
  return guarded([&] { write_text(find_at(find(id).gives(), i, "output").name, buffer, size); });
}

int wave_model_get_var_units(int id, const char* name, char* buffer, int size) {
  return guarded([&] { write_text(find_field(find(id), name).unit, buffer, size); });
}

int wave_model_get_var_parts(int id, const char* name, int* parts) {
  return guarded(
      [&] { *not_null(parts, "the place of a number") = int(n_part(find_field(find(id), name).shape)); });
}

int wave_model_set_value(int id, const char* name, int64_t time, int64_t n, const double* values) {
  return set<double>(id, name, time, n, values);
}

int wave_model_set_value_float(int id, const char* name, int64_t time, int64_t n, const float* values) {
  return set<float>(id, name, time, n, values);
}

int wave_model_set_vector(int id, const char* name, int64_t time, int64_t n, const double* east,
                          const double* north) {
  return set<double>(id, name, time, n, east, north);
}

int wave_model_set_vector_float(int id, const char* name, int64_t time, int64_t n, const float* east,
                                const float* north) {
  return set<float>(id, name, time, n, east, north);
}

int wave_model_get_value(int id, const char* name, int64_t n, double* values) {
  return get<double>(id, name, n, values);
}

int wave_model_get_value_float(int id, const char* name, int64_t n, float* values) {
  return get<float>(id, name, n, values);
}

int wave_model_get_vector(int id, const char* name, int64_t n, double* east, double* north) {
  return get<double>(id, name, n, east, north);
}

int wave_model_get_vector_float(int id, const char* name, int64_t n, float* east, float* north) {
  return get<float>(id, name, n, east, north);
}
