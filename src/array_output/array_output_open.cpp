// SPDX-License-Identifier: Apache-2.0
// What ArrayOutput does once, at the start: it checks settings, divides arrays into pieces, sets up
// transports to the writing ranks, and creates files.
#include <algorithm>
#include <functional>
#include <utility>

#include "array_output/array_checks.hpp"
#include "array_output/array_output.hpp"
#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "transfer/row_move.hpp"

namespace groundswell {
namespace {

RankRoles make_checked_roles(const Communicator& communicator, const ArrayOutputSettings& settings) {
  require_same_settings(communicator, settings);
  return make_roles(communicator, settings.servers);
}

}  // namespace

ArrayOutput::ArrayOutput(const Communicator& communicator, ArrayOutputSettings settings,
                         const Decomposition& cells, OutputGroup* group)
    : settings_(std::move(settings)),
      roles_(make_checked_roles(communicator, settings_)),
      teams_(roles_, settings_.share == ArrayShare::files && settings_.servers.n_server > 0),
      n_own_(std::int64_t(cells.cells.size())),
      last_(settings_.goes_on_from),
      group_(group) {
  run_together(roles_.world(), [&] {
    check(cells);
    if (group)
      for (const ArrayOutput* other : group->unserved_) require_same_servers(*other);
  });
  const Decomposition none{settings_.n_cell, {}, cells.first_index};
  const Decomposition& own = is_server() ? none : cells;
  find_land(own);
  fields_ = agree_on_fields(roles_.world(), "output", &arrays_, nullptr);
  run_together(roles_.world(), [&] {
    make_all_pieces();
    deal_files();
  });
  cut_restarts();
  std::vector<std::vector<double>> positions = share_positions(own);
  run_together(roles_.world(), [&] { open_ways(own); });
  const Stopwatch opening;
  // No file is changed before all of them are known to be ready for continuation.
  if (settings_.goes_on_from) open_files(positions, ParallelFile::Start::compare);
  open_files(positions, ParallelFile::Start::go_on);
  times_.open = opening.seconds();
  if (n_slab() > 0) restarts_.positions = std::move(positions);
  if (group && is_server()) group->unserved_.push_back(this);
}

void ArrayOutput::check(const Decomposition& cells) {
  check_settings(settings_);
  for (const ArrayFileSettings& file : settings_.files)
    files_.push_back({Schedule(file, settings_.start, settings_.end, text("'", file.path, "'"))});
  require(!is_server() || n_own_ == 0, "an output server was given ", n_own_, " cells; the last ",
          roles_.n_output_server(), " processes write and have none");
  require(is_server() || cells.n_global == settings_.n_cell, "a process has cells of a grid of ",
          cells.n_global, ", but the grid of the output has ", settings_.n_cell);
  for (const ArrayPosition& position : settings_.positions)
    require(std::int64_t(position.values.size()) == n_own_, "the position '", position.name, "' has ",
            position.values.size(), " values for ", n_own_, " cells; give one per cell");
  const auto n_level = std::int64_t(settings_.levels.values.size());
  for (const ArrayVariable& variable : settings_.variables) {
    FieldArray array = variable.array;
    array.name = variable.name;
    const FieldLayout unknown{-1, 0, {}, true};
    FieldLayout& layout =
        arrays_.emplace_back(LaidOutArray{array, is_server() ? unknown : lay_out(array, n_own_)}).layout;
    const std::int64_t n = variable.has_levels ? n_level : 1;
    require(layout.n_value < 0 || layout.n_value == n, "the array of '", variable.name, "' has ",
            layout.n_value, " values per cell, but there should be ", n,
            "; give as many as there are levels, or one");
    layout.n_value = n;
  }
}

std::vector<std::size_t> ArrayOutput::find_variables(const std::vector<std::string>& names) const {
  std::vector<std::size_t> variables;
  for (std::size_t v = 0; v < fields_.size(); ++v)
    if (std::ranges::find(names, fields_[v].name) != names.end()) variables.push_back(v);
  return variables;
}

void ArrayOutput::make_all_pieces() {
  int n_kind = 0;
  const auto n_level = std::int64_t(settings_.levels.values.size());
  for (std::size_t f = 0; f < files_.size(); ++f) {
    files_[f].pieces = make_pieces(fields_, find_variables(settings_.files[f].variables), settings_.share,
                                   n_level, n_writer());
    files_[f].first_kind = n_kind;
    n_kind += int(files_[f].pieces.size());
  }
  restarts_.piece = {find_variables(settings_.restart.variables), {0, n_level}};
  restarts_.first_kind = n_kind;
}

// Gives each file to a team of servers, the largest first, each to the team with the fewest bytes so far. The
// last team also writes restarts.
void ArrayOutput::deal_files() {
  std::vector<std::pair<double, std::size_t>> sizes;
  for (std::size_t f = 0; f < files_.size(); ++f) {
    double bytes = 0.0;
    for (const ArrayPiece& piece : files_[f].pieces)
      bytes += double(row_bytes_of(groundswell::fields_of(piece, fields_)));
    sizes.emplace_back(bytes * double(files_[f].schedule.n_date()), f);
  }
  std::ranges::sort(sizes, std::greater());
  std::vector<double> load(std::size_t(teams_.n_team()), 0.0);
  for (const auto& [bytes, f] : sizes) {
    const auto least = std::ranges::min_element(load);
    *least += bytes;
    files_[f].team = int(least - load.begin());
  }
}

void ArrayOutput::cut_restarts() {
  if (restarts_.piece.variables.empty()) return;
  const std::int64_t row_bytes = row_bytes_of(groundswell::fields_of(restarts_.piece, fields_));
  const std::int64_t most_rows = roles_.world().max(file_cells_.count(written_block()));
  restarts_.slabs = divide_restart(most_rows, row_bytes, settings_.servers);
}

// The part of the grid that this rank writes, in files whose variables are not divided by levels.
Block ArrayOutput::written_block() const {
  return writes() ? make_block(settings_.n_cell, writers().rank(), n_writer()) : Block{};
}

// Finds the listed cells that this rank writes: those in its block or, if writing ranks divide variables by
// levels, those of the whole grid.
void ArrayOutput::find_land(const Decomposition& cells) {
  const bool has_land = !settings_.axes.empty();
  std::vector<std::int64_t> listed = find_listed_cells(roles_.world(), cells, written_block(), has_land);
  if (!has_land || !writes()) return;
  if (settings_.share == ArrayShare::levels)
    listed = writers().all_gather(std::span<const std::int64_t>(listed));
  file_cells_ = FileCells(std::move(listed));
}

// Distributes positions to the blocks of the writing ranks.
std::vector<std::vector<double>> ArrayOutput::share_positions(const Decomposition& cells) const {
  std::vector<std::vector<double>> shared(settings_.positions.size());
  if (shared.empty()) return shared;
  std::optional<RowMove> move;
  run_together(roles_.world(), [&] {
    move.emplace(roles_.world(), "positions", cells, file_cells_.numbers(written_block()));
    for (std::size_t p = 0; p < shared.size(); ++p) move->add(settings_.positions[p].values, shared[p]);
  });
  move->move();
  return shared;
}

void ArrayOutput::open_ways(const Decomposition& cells) {
  std::vector<PacketKind> kinds;
  std::vector<Decomposition> own, wanted;
  const auto add = [&](const std::string& name, const ArrayPiece& piece, const Slabs& slabs, bool is_mine) {
    kinds.push_back({name, groundswell::fields_of(piece, fields_), slabs});
    own.push_back(cells);
    if (!writes()) return;
    Decomposition& mine = wanted.emplace_back(Decomposition{settings_.n_cell, {}});
    if (is_mine)
      mine.cells = file_cells_.numbers(piece.cells(settings_.n_cell, writers().rank(), n_writer()));
  };
  run_together(roles_.world(), [&] {
    for (std::size_t f = 0; f < files_.size(); ++f)
      for (const ArrayPiece& piece : files_[f].pieces)
        add(settings_.files[f].path, piece, {}, writes(files_[f]));
    if (n_slab() > 0) add("restart", restarts_.piece, restarts_.slabs, writes_restarts());
  });
  const TransportSettings& way = settings_.servers.transport;
  if (roles_.n_output_server() == 0) {
    exchange_.emplace(roles_.mine(), kinds, own, wanted);
    failures_.emplace(roles_.mine());
  } else if (is_server()) {
    ServerWriter& writer = *this;
    loop_.emplace(roles_, teams_, make_receiver(roles_, {std::move(kinds), std::move(wanted)}, way), writer,
                  settings_.start, settings_.servers.memory);
  } else {
    side_.emplace(roles_, teams_.n_team(), make_sender(roles_, {std::move(kinds), std::move(own)}, way));
  }
}

// Also makes sure that a restart can be written. Collective on all ranks.
void ArrayOutput::open_files(const std::vector<std::vector<double>>& positions, ParallelFile::Start how) {
  run_together(roles_.world(), [&] {
    for (std::size_t f = 0; f < files_.size(); ++f) {
      if (!writes(files_[f])) continue;
      auto file = std::make_unique<ArrayFile>(writers(), settings_, settings_.files[f], files_[f].pieces,
                                              fields_, &files_[f].schedule, file_cells_, positions, how);
      if (how == ParallelFile::Start::go_on) files_[f].open = std::move(file);
    }
    if (!writes_restarts() || writers().rank() != 0) return;
    check_path_length(restart_path(settings_.end));
    PartFile(restart_path(settings_.end), PartFile::Writers::library).discard();
  });
}

}  // namespace groundswell
