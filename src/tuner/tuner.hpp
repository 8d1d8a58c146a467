// SPDX-License-Identifier: Apache-2.0
// Chooses the fastest of several ways to do the same thing on many ranks, by timing them in real use. The
// candidates of a round are timed in passes, each in its own random order, so that a slow minute of the
// machine affects all candidates alike; the slowest rank determines each sample; all samples of a candidate
// are pooled. By default, the first pass of a round is dropped, and a candidate is preferred to the
// lowest-numbered one only if it is faster with statistical significance (sign test); up to six extra rounds
// of these two are timed while the test is inconclusive. Every rank sees the same numbers and so makes the
// same choice.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"

namespace groundswell {

struct TunerSettings {
  int samples = 8;       // counted samples of each candidate per round
  double margin = 0.05;  // candidates slower by at most this fraction count as equal to the best
  // Adds an uncounted pass at the start of each round, while buffers and caches are cold.
  bool drop_first = true;
  // Maximum number of extra rounds while the best candidate seems faster than the lowest-numbered one, but
  // not significantly so. Negative: only medians decide.
  int n_doubtful_round = 6;
  // Whether the lowest-numbered candidate is chosen if these rounds leave doubt; otherwise the one that seems
  // faster is chosen.
  bool lowest_in_doubt = true;
};

// The candidate with the lowest median.
inline int fastest_of(const std::map<int, double>& medians) {
  return std::ranges::min_element(medians, {}, [](const auto& entry) { return entry.second; })->first;
}

class Tuner {
 public:
  // Candidates are numbers; of those within the margin of the best, the lowest is chosen. After a round,
  // `next_round` gets the median [s] of each candidate timed so far and returns the candidates of the next
  // round; an empty list ends the search. The lowest number should be in each round. The communicator must
  // outlive the tuner, and be abandoned if other ranks have not joined a reduction when the tuner ends.
  using NextRound = std::function<std::vector<int>(const std::map<int, double>& medians)>;
  Tuner(const Communicator& communicator, std::vector<int> first_round, NextRound next_round,
        const TunerSettings& settings = {});
  // A tuner whose choice is known, so that it times nothing.
  Tuner(const Communicator& communicator, int choice)
      : communicator_(communicator), decided_(true), choice_(choice) {}
  bool decided() const { return decided_; }
  int n_round() const { return n_round_; }  // begun so far
  // The candidate to use now: the next one to be timed, or the choice. Call only when is_ready().
  int candidate() const;
  // False while the reduction of a round's times over the ranks is pending; each call lets it progress.
  bool is_ready();
  // Records the time [s] that one use of candidate() took on this rank. All ranks record the same uses. Not
  // collective: at the end of a round the reduction of the ranks' times is started.
  void record(double seconds);
  const std::map<int, double>& medians() const { return medians_; }  // median sample of each candidate [s]

 private:
  void begin_round(std::vector<int> candidates);
  void end_round();
  void pool_samples();
  void decide();
  int lowest_as_good_as(int candidate) const;
  bool is_clearly_faster(int candidate, int other) const;

  const Communicator& communicator_;
  NextRound next_round_;
  TunerSettings settings_;
  std::vector<int> round_, order_;          // candidates of the round, and the order in which they are used
  LentToMpi<std::vector<double>> seconds_;  // time of each use in the round [s]
  std::mt19937 random_;                     // the same on all ranks
  int n_round_ = 0;
  std::size_t n_recorded_ = 0;
  bool voting_ = false, decided_ = false;
  bool search_ended_ = false;
  int n_doubtful_round_ = 0;
  int n_pass_ = 0;  // in all rounds
  int choice_ = -1;
  std::map<int, std::map<int, double>> samples_;  // times [s] of each candidate, by pass
  std::map<int, double> medians_;
};

}  // namespace groundswell
