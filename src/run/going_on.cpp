// SPDX-License-Identifier: Apache-2.0
#include "run/going_on.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "run/found_restart.hpp"

namespace groundswell {
namespace {

constexpr std::size_t most_named = 20;

// Joins names, but only the first few of a long list: "a, b and 5 others".
std::string join_some(const std::vector<std::string>& all) {
  std::string list;
  for (std::size_t i = 0; i < std::min(all.size(), most_named); ++i) list += (i == 0 ? "" : ", ") + all[i];
  return all.size() <= most_named ? list : text(list, " and ", all.size() - most_named, " others");
}

// Consecutive restarts, newest first, that were skipped for the same reason.
struct PassedOver {
  Obstacle obstacle;  // of the first restart
  std::string first, last;
  std::size_t n;
};

class RestartSearch {
 public:
  RestartSearch(const RunConfig& config, const Communicator& world, const Log& log, const ForecastInfo& info,
                const RunStart& start, const RunFolder& folder, EndWatch& watch)
      : config_(config),
        loaded_(config),
        world_(world),
        log_(log),
        info_(info),
        start_(start),
        folder_(folder),
        watch_(watch),
        found_(list_found_restarts(folder.path(), info.inputs, world, log)) {
    loaded_.model.initial.kind = InitialKind::calm;  // the files of the initial sea may no longer exist
    if (!start.from.empty()) from_ = DateTime::parse(start.from, config.model.start().calendar());
  }

  Preparation search() {
    std::optional<Preparation> prepared;
    try {
      prepared = try_all();
    } catch (const std::exception&) {
      warn();
      throw;
    }
    warn();
    return prepared ? std::move(*prepared) : give_up();
  }

 private:
  // Whether the user has chosen one restart, so that no other may be used.
  bool is_chosen() const { return from_ && !start_.is_nested; }
  void warn() const {
    for (const PassedOver& these : passed_over_) log_.warn(describe(these));
  }
  std::string path_of(const std::string& file) const { return (folder_.path() / file).string(); }
  std::string describe(const PassedOver& these) const {
    const std::string restarts = these.n == 1 ? text("the restart '", path_of(these.first), "'")
                                              : text(these.n, " restarts in '", folder_.path().string(),
                                                     "', from ", these.first, " back to ", these.last, ",");
    return text(restarts, " cannot be used: ", these.obstacle.why);
  }

  // The index of the first restart that may be used.
  std::size_t find_chosen() const {
    const std::string date = from_->iso();
    const auto at = std::ranges::find_if(
        found_, [&](const FoundRestart& restart) { return !is_earlier(date, restart.saved.date); });
    if (is_chosen()) {
      std::vector<std::string> dates;
      for (const FoundRestart& restart : found_) dates.push_back(restart.saved.date);
      require(at != found_.end() && at->saved.date == date, "there is no restart of ", date, " in '",
              folder_.path().string(), "'; ",
              dates.empty() ? "there is none at all" : "there are those of " + join_some(dates));
    }
    return std::size_t(at - found_.begin());
  }

  std::optional<Preparation> try_all() {
    if (from_) next_ = find_chosen();
    while (next_ < found_.size()) {
      if (auto prepared = try_next()) return prepared;
      if (is_chosen()) break;
    }
    return {};
  }

  // Skips a restart because of an obstacle. Throws Error if the restart belongs to another case or version of
  // the program although the manifest announces it or the user chose it.
  std::nullopt_t pass_over(Obstacle obstacle) {
    const auto& [saved, is_announced] = found_[next_++];
    if (obstacle.is_foreign() && (is_announced || is_chosen())) refuse(obstacle, saved.file);
    if (passed_over_.empty() || !passed_over_.back().obstacle.is_like(obstacle))
      passed_over_.push_back({std::move(obstacle), saved.file, saved.file, 0});
    passed_over_.back().last = saved.file;
    ++passed_over_.back().n;
    return std::nullopt;
  }

  [[noreturn]] void refuse(const Obstacle& obstacle, const std::string& file) const {
    const std::string advice = obstacle.kind == Obstacle::Kind::unknown_format
                                   ? ""
                                   : "; go on with the case with which the run was begun, or start from the "
                                     "beginning without --continue";
    throw Error(text("cannot go on from '", path_of(file), "': ", obstacle.why, advice));
  }

  void make_run(const DateTime& date) {
    run_.reset();
    run_ = std::make_unique<PreparedRun>(loaded_, world_, log_, info_, date);
  }

  // Returns nothing if the restart cannot be used, and a preparation without a run if the larger run does not
  // reach its date.
  std::optional<Preparation> try_next() {
    OpenedRestart opened =
        open_restart(folder_.path(), config_.model.end(), found_[next_].saved, info_.settings, world_);
    if (opened.obstacle) return pass_over(opened.obstacle);
    const DateTime date = DateTime::parse(found_[next_].saved.date, config_.model.start().calendar());
    if (!run_) {
      if (auto none = wait_to_begin(folder_.path(), world_, info_, date, watch_)) return none;
      make_run(date);
    }
    Obstacle obstacle = run_->restarts.find_other_sea(*opened.file);
    if (!obstacle) obstacle = find_unreached(date);
    if (obstacle) return pass_over(obstacle);
    if (run_->model.state().now != date) make_run(date);
    obstacle = info_.is_alone ? run_->restarts.find_damaged(*opened.file) : run_->restarts.load(*opened.file);
    if (obstacle) {
      run_.reset();
      return pass_over(obstacle);
    }
    run_->goes_on_from = date;
    run_->restarts.remember_others(found_);
    if (!taken_.empty())
      log_.info(text("files that were complete are no longer in the folder: ", join_some(taken_),
                     "; all their dates lie before the restart, so the run goes on without them"));
    return Preparation{std::move(run_)};
  }

  // The reason, if any, why the output files cannot be continued after a date. Afterwards taken_ lists, on
  // the first rank, the complete files that are no longer in the folder. Collective.
  Obstacle find_unreached(const DateTime& date) {
    Obstacle obstacle;
    taken_.clear();
    if (world_.rank() == 0)
      for (const auto& product : run_->products) try {
          for (const std::string& path : product->find_taken(date))
            taken_.push_back(std::filesystem::path(path).filename().string());
        } catch (const std::exception& error) {
          obstacle = {Obstacle::Kind::output, error.what(), product->path()};
          break;
        }
    const std::string durable = world_.rank() == 0 ? read_manifest(folder_.path()).durable : "";
    if (!obstacle && !taken_.empty() && !durable.empty() && is_earlier(durable, date.iso()))
      obstacle = {Obstacle::Kind::output,
                  text("'", path_of(manifest_name), "' says that output is on disk up to ", durable,
                       ", and these files are not there: ", join_some(taken_), "; put them back"),
                  taken_.front()};
    broadcast_words(world_, 0, obstacle);
    return obstacle;
  }

  std::string describe_passed_over() const {
    const PassedOver& newest = passed_over_.front();
    std::size_t n_other = 0;
    for (const PassedOver& these : passed_over_) n_other += these.n;
    n_other -= newest.n;
    return describe(newest) +
           (n_other == 0 ? ""
                         : text(" (", n_other, " more cannot be used either, as the warnings above say)"));
  }

  std::string describe_lack() const {
    if (!passed_over_.empty())
      return "there is no restart from which it can go on: " + describe_passed_over();
    return found_.empty() ? "there is no restart" : "there is no restart up to " + from_->iso();
  }

  // Advice on what to do; the messages about missing output files already say that the files must be put
  // back.
  std::string advise(const EarlierRun& earlier) const {
    const bool lacks_output =
        !passed_over_.empty() && std::ranges::all_of(passed_over_, [](const PassedOver& these) {
          return these.obstacle.kind == Obstacle::Kind::output;
        });
    return text(lacks_output ? "--continue=or-begin does that and moves"
                             : "put a restart back, or begin anew with --continue=or-begin, which moves",
                " the files of that run to ", earlier.has_finished ? "previous/" : "unfinished/");
  }

  // Returns neither a run nor a reason if the run starts from the beginning.
  Preparation give_up() const {
    const std::string where = text("in '", folder_.path().string(), "'");
    if (is_chosen())
      return {nullptr, text("the run cannot go on from ", from_->iso(), ": ", describe_passed_over()),
              RunEnd::nothing_left};
    const EarlierRun earlier = folder_.look();
    if (!earlier.has_begun) {
      log_.info("there is no restart " + where +
                ", nor had a run begun there; the run starts from the beginning");
      return {};
    }
    if (from_ && config_.model.start() >= *from_) {
      log_.info(text("the run ", where, " starts from the beginning, as it begins after ", from_->iso()));
      return {};
    }
    const std::string sentence =
        text("a run had begun ", where, earlier.run.empty() ? "" : " (" + earlier.run + ")", ", but ",
             describe_lack());
    if (!start_.or_begin) return {nullptr, text(sentence, "; ", advise(earlier)), RunEnd::nothing_left};
    log_.warn(sentence + "; the run starts from the beginning");
    return {};
  }

  const RunConfig& config_;
  RunConfig loaded_;
  const Communicator& world_;
  const Log& log_;
  const ForecastInfo& info_;
  const RunStart& start_;
  const RunFolder& folder_;
  EndWatch& watch_;
  std::vector<FoundRestart> found_;  // newest first
  std::size_t next_ = 0;
  std::optional<DateTime> from_;
  std::unique_ptr<PreparedRun> run_;     // used to examine restarts; loads the one of its own date
  std::vector<PassedOver> passed_over_;  // newest first
  std::vector<std::string> taken_;       // complete output files that are no longer there
};

}  // namespace

Preparation prepare_to_go_on(const RunConfig& config, const Communicator& world, const Log& log,
                             const ForecastInfo& info, const RunStart& start, const RunFolder& folder,
                             EndWatch& watch) {
  return RestartSearch(config, world, log, info, start, folder, watch).search();
}

}  // namespace groundswell
