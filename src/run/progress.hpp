// SPDX-License-Identifier: Apache-2.0
// What a user sees while a run goes on: a banner, lines of progress, and at the end where the time went.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "base/log.hpp"
#include "base/process_memory.hpp"
#include "base/stopwatch.hpp"
#include "base/timers.hpp"
#include "comm/communicator.hpp"
#include "comm/placement.hpp"

namespace groundswell {

// What the ranks of a run hold in memory [bytes].
struct MemoryFacts {
  std::vector<MemoryLedger::Entry> parts;  // of all ranks
  std::int64_t total = 0;                  // of the parts
  std::int64_t resident = 0;               // of all ranks, as the system says
  std::int64_t most_on_rank = 0;
  std::int64_t highest_on_rank = 0;  // of any rank at any time up to now, as the system says
};

// Collective.
MemoryFacts reduce_memory(const Communicator& communicator, const MemoryLedger& ledger);

struct BannerFacts {
  std::string title;
  int n_rank = 1;
  std::int64_t n_cell = 0;
  int min_cells_on_rank = 0, max_cells_on_rank = 0;
  std::string mesh;  // file or kind
  int n_freq = 0, n_dir = 0;
  MemoryFacts memory;
  std::string halo_method, scheme, package;
  std::string reorder = "none";  // parallel.reorder
  int n_moved = 0;               // processes that it has given another rank
  Placement placement;
};

void write_banner(const Log& log, const BannerFacts& facts);

// Lines of "date, steps, simulated days per day, time left, largest Hs with its place": in the file each that
// is said, on the console one only if the last there is old enough.
class RunProgress {
 public:
  // The wall clock [s], from any beginning.
  using Clock = std::function<double()>;
  // The log must live as long.
  RunProgress(
      const Log& log, DateTime start, DateTime end,
      Clock clock = [since = Stopwatch()] { return since.seconds(); });

  // `highest` is already text: "8.3 m at 65.2W 41.0N".
  void say(const DateTime& now, std::int64_t n_step, const std::string& highest);
  // Shows the last line, if it is in the file alone.
  void show_last();

 private:
  static constexpr double quiet_seconds = 10.0;  // between lines of the console
  std::string line(double elapsed, const DateTime& now, std::int64_t n_step,
                   const std::string& highest) const;

  const Log& log_;
  DateTime start_, end_;
  Clock clock_;
  double began_, shown_;  // by the clock
  std::string unshown_;
};

struct TimerRow {
  std::string name;
  double min = 0.0, mean = 0.0, max = 0.0;  // [s] over ranks
  std::vector<double> cpu;                  // [s] of each rank
  std::int64_t calls = 0;                   // of the first rank
};

// The timers of the first rank; a rank that lacks one counts as 0 s. Collective.
std::vector<TimerRow> reduce_timers(const Communicator& communicator, const Timers& timers);

// CPU time [s] of this rank in all timers but those of waiting and output.
double find_computing_seconds(const Timers& timers);

// How evenly the ranks compute: the same on all ranks.
struct LoadFacts {
  double mean = 0.0, max = 0.0;  // [s]
  int slowest_rank = 0;
  double waiting = 0.0;  // [s] of wall-clock time in which a rank waits for others' halos, mean
  double imbalance() const { return mean > 0.0 ? max / mean : 1.0; }
};
LoadFacts find_load(const std::vector<TimerRow>& rows);
std::string describe_load(const LoadFacts& load, double total_seconds);

std::string format_timers(const std::vector<TimerRow>& rows, double total_seconds);

// The same as JSON at `path`. Throws Error where the file cannot be written.
void write_timers_json(const std::string& path, const BannerFacts& facts, const std::vector<TimerRow>& rows,
                       double total_seconds);

// "12:05" (minutes and seconds), or "1:12:05".
std::string format_duration(double seconds);

// "65.2W 41.0N", or "x 12.0 km y 3.0 km" in the plane.
std::string format_place(bool on_sphere, double lon, double lat, double x, double y);

}  // namespace groundswell
