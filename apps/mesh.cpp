// SPDX-License-Identifier: Apache-2.0
// groundswell mesh: makes a Voronoi mesh with depths, ready to run, from a mesh.yaml.
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "apps/mesh_maker.hpp"
#include "apps/subcommands.hpp"
#include "base/written_file.hpp"
#include "config/option_value.hpp"
#include "mesh_files/mesh_file.hpp"

namespace groundswell {
namespace {

struct MeshCommand {
  std::string config, output;
  std::vector<std::string> overrides;
  bool reference = false;
};

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  require(!error, "cannot make the folder '", folder.string(), "': ", error.message());
}

void run_mesh(const MeshCommand& command) {
  MeshCase settings;
  OptionTable table = make_mesh_options(settings);
  if (command.reference) return table.write_reference_text(std::cout);
  require(!command.config.empty(), "groundswell mesh needs the name of a mesh.yaml");
  table.read_file(command.config);
  table.read_overrides(command.overrides);
  if (!command.output.empty()) settings.output = parse_path(command.output, "");
  std::vector<std::filesystem::path> inputs = table.input_paths();
  inputs.emplace_back(command.config);
  check_target(settings.output, inputs);
  check_folder(settings.output.parent_path());
  const Log log(std::cout, emphasised("warning: ", Colour::yellow, STDOUT_FILENO), "",
                is_terminal(STDOUT_FILENO));
  const Mesh mesh = make_mesh(settings, log);
  make_folder(settings.output.parent_path());
  write_mesh_file(mesh, settings.output.string(),
                  {"Voronoi mesh of the sea",
                   "groundswell mesh " + std::filesystem::path(command.config).filename().string()});
  log.info(text(mesh.n_cell, " cells, ", mesh.n_edge, " edges written to '", settings.output.string(), "'"));
}

}  // namespace

void add_mesh(CLI::App& app) {
  auto* command = app.add_subcommand("mesh", "Make a Voronoi mesh with depths, ready to run");
  auto chosen = std::make_shared<MeshCommand>();
  command->add_option("config", chosen->config, "What mesh to make (YAML)");
  command->add_option("--output", chosen->output,
                      "File to write, instead of the one that the configuration names");
  add_overrides(*command, chosen->overrides);
  command->add_flag("--options", chosen->reference, "Print the reference of every option of a mesh.yaml");
  command->callback([chosen] { run_mesh(*chosen); });
}

}  // namespace groundswell
