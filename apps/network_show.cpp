// SPDX-License-Identifier: Apache-2.0
// groundswell network show: the content of a network file.
#include <memory>

#include "apps/network_text.hpp"
#include "apps/subcommands.hpp"
#include "config/option_value.hpp"

namespace groundswell {
namespace {

struct NetworkShowOptions {
  std::string file, since, against;
  double bytes = 0;  // 0: the largest
};

void show_network(const NetworkShowOptions& options) {
  const NetworkFile file = read_network(parse_path(options.file, ""));
  require(!file.between.bytes().empty(), "'", options.file, "' has no measured sizes of messages");
  // Everything is read and compared before anything is printed.
  NetworkDrift drift;
  if (!options.since.empty())
    drift = read_network(parse_path(options.since, "")).between.update(file.between, 1.0);
  std::vector<PredictionError> errors;
  if (!options.against.empty())
    errors = compare_prediction(file.between, read_network(parse_path(options.against, "")).between);
  print_network(file, options.bytes > 0 ? options.bytes : double(file.between.bytes().back()));
  if (!options.since.empty()) print_drift(drift, file.between);
  if (!options.against.empty()) print_prediction(errors, file.between);
}

}  // namespace

void add_network_show(CLI::App& network) {
  auto* show = network.add_subcommand("show", "Print what was measured: groups, latency, bandwidth");
  auto options = std::make_shared<NetworkShowOptions>();
  show->add_option("file", options->file, "A network file")->required();
  show->add_option("--bytes", options->bytes, "Size of the messages for groups and times [the largest]")
      ->check(CLI::Range(1.0, 1e15));
  show->add_option("--since", options->since,
                   "An older network file: how far the network has drifted from it");
  show->add_option(
      "--against", options->against,
      "A network file of the same places: how well this one predicts its messages, by their size");
  show->callback([options] { show_network(*options); });
}

}  // namespace groundswell
