// SPDX-License-Identifier: Apache-2.0
// The results of the data-transfer benchmark for one case, and their output.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/measure/ratios.hpp"
#include "bench/transfer/transfer_cases.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

// The total sent in a transfer, and the minimum, maximum and mean over the processes of what each sends and
// receives together.
struct Spread {
  std::int64_t total = 0, least = 0, most = 0;
  double mean = 0.0;
};
// Collective.
Spread spread_of(const Communicator& communicator, std::int64_t sent, std::int64_t received);
nlohmann::ordered_json to_json(const Spread& spread);

struct MethodResult {
  std::string name;
  std::vector<double> seconds;  // of the slowest process in each repetition
  double set_up = 0.0;          // [s] spent in the constructor
  double choice = 0.0;          // [s] spent in transfers until the choice is made
  int n_choice_transfer = 0;
  std::string links;       // used by the timed transfers (Transfer::links)
  Spread messages, bytes;  // zero for "plain"

  double median() const;  // [s]
};

// "p2p" or "butterfly" if the links are those of that method, otherwise the links themselves.
std::string links_in_words(const std::string& links);

struct CaseResult {
  TransferCase which;
  std::vector<MethodResult> methods;
  std::vector<std::string> choices;  // links chosen by "adaptive", set up anew several times
  Ratio regret, p2p_to_plain;
  double seconds = 0.0;  // total time of the case

  const MethodResult& method(const std::string& name) const;
};

// The one-way time [s] of a single message of `bytes` between two ranks.
struct MessageTime {
  std::int64_t bytes = 0;
  double seconds = 0.0;
};

// The bandwidth [B/s] of a single message, from times that are interpolated linearly between measured sizes.
double ideal_bandwidth(const std::vector<MessageTime>& messages, double bytes);

nlohmann::ordered_json to_json(const CaseResult& result, const std::vector<MessageTime>& messages);
void print_heading();
void print_row(const CaseResult& result);

}  // namespace groundswell
