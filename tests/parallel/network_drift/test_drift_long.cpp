// SPDX-License-Identifier: Apache-2.0
// The network watch notices a core that other work keeps busy.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <optional>
#include <thread>

#include "probe/machine_cores.hpp"
#include "probe/network_watch.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

// Keeps a processor busy during its lifetime.
class BusyProcessor {
 public:
  explicit BusyProcessor(int processor)
      : thread_([this, processor] {
          bind_thread(processor);
          while (!over_.load(std::memory_order_relaxed)) continue;
        }) {}
  ~BusyProcessor() {
    over_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

TEST(network_drift, a_core_that_is_kept_busy_is_seen) {
  const std::vector<Core> cores = MachineCores().cores();
  if (cores.size() < 2) GTEST_SKIP() << "each process needs a core of its own";
  const int processor = cores[std::size_t(world().rank()) % cores.size()].processor;
  ASSERT_TRUE(bind_thread(processor));
  ProbeSettings settings;
  settings.places = PlaceKind::ranks;
  settings.bytes = {8, 65536};
  settings.repetitions = 1000;
  const NetworkModel known = probe_network(world(), settings).between;
  WatchSettings watching;
  watching.places = PlaceKind::ranks;
  watching.repetitions = 1000;
  watching.weight = 0.1;
  NetworkWatch watch(world(), known, watching);
  const NetworkDrift idle = watch.go_on(2.0);
  NetworkDrift busy;
  {
    std::optional<BusyProcessor> load;
    if (world().rank() == 1) load.emplace(processor);
    busy = watch.go_on(2.0);
  }
  if (world().rank() == 0)
    std::printf("drift on idle cores: median %.2f, most %.2f; with a busy core: median %.2f, most %.2f\n",
                idle.median_ratio, idle.most_ratio, busy.median_ratio, busy.most_ratio);
  EXPECT_EQ(busy.n_pair, 2);
  EXPECT_LT(idle.most_ratio, 3.0);
  EXPECT_GT(busy.most_ratio, 5.0);
  EXPECT_GT(watch.model().latency(0, 1), known.latency(0, 1));
}

}  // namespace
}  // namespace groundswell
