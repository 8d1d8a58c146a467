// SPDX-License-Identifier: Apache-2.0
// What the toys of an atmosphere and an ocean have in common as components: files of settings, restarts, and
// a grid of which each process has a block of rows.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/block.hpp"
#include "comm/communicator.hpp"
#include "components/coupled_component.hpp"
#include "config/option_table.hpp"
#include "coupling/coupling_grid.hpp"
#include "coupling/coupling_settings.hpp"
#include "exec/array.hpp"
#include "model/model_settings.hpp"
#include "toys/toy_grid.hpp"

namespace groundswell {

struct ToyFile {
  std::filesystem::path path;
  TimeSettings time;
  ComponentRestartSettings restart;
  std::string lasting;  // options that must be the same when a toy goes on from a restart, one per line
};

// Binds the options under `time`, `grid` and `restart`.
void add_toy_options(OptionTable& table, ToyFile& file, ToyGrid& grid);
// Reads a file and `overrides` of its options, then calls check() on what was read. Throws Error with the
// file.
void read_toy(OptionTable& table, ToyFile& file, const std::filesystem::path& path,
              const std::vector<std::string>& overrides, const std::function<void()>& check);

class ToyComponent : public CoupledComponent {
 public:
  ToyComponent(ToyFile file, const ToyGrid& grid) : file_(std::move(file)), grid_(grid) {}

  ComponentClock clock() const override;
  std::vector<std::filesystem::path> inputs() const override { return {file_.path}; }
  // Throws Error if there are more processes than rows of points.
  void check_ranks(int n_rank) const override;
  void prepare(const Communicator& ranks, const DateTime& from) override;
  CouplingGrid grid() const override;
  std::vector<std::string> describe() const override;
  ComponentRestartSettings* restarts() override { return &file_.restart; }
  std::string lasting_settings() const override { return file_.lasting; }

 protected:
  // Makes the model of these rows; called by prepare().
  virtual void make(Block rows) = 0;
  virtual std::string describe_model() const = 0;
  double step_seconds() const { return double(file_.time.step); }
  // Fills the rows beside those of this process from its neighbours, as ExchangeRows does.
  void exchange_rows(std::span<const Rows<double>> fields) const;

 private:
  ToyFile file_;
  ToyGrid grid_;
  std::optional<Communicator> ranks_;
  Block rows_;
};

// A function for the depth [m] of the boxes of a grid: a box has water if at least half of its samples in a
// file of heights lie below 0, as deep as these are on average, but not outside of [least, most].
std::function<double(double lon, double lat)> read_box_depth(const std::filesystem::path& file,
                                                             const std::string& variable, const ToyGrid& grid,
                                                             double least, double most);

}  // namespace groundswell
