// SPDX-License-Identifier: Apache-2.0
// Concurrent exchanges run in lanes, each of which has its own communicator and method.
#include "halo/halo_exchange.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/together.hpp"
#include "halo/halo_method.hpp"

namespace groundswell {
namespace {

// Checks the time limit, and that all ranks have the same method.
const HaloSettings& checked(const HaloSettings& settings, const Communicator& communicator) {
  std::string first = settings.method;
  communicator.broadcast(first, 0);
  run_together(communicator, [&] {
    require(settings.method == first, "rank ", communicator.rank(), " asks for the halo method '",
            settings.method, "', rank 0 for '", first, "'; all must name the same");
    HaloPartners::check_time_limit(settings.time_limit);
  });
  return settings;
}

}  // namespace

class HaloLane {
 public:
  // Uses `context`, but with a duplicate of its communicator.
  HaloLane(const HaloContext& context, std::string_view method, const std::string& choice_folder)
      : communicator_(context.communicator.duplicate()),
        context_{communicator_,  context.plan,     context.timers,
                 context.memory, context.partners, context.watch},
        method_(make_halo_method(method, context_, choice_folder)) {}

  // Messages of failed exchanges may still be pending.
  ~HaloLane() {
    if (!context_.partners.has_failed()) return;
    method_.abandon();
    communicator_.abandon();
  }
  HaloLane(const HaloLane&) = delete;
  HaloLane& operator=(const HaloLane&) = delete;

  const HaloMethod& method() const { return *method_; }
  bool is_free() const { return !under_way_; }
  void start(HaloRows rows) {
    rows_ = std::move(rows);
    attempt([&] {
      copy_own_cells();
      method_->start(rows_);
    });
    under_way_ = true;
  }
  bool is_ready() {
    bool ready = true;
    attempt([&] {
      ready = method_->is_ready();
      if (!ready) context_.partners.listen();
    });
    return ready;
  }
  void finish() {
    under_way_ = false;
    attempt([&] { method_->finish(); });
  }
  // Withdraws this exchange's rows from MPI after a failure, because the caller may free them before this
  // object is destroyed.
  void withdraw() { method_->withdraw(); }

 private:
  template <class Work>
  void attempt(Work&& work) {
    context_.partners.guard([&] {
      if (rows_.row_bytes() > 0) work();
    });
  }
  void copy_own_cells() {
    const HaloPlan& plan = context_.plan;
    if (plan.own_cells.empty()) return;
    const ScopedTimer timer(context_.timers, halo_pack_timer);
    rows_.copy_own(plan);
  }

  Communicator communicator_;
  const HaloContext context_;
  HaloRows rows_;
  LentToMpi<HaloMethod> method_;
  bool under_way_ = false;
};

bool HaloHandle::is_ready() {
  require(lane_, "a halo exchange was asked whether it is ready, but none is under way; call start first");
  return lane_->is_ready();
}

void HaloHandle::finish() {
  require(lane_, "a halo exchange was finished but not started; call start first");
  std::exchange(lane_, nullptr)->finish();
}

struct HaloExchange::State {
  State(const Communicator& ranks, HaloPlan the_plan, const HaloSettings& the_settings)
      : communicator(ranks.duplicate()),
        plan(std::move(the_plan)),
        settings(checked(the_settings, communicator)),
        memory(reads_shared_memory(settings.method)),
        partners(communicator, plan, settings.time_limit) {
    partners.when_failed([this] {
      for (HaloLane& lane : lanes) lane.withdraw();
    });
  }

  ~State() {
    const std::string_view left = std::uncaught_exceptions() > 0 ? "after an error in its program"
                                  : n_under_way() > 0            ? "before it was finished"
                                                                 : "";
    if (!left.empty()) partners.fail(text("rank ", communicator.rank(), " has left a halo exchange ", left));
    lanes.clear();
    if (!partners.has_failed()) return;
    memory.abandon();  // rows in it may be part of a collective, which cannot be withdrawn
    communicator.abandon();
  }

  int n_under_way() const {
    return int(std::ranges::count_if(lanes, [](const HaloLane& lane) { return !lane.is_free(); }));
  }

  HaloLane& add_lane() {
    // With "auto", only the first lane tries out candidates, in the first exchanges of each row length.
    const bool is_first = lanes.empty();
    const std::string method = settings.method == "auto" && !is_first ? "persistent" : settings.method;
    Timers& timers = settings.timers ? *settings.timers : own_timers;
    return lanes.emplace_back(HaloContext{communicator, plan, timers, *memory, partners, settings.watch},
                              method, settings.choice_folder);
  }

  // Adds a lane once all ranks need it.
  HaloLane& add_later_lane() {
    CollectiveRequest all_here = communicator.start_barrier();
    partners.wait_until([&] { return all_here.test(); });
    return add_lane();
  }

  HaloLane& start(HaloRows rows) {
    const auto free = std::ranges::find_if(lanes, &HaloLane::is_free);
    require(free != lanes.end() || int(lanes.size()) < HaloExchange::most_under_way, "more than ",
            HaloExchange::most_under_way,
            " halo exchanges were started and not finished; finish some before the next starts");
    HaloLane* lane = free != lanes.end() ? &*free : nullptr;
    partners.guard([&] {
      partners.begin(rows, int(free - lanes.begin()));
      if (!lane) lane = &add_later_lane();
    });
    lane->start(std::move(rows));
    return *lane;
  }

  Communicator communicator;
  HaloPlan plan;
  HaloSettings settings;
  Timers own_timers;
  LentToMpi<HaloMemory> memory;
  HaloPartners partners;
  std::deque<HaloLane> lanes;  // the first is made at construction, others when they are needed
};

HaloExchange::HaloExchange(const Communicator& communicator, HaloPlan plan, const HaloSettings& settings)
    : state_(std::make_unique<State>(communicator, std::move(plan), settings)) {
  state_->add_lane();
}
HaloExchange::~HaloExchange() = default;
HaloExchange::HaloExchange(HaloExchange&&) noexcept = default;
HaloExchange& HaloExchange::operator=(HaloExchange&&) noexcept = default;

const HaloPlan& HaloExchange::plan() const {
  return state_->plan;
}

const std::string& HaloExchange::method() const {
  return state_->settings.method;
}

std::string HaloExchange::method_of(std::int64_t row_bytes) const {
  return state_->lanes[0].method().carrier(method(), row_bytes);
}

std::vector<std::string> HaloExchange::notes() const {
  return state_->lanes[0].method().notes();
}

int HaloExchange::n_under_way() const {
  return state_->n_under_way();
}

bool HaloExchange::has_failed() const {
  return state_->partners.has_failed();
}

void HaloExchange::close() {
  if (has_failed()) return;
  HaloPartners::OfRank most;
  state_->partners.guard([&] { most = state_->partners.close(n_under_way()); });
  require(most.n == 0, most.n, " exchanges of a halo are under way on rank ", most.rank,
          "; finish them before it is closed");
}

HaloHandle HaloExchange::start(std::span<const CellRows> rows) {
  return HaloHandle(state_->start(HaloRows(rows, state_->plan)));
}
HaloHandle HaloExchange::start(std::span<const HaloArray> arrays) {
  return HaloHandle(state_->start(HaloRows(arrays, state_->plan)));
}

void HaloExchange::set_time_limit(double seconds) {
  state_->partners.set_time_limit(seconds);
}

std::span<std::byte> HaloExchange::allocate(std::size_t bytes) {
  return state_->memory->allocate(bytes);
}

std::int64_t HaloExchange::send_bytes(std::int64_t row_bytes) const {
  return std::int64_t(state_->plan.send_cells.size()) * row_bytes;
}

}  // namespace groundswell
