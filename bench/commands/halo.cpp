// SPDX-License-Identifier: Apache-2.0
// groundswell-bench halo: the cost of a halo exchange, by method, following the experiments on neighbourhood
// communication in the FVWAM paper (docs/experiments/halo_speed.md).
#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <thread>

#include "apps/late_target.hpp"
#include "base/each_once.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "bench/commands/measure_options.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/halo/halo_case.hpp"
#include "bench/halo/halo_parts.hpp"
#include "bench/transfer/timed_case.hpp"
#include "comm/machine.hpp"
#include "comm/together.hpp"
#include "config/option_value.hpp"
#include "halo/halo_exchange.hpp"
#include "model/model_mesh.hpp"
#include "network/rank_reorder.hpp"

namespace groundswell {
namespace {

struct HaloBenchOptions {
  MeshSettings mesh;
  DecompositionSettings decomposition;
  HaloCaseSettings measure;
  std::vector<int> ranks, floats{1260};
  std::vector<std::string> partitions{std::string(default_partition)}, reorders{std::string(default_reorder)};
  std::string mesh_file, json, parts, network;
  int cold_mib = 64;
};

void check_targets(const HaloBenchOptions& options, const Communicator& world) {
  std::vector<std::filesystem::path> inputs;
  if (!options.mesh_file.empty()) inputs.push_back(parse_path(options.mesh_file, ""));
  run_on_root(world, 0, [&] {
    if (!options.json.empty()) check_late_target("--json", parse_path(options.json, ""), inputs);
    if (!options.parts.empty()) check_late_target("--parts", parse_path(options.parts, ""), inputs);
  });
}

// The numbers of ranks, ascending; without --ranks, the number of available ranks.
std::vector<int> list_ranks(const HaloBenchOptions& options, int n_rank) {
  require(n_rank >= 2, "halos are exchanged between processes, but this run has one; try ",
          "mpirun -n 2 groundswell-bench halo");
  std::vector<int> ranks = options.ranks.empty() ? std::vector<int>{n_rank} : options.ranks;
  keep_each_once(ranks);
  require(ranks.back() <= n_rank, "--ranks names ", ranks.back(), " ranks, but there are ", n_rank,
          "; start more, with mpirun -n ", ranks.back());
  return ranks;
}

// Data cache sizes of the first processor, by level, such as "L2": "1024K". Available on Linux only.
nlohmann::ordered_json list_caches() {
  const std::filesystem::path folder = "/sys/devices/system/cpu/cpu0/cache";
  nlohmann::ordered_json caches = nlohmann::ordered_json::object();
  for (int index = 0; index < 8; ++index) {
    const auto word = [&](const char* name) {
      std::string found;
      std::ifstream(folder / text("index", index) / name) >> found;
      return found;
    };
    if (const std::string size = word("size"); !size.empty() && word("type") != "Instruction")
      caches["L" + word("level")] = size;
  }
  return caches;
}

// Describes the machine, including the times of single messages between two ranks. Collective.
nlohmann::ordered_json describe_machine_of(const Communicator& world) {
  nlohmann::ordered_json json;
  json["bench"] = "halo";
  json["version"] = version();
  json["commit"] = commit();
  json["ranks"] = world.size();
  json["machine"] = describe_machine(world);
  json["cores"] = std::thread::hardware_concurrency();
  json["caches"] = list_caches();
  std::vector<MessageTime> messages;
  on_first_ranks(world, 2, [&](const Communicator& pair) { messages = time_messages(pair); });
  for (const MessageTime& message : messages)
    json["single_messages"].push_back({{"bytes", message.bytes}, {"seconds", message.seconds}});
  return json;
}

// Times exchanges of all row sizes on the ranks of `part`, the first of which reports the results. If no case
// has more ranks (`are_most`), the parts of the mesh are also written to the file of --parts. Collective.
void time_on(const Communicator& part, HaloBenchOptions& options, bool are_most,
             nlohmann::ordered_json& json) {
  const DecompositionSettings& decomposition = options.decomposition;
  const DecomposedMesh mesh = decompose(part, make_model_mesh(options.mesh, part), decomposition);
  if (are_most && !options.parts.empty()) write_parts(mesh, parse_path(options.parts, "").string());
  for (const int n_float : options.floats) {
    options.measure.n_float = n_float;
    HaloCaseResult result = time_halo_case(mesh, options.measure);
    result.partition = decomposition.partition.kind;
    result.reorder = decomposition.reorder;
    if (part.rank() != 0) continue;
    if (!mesh.warning.empty()) fmt::print("warning: {}\n", mesh.warning);
    print_halo_case(result);
    json["cases"].push_back(to_json(result));
  }
}

void run_halo_bench(HaloBenchOptions options, const Communicator& world) {
  const std::vector<int> ranks = list_ranks(options, world.size());
  check_targets(options, world);
  if (!options.mesh_file.empty()) {
    options.mesh.kind = MeshKind::file;
    options.mesh.file = parse_path(options.mesh_file, "");
  }
  if (!options.network.empty()) options.decomposition.network = parse_path(options.network, "");
  options.measure.skips_unavailable = options.measure.methods.empty();
  if (options.measure.methods.empty()) options.measure.methods = halo_method_names();
  options.measure.cold_bytes = std::int64_t(options.cold_mib) << 20;
  nlohmann::ordered_json json = describe_machine_of(world);
  json["mesh"] = options.mesh_file.empty() ? name_of(mesh_kinds, options.mesh.kind) : options.mesh_file;
  for (const int n : ranks)
    on_first_ranks(world, n, [&](const Communicator& part) {
      for (const std::string& partition : options.partitions)
        for (const std::string& reorder : options.reorders) {
          options.decomposition.partition.kind = partition;
          options.decomposition.reorder = reorder;
          time_on(part, options, n == ranks.back(), json);
        }
    });
  if (world.rank() == 0 && !options.json.empty())
    write_text_file(parse_path(options.json, ""), json.dump(1) + "\n");
}

void add_mesh_to_halo(CLI::App& halo, HaloBenchOptions& options) {
  options.mesh.kind = MeshKind::icosahedral;
  options.mesh.bisections = 6;
  options.decomposition.halo_rings = 1;
  halo.add_option("--mesh", options.mesh_file, "File of a mesh, instead of one that is generated");
  halo.add_option("--bisections", options.mesh.bisections, "Generated: 10 * 4^n + 2 cells of the globe")
      ->check(CLI::Range(0, 11))
      ->capture_default_str();
  halo.add_option("--rings", options.decomposition.halo_rings, "Rings of halo cells")
      ->check(CLI::Range(1, 2))
      ->capture_default_str();
  const auto add_names = [&](const char* name, std::vector<std::string>& names, const char* text,
                             const std::vector<std::string>& known) {
    halo.add_option(name, names, text)->check(CLI::IsMember(known))->delimiter(',')->capture_default_str();
  };
  add_names("--partition", options.partitions, "How the mesh is partitioned, one case each",
            partition_names());
  add_names("--reorder", options.reorders, "How ranks are reordered, one case each", reorder_names());
  halo.add_option("--network", options.network,
                  "For --reorder nodes and scotch: a file of groundswell network probe");
  halo.add_option("--parts", options.parts,
                  "Write the parts of the most ranks, of the last partition, to this NetCDF file, for "
                  "groundswell-bench-view parts");
}

}  // namespace

void add_bench_halo(CLI::App& bench, Program& program) {
  auto* halo = bench.add_subcommand("halo", "A halo exchange, by method");
  halo->footer(
      "Start it with mpirun. A time is that of the slowest rank, all having begun together; methods take "
      "turns in\n"
      "an order of each repetition; medians are printed. Speed-up: of the sums over all repetitions, mean of "
      "the ranks. Warm: right after an exchange of the same rows. "
      "Cold: the\n"
      "caches hold other things. copy_bound: each rank copies as many rows within its own memory.\n"
      "Example: mpirun -n 4 groundswell-bench halo --ranks 2,4 --floats 36,1260 --json halo.json");
  auto options = std::make_shared<HaloBenchOptions>();
  add_mesh_to_halo(*halo, *options);
  const auto add_counts = [&](const char* name, std::vector<int>& counts, const char* text, int least) {
    halo->add_option(name, counts, text)->check(CLI::Range(least, 1000000))->delimiter(',');
  };
  add_counts("--ranks", options->ranks, "Numbers of ranks, one case each [all available]", 2);
  add_counts("--floats", options->floats, "Floats of a cell, one case each [1260]", 1);
  halo->add_option("--methods", options->measure.methods, "Of these methods [all that this machine can do]")
      ->check(CLI::IsMember(halo_method_names()))
      ->delimiter(',');
  halo->add_option("--cold", options->cold_mib,
                   "MiB that each rank reads before a cold exchange; 0: none of these")
      ->check(CLI::Range(0, 1 << 20))
      ->capture_default_str();
  add_measure_options(*halo, options->measure.measure, "auto");
  halo->add_option("--json", options->json, "Write the figures to this file");
  halo->callback([options, &program] { run_halo_bench(*options, program.world()); });
}

}  // namespace groundswell
