// SPDX-License-Identifier: Apache-2.0
#include "run/run_description.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "boundary/constant_boundary.hpp"
#include "run/case_warnings.hpp"
#include "wave_output/server_shares.hpp"

namespace groundswell {

namespace {

// What the mesh says of islands smaller than its cells. Collective.
std::string describe_islands(const ModelSettings& settings, const DecomposedMesh& domain) {
  const Mesh& mesh = domain.local.mesh;
  if (settings.mesh.kind != MeshKind::file || !mesh.on_sphere || !settings.with_propagation) return "";
  if (!domain.communicator.any(!mesh.obstacle_through.empty()))
    return "those smaller than the cells block nothing: the mesh file does not describe them";
  int n = 0;
  for (int cell = 0; cell < domain.local.n_owned; ++cell) n += is_obstructed(mesh, cell);
  const std::int64_t of_all = domain.communicator.sum(std::int64_t(n));
  if (!settings.propagation.obstacles && of_all > 0)
    return "those smaller than the cells are ignored (propagation.obstacles)";
  return fmt::format("smaller than the cells block waves in {} cells", of_all);
}

// "st4 (t471, beta_max 1.6)"
std::string describe_package(const SourceTermsSettings& physics) {
  const std::string package = name_of(physics_packages, physics.package);
  if (physics.package != PhysicsPackage::st4) return package;
  std::string coefficients = name_of(st4_sets, physics.st4.set);
  for (std::size_t i = 0; i < n_st4; ++i)
    if (physics.st4.chosen[i])
      coefficients += fmt::format(", {} {:g}", st4_coefficients[i].name, *physics.st4.chosen[i]);
  return fmt::format("{} ({})", package, coefficients);
}

}  // namespace

BannerFacts make_facts(const RunConfig& config, const Model& model) {
  const DecomposedMesh& domain = model.domain();
  BannerFacts facts;
  facts.title = config.title;
  facts.n_rank = domain.communicator.size();
  facts.n_cell = domain.local.n_global_cell;
  facts.min_cells_on_rank = domain.quality.min_cells;
  facts.max_cells_on_rank = domain.quality.max_cells;
  facts.mesh = config.model.mesh.kind == MeshKind::file ? config.model.mesh.file.filename().string()
                                                        : name_of(mesh_kinds, config.model.mesh.kind);
  facts.islands = describe_islands(config.model, domain);
  facts.n_freq = model.grid().n_freq();
  facts.n_dir = model.grid().n_dir();
  facts.memory = reduce_memory(domain.communicator, model.measures().memory);
  facts.halo_method = config.model.parallel.halo_method;
  facts.reorder = config.model.parallel.decomposition.reorder;
  facts.n_moved = domain.n_moved;
  facts.scheme =
      config.model.with_propagation ? name_of(flux_schemes, config.model.propagation.scheme) : "off";
  facts.package = config.model.with_sources ? describe_package(config.model.physics) : "off";
  return facts;
}

std::size_t write_warnings(const Log& log, const RunConfig& config, PreparedRun& run) {
  CaseFacts facts;
  const Model& model = run.model;
  facts.reorder_oddity = model.domain().warning;
  facts.n_open_edge = model.domain().communicator.sum(std::int64_t(model.inflow().edges().size()));
  if (const BoundarySource* source = model.inflow().source()) {
    facts.n_out_of_reach = model.domain().communicator.sum(source->n_out_of_reach());
    facts.boundary_oddity = source->describe_oddity();
  }
  if (config.model.boundary.kind == BoundaryKind::jonswap) {
    const std::vector<std::size_t> box_of = find_boxes(config.model.boundary.boxes, model.inflow().edges());
    for (std::size_t box = 0; box < config.model.boundary.boxes.size(); ++box)
      facts.edges_of_box.push_back(
          model.domain().communicator.sum(std::int64_t(std::ranges::count(box_of, box))));
  }
  facts.output_bytes = run.restarts.bytes();
  for (const auto& product : run.products) {
    facts.output_bytes += product->bytes();
    facts.output_oddities.push_back(product->describe_oddity());
  }
  const std::vector<std::string> oddities = find_oddities(config.model, config.output, facts);
  for (const std::string& sentence : oddities) log.warn(sentence);
  return oddities.size();
}

std::vector<std::string> describe_output(PreparedRun& run) {
  std::vector<std::string> lines = describe_products(run.products);
  if (run.restarts.are_wanted()) lines.push_back(run.restarts.describe());
  for (const std::string& line : ServerShares(run.config.output).describe(run.products, run.fullest))
    lines.push_back(line);
  return lines;
}

}  // namespace groundswell
