// SPDX-License-Identifier: Apache-2.0
#include "run/driven_run.hpp"

#include <algorithm>
#include <cfenv>
#include <exception>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/stopwatch.hpp"
#include "comm/together.hpp"
#include "run/case.hpp"
#include "run/driven_fields.hpp"
#include "run/forecast_run.hpp"
#include "run/wave_fields.hpp"

namespace groundswell {
namespace {

// While this object lives, its thread computes as a thread of `groundswell run`: without the traps of the
// program, its rounding, or its flushing of denormal numbers. Threads that are started meanwhile inherit
// that.
class OwnFloatingPoint {
 public:
  OwnFloatingPoint() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~OwnFloatingPoint() { std::fesetenv(&before_); }
  OwnFloatingPoint(const OwnFloatingPoint&) = delete;
  OwnFloatingPoint& operator=(const OwnFloatingPoint&) = delete;

 private:
  std::fenv_t before_;
};

// What a rank asks for, as a number: steps until a time >= 0 since the start, a restart, the end, or the
// field `asks_for_field` minus its place in the list.
constexpr std::int64_t asks_for_restart = -1, asks_for_end = -2, asks_for_field = -3;

Case read_driven_case(const std::string& file, const std::vector<std::string>& overrides) {
  Case driven = read_case(file, overrides);
  const auto refuse = [&](bool has, const char* key, const char* what) {
    require(!has, "'", file, "' has ", what, " (", key, "), which a run whose steps another program makes ",
            "cannot have; leave it out");
  };
  refuse(driven.config.output.servers.n_server > 0, "output.servers", "output servers");
  refuse(!driven.nests.empty(), "output.boundaries", "nested runs");
  refuse(driven.config.wall_clock_limit > 0, "time.wall_clock_limit", "a limit of wall-clock time");
  driven.config.model.parallel.decomposition.watch.on_hang = nullptr;
  return driven;
}

// The case as read on all ranks. Throws Error on all of them.
Case read_together(const Communicator& ranks, const std::string& file,
                   const std::vector<std::string>& overrides) {
  std::optional<Case> driven;
  run_together(ranks, [&] { driven = read_driven_case(file, overrides); });
  return std::move(*driven);
}

}  // namespace

struct DrivenRun::Parts {
  Parts(MPI_Comm world, const std::string& file, const DrivenRunOptions& options)
      : ranks(world),
        driven(read_together(ranks, file, options.overrides)),
        log(ranks.rank() == 0 ? options.log : Log()),
        roles(ranks),
        fields(driven.config.model.forcing),
        info{driven.file, driven.resolved, driven.settings, driven.inputs, Stopwatch(), nullptr} {
    info.driven = &fields;
    run.emplace(driven.config, roles, log, info, options.start);
    if (!run->is_prepared()) {
      run->end_unbegun();
      throw CommonError(text("the run of '", file, "' has nothing left to do: it has reached its end"),
                        ranks.rank() == 0);
    }
    grid = make_coupling_grid(model().local(), "waves");
    gives = list_wave_gives(driven.config.model);
  }
  Model& model() { return run->prepared().model; }
  // The parts of a field at the model's date; all that were ever asked for are computed at once.
  const std::vector<std::vector<float>>& compute(const FieldInfo* field) {
    auto at = std::ranges::find(asked, field);
    if (at == asked.end()) at = asked.insert(at, field);
    if (values.size() != asked.size() || date_of_values != model().state().now) {
      values = compute_wave_fields(model(), asked);
      date_of_values = model().state().now;
    }
    return values[std::size_t(at - asked.begin())];
  }

  Communicator ranks;
  Case driven;
  Log log;
  RankRoles roles;
  DrivenFields fields;
  ForecastInfo info;
  std::optional<ForecastRun> run;
  CouplingGrid grid;
  std::vector<DeclaredField> gives;
  std::string why_over;  // why no call is possible any more, or ""
  std::vector<const FieldInfo*> asked;
  std::vector<std::vector<std::vector<float>>> values;
  DateTime date_of_values;
};

DrivenRun::DrivenRun(MPI_Comm ranks, const std::string& case_file, const DrivenRunOptions& options) {
  const OwnFloatingPoint own;
  parts_ = std::make_unique<Parts>(ranks, case_file, options);
}

DrivenRun::~DrivenRun() {
  const OwnFloatingPoint own;
  parts_.reset();
}

const DateTime& DrivenRun::now() const {
  return parts_->model().state().now;
}

const TimeInterval& DrivenRun::period() const {
  return parts_->model().period();
}

std::int64_t DrivenRun::step() const {
  return parts_->driven.config.model.time.step;
}

const CouplingGrid& DrivenRun::grid() const {
  return parts_->grid;
}

const std::vector<DeclaredField>& DrivenRun::takes() const {
  return parts_->fields.takes();
}

const std::vector<DeclaredField>& DrivenRun::gives() const {
  return parts_->gives;
}

template <class T>
void DrivenRun::set(const std::string& name, const std::vector<std::span<const T>>& parts,
                    const DateTime& date) {
  const OwnFloatingPoint own;
  parts_->fields.set(name, parts, parts_->grid.n_point(), date);
}

void DrivenRun::check(const std::function<std::int64_t()>& work, bool is_last) {
  require(parts_->why_over.empty(), parts_->why_over);
  const Communicator& ranks = parts_->ranks;
  const bool is_last_of_any = ranks.any(is_last);
  try {
    std::int64_t asked = 0;
    run_together(ranks, [&] {
      asked = work();
      if (!is_last_of_any && !parts_->run->has_begun()) parts_->fields.check(now());
    });
    require(ranks.min(asked) == ranks.max(asked),
            "not all processes of the run have called the same function with the same date or name");
  } catch (const std::exception& error) {
    if (is_last_of_any) end_with(error.what());
    throw;
  }
}

void DrivenRun::end_with(const std::string& error) {
  parts_->why_over = error;
  if (parts_->run->has_begun()) parts_->run->loop().fail(error);
}

void DrivenRun::guard(const std::function<void()>& work) {
  try {
    run_together(parts_->ranks, [&] {
      if (!parts_->run->has_begun()) begin();
      work();
    });
  } catch (const std::exception& error) {
    end_with(error.what());
    throw;
  }
}

void DrivenRun::begin() {
  parts_->fields.begin();
  parts_->model().resume(now(), !parts_->run->prepared().goes_on_from);
  parts_->run->begin();
  parts_->run->loop().begin();
}

void DrivenRun::run_to(const DateTime& date) {
  const OwnFloatingPoint own;
  check([&] {
    require(date >= now() && date <= period().end && (date - now()) % step() == 0, "the run is at ",
            now().iso(), ", makes steps of ", step(), " s and ends at ", period().end.iso(),
            "; it cannot be run to ", date.iso());
    return date - period().begin;
  });
  guard([&] {
    while (now() < date) {
      parts_->run->loop().step();
      parts_->fields.forget_before(now());
    }
  });
}

template <class T>
void DrivenRun::get(const std::string& name, const std::vector<std::span<T>>& parts) {
  const OwnFloatingPoint own;
  Parts& p = *parts_;
  check([&] {
    const DeclaredField& field = find_named(p.gives, name, "the run has no field '", name, "' to give");
    require(parts.size() == n_part(field.shape), "'", name, "' (a ", name_of(field_shapes, field.shape),
            ") has ", n_part(field.shape), " arrays of values, but it is to be written to ", parts.size());
    for (const std::span<T>& part : parts) {
      require(part.size() == p.grid.n_point(), "'", name, "' has ", p.grid.n_point(),
              " points on this process, but is to be written to ", part.size(), " values");
      require(part.data() || part.empty(), "'", name, "' is to be written to a null pointer");
    }
    return asks_for_field - (&field - p.gives.data());
  });
  guard([&] {
    const std::vector<std::vector<float>>& values = p.compute(find_wave_gives(name));
    for (std::size_t part = 0; part < parts.size(); ++part)
      std::ranges::copy(values[part], parts[part].begin());
  });
}

void DrivenRun::write_restart() {
  const OwnFloatingPoint own;
  check([] { return asks_for_restart; });
  guard([this] { parts_->run->loop().write_restart(); });
}

void DrivenRun::finish() {
  const OwnFloatingPoint own;
  ForecastRun& run = *parts_->run;
  check([] { return asks_for_end; }, true);
  if (run.has_begun())
    guard([&] {
      const Told told = at_end() ? Told::nothing : Told::to_go_on_later;
      told == Told::nothing ? run.loop().end() : void(run.loop().leave(told));
      run.end(told);
    });
  parts_->why_over = "the run has ended, as its finish() was called";
}

template void DrivenRun::set(const std::string&, const std::vector<std::span<const float>>&, const DateTime&);
template void DrivenRun::set(const std::string&, const std::vector<std::span<const double>>&,
                             const DateTime&);
template void DrivenRun::get(const std::string&, const std::vector<std::span<float>>&);
template void DrivenRun::get(const std::string&, const std::vector<std::span<double>>&);

}  // namespace groundswell
