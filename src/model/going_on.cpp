// SPDX-License-Identifier: Apache-2.0
#include "model/going_on.hpp"

#include <algorithm>
#include <ranges>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr std::size_t most_named = 20;

// Some of many: "a, b and 5 others".
std::string join_some(const std::vector<std::string>& all) {
  std::string list;
  for (std::size_t i = 0; i < std::min(all.size(), most_named); ++i) list += (i == 0 ? "" : ", ") + all[i];
  return all.size() <= most_named ? list : text(list, " and ", all.size() - most_named, " others");
}

class RestartSearch {
 public:
  RestartSearch(const RunConfig& config, const Communicator& world, const Log& log, const ForecastInfo& info,
                const RunStart& start, EndWatch& watch)
      : config_(config),
        loaded_(config),
        world_(world),
        log_(log),
        info_(info),
        start_(start),
        watch_(watch),
        found_(RunRestarts::find(config, info.inputs, world, log)) {
    loaded_.initial.kind = "calm";  // its files may be gone
    if (!start.from.empty()) from_ = DateTime::parse(start.from, config.start().calendar());
  }

  std::optional<Preparation> search() {
    if (from_) next_ = find_chosen();
    while (next_ < found_.size()) {
      if (const std::string damage = RunRestarts::find_damage(config_, found_[next_].saved, world_);
          !damage.empty())
        pass_over(damage);
      else if (auto prepared = try_next())
        return prepared;
      if (is_chosen()) break;
    }
    return give_up();
  }

 private:
  // Whether no other restart may be taken.
  bool is_chosen() const { return from_ && !start_.is_nested; }
  DateTime date_of(const FoundRestart& restart) const {
    return DateTime::parse(restart.saved.date, config_.start().calendar());
  }

  // The number of the first restart that may be taken.
  std::size_t find_chosen() const {
    const std::string date = from_->iso();
    const auto at =
        std::ranges::find_if(found_, [&](const FoundRestart& restart) { return restart.saved.date <= date; });
    if (is_chosen()) {
      std::vector<std::string> dates;
      for (const FoundRestart& restart : found_) dates.push_back(restart.saved.date);
      require(at != found_.end() && at->saved.date == date, "there is no restart of ", date, " in '",
              config_.output.folder, "'; ",
              dates.empty() ? "there is none at all" : "there are those of " + join_some(dates));
    }
    return std::size_t(at - found_.begin());
  }

  void pass_over(const std::string& why) {
    log_.warn(why);
    passed_over_.push_back(why);
    ++next_;
  }

  std::optional<Preparation> try_next() {
    const FoundRestart& restart = found_[next_];
    const DateTime date = std::clamp(date_of(restart), config_.start(), config_.end());
    if (auto none = wait_to_begin(config_, world_, info_, date, watch_)) return none;
    auto run = std::make_unique<PreparedRun>(loaded_, world_, log_, info_, date);
    if (const std::string mismatch = run->restarts.find_mismatch(restart.saved); !mismatch.empty()) {
      require(!restart.is_announced && !is_chosen(), mismatch);
      pass_over(mismatch + "; it is passed over");
      return {};
    }
    if (pass_over_unreached(*run)) return {};
    if (const std::string damage = run->restarts.load(restart.saved); !damage.empty()) {
      pass_over(damage);
      return {};
    }
    run->goes_on_from = run->model.state().now;
    run->restarts.remember_others(found_);
    if (!taken_.empty())
      log_.info(text("files that were complete are no longer in the folder: ", join_some(taken_),
                     "; all their dates lie before the restart, so the run goes on without them"));
    return Preparation{std::move(run), "", RunEnd::complete};
  }

  // Whether the next restart was passed over, because not all files reach it, and those before it for which
  // that holds, too.
  bool pass_over_unreached(const PreparedRun& run) {
    const std::size_t first = next_;
    while (next_ < found_.size()) {
      std::string why;
      if (world_.rank() == 0) why = find_obstacle(run, found_[next_]);
      world_.broadcast(why, 0);
      if (why.empty()) break;
      pass_over(text("the restart of ", found_[next_].saved.date, " is passed over: ", why));
      if (is_chosen()) break;
    }
    return next_ > first;
  }

  // Why a run cannot go on in its output files after the date of a restart; on one rank, which then knows the
  // files that others have taken.
  std::string find_obstacle(const PreparedRun& run, const FoundRestart& restart) {
    taken_.clear();
    try {
      for (const auto& product : run.products)
        for (const std::string& path : product->find_taken(date_of(restart)))
          taken_.push_back(std::filesystem::path(path).filename().string());
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }

  std::string describe_passed_over() const {
    if (passed_over_.empty() && !found_.empty()) return "there is none up to " + from_->iso();
    if (passed_over_.empty()) return "there is no restart";
    if (passed_over_.size() == 1) return passed_over_[0];
    return text(passed_over_[0], " (", passed_over_.size() - 1,
                " more cannot be taken either, as the warnings above say)");
  }

  std::optional<Preparation> give_up() const {
    const std::string where = text("in '", config_.output.folder, "'");
    const std::string reasons = describe_passed_over();
    if (is_chosen())
      return Preparation{nullptr, text("the run cannot go on from ", from_->iso(), ": ", reasons),
                         RunEnd::nothing_left};
    const EarlierRun earlier = look_at_folder(config_.output.folder, info_.inputs, world_);
    if (!earlier.has_begun) {
      log_.info("there is no restart " + where +
                ", nor had a run begun there; the run starts from the beginning");
      return {};
    }
    if (from_ && config_.start() >= *from_) {
      log_.info(text("the run ", where, " starts from the beginning, as it begins after ", from_->iso()));
      return {};
    }
    const std::string sentence =
        text("a run had begun ", where, earlier.run.empty() ? "" : " (" + earlier.run + ")",
             ", but there is no sound restart from which it can go on: ", reasons);
    if (start_.or_begin) {
      log_.warn(sentence + "; the run starts from the beginning");
      return {};
    }
    return Preparation{nullptr,
                       text(sentence,
                            "; put a restart back, or begin anew with --continue=or-begin, which moves the "
                            "files of that run to ",
                            earlier.has_finished ? "previous/" : "unfinished/"),
                       RunEnd::nothing_left};
  }

  const RunConfig& config_;
  RunConfig loaded_;
  const Communicator& world_;
  const Log& log_;
  const ForecastInfo& info_;
  const RunStart& start_;
  EndWatch& watch_;
  std::vector<FoundRestart> found_;  // the newest first
  std::size_t next_ = 0;
  std::optional<DateTime> from_;
  std::vector<std::string> passed_over_, taken_;  // the first with what is wrong
};

}  // namespace

std::optional<Preparation> prepare_to_go_on(const RunConfig& config, const Communicator& world,
                                            const Log& log, const ForecastInfo& info, const RunStart& start,
                                            EndWatch& watch) {
  return RestartSearch(config, world, log, info, start, watch).search();
}

}  // namespace groundswell
