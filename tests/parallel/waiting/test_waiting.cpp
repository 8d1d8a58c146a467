// SPDX-License-Identifier: Apache-2.0
// Ranks that wait for others take no core from those that compute or write: of the time that they wait, they
// use the processor for a small part.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <thread>

#include "base/stopwatch.hpp"
#include "serve/served_side.hpp"
#include "serve/server_loop.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {
namespace {

using namespace std::chrono_literals;

const DateTime start = DateTime::parse("2000-01-01T00:00:00Z");
constexpr auto a_while = 120ms;

// The time [s] for which this process has used a processor.
double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) { return double(time.tv_sec) + 1e-6 * double(time.tv_usec); };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// Whether this process sleeps for nearly all of the time [s] that work() should take at least.
template <class Work>
bool sleeps_in(double about, Work&& work) {
  const Stopwatch stopwatch;
  const double before = processor_seconds();
  work();
  EXPECT_GE(stopwatch.seconds(), 0.5 * about);
  return processor_seconds() - before < 0.2 * about;
}

// The first server is slow to write, to bring things to the disk, and to finish.
class SlowWriter final : public ServerWriter {
 public:
  explicit SlowWriter(bool is_slow) : is_slow_(is_slow) {}
  WrittenNews write(const DateTime&, ReceivedShipment&) override {
    pause();
    return {};
  }
  void commit() override { pause(); }
  void finish() override {
    pause();
    pause();
  }
  std::int64_t bytes_written() const override { return 0; }
  int n_slab() const override { return 1; }
  WrittenNews write_restart(const DateTime&, const ServedFacts&,
                            const std::function<ReceivedShipment()>& next,
                            const std::function<void()>& wait_for_output) override {
    next();
    wait_for_output();
    return {};
  }

 private:
  void pause() const {
    if (is_slow_) std::this_thread::sleep_for(a_while);
  }
  bool is_slow_;
};

// The servers wait for the ranks that compute, then for the first of them; the ranks that compute wait for
// these.
TEST(waiting, ranks_sleep) {
  const int n_server = world().size() / 2;
  if (n_server == 0) return;
  const RankRoles roles(world(), n_server);
  const bool serves = roles.role() == RankRole::output_server;
  const Decomposition cells =
      make_block_decomposition(world().size(), roles.mine().rank(), roles.mine().size());
  const TransportSide side{{{"a row", {{"row", sizeof(double)}}}}, {cells}};
  const TransportSettings way{.n_slot = 10};  // no server holds back another
  const std::vector<double> rows(cells.cells.size());
  // On a busy machine short waits inside of MPI take long, too: one quiet attempt is enough.
  int n_attempt[] = {0, 0};
  for (const bool each_alone : {false, true}) {
    bool sleeps = false;
    while (world().any(!sleeps) && ++n_attempt[each_alone] <= 5) {
      SCOPED_TRACE(each_alone ? "each server alone" : "servers together");
      const ServerTeams teams(roles, each_alone);
      if (serves) {
        SlowWriter writer(roles.mine().rank() == 0);
        ServerLoop loop(roles, teams, make_receiver(roles, side, way), writer, start, 1000);
        const bool waits = !each_alone || teams.writes_restarts() || roles.mine().rank() == 0;
        sleeps = sleeps_in(waits ? 0.6 : 0.12, [&] { EXPECT_TRUE(loop.serve()); });
      } else {
        ServedSide sender(roles, teams.n_team(), make_sender(roles, side, way));
        std::this_thread::sleep_for(a_while);
        const std::vector<ConstCellRows> from{make_cell_rows(rows)};
        sender.send_date(start, {{0, from}});
        sender.send_restart(start, {}, 0, 1, from);
        sleeps = sleeps_in(0.45, [&] { sender.tell(ServedWord::finish); });
      }
    }
    EXPECT_LE(n_attempt[each_alone], 5);
  }
}

}  // namespace
}  // namespace groundswell::test
