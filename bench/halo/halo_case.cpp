// SPDX-License-Identifier: Apache-2.0
#include "bench/halo/halo_case.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <random>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "bench/halo/halo_load.hpp"
#include "comm/together.hpp"
#include "halo/halo_exchange.hpp"

namespace groundswell {
namespace {

constexpr int most_trial_exchanges = 10000;
constexpr const char* copy_bound = "copy_bound";

// Reads so much memory that the caches no longer hold the rows of an exchange.
class CacheWalk {
 public:
  explicit CacheWalk(std::int64_t bytes) : values_(std::size_t(bytes) / sizeof(std::uint64_t), 1) {}
  void run() {
    std::uint64_t sum = 0;
    for (const std::uint64_t value : values_) sum += value;
    sum_ = sum;
  }
  bool is_empty() const { return values_.empty(); }

 private:
  std::vector<std::uint64_t> values_;
  volatile std::uint64_t sum_ = 0;  // keeps the reads from being optimised away
};

// A halo method with its own rows, or the copy with which methods are compared (HaloLoad::copy_within).
class HaloContender {
 public:
  HaloContender(const Communicator& communicator, const HaloPlan& plan, const HaloLoad& load,
                std::string name)
      : communicator_(communicator), load_(load) {
    result_.name = std::move(name);
    communicator.barrier();
    const Stopwatch stopwatch;
    if (result_.name != copy_bound)
      halo_.emplace(communicator, plan,
                    HaloSettings{.method = result_.name, .timers = &timers_, .choice_folder = {}});
    result_.set_up = communicator.max(stopwatch.seconds());
    run_together(communicator, [&] {
      if (!halo_) own_ = Array<std::byte>(load.memory_bytes());
      rows_ = load.rows(halo_ ? halo_->allocate(load.memory_bytes()) : std::span(own_.data(), own_.size()));
      load.fill(rows_, generation_);
    });
    settle();
  }
  HaloContender(const HaloContender&) = delete;
  HaloContender& operator=(const HaloContender&) = delete;

  // The method in use for these rows: with "auto", its choice.
  std::string carrier() const { return halo_ ? halo_->method_of(rows_.length) : std::string(copy_bound); }

  void time_warm() {
    exchange();
    warm_.push_back(take_sample());
  }
  void time_cold(CacheWalk& walk) {
    load_.fill(rows_, ++generation_);
    walk.run();
    cold_.push_back(take_sample());
    if (halo_) n_wrong_ += load_.count_wrong(rows_, generation_);
  }

  // Throws Error, on all ranks, if values have not arrived. Collective.
  HaloMethodResult result() {
    exchange();
    if (halo_) n_wrong_ += load_.count_wrong(rows_, generation_);
    run_together(communicator_, [&] {
      require(n_wrong_ == 0, "halo method '", result_.name, "' has left ", n_wrong_, " rows on rank ",
              communicator_.rank(), " without the values of their owners; please report this");
    });
    const auto times = [&](const std::vector<HaloSample>& mine) {
      return summarise(communicator_.all_gather(std::span<const HaloSample>(mine)), communicator_.size());
    };
    result_.warm = times(warm_);
    result_.cold = times(cold_);
    return result_;
  }

 private:
  void exchange() {
    if (halo_)
      halo_->exchange(rows_);
    else
      load_.copy_within(rows_);
  }
  // Exchanges until "auto" has made its choice.
  void settle() {
    for (int n = 0; communicator_.any(carrier().empty()); ++n) {
      require(n < most_trial_exchanges, "halo method '", result_.name, "' has not chosen after ", n,
              " exchanges");
      communicator_.barrier();
      exchange();
    }
  }
  HaloSample timers_now() const {
    HaloSample now;
    for (const Timing& timing : timers_.timings()) {
      if (timing.name == "halo.pack") now.pack = timing.seconds;
      if (timing.name == "halo.wait") now.wait = timing.seconds;
      if (timing.name == "halo.unpack") now.unpack = timing.seconds;
    }
    return now;
  }
  HaloSample take_sample() {
    const HaloSample before = timers_now();
    communicator_.barrier();
    const Stopwatch stopwatch;
    exchange();
    const double seconds = stopwatch.seconds();
    HaloSample sample = timers_now();
    sample.seconds = seconds;
    sample.pack -= before.pack;
    sample.wait -= before.wait;
    sample.unpack -= before.unpack;
    return sample;
  }

  const Communicator& communicator_;
  const HaloLoad& load_;
  Timers timers_;
  std::optional<HaloExchange> halo_;
  Array<std::byte> own_;
  CellRows rows_;
  int generation_ = 1, n_wrong_ = 0;
  std::vector<HaloSample> warm_, cold_;
  HaloMethodResult result_;
};

using Contenders = std::vector<std::unique_ptr<HaloContender>>;

// The contenders of a case, the copy last; the choices of "auto" and the unavailable methods are added to the
// result.
Contenders make_contenders(const DecomposedMesh& mesh, const HaloLoad& load, const HaloCaseSettings& settings,
                           HaloCaseResult& result) {
  const auto make = [&](const std::string& name) {
    return std::make_unique<HaloContender>(mesh.communicator, mesh.plan, load, name);
  };
  Contenders contenders;
  for (const std::string& name : settings.methods) {
    try {
      for (int i = 1; name == halo_chooser && i < settings.measure.choices; ++i)
        result.choices.push_back({make(name)->carrier(), {}});
      contenders.push_back(make(name));
    } catch (const Error& error) {
      if (!settings.skips_unavailable) throw;
      result.unavailable[name] = error.what();
      continue;
    }
    if (name == halo_chooser) result.choices.push_back({contenders.back()->carrier(), {}});
  }
  require(!contenders.empty(), "no halo method can be timed on this machine: ",
          result.unavailable.empty() ? "none was named" : result.unavailable.begin()->second);
  contenders.push_back(make(copy_bound));
  return contenders;
}

void update_result(Contenders& contenders, HaloCaseResult& result) {
  result.methods.clear();
  for (const auto& contender : contenders) result.methods.push_back(contender->result());
  result.copy = std::move(result.methods.back());
  result.methods.pop_back();
  for (HaloChoice& choice : result.choices) choice.regret = find_regret(result.methods, choice.method);
}

HaloCaseResult describe_case(const DecomposedMesh& mesh, const HaloLoad& load, int n_float) {
  HaloCaseResult result;
  result.n_cell = mesh.local.n_global_cell;
  result.n_rank = mesh.communicator.size();
  result.n_float = n_float;
  result.n_ring = mesh.local.n_ring;
  const double bytes = double(load.row_bytes()) * double(mesh.plan.send_cells.size());
  result.sent_bytes = find_spread(mesh.communicator.all_gather(bytes));
  result.neighbours = find_spread(mesh.communicator.all_gather(double(mesh.plan.n_neighbour())));
  return result;
}

}  // namespace

HaloCaseResult time_halo_case(const DecomposedMesh& mesh, const HaloCaseSettings& settings) {
  const Stopwatch stopwatch;
  const HaloLoad load(mesh.plan, mesh.local.global_cell, settings.n_float);
  HaloCaseResult result = describe_case(mesh, load, settings.n_float);
  Contenders contenders = make_contenders(mesh, load, settings, result);
  CacheWalk walk(settings.cold_bytes);
  std::mt19937 random;
  const std::size_t n = contenders.size(), n_way = walk.is_empty() ? n : 2 * n;
  do {
    take_turns(n_way, settings.measure.repetitions, random, [&](std::size_t k) {
      if (k < n)
        contenders[k]->time_warm();
      else
        contenders[k - n]->time_cold(walk);
    });
    update_result(contenders, result);
    result.seconds = mesh.communicator.max(stopwatch.seconds());
  } while (result.widest_interval() >= settings.measure.widest_interval &&
           result.seconds < settings.measure.max_case_seconds);
  return result;
}

}  // namespace groundswell
