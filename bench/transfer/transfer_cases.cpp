// SPDX-License-Identifier: Apache-2.0
#include "bench/transfer/transfer_cases.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "bench/transfer/decompositions.hpp"

namespace groundswell {
namespace {

// Grids and fields of the published experiments. Decompositions that the publication does not state are our
// own.
constexpr BenchGrid toy_grid{192, 96};
constexpr BenchGrid cesm_grid{144, 96};    // the land model and the coupler of CESM
constexpr BenchGrid ocean_grid{320, 384};  // target of the rearrangement for interpolation
constexpr int toy_fields = 10, constant_fields = 20, cesm_fields = 32;
constexpr int cells_per_process = 96;  // if the number of cells grows with that of processes
constexpr int cores_messages = 24;

using Cells = std::function<Decomposition(int rank)>;

Cells blocks(std::int64_t n_cell, int n) {
  return [=](int rank) { return make_block_decomposition(n_cell, rank, n); };
}
Cells round_robin(std::int64_t n_cell, int n) {
  return [=](int rank) { return deal_round_robin(n_cell, rank, n); };
}
Cells latitudes(BenchGrid grid, int n) {
  return [=](int rank) { return make_latitude_blocks(grid, rank, n); };
}
Cells rectangles(BenchGrid grid, int n) {
  return [=](int rank) { return make_rectangles(grid, rank, n); };
}

TransferCase dealt(std::string experiment, std::string setting, int n, std::int64_t n_cell, int n_message,
                   int n_field) {
  return {std::move(experiment), std::move(setting), n, n, n_field, blocks(n_cell, n), [=](int rank) {
            return deal_over_targets(n_cell, n, n_message, rank, n);
          }};
}

void add_varied(std::vector<TransferCase>& cases, int n, const CaseRanges& ranges) {
  const std::int64_t toy_cells = toy_grid.n_cell();
  const int some_messages = std::min(cores_messages, n);
  const auto number = [](const char* letter, int value) { return text(letter, value); };
  for (const int messages : ranges.messages)
    if (messages <= n)
      cases.push_back(dealt("messages", number("q", messages), n, toy_cells, messages, toy_fields));
  const std::set<int> message_counts{std::min(12, n), std::min(48, n)};
  for (const int messages : message_counts)
    for (const int fields : ranges.fields)
      cases.push_back(
          dealt("fields", number("f", fields) + number(".q", messages), n, toy_cells, messages, fields));
  cases.push_back(dealt("cores", "", n, toy_cells, some_messages, toy_fields));
  cases.push_back(
      dealt("constant", "", n, std::int64_t(cells_per_process) * n, some_messages, constant_fields));
  for (const int values : ranges.message_values)
    cases.push_back(dealt("bandwidth", number("v", values), n, std::int64_t(values) * n, 1, 1));
}

}  // namespace

std::string TransferCase::name() const {
  return text(experiment, setting.empty() ? "" : ".", setting, ".", n_source, "+", n_target);
}

std::vector<TransferCase> make_transfer_cases(int n, const CaseRanges& ranges) {
  std::vector<TransferCase> cases;
  add_varied(cases, n, ranges);
  cases.push_back(
      {"cesm", "", n, n, cesm_fields, round_robin(cesm_grid.n_cell(), n), latitudes(cesm_grid, n)});
  cases.push_back(
      {"gamil", "", n, n, gamil_fields, round_robin(gamil_grid.n_cell(), n), rectangles(gamil_grid, n)});
  const Cells ocean = rectangles(ocean_grid, n);
  cases.push_back({"rearrange", "", n, n, toy_fields, rectangles(cesm_grid, n),
                   [=](int rank) { return cells_for_interpolation(cesm_grid, ocean_grid, ocean(rank)); }});
  const std::int64_t toy_cells = toy_grid.n_cell();
  cases.push_back({"peers", "scattered", n, n, toy_fields, round_robin(toy_cells, n), blocks(toy_cells, n)});
  cases.push_back({"peers", "blocks", n, n, toy_fields, blocks(toy_cells, n), blocks(toy_cells, n)});
  return cases;
}

std::vector<RivalFigure> rival_figures(const std::string& case_name) {
  // Measured by this project with the published library and with MCT, on M + N ranks of one node with a few
  // cores.
  static constexpr RivalFigure all[] = {
      {"peers.scattered.4+4", "published p2p", 453},
      {"peers.scattered.4+4", "published butterfly", 500},
      {"peers.scattered.4+4", "published adaptive", 611},
      {"peers.scattered.4+4", "MCT", 435},
      {"peers.blocks.4+4", "published p2p", 212},
      {"peers.blocks.4+4", "published butterfly", 300},
      {"peers.blocks.4+4", "published adaptive", 239},
      {"peers.blocks.4+4", "MCT", 165},
      {"peers.scattered.8+8", "published p2p", 670},
      {"peers.scattered.8+8", "published butterfly", 891},
      {"peers.scattered.8+8", "published adaptive", 651},
      {"peers.scattered.8+8", "MCT", 364},
      {"peers.blocks.8+8", "published p2p", 213},
      {"peers.blocks.8+8", "published butterfly", 606},
      {"peers.blocks.8+8", "published adaptive", 229},
      {"peers.blocks.8+8", "MCT", 222},
      {"peers.scattered.16+16", "published p2p", 950},
      {"peers.scattered.16+16", "published butterfly", 1421},
      {"peers.scattered.16+16", "published adaptive", 1850},
      {"peers.scattered.16+16", "MCT", 2152},
      {"peers.blocks.16+16", "published p2p", 255},
      {"peers.blocks.16+16", "published butterfly", 904},
      {"peers.blocks.16+16", "published adaptive", 670},
      {"peers.blocks.16+16", "MCT", 503},
  };
  std::vector<RivalFigure> found;
  for (const RivalFigure& figure : all)
    if (case_name == figure.case_name) found.push_back(figure);
  return found;
}

}  // namespace groundswell
