// SPDX-License-Identifier: Apache-2.0
// The C interface of output: outputs are identified by numbers, and errors are reported as return codes. It
// wraps src/array_output/array_output.hpp.
#include "groundswell/output.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "array_output/array_output.hpp"
#include "array_output/wet_cells.hpp"
#include "base/version.hpp"
#include "comm/meeting_place.hpp"
#include "comm/together.hpp"
#include "guarded.hpp"

namespace {

using namespace groundswell;

thread_local char last_error[4096] = "";

// The settings until the output is opened, and the output itself afterwards.
struct OutputInstance {
  Communicator communicator;
  ArrayOutputSettings settings = {};
  Decomposition cells = {};
  std::unique_ptr<ArrayOutput> output = {};
  bool has_run = false, has_served = false, has_tried = false;  // has_tried: open() was called
  int n_refused = 0;                                            // number of rejected settings
  std::string last_refused = {}, served_badly = {};             // error messages

  std::optional<Communicator> mine = {};  // the servers, or the processes that compute; from open() on

  bool is_server() const { return communicator.rank() >= communicator.size() - settings.servers.n_server; }
};

// Never destroyed, because MPI may already be finalised when static objects are destroyed.
std::map<int, OutputInstance>& instances() {
  static auto* const all = new std::map<int, OutputInstance>;
  return *all;
}

template <class Work>
int guarded(Work&& work) noexcept {
  return is_done(last_error, work) ? GROUNDSWELL_OUTPUT_OK : GROUNDSWELL_OUTPUT_ERROR;
}

OutputInstance& find(int id) {
  const auto found = instances().find(id);
  require(found != instances().end(), "there is no output ", id,
          "; groundswell_output_create returns a number, which ends with groundswell_output_close");
  return found->second;
}

OutputInstance& find_closed(int id) {
  OutputInstance& instance = find(id);
  require(!instance.output, "output ", id, " is open; give settings before");
  return instance;
}

// Changes a setting of an output that is not open. A rejection is recorded, since other processes may not
// know of it.
template <class Work>
int guarded_setting(int id, Work&& work) noexcept {
  return guarded([&] {
    try {
      work();
    } catch (const std::exception& error) {
      if (const auto found = instances().find(id); found != instances().end() && !found->second.output) {
        ++found->second.n_refused;
        found->second.last_refused = error.what();
      }
      throw;
    }
  });
}

// Called before an output is opened, or closed without being opened. If some processes open it, all must, and
// all must have had the same number of settings rejected; otherwise all throw Error. Collective.
void agree(const OutputInstance& instance, bool opens) {
  const Communicator& communicator = instance.communicator;
  const bool some_open = communicator.any(opens), all_open = communicator.all(opens);
  const bool some_know = communicator.min(instance.n_refused) != communicator.max(instance.n_refused);
  if (!some_open) return;
  run_together(communicator, [&] {
    require(!some_know || instance.n_refused == 0,
            "a setting of output was refused on some processes alone: ", instance.last_refused);
  });
  require(all_open, "output was opened by some processes, but closed by others; all must do the same");
}

// The open outputs that this process still has to serve, apart from one.
std::vector<std::pair<int, OutputInstance*>> find_unserved(const OutputInstance& apart_from) {
  std::vector<std::pair<int, OutputInstance*>> found;
  for (auto& [id, other] : instances())
    if (&other != &apart_from && other.output && other.is_server() && !other.has_served)
      found.emplace_back(id, &other);
  return found;
}

// Throws Error if this process serves another open output, but not together with the same servers: it would
// not have time for this output.
void require_free(const OutputInstance& instance) {
  for (const auto& [id, other] : find_unserved(instance))
    require(instance.is_server() && other->mine->has_same_ranks(*instance.mine),
            rank_name(instance.communicator, instance.communicator.rank()), " is a server of output ", id,
            ", which is open, and serves at the same time only others with the same servers; open this one "
            "when that is closed, or give it the same servers, or none of them");
}

OutputInstance& find_open(int id) {
  OutputInstance& instance = find(id);
  require(instance.output != nullptr, "output ", id, " is not open; call groundswell_output_open before");
  return instance;
}

std::string word(const char* text) {
  return text ? text : "";
}

std::vector<std::string> words_of(const char* text) {
  std::vector<std::string> words;
  std::istringstream all(word(text));
  for (std::string each; all >> each;) words.push_back(each);
  return words;
}

template <class T>
T* not_null(T* pointer, const char* what) {
  require(pointer != nullptr, what, " is a null pointer");
  return pointer;
}

DateTime date_of(const OutputInstance& instance, std::int64_t seconds) {
  require(instance.has_run, "a date was given before the run; call groundswell_output_set_run before");
  return instance.settings.start + seconds;
}

FieldArray array_of(const void* values, int element_bytes, std::vector<std::int64_t> shape,
                    std::vector<std::int64_t> strides, bool cells_last) {
  FieldArray array;
  array.data = static_cast<std::byte*>(const_cast<void*>(values));
  array.element_bytes = element_bytes;
  array.shape = std::move(shape), array.strides = std::move(strides);
  array.cells_last = cells_last;
  return array;
}

// The number of an output differs between processes if some take part in fewer outputs.
int create(MPI_Comm comm, int n_server) {
  static int last_number = 0;
  MeetingPlace::check_communicator(comm);
  Communicator communicator(comm);
  require(n_server >= 0 && n_server < communicator.size(), n_server, " output servers were requested among ",
          communicator.size(), " processes, but at least one must compute");
  OutputInstance instance{std::move(communicator)};
  instance.settings.servers.n_server = n_server;
  instances().emplace(++last_number, std::move(instance));
  return last_number;
}

void serve(OutputInstance& instance) {
  const bool is_first = !std::exchange(instance.has_served, true);
  std::vector<ArrayOutput*> others;
  for (const auto& [id, other] : find_unserved(instance)) others.push_back(other->output.get());
  try {
    instance.output->serve(others);
  } catch (const std::exception& error) {
    if (is_first) instance.served_badly = error.what();
    throw;
  }
}

void set_cells(int id, std::int64_t n_cell, std::int64_t n_local, const std::int64_t* cells,
               int first_index) {
  OutputInstance& instance = find_closed(id);
  require(n_local >= 0, n_local, " cells were given; give a number that is not negative");
  if (n_local > 0) not_null(cells, "the list of cells");
  instance.settings.n_cell = n_cell;
  instance.cells = {n_cell, {cells, cells + n_local}, first_index};
}

}  // namespace

const char* groundswell_output_error(void) {
  return last_error;
}

const char* groundswell_output_version(void) {
  return version();
}

int groundswell_output_create(MPI_Comm comm, int n_server) {
  int id = -1;
  guarded([&] { id = create(comm, n_server); });
  return id;
}

int groundswell_output_create_f(MPI_Fint comm, int n_server) {
  int id = -1;
  guarded([&] { id = create(MPI_Comm_f2c(comm), n_server); });
  return id;
}

int groundswell_output_is_server(int id, bool* is_server) {
  return guarded([&] { *not_null(is_server, "the answer of is_server") = find(id).is_server(); });
}

int groundswell_output_set_run(int id, const char* start, const char* calendar, int64_t seconds) {
  return guarded_setting(id, [&] {
    OutputInstance& instance = find_closed(id);
    ArrayOutputSettings& settings = instance.settings;
    require(!instance.has_run, "the run of output ", id, " was given twice");
    settings.start = DateTime::parse(
        word(start), word(calendar).empty() ? Calendar::standard : calendar_from_name(calendar));
    settings.end = settings.start + seconds;
    instance.has_run = true;
  });
}

int groundswell_output_set_header(int id, const char* title, const char* source, const char* history) {
  return guarded_setting(id, [&] {
    FileHeader& header = find_closed(id).settings.header;
    header.title = word(title), header.source = word(source), header.history = word(history);
  });
}

int groundswell_output_set_cells(int id, int64_t n_cell, int64_t n_local, const int64_t* cells) {
  return guarded_setting(id, [&] { set_cells(id, n_cell, n_local, cells, 0); });
}

int groundswell_output_set_cells_f(int id, int64_t n_cell, int64_t n_local, const int64_t* cells,
                                   int first_index) {
  return guarded_setting(id, [&] { set_cells(id, n_cell, n_local, cells, first_index); });
}

int groundswell_output_add_axis(int id, const char* name, int64_t size, const double* values,
                                const char* unit, const char* standard_name) {
  return guarded_setting(id, [&] {
    require(size > 0, "the axis '", word(name), "' has ", size, " cells; give a positive number");
    ArrayAxis axis{word(name), word(unit), word(standard_name), size, {}};
    if (values) axis.values.assign(values, values + size);
    find_closed(id).settings.axes.push_back(std::move(axis));
  });
}

int groundswell_output_set_levels(int id, int n_level, const double* values, const char* unit,
                                  const char* standard_name, bool is_down) {
  return guarded_setting(id, [&] {
    require(n_level >= 1, n_level, " levels were given; give a positive number");
    not_null(values, "the list of levels");
    find_closed(id).settings.levels = {word(unit), word(standard_name), is_down, {values, values + n_level}};
  });
}

int groundswell_output_add_position(int id, const char* name, const char* unit, const char* standard_name,
                                    const char* long_name, const double* values) {
  return guarded_setting(id, [&] {
    OutputInstance& instance = find_closed(id);
    const std::size_t n = instance.cells.cells.size();
    require(instance.settings.n_cell > 0, "the position '", word(name),
            "' was given before the cells; call groundswell_output_set_cells before");
    if (n > 0) not_null(values, "the list of positions");
    instance.settings.positions.push_back(
        {word(name), word(unit), word(standard_name), word(long_name), {values, values + n}});
  });
}

int groundswell_output_add_variable(int id, const char* name, const char* unit, const char* standard_name,
                                    const char* long_name, const void* values, int element_bytes,
                                    bool has_levels) {
  return guarded_setting(id, [&] {
    ArrayOutputSettings& settings = find_closed(id).settings;
    const auto n_level = std::int64_t(has_levels ? settings.levels.values.size() : 1);
    require(n_level > 0, "the variable '", word(name),
            "' was given before the levels; call groundswell_output_set_levels before");
    const FieldArray array = array_of(values, element_bytes, {n_level, FieldArray::as_many_as_cells},
                                      {element_bytes, n_level * element_bytes}, true);
    settings.variables.push_back(
        {word(name), word(unit), word(standard_name), word(long_name), has_levels, array});
  });
}

int groundswell_output_add_array(int id, const char* name, const char* unit, const char* standard_name,
                                 const char* long_name, const void* values, int element_bytes,
                                 bool has_levels, int n_dim, const int64_t* shape, const int64_t* strides,
                                 bool cells_last) {
  return guarded_setting(id, [&] {
    require(n_dim > 0, "the variable '", word(name), "' has ", n_dim, " dimensions; give an array");
    not_null(shape, "the shape of an array"), not_null(strides, "the list of strides");
    const FieldArray array =
        array_of(values, element_bytes, {shape, shape + n_dim}, {strides, strides + n_dim}, cells_last);
    find_closed(id).settings.variables.push_back(
        {word(name), word(unit), word(standard_name), word(long_name), has_levels, array});
  });
}

int groundswell_output_add_file(int id, const char* path, const char* variables, int64_t interval,
                                int64_t first, int64_t last) {
  return guarded_setting(id, [&] {
    OutputInstance& instance = find_closed(id);
    ArrayFileSettings file;
    file.path = word(path);
    file.interval = interval;
    file.start = date_of(instance, first);
    if (last >= 0) file.end = date_of(instance, last);
    file.variables = words_of(variables);
    instance.settings.files.push_back(std::move(file));
  });
}

int groundswell_output_set_integers(int id, const char* variables) {
  return guarded_setting(id, [&] {
    ArrayOutputSettings& settings = find_closed(id).settings;
    for (const std::string& name : words_of(variables)) {
      find_named(settings.variables, name, "integers were announced for the variable '", name,
                 "', which was not added before");
      std::ranges::find(settings.variables, name, &ArrayVariable::name)->is_integer = true;
    }
  });
}

int groundswell_output_set_restart(int id, const char* path, const char* variables) {
  return guarded_setting(id, [&] { find_closed(id).settings.restart = {word(path), words_of(variables)}; });
}

int groundswell_output_set_share(int id, const char* along) {
  return guarded_setting(id, [&] {
    const std::string name = word(along);
    find_closed(id).settings.share =
        find_named(level_shares, name, "variables with levels cannot be shared along '", name, "'").value;
  });
}

int groundswell_output_set_queue(int id, int slots, int64_t memory) {
  return guarded_setting(id, [&] {
    ServerSettings& servers = find_closed(id).settings.servers;
    servers.transport.n_slot = slots, servers.memory = memory;
  });
}

int groundswell_output_set_transport(int id, const char* transport, int primaries) {
  return guarded_setting(id, [&] {
    ServerSettings& servers = find_closed(id).settings.servers;
    servers.transport.method = word(transport), servers.transport.n_primary = primaries;
  });
}

int groundswell_output_set_progress(int id, const char* progress) {
  return guarded_setting(id, [&] { find_closed(id).settings.servers.transport.progress = word(progress); });
}

int groundswell_output_set_go_on(int id, int64_t seconds) {
  return guarded_setting(id, [&] {
    OutputInstance& instance = find_closed(id);
    instance.settings.goes_on_from = date_of(instance, seconds);
  });
}

int groundswell_output_open(int id) {
  return guarded([&] {
    OutputInstance& instance = find_closed(id);
    if (instance.is_server()) instance.cells.n_global = instance.settings.n_cell;
    instance.has_tried = true;
    agree(instance, true);
    const Communicator& all = instance.communicator;
    instance.mine.emplace(all.split(instance.is_server() ? 1 : 0, all.rank()));
    ArrayOutputSettings settings;
    run_together(all, [&] {
      require_free(instance);
      settings = instance.settings;
    });
    instance.output = std::make_unique<ArrayOutput>(all, std::move(settings), instance.cells);
  });
}

int groundswell_output_is_due(int id, int64_t seconds, bool* is_due) {
  return guarded([&] {
    const OutputInstance& instance = find_open(id);
    *not_null(is_due, "the answer of is_due") = instance.output->is_due(date_of(instance, seconds));
  });
}

int groundswell_output_write(int id, int64_t seconds) {
  return guarded([&] {
    const OutputInstance& instance = find_open(id);
    instance.output->write(date_of(instance, seconds));
  });
}

int groundswell_output_write_restart(int id, int64_t seconds) {
  return guarded([&] {
    const OutputInstance& instance = find_open(id);
    instance.output->write_restart(date_of(instance, seconds));
  });
}

int groundswell_output_progress(int id) {
  return guarded([&] { find_open(id).output->progress(); });
}

int groundswell_output_serve(int id) {
  return guarded([&] { serve(find_open(id)); });
}

int groundswell_output_close(int id) {
  std::optional<OutputInstance> ended;
  return guarded([&] {
    find(id);
    ended.emplace(std::move(instances().extract(id).mapped()));
    if (!ended->output) {
      if (!ended->has_tried) agree(*ended, false);
      return;
    }
    if (!ended->is_server())
      ended->output->close();
    else if (!ended->has_served)  // otherwise the compute processes would wait for this server
      serve(*ended);
    require(ended->served_badly.empty() || !ended->is_server(), ended->served_badly);
  });
}

int groundswell_output_wet_cells(int64_t n_i, int64_t n_j, const uint8_t* is_wet, int n_around,
                                 bool is_periodic, int64_t i_begin, int64_t i_end, int64_t j_begin,
                                 int64_t j_end, int64_t* numbers, int64_t* n_cell, double* share_saved) {
  return guarded([&] {
    const std::size_t n_mask = WetCells::count(n_i, n_j);
    not_null(is_wet, "the mask");
    const WetCells cells({is_wet, n_mask}, n_i, n_j, {n_around, is_periodic});
    const std::vector<std::int64_t> found = cells.numbers({i_begin, i_end}, {j_begin, j_end});
    if (!found.empty()) std::copy(found.begin(), found.end(), not_null(numbers, "the list of numbers"));
    if (n_cell) *n_cell = cells.n_cell();
    if (share_saved) *share_saved = cells.share_saved();
  });
}
