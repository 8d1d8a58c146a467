// SPDX-License-Identifier: Apache-2.0
#include "coupling/pair_connection.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/job_group.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// Connects one pair; the members that each step sets are used by the following ones.
class Connecting {
 public:
  Connecting(const CouplingSettings& settings, const CouplingSchedule& schedule, int pair, bool is_source,
             const ConnectionSide& side, TransferGroup& group)
      : settings_(settings),
        schedule_(schedule),
        pair_(schedule.pairs().at(std::size_t(pair))),
        side_(side),
        group_(group),
        source_(settings.components[std::size_t(pair_.source)]),
        target_(settings.components[std::size_t(pair_.target)]),
        made_(pair, is_source, meet(pair)) {}

  PairConnection run() {
    compare_cards();
    share_grid();
    if (!made_.is_source) make_regriddings();
    set_up_transfer();
    time_methods();
    return std::move(made_);
  }

 private:
  Communicator meet(int pair) const {
    GroupMeeting meeting;
    for (const int component : {pair_.source, pair_.target})
      for (const int rank : consecutive_ranks(first_rank_of(settings_, component),
                                              settings_.components[std::size_t(component)].n_exchanging()))
        meeting.world_ranks.push_back(rank);
    meeting.number = pair + 1;
    meeting.limit = settings_.wait_limit;
    meeting.why_missing = [this](std::span<const int> missing) {
      return text(missing.size() == 1 ? "has" : "have", " not come for ", settings_.wait_limit,
                  " s (coupling.wait_limit) to connect ", source_.name, " with ", target_.name,
                  "; are all components started, each on its processes, and does each of them connect?");
    };
    return meet_as_group(meeting);
  }

  int target_root() const { return source_.n_exchanging(); }
  const CoupledFieldSettings& field(std::size_t i) const {
    return settings_.fields[std::size_t(pair_.fields[i])];
  }

  void compare_cards() {
    throw_together(made_.communicator, side_.mistake);
    std::string texts[2] = {to_text(side_.card), to_text(side_.card)};
    made_.communicator.broadcast(texts[0], 0);
    made_.communicator.broadcast(texts[1], target_root());
    const ComponentCard source = component_card(texts[0]), target = component_card(texts[1]);
    run_together(made_.communicator, [&] {
      for (std::size_t i = 0; i < pair_.fields.size(); ++i)
        made_.ends.push_back(match_ends(field(i), source, target));
    });
  }

  // Every process of the target gets the whole grid of the source.
  void share_grid() {
    const Communicator& both = made_.communicator;
    const CouplingGrid none;
    const CouplingGrid& part = made_.is_source ? side_.grid : none;
    std::vector<std::uint8_t> mask = part.mask;
    if (mask.empty()) mask.assign(part.n_point(), 1);
    CouplingGrid all = take_statement(both, part);
    all.name = source_.name;
    const auto collect = [&]<class T>(const std::vector<T>& mine, std::vector<T>& whole) {
      whole = both.gather(std::span<const T>(mine), target_root());
      if (!made_.is_source) side_.mine.broadcast(whole, 0);
    };
    collect(part.cells, all.cells);
    collect(part.lon, all.lon);
    collect(part.lat, all.lat);
    collect(mask, all.mask);
    collect(part.triangles, all.triangles);
    collect(part.corners, all.corners);
    n_global_ = all.n_global;
    run_together(both, [&] {
      if (!made_.is_source) whole_ = join_grid(std::span(&all, 1));
    });
  }

  void make_regriddings() {
    // Fields with the same settings share a regridder.
    std::map<std::string, std::shared_ptr<const Regridder>> known;
    for (std::size_t i = 0; i < pair_.fields.size(); ++i) {
      const RegriddingSettings& how = field(i).regridding;
      auto& regridder =
          known[text(int(how.kind), ' ', how.matrix.string(), ' ', int(how.no_source), ' ', how.value)];
      if (!regridder) regridder = make_regridder(i);
      made_.regriddings.push_back({regridder, {}});
      needed_.insert(needed_.end(), regridder->needed().begin(), regridder->needed().end());
    }
    keep_each_once(needed_);
    for (PairConnection::Regridding& each : made_.regriddings)
      for (const std::int64_t index : each.regridder->needed())
        each.places.push_back(std::size_t(std::ranges::lower_bound(needed_, index) - needed_.begin()));
    for (std::size_t i = 0; i < pair_.fields.size(); ++i) {
      const std::vector<CoupledValue> used = schedule_.values_used(pair_.fields[i], side_.now);
      if (!field(i).first_file.empty() && used.front().is_first)
        try_for(i, [&] { made_.regriddings[i].first = read_first(i); });
    }
  }

  // The values in the file of first values at the points that this process needs. Throws Error.
  std::vector<std::vector<double>> read_first(std::size_t i) const {
    const CoupledFieldSettings& of = field(i);
    const DeclaredField& given = made_.ends[i].given;
    std::vector<std::string> variables = of.first_variables;
    if (variables.empty()) variables = {of.name_in_source()};
    require(given.shape != FieldShape::direction,
            "it is a direction, whose first values cannot come from a file",
            "; leave fields.first_file out, and give one value (fields.first)");
    require(variables.size() == n_part(given.shape), "it is a ", name_of(field_shapes, given.shape),
            " and has ", n_part(given.shape), " part(s), but fields.first_variables has ", variables.size());
    std::vector<std::vector<double>> values =
        side_.read_first(of.first_file, variables, given.unit, n_global_, side_.card.clock.start);
    for (std::size_t part = 0; part < values.size(); ++part) {
      std::vector<double> needed;
      for (const std::int64_t index : made_.regriddings[i].regridder->needed()) {
        needed.push_back(values[part][std::size_t(index)]);
        if (std::isfinite(needed.back())) continue;  // the words of an error take long
        throw Error(text("'", of.first_file.string(), "': ", variables[part], " has no value at point ",
                         index, " (from 0)"));
      }
      values[part] = std::move(needed);
    }
    return values;
  }

  // Calls work() on all processes of the target; keeps what went wrong for both sides.
  template <class Work>
  bool try_for(std::size_t i, Work&& work) {
    try {
      run_together(side_.mine, work);
      return true;
    } catch (const Error& error) {
      why_not_ =
          text("fields, ", field(i).name, " (", source_.name, " -> ", target_.name, "): ", error.what());
      return false;
    }
  }

  std::shared_ptr<const Regridder> make_regridder(std::size_t i) {
    const RegriddingSettings& how = field(i).regridding;
    GridWeights weights;
    RegriddingMatrix matrix;
    const bool is_made = try_for(i, [&] {
      if (how.kind == groundswell::Regridding::matrix) {
        require(bool(side_.read_weights), "the regridding needs weights from '", how.matrix.string(),
                "', but ", target_.name, " has nothing to read them with (CouplerSetup::read_weights)");
        weights = side_.read_weights(how.matrix);
      }
      matrix = make_regridding(how, *whole_, side_.grid, weights);
    });
    const auto n_used = side_.mine.sum(matrix.n_used), n_covered = side_.mine.sum(matrix.n_covered);
    if (!is_made || !try_for(i, [&] { check_overlap(n_used, n_covered, *whole_, target_.name); })) {
      matrix = RegriddingMatrix{};
      matrix.origin.assign(side_.grid.n_point(), ValueOrigin::unused);
      for (std::size_t point = 0; point < side_.grid.n_point(); ++point) matrix.rows.add_row({});
    }
    return std::make_shared<const Regridder>(matrix, *whole_, side_.grid);
  }

  void set_up_transfer() {
    throw_together(made_.communicator, why_not_);
    std::vector<TransferField> fields;
    for (std::size_t i = 0; i < pair_.fields.size(); ++i) {
      const DeclaredField& given = made_.ends[i].given;
      for (std::size_t part = 0; part < n_part(given.shape); ++part) {
        fields.push_back({text(field(i).name, part == 0 ? "" : "_north"), given.value_bytes});
        made_.fields_of.push_back(i);
        made_.row_bytes.push_back(given.value_bytes);
      }
    }
    const Decomposition cells{n_global_, made_.is_source ? side_.grid.cells : needed_};
    made_.n_cell = std::int64_t(cells.cells.size());
    TransferSettings how;
    how.name = text(source_.name, " -> ", target_.name);
    how.method = settings_.method;
    how.timeout = settings_.wait_limit;
    made_.transfer =
        std::make_unique<Transfer>(made_.communicator, made_.is_source ? &cells : nullptr,
                                   made_.is_source ? nullptr : &cells, std::move(fields), how, &group_);
  }

  void time_methods() {
    const Stopwatch timing;
    std::vector<std::vector<std::byte>> values;
    for (const std::int64_t bytes : made_.row_bytes) values.emplace_back(std::size_t(bytes * made_.n_cell));
    std::vector<ConstCellRows> from;
    std::vector<CellRows> to;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const CellRows rows{values[i].data(), made_.n_cell, made_.row_bytes[i], 0, made_.row_bytes[i]};
      made_.is_source ? from.push_back(rows) : to.push_back(rows);
    }
    // Some processes learn of the choice before others, and all must make the same transfers.
    for (; made_.communicator.any(made_.transfer->is_timing()); ++made_.n_timed)
      made_.transfer->move(from, to);
    if (made_.n_timed > 0) made_.timing_seconds = timing.seconds();
  }

  const CouplingSettings& settings_;
  const CouplingSchedule& schedule_;
  const CoupledPair& pair_;
  const ConnectionSide& side_;
  TransferGroup& group_;
  const ComponentSettings &source_, &target_;
  PairConnection made_;
  std::int64_t n_global_ = 0;
  std::optional<WholeGrid> whole_;
  std::vector<std::int64_t> needed_;  // points of the source that come, ascending
  std::string why_not_;               // why this process could not make its weights
};

}  // namespace

PairConnection connect_pair(const CouplingSettings& settings, const CouplingSchedule& schedule, int pair,
                            bool is_source, const ConnectionSide& side, TransferGroup& group) {
  return Connecting(settings, schedule, pair, is_source, side, group).run();
}

int first_rank_of(const CouplingSettings& settings, int component) {
  int first = 0;
  for (int i = 0; i < component; ++i) first += settings.components[std::size_t(i)].n_rank;
  return first;
}

}  // namespace groundswell
