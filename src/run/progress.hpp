// SPDX-License-Identifier: Apache-2.0
// Output for the user during a run: a banner, progress lines, and at the end a table of timers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "base/log.hpp"
#include "base/process_memory.hpp"
#include "base/stopwatch.hpp"
#include "base/timers.hpp"
#include "base/work_counts.hpp"
#include "comm/communicator.hpp"
#include "comm/placement.hpp"
#include "components/coupling_report.hpp"

namespace groundswell {

// Memory in use on the ranks of a run [bytes].
struct MemoryFacts {
  std::vector<MemoryLedger::Entry> parts;  // summed over all ranks
  std::int64_t total = 0;                  // sum of the parts
  std::int64_t resident = 0;               // of all ranks, as reported by the system
  std::int64_t most_on_rank = 0;
  std::int64_t highest_on_rank = 0;  // maximum over ranks and time so far, as reported by the system
};

// Collective.
MemoryFacts reduce_memory(const Communicator& communicator, const MemoryLedger& ledger);
// The sums over the ranks. Collective.
WorkCounts reduce_work(const Communicator& communicator, WorkCounts work);

struct BannerFacts {
  std::string title;
  int n_rank = 1;
  std::int64_t n_cell = 0;
  int min_cells_on_rank = 0, max_cells_on_rank = 0;
  std::string mesh;     // file or kind
  std::string islands;  // those smaller than the cells; empty if nothing is to be said
  int n_freq = 0, n_dir = 0;
  MemoryFacts memory;
  std::string halo_method, scheme, package;
  std::string reorder = "none";  // parallel.reorder
  int n_moved = 0;               // number of processes whose rank has changed
  Placement placement;
  WorkCounts work;  // of all ranks
  std::optional<CouplingReport> coupling;
};

void write_banner(const Log& log, const BannerFacts& facts);

// Lines of "date, steps, simulated days per day, time left, largest Hs with its location": the log file gets
// all of them, the console only those that come long enough after the last line shown there.
class RunProgress {
 public:
  // The wall clock [s], with arbitrary origin.
  using Clock = std::function<double()>;
  static Clock make_clock() {
    return [since = Stopwatch()] { return since.seconds(); };
  }
  // The log must outlive this object.
  RunProgress(const Log& log, DateTime start, DateTime end, Clock clock = make_clock());

  // `highest` is formatted text: "8.3 m at 65.2W 41.0N".
  void say(const DateTime& now, std::int64_t n_step, const std::string& highest);
  // Shows the last line on the console if it has been written only to the log file.
  void show_last();

 private:
  static constexpr double quiet_seconds = 10.0;  // [s] minimum time between lines on the console
  std::string line(double elapsed, const DateTime& now, std::int64_t n_step,
                   const std::string& highest) const;

  const Log& log_;
  DateTime start_, end_;
  Clock clock_;
  double began_, shown_;  // [s] readings of the clock
  std::string unshown_;
};

struct TimerRow {
  std::string name;
  double min = 0.0, mean = 0.0, max = 0.0;  // [s] over ranks
  std::vector<double> cpu;                  // [s] of each rank
  std::int64_t calls = 0;                   // on this rank
};

// Statistics over all ranks of the timers that the first rank has; a rank that lacks a timer counts with 0 s.
// Collective.
std::vector<TimerRow> reduce_timers(const Communicator& communicator, const Timers& timers);

// CPU time [s] of this rank in all timers except halo.wait and those of output.
double find_computing_seconds(const Timers& timers);

// The load imbalance; these numbers are the same on all ranks.
struct LoadFacts {
  double mean = 0.0, max = 0.0;  // [s]
  int slowest_rank = 0;
  double waiting = 0.0;  // [s] wall-clock time spent waiting for halos, mean over the ranks
  double imbalance() const { return mean > 0.0 ? max / mean : 1.0; }
};
LoadFacts find_load(const std::vector<TimerRow>& rows);
std::string describe_load(const LoadFacts& load, double total_seconds);

std::string format_timers(const std::vector<TimerRow>& rows, double total_seconds);

// Writes the facts and the timers as JSON to `path`. Throws Error if the file cannot be written.
void write_timers_json(const std::string& path, const BannerFacts& facts, const std::vector<TimerRow>& rows,
                       double total_seconds);

// "12:05" (minutes and seconds), or "1:12:05".
std::string format_duration(double seconds);

// "65.2W 41.0N", or "x 12.0 km y 3.0 km" in the plane.
std::string format_place(bool on_sphere, double lon, double lat, double x, double y);

}  // namespace groundswell
