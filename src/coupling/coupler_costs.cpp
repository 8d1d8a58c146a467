// SPDX-License-Identifier: Apache-2.0
// What its exchanges have cost a component.
#include "coupling/coupler.hpp"
#include "coupling/coupling_work.hpp"

namespace groundswell {

std::vector<CouplingWait> Coupler::waits() const {
  std::vector<CouplingWait> waits;
  const auto add = [&](const std::string& other, const std::string& field) {
    const auto at = waits_.find({other, field});
    waits.push_back(at == waits_.end() ? CouplingWait{other, field} : at->second);
    waits.back().other = other;
    waits.back().field = field;
  };
  for (const PairConnection& made : connections_) {
    const CoupledPair& pair = schedule_.pairs()[std::size_t(made.number)];
    add(name_of_component(made.is_source ? pair.target : pair.source), "");
    for (const int field : pair.fields)
      if (!made.is_source) add(name_of_component(pair.source), settings_of(field).name);
    if (!made.is_source && pair.fields.size() > 1) add(name_of_component(pair.source), fields_of(made));
  }
  return waits;
}

CouplingWork Coupler::work() const {
  return find_work(timers_);
}

CouplingWork find_work(const Timers& timers) {
  CouplingWork work;
  for (const Timing& timing : timers.timings()) {
    if (timing.name == coupling_timers::put) work.giving += timing.cpu_seconds;
    if (timing.name == coupling_timers::messages) work.messages += timing.cpu_seconds;
    if (timing.name == coupling_timers::looks) work.looking += timing.cpu_seconds;
    if (timing.name == coupling_timers::get) work.taking += timing.cpu_seconds;
    if (timing.name != coupling_timers::arrival) continue;
    work.regridding += timing.cpu_seconds;
    work.messages -= timing.cpu_seconds;
  }
  return work;
}

}  // namespace groundswell
