// SPDX-License-Identifier: Apache-2.0
#include "tuner/tuner.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace groundswell {

double median(std::vector<double> values) {
  ensure(!values.empty(), "a median of nothing");
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return 0.5 * (values[(n - 1) / 2] + values[n / 2]);
}

Tuner::Tuner(const Communicator& communicator, std::vector<int> first_round, NextRound next_round,
             const TunerSettings& settings)
    : communicator_(communicator), next_round_(std::move(next_round)), settings_(settings) {
  require(settings.samples >= 1, "a tuner needs at least one sample of each candidate, not ",
          settings.samples);
  require(settings.margin >= 0, "the margin of a tuner is ", settings.margin, "; it must not be negative");
  begin_round(std::move(first_round));
}

Tuner::~Tuner() {
  if (!voting_ || vote_.test()) return;
  vote_.abandon();
  static_cast<void>(seconds_.release());  // MPI may still write there
}

// Each pass starts one candidate later than the one before, so that no candidate always follows the same one.
void Tuner::begin_round(std::vector<int> candidates) {
  ++n_round_;
  round_ = std::move(candidates);
  ensure(!round_.empty(), "a round without candidates");
  order_.clear();
  const std::size_t n_pass = std::size_t(settings_.samples) + std::size_t(settings_.drop_first);
  for (std::size_t pass = 0; pass < n_pass; ++pass)
    for (std::size_t i = 0; i < round_.size(); ++i) order_.push_back(round_[(i + pass) % round_.size()]);
  seconds_ = std::make_unique<std::vector<double>>(order_.size(), 0.0);
  n_recorded_ = 0;
}

int Tuner::candidate() const {
  ensure(!voting_, "a tuner was asked for a candidate during its vote");
  return decided_ ? choice_ : order_[n_recorded_];
}

void Tuner::record(double seconds) {
  if (decided_) return;
  (*seconds_)[n_recorded_++] = seconds;
  if (n_recorded_ < order_.size()) return;
  vote_ = communicator_.start_max_in_place(*seconds_);
  voting_ = true;
}

bool Tuner::is_ready() {
  if (voting_ && vote_.test()) {
    voting_ = false;
    end_round();
  }
  return !voting_;
}

void Tuner::end_round() {
  for (std::size_t i = settings_.drop_first ? round_.size() : 0; i < order_.size(); ++i)
    samples_[order_[i]].push_back((*seconds_)[i]);
  for (const int candidate : round_) medians_[candidate] = median(samples_[candidate]);
  std::vector<int> next = next_round_(medians_);
  if (next.empty())
    decide();
  else
    begin_round(std::move(next));
}

void Tuner::decide() {
  decided_ = true;
  choice_ = round_.front();
  if (medians_.empty()) return;
  double best = medians_.begin()->second;
  for (const auto& [candidate, seconds] : medians_) best = std::min(best, seconds);
  for (const auto& [candidate, seconds] : medians_)
    if (seconds <= best * (1.0 + settings_.margin)) {
      choice_ = candidate;
      return;
    }
}

}  // namespace groundswell
