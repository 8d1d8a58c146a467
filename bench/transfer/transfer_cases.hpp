// SPDX-License-Identifier: Apache-2.0
// The experiments of Zhang et al. 2016 (Geosci. Model Dev.), section 4, as cases for M source and N target
// processes, all distinct. Values are doubles.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/transfer/decompositions.hpp"
#include "transfer/decomposition.hpp"

namespace groundswell {

// GAMIL2 and CLM3, whose grid is the same.
inline constexpr BenchGrid gamil_grid{128, 60};
inline constexpr int gamil_fields = 14;

struct TransferCase {
  std::string experiment;  // "messages", "fields", "cores", ..
  std::string setting;     // the varied parameter: "q4", "f10.q2"; empty if only M and N vary
  int n_source = 1, n_target = 1;
  int n_field = 1;
  std::function<Decomposition(int rank)> source, target;  // ranks count from 0 on each side

  std::string name() const;  // "messages.q4.8+8"
  int n_rank() const { return n_source + n_target; }
};

// The varied parameters; the defaults are what two to eight processes can do within minutes.
struct CaseRanges {
  std::vector<int> messages = {1, 2, 4, 8, 12, 24, 48, 96};  // per process; values up to N are used
  std::vector<int> fields = {1, 5, 20, 80};
  std::vector<int> message_values = {128, 2048, 32768, 524288};  // doubles per message in "bandwidth"
};

// All cases of n + n processes.
std::vector<TransferCase> make_transfer_cases(int n, const CaseRanges& ranges = {});

// The time of another library for the same case, measured by this project on M + N ranks of one node [us].
struct RivalFigure {
  const char* case_name;
  const char* library;
  double microseconds;
};
// The figures for this case.
std::vector<RivalFigure> rival_figures(const std::string& case_name);

}  // namespace groundswell
