// SPDX-License-Identifier: Apache-2.0
#include "run/drift_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/together.hpp"
#include "network/network_file.hpp"

namespace groundswell {
namespace {

// Time [s] assumed for waking all ranks for a measurement and for putting them to sleep again.
constexpr double waking_seconds = 0.05;

// Expected time [s] to measure one pair in both directions: that of the slowest pair.
double expect_pair(const NetworkModel& known, int repetitions) {
  double seconds = 0.0;
  for (int size = 0; size < int(known.bytes().size()); ++size) {
    double slowest = 0.0;
    for (int from = 0; from < known.n_place(); ++from)
      for (int to = 0; to < known.n_place(); ++to)
        if (from != to) slowest = std::max(slowest, known.measured(size, from, to));
    seconds += 4.0 * (repetitions + 1) * slowest;  // there and back, from either place
  }
  return seconds;
}

}  // namespace

DriftWatch::DriftWatch(const Communicator& communicator, const std::filesystem::path& file, const Log& log,
                       const WatchSettings& settings, std::function<double()> clock)
    : communicator_(communicator), file_(file.string()), log_(log), clock_(std::move(clock)) {
  if (!clock_) clock_ = [since_start = Stopwatch()] { return since_start.seconds(); };
  if (file.empty()) return;
  NetworkModel known;
  run_together(communicator_, [&] {
    try {
      known = read_network(file).between;
    } catch (const Error& error) {
      throw Error(text("parallel.network_watch: ", error.what()));
    }
  });
  watch_ = std::make_unique<NetworkWatch>(communicator_, known, settings,
                                          text("parallel.network_watch: '", file_, "'"));
  known_ = watch_->model();
  require(known_.is_complete(), "parallel.network_watch: '", file_,
          "' lacks times between nodes of this run; measure them with groundswell network probe");
  next_ = pair_seconds_ = waking_seconds + expect_pair(known_, settings.repetitions);
  if (known_.n_place() > 1) return;
  log_.warn("parallel.network_watch: all ranks are on one node, so there is no network to watch");
  watch_.reset();
}

void DriftWatch::look() {
  if (!watch_) return;
  const double begin = clock_();
  bool is_due = spent_ + next_ <= largest_share * begin;
  communicator_.broadcast(is_due, 0);
  if (!is_due) return;
  const int n_turn = watch_->n_turn();
  try {
    n_measured_ += watch_->go_on(pair_seconds_).n_pair;
  } catch (const Error& error) {
    log_.warn(text("the network is no longer watched: ", error.what()));
    watch_.reset();
    return;
  }
  const double took = clock_() - begin;
  spent_ += took;
  next_ = std::max(next_, took);
  if (watch_->n_turn() > n_turn) log_.info(describe_drift());
}

void DriftWatch::say_report() {
  if (!watch_) return;
  const double share = spent_ / std::max(clock_(), 1e-9);
  log_.info(fmt::format("network: {} pairs were measured again in {:.2f} % of the time", n_measured_,
                        100.0 * share));
  if (n_measured_ > 0) log_.info(describe_drift());
}

std::string DriftWatch::describe_drift() const {
  const NetworkDrift drift = NetworkModel(known_).update(watch_->model(), 1.0);
  if (drift.from < 0) return fmt::format("network: messages take as long as in '{}'", file_);
  return fmt::format("network: messages take {}",
                     compare_times(drift, known_, fmt::format("in '{}'", file_)));
}

std::string compare_times(const NetworkDrift& drift, const NetworkModel& model, const std::string& before) {
  ensure(drift.from >= 0, "times are compared, but no pair has new values");
  return fmt::format(
      "{:.2f} times as long as {} (median); the largest change is by a factor of {:.2f}, longer or shorter, "
      "from {} to {} at {} bytes",
      drift.median_ratio, before, drift.most_ratio, model.places()[std::size_t(drift.from)].name,
      model.places()[std::size_t(drift.to)].name, drift.bytes);
}

}  // namespace groundswell
