// SPDX-License-Identifier: Apache-2.0
#include "tuner/tuner.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "base/median.hpp"

namespace groundswell {

Tuner::Tuner(const Communicator& communicator, std::vector<int> first_round, NextRound next_round,
             const TunerSettings& settings)
    : communicator_(communicator), next_round_(std::move(next_round)), settings_(settings) {
  constexpr int most_samples = 10000;
  require(settings.samples >= 1 && settings.samples <= most_samples, "a tuner takes 1 to ", most_samples,
          " samples of each candidate, not ", settings.samples);
  require(settings.margin >= 0, "the margin of a tuner is ", settings.margin, "; it must not be negative");
  begin_round(std::move(first_round));
}

void Tuner::begin_round(std::vector<int> candidates) {
  ++n_round_;
  round_ = std::move(candidates);
  ensure(!round_.empty(), "a round without candidates");
  order_.clear();
  const int n_pass = settings_.samples + int(settings_.drop_first);
  for (int pass = 0; pass < n_pass; ++pass) {
    order_.insert(order_.end(), round_.begin(), round_.end());
    std::ranges::shuffle(std::span(order_).last(round_.size()), random_);
  }
  seconds_->assign(order_.size(), 0.0);
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
  seconds_.add(communicator_.start_max_in_place(*seconds_));
  voting_ = true;
}

bool Tuner::is_ready() {
  if (voting_ && seconds_.test()) {
    voting_ = false;
    end_round();
  }
  return !voting_;
}

void Tuner::end_round() {
  pool_samples();
  std::vector<int> next;
  if (!search_ended_) next = next_round_(medians_);
  if (next.empty())
    decide();
  else
    begin_round(std::move(next));
}

void Tuner::pool_samples() {
  for (std::size_t i = settings_.drop_first ? round_.size() : 0; i < order_.size(); ++i)
    samples_[order_[i]][n_pass_ + int(i / round_.size())] = (*seconds_)[i];
  n_pass_ += int(order_.size() / round_.size());
  for (const int candidate : round_) {
    std::vector<double> seconds;
    for (const auto& [pass, value] : samples_[candidate]) seconds.push_back(value);
    medians_[candidate] = median(std::move(seconds));
  }
}

void Tuner::decide() {
  search_ended_ = true;
  const int lowest = medians_.begin()->first, good = lowest_as_good_as(fastest_of(medians_));
  const bool is_sure = good == lowest || settings_.n_doubtful_round < 0 || is_clearly_faster(good, lowest);
  if (!is_sure && n_doubtful_round_++ < settings_.n_doubtful_round) return begin_round({lowest, good});
  choice_ = is_sure || !settings_.lowest_in_doubt ? good : lowest;
  decided_ = true;
}

int Tuner::lowest_as_good_as(int candidate) const {
  const double enough = medians_.at(candidate) * (1.0 + settings_.margin);
  return std::ranges::find_if(medians_, [&](const auto& entry) { return entry.second <= enough; })->first;
}

// A sign test on the passes in which both candidates were timed: whether the first was faster in so many of
// them that this would occur by chance in at most one of twenty cases if both were equally fast (normal
// approximation of the binomial distribution).
bool Tuner::is_clearly_faster(int candidate, int other) const {
  int n_both = 0, n_faster = 0;
  const std::map<int, double>& others = samples_.at(other);
  for (const auto& [pass, seconds] : samples_.at(candidate)) {
    const auto same_pass = others.find(pass);
    if (same_pass == others.end()) continue;
    ++n_both;
    n_faster += int(seconds < same_pass->second);
  }
  constexpr double one_sided_5_percent = 1.645;  // standard deviations
  return n_faster >= 0.5 * n_both + one_sided_5_percent * 0.5 * std::sqrt(double(n_both));
}

}  // namespace groundswell
