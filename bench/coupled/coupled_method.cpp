// SPDX-License-Identifier: Apache-2.0
#include "bench/coupled/coupled_method.hpp"

#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "base/timers.hpp"

namespace groundswell {
namespace {

constexpr int most_choice_transfers = 10000;

double sum_seconds(const Communicator& ranks, double seconds) {
  return 1e-9 * double(ranks.sum(std::int64_t(1e9 * seconds)));
}

}  // namespace

CoupledMethod::CoupledMethod(const Communicator& both, BenchComponent& mine, bool is_first, bool at_once,
                             std::string name)
    : both_(both),
      mine_(mine),
      is_first_(is_first),
      at_once_(at_once),
      result_{.name = std::move(name), .seconds = {}, .parts = {}, .there = {}, .back = {}},
      there_(make("there", is_first)),
      back_(make("back", !is_first)) {
  for (const std::vector<double>& values : mine.given) from_.push_back(make_cell_rows(values));
  for (std::vector<double>& values : mine.taken) to_.push_back(make_cell_rows(values));
  choose(*there_, is_first_);
  choose(*back_, !is_first_);
  exchange();
  result_.there = describe(*there_);
  result_.back = describe(*back_);
}

std::unique_ptr<Transfer> CoupledMethod::make(const std::string& direction, bool is_source) {
  std::vector<TransferField> fields;
  for (int i = 0; i < mine_.n_field(); ++i) fields.push_back({text("field ", i), sizeof(double)});
  both_.barrier();
  const Stopwatch stopwatch;
  auto made = std::make_unique<Transfer>(
      both_, is_source ? &mine_.gives() : nullptr, is_source ? nullptr : &mine_.takes(), fields,
      TransferSettings{.name = text(result_.name, ", ", direction), .method = result_.name}, &group_);
  result_.set_up += both_.max(stopwatch.seconds());
  return made;
}

// Like a Coupler, which times the ways before the first step.
void CoupledMethod::choose(Transfer& transfer, bool is_source) {
  both_.barrier();
  const Stopwatch stopwatch;
  while (both_.any(transfer.is_timing())) {
    require(++result_.n_choice_transfer < most_choice_transfers, "method '", result_.name,
            "' has not chosen after ", most_choice_transfers, " transfers");
    move(transfer, is_source);
  }
  result_.choice += both_.max(stopwatch.seconds());
}

CoupledDirection CoupledMethod::describe(const Transfer& transfer) const {
  const Transfer::Traffic traffic = transfer.traffic();
  return {transfer.links(), spread_of(both_, traffic.sent_messages, traffic.received_messages),
          spread_of(both_, traffic.sent_bytes, traffic.received_bytes)};
}

void CoupledMethod::move(Transfer& transfer, bool is_source) {
  is_source ? transfer.move(from_, {}) : transfer.move({}, to_);
}

void CoupledMethod::exchange() {
  if (!at_once_) {
    move(*there_, is_first_);
    move(*back_, !is_first_);
    return;
  }
  Transfer& giving = is_first_ ? *there_ : *back_;
  Transfer& taking = is_first_ ? *back_ : *there_;
  giving.start(from_, {});
  taking.start({}, to_);
  taking.finish();
  giving.finish();
}

void CoupledMethod::finish_run() {
  const int n_known = int(both_.min(mine_.n_known()));
  mine_.check(step_ - 1, n_known);
}

void CoupledMethod::run(int n_step) {
  both_.barrier();
  const Stopwatch stopwatch;
  for (int step = 0; step < n_step; ++step) {
    mine_.compute(step_++);
    exchange();
    mine_.regrid();
  }
  result_.seconds.push_back(both_.max(stopwatch.seconds()));
  finish_run();
}

void CoupledMethod::run_apart(int n_step) {
  CoupledParts parts;
  double waiting = 0.0, computing = 0.0;
  std::vector<double> computed(std::size_t(n_step), 0.0), moved(std::size_t(n_step), 0.0);
  std::array<std::vector<double>, 2> busy{computed, computed};  // processor time of this process
  both_.barrier();
  const Stopwatch whole;
  for (int step = 0; step < n_step; ++step) {
    const Stopwatch stopwatch;
    const double cpu = thread_cpu_seconds();
    if (step > 0) mine_.regrid();
    mine_.compute(step_++);
    computed[std::size_t(step)] = stopwatch.seconds();
    busy[is_first_ ? 0 : 1][std::size_t(step)] = thread_cpu_seconds() - cpu;
    both_.barrier();
    waiting += stopwatch.seconds() - computed[std::size_t(step)];
    computing += computed[std::size_t(step)];
    const Stopwatch moving;
    exchange();
    moved[std::size_t(step)] = moving.seconds();
  }
  parts.run = both_.max(whole.seconds());
  both_.max_in_place(computed);
  both_.max_in_place(moved);
  for (const double seconds : computed) parts.slowest += seconds;
  for (const double seconds : moved) parts.transfer += seconds;
  parts.computing = sum_seconds(both_, computing) / both_.size();
  parts.waiting = sum_seconds(both_, waiting) / both_.size();
  for (std::size_t i = 0; i < busy.size(); ++i) {
    const double all = sum_seconds(both_, std::accumulate(busy[i].begin(), busy[i].end(), 0.0));
    both_.max_in_place(busy[i]);
    const double busiest = std::accumulate(busy[i].begin(), busy[i].end(), 0.0);
    parts.component_computing[i] = all / n_step;
    parts.component_imbalance[i] = all > 0.0 ? busiest / (all / (both_.size() / 2)) - 1.0 : 0.0;
  }
  if (result_.parts.run == 0.0 || parts.run < result_.parts.run) result_.parts = parts;
  finish_run();
}

}  // namespace groundswell
