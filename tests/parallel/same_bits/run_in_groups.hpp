// SPDX-License-Identifier: Apache-2.0
// Makes a run in several groups of ranks at the same time and returns the outcome of each.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "comm/together.hpp"
#include "exec/threads.hpp"
#include "field/field_info.hpp"
#include "model/checksum.hpp"
#include "model/flux_fields.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "parallel/same_bits/stormy_sea.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {

// A group of ranks and how it makes its run; 0 threads stand for the serial back end.
struct Group {
  int n_rank;
  std::string halo_method;
  int threads = 0;
};

// Checksums that do not depend on the order of cells: of the state, and of the forcing, depth, friction
// velocity, integral parameters and fluxes.
struct Outcome {
  std::uint64_t state = 0, fields = 0;
  bool operator==(const Outcome&) const = default;
};

inline std::uint64_t compute_field_checksum(Model& model) {
  std::vector<std::string> names{"uwnd", "vwnd", "ust", "dpt", "ucur", "vcur", "wlv", "ice"};
  for (int p = 0; p < n_parameter; ++p) names.emplace_back(parameter_info(Parameter(p)).name);
  for (const FieldInfo& flux : flux_field_list()) names.emplace_back(flux.name);
  const Diagnostics& fields = model.diagnose(names);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const View<const float> field = fields.field(names[i]);
    for (int cell = 0; cell < model.local().n_owned; ++cell) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &field[std::size_t(cell)], sizeof bits);
      sum += (bits + 0x9e3779b97f4a7c15ULL * std::uint64_t(i + 1)) *
             (2 * std::uint64_t(model.local().global_cell[std::size_t(cell)]) + 0xbf58476d1ce4e5b9ULL);
    }
  }
  return std::uint64_t(model.domain().communicator.sum(std::int64_t(sum)));
}

// The number of cells on all ranks that ice blocks.
inline std::int64_t count_blocked(Model& model) {
  std::int64_t n = 0;
  for (int cell = 0; cell < model.local().n_owned; ++cell) n += model.forcing().ice_blocks(std::size_t(cell));
  return model.domain().communicator.sum(n);
}

inline Outcome run_in_group(ModelSettings config, const Group& group, const Communicator& ranks) {
  config.parallel.halo_method = group.halo_method;
  config.keep_fluxes = true;
#if defined(_OPENMP)
  if (group.threads > 0) {
    config.parallel.backend = Backend::openmp;
    omp_set_num_threads(group.threads);
  }
#endif
  Model model(config, ranks, make_model_mesh(config.mesh, ranks));
  EXPECT_NE(model.local().n_owned % vector_width, 0);
  EXPECT_GE(model.local().n_global_cell, 1500);
  const std::int64_t blocked = count_blocked(model);
  while (!model.at_end()) model.step();
  EXPECT_GT(model.sub_steps()->passes.size(), 1u) << "the case should need sub-steps";
  EXPECT_GT(count_blocked(model), blocked) << "ice should come";
  const Outcome outcome{compute_checksum(ranks, model.local(), model.state()), compute_field_checksum(model)};
  const View<const float> height = model.diagnose({}).height();
  EXPECT_GT(ranks.max(*std::max_element(height.begin(), height.end())), 2.0f) << "there should be waves";
  return outcome;
}

// Runs all groups at the same time, on the ranks of the world in order; ranks left over wait. Returns the
// outcome of each group on every rank. Collective.
inline std::vector<Outcome> run_side_by_side(const ModelSettings& config, const std::vector<Group>& groups) {
  int colour = 0;
  for (int first = 0; colour < int(groups.size()); ++colour) {
    first += groups[std::size_t(colour)].n_rank;
    if (world().rank() < first) break;
  }
  const Communicator ranks = world().split(colour, world().rank());
  std::vector<Outcome> outcomes(groups.size());
  Outcome mine;
  if (colour < int(groups.size())) {
    EXPECT_EQ(ranks.size(), groups[std::size_t(colour)].n_rank);
    mine = run_in_group(config, groups[std::size_t(colour)], ranks);
  }
  const std::vector<Outcome> of_rank = world().all_gather(mine);
  for (int group = 0, first = 0; group < int(groups.size()); first += groups[std::size_t(group++)].n_rank)
    outcomes[std::size_t(group)] = of_rank[std::size_t(first)];
  return outcomes;
}

// The files of the stormy sea, in a folder of the first rank that is removed at the end.
class StormySea {
 public:
  StormySea() {
    std::string folder;
    run_on_root(world(), 0, [&] {
      folder = scratch_path("stormy_sea").string();
      write_stormy_sea(folder);
    });
    world().broadcast(folder, 0);
    folder_ = folder;
  }
  ModelSettings run() const { return stormy_run(folder_); }

 private:
  std::filesystem::path folder_;
};

}  // namespace groundswell::test
