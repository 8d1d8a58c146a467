// SPDX-License-Identifier: Apache-2.0
#include "probe/probe.hpp"

#include <ctime>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/machine.hpp"
#include "comm/together.hpp"
#include "probe/inside_probe.hpp"
#include "probe/probe_part.hpp"

namespace groundswell {
namespace {

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return date;
}

// Turns the results of the first process into a model on all ranks, with the sizes that are complete.
NetworkModel share_model(ProbePart part, const ProbeCrew& crew, const ProbeSettings& settings,
                         NetworkFile& file) {
  std::vector<int> n_size{part.n_size};
  crew.communicator().broadcast(n_size, 0);
  crew.communicator().broadcast(part.found, 0);
  NetworkModel model(crew.places(), {settings.bytes.begin(), settings.bytes.begin() + n_size[0]});
  for (const Measurement& one : part.found) {
    model.set(one.size, one.from, one.to, one.seconds);
    file.n_sample += one.n_sample;
    file.n_outlier += one.n_outlier;
  }
  if (settings.announce && !part.left_out.empty()) settings.announce(part.left_out);
  return n_size[0] > 0 ? model : NetworkModel();
}

}  // namespace

NetworkFile probe_network(const Communicator& communicator, const ProbeSettings& settings) {
  check_probe_settings(settings);
  ProbeCrew crew(communicator, settings.places, settings.answer_seconds);
  const ProbePlan plan = plan_probe(crew.places(), settings);
  if (crew.leads() && settings.announce) settings.announce(plan.sentence);
  ProbePart quiet, under_load;
  crew.run(plan.most_seconds, [&] {
    const Stopwatch stopwatch;
    quiet = measure_part(meter_of(crew), settings, plan.quiet, false, plan.quiet_seconds);
    require(quiet.n_size > 0, quiet.left_out);
    ProbeSettings same_sizes = settings;
    same_sizes.bytes.resize(std::size_t(quiet.n_size));
    under_load = measure_part(meter_of(crew), same_sizes, plan.under_load, true,
                              settings.seconds - stopwatch.seconds());
  });
  NetworkFile file;
  file.between = share_model(std::move(quiet), crew, settings, file);
  if (settings.under_load || !settings.groups.empty())
    file.under_load = share_model(std::move(under_load), crew, settings, file);
  if (settings.inside) {
    ProbeSettings same_sizes = settings;
    same_sizes.bytes = file.between.bytes();
    file.inside = probe_inside_of_all(crew.communicator(), same_sizes);
  }
  file.machine = describe_machine(crew.communicator());
  file.date = date_now();
  crew.communicator().broadcast(file.date, 0);
  return file;
}

}  // namespace groundswell
