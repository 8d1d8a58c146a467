// SPDX-License-Identifier: Apache-2.0
// groundswell-bench transfer: the cost of moving fields between two decompositions, by method, in the
// experiments of Zhang et al. 2016 (Geosci. Model Dev.) on M+M processes, for every M that the number of
// ranks allows.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "apps/late_target.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "bench/commands/measure_options.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/transfer/timed_case.hpp"
#include "comm/together.hpp"
#include "config/option_value.hpp"

namespace groundswell {
namespace {

struct TransferBenchOptions {
  MeasureSettings measure;
  CaseRanges ranges;
  std::string json, only;
  bool list = false;
};

std::vector<TransferCase> chosen_cases(const TransferBenchOptions& options, int n_rank) {
  std::vector<TransferCase> cases;
  for (int n = 1; 2 * n <= n_rank; ++n)
    for (TransferCase& which : make_transfer_cases(n, options.ranges))
      if (which.name().find(options.only) != std::string::npos) cases.push_back(std::move(which));
  require(!cases.empty(), "no case of ", n_rank, " processes has '", options.only,
          "' in its name; --list prints the names");
  return cases;
}

nlohmann::ordered_json describe_run(const Communicator& world, const std::vector<MessageTime>& messages) {
  nlohmann::ordered_json json;
  json["version"] = version();
  json["commit"] = commit();
  json["ranks"] = world.size();
  json["cores"] = std::thread::hardware_concurrency();
  for (const MessageTime& message : messages)
    json["single_messages"].push_back({{"bytes", message.bytes}, {"microseconds", 1e6 * message.seconds}});
  return json;
}

void list_cases(const std::vector<TransferCase>& cases) {
  for (const TransferCase& which : cases) fmt::print("{}\n", which.name());
}

void run_transfer_bench(const TransferBenchOptions& options, const Communicator& world) {
  require(world.size() >= 2, "data transfer is measured between processes, but this run has one; try ",
          "mpirun -n 2 groundswell-bench transfer");
  const std::filesystem::path file = parse_path(options.json, "");
  if (!file.empty()) run_on_root(world, 0, [&] { check_late_target("--json", file); });
  const std::vector<TransferCase> cases = chosen_cases(options, world.size());
  if (options.list) {
    if (world.rank() == 0) list_cases(cases);
    return;
  }
  std::vector<MessageTime> messages;
  on_first_ranks(world, 2, [&](const Communicator& pair) { messages = time_messages(pair); });
  nlohmann::ordered_json json = describe_run(world, messages);
  if (world.rank() == 0) print_heading();
  for (const TransferCase& which : cases)
    on_first_ranks(world, which.n_rank(), [&](const Communicator& part) {
      const CaseResult result = time_case(part, which, options.measure);
      if (part.rank() != 0) return;
      print_row(result);
      json["cases"].push_back(to_json(result, messages));
    });
  if (world.rank() == 0 && !file.empty()) write_text_file(file, json.dump(2) + "\n");
}

}  // namespace

void add_bench_transfer(CLI::App& bench, Program& program) {
  auto* transfer = bench.add_subcommand("transfer", "Moving fields between two decompositions, by method");
  transfer->footer(
      "Start it with mpirun; all experiments run on 1+1, 2+2, .. processes, as many as there are. A time is\n"
      "that of the slowest process, all having begun together; methods take turns; medians are printed.\n"
      "'plain' is one packed MPI_Isend per partner, written without the library.\n"
      "Example: mpirun -n 4 groundswell-bench transfer --only messages --json transfer.json");
  auto options = std::make_shared<TransferBenchOptions>();
  transfer->add_option("--json", options->json, "Write the figures to this file");
  transfer->add_option("--only", options->only, "Cases with this text in their name");
  transfer->add_flag("--list", options->list, "Print the names of the cases, and stop");
  add_measure_options(*transfer, options->measure, "adaptive");
  transfer->add_option("--messages", options->ranges.messages, "Messages per process in 'messages'")
      ->check(CLI::Range(1, 10000))
      ->delimiter(',')
      ->capture_default_str();
  transfer->add_option("--fields", options->ranges.fields, "Numbers of fields in 'fields'")
      ->check(CLI::Range(1, 1000))
      ->delimiter(',')
      ->capture_default_str();
  transfer->add_option("--values", options->ranges.message_values, "Doubles of a message in 'bandwidth'")
      ->check(CLI::Range(1, 100000000))
      ->delimiter(',')
      ->capture_default_str();
  transfer->callback([options, &program] { run_transfer_bench(*options, program.world()); });
}

}  // namespace groundswell
