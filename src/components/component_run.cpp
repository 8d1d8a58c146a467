// SPDX-License-Identifier: Apache-2.0
#include "components/component_run.hpp"

#include <cstdio>
#include <utility>

#include "base/error.hpp"
#include "components/component_restarts.hpp"
#include "components/coupling_report.hpp"
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

void run_component(CoupledComponent& component, const Communicator& ranks, CouplerSetup setup, const Log& log,
                   const std::function<void()>& before_writing) {
  const DateTime from = setup.from.value_or(component.clock().start);
  const bool is_resumed = setup.from.has_value();
  component.prepare(ranks, from);
  for (const std::string& line : component.describe()) log.info("  " + line);
  Coupler coupler(ranks, std::move(setup));
  coupler.connect(component.grid());
  before_writing();
  ComponentRestarts restarts(component, coupler, ranks);
  if (is_resumed && component.restarts()) restarts.load();
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
    if (const std::string said = restarts.write_if_due(); !said.empty()) log.info(said);
  }
  coupler.finish();
  restarts.finish();
  log_checksum(component, ranks, log);
  report_coupling(coupler, ranks, log);
}

}  // namespace groundswell
