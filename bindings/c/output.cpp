// SPDX-License-Identifier: Apache-2.0
// The C interface of output: outputs are identified by numbers, and errors are reported as return codes. It
// wraps src/array_output/array_output.hpp.
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/version.hpp"
#include "comm/meeting_place.hpp"
#include "comm/together.hpp"
#include "output_instances.hpp"

namespace {

using namespace groundswell;
using namespace groundswell::output_c;

// Never destroyed, as instances() is not.
OutputGroup& group() {
  static auto* const all = new OutputGroup;
  return *all;
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
  try {
    instance.output->serve();
  } catch (const std::exception& error) {
    if (is_first) instance.served_badly = error.what();
    throw;
  }
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

int groundswell_output_open(int id) {
  return guarded([&] {
    OutputInstance& instance = find_closed(id);
    if (instance.is_server()) instance.cells.n_global = instance.settings.n_cell;
    instance.has_tried = true;
    agree(instance, true);
    const Communicator& all = instance.communicator;
    ArrayOutputSettings settings;
    run_together(all, [&] { settings = instance.settings; });
    instance.output = std::make_unique<ArrayOutput>(all, std::move(settings), instance.cells, &group());
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

int groundswell_output_wait(int id) {
  return guarded([&] { find_open(id).output->wait(); });
}

int groundswell_output_agree(int id, const char* failure) {
  return guarded([&] {
    const std::string sentence = word(failure);
    find_open(id).output->guard([&] { require(sentence.empty(), sentence); });
  });
}

int groundswell_output_backlog(int id, double* seconds) {
  return guarded(
      [&] { *not_null(seconds, "the answer of backlog") = find_open(id).output->backlog_seconds(); });
}

const char* groundswell_output_news(int id) {
  static thread_local std::string line;
  line.clear();
  guarded([&] {
    OutputInstance& instance = find_open(id);
    if (instance.news.empty()) instance.news = instance.output->take_news();
    if (instance.news.empty()) return;
    line = instance.news.front().line;
    instance.news.erase(instance.news.begin());
  });
  return line.c_str();
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
