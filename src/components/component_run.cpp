// SPDX-License-Identifier: Apache-2.0
#include "components/component_run.hpp"

#include <cmath>
#include <cstdio>
#include <utility>

#include "base/error.hpp"
#include "model/checksum.hpp"

namespace groundswell {
namespace {

// Nothing for a component without state. Collective.
void log_checksum(CoupledComponent& component, const Communicator& ranks, const Log& log) {
  StateList state;
  component.list_state(state);
  if (state.cells().empty()) return;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                (unsigned long long)compute_checksum(ranks, component.grid().cells, state));
  log.info(text("state checksum ", digits));
}

}  // namespace

void run_component(CoupledComponent& component, const Communicator& ranks, CouplerSetup setup,
                   const Log& log) {
  const DateTime from = setup.from.value_or(component.clock().start);
  const bool is_resumed = setup.from.has_value();
  component.prepare(ranks, from);
  for (const std::string& line : component.describe()) log.info("  " + line);
  Coupler coupler(ranks, std::move(setup));
  coupler.connect(component.grid());
  const auto give = [&] {
    component.put(coupler);
    coupler.send();
  };
  if (!is_resumed) give();
  while (coupler.now() < component.clock().end) {
    coupler.receive();
    component.step(coupler);
    coupler.advance();
    give();
  }
  coupler.finish();
  log_checksum(component, ranks, log);
  for (const std::string& line : describe_waits(coupler, ranks)) log.info(line);
}

std::vector<std::string> describe_waits(const Coupler& coupler, const Communicator& ranks) {
  std::vector<std::string> lines;
  for (const CouplingWait& wait : coupler.waits()) {
    const double seconds = ranks.max(wait.seconds);
    const std::int64_t n = ranks.max(wait.n_wait);
    if (n > 0)
      lines.push_back(text("waited ", std::round(seconds * 1000.0) / 1000.0, " s for ", wait.other,
                           wait.field.empty() ? " to take what it was given" : " to give " + wait.field, " (",
                           n, n == 1 ? " time)" : " times)"));
  }
  return lines;
}

}  // namespace groundswell
