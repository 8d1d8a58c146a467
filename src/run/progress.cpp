// SPDX-License-Identifier: Apache-2.0
#include "run/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "base/units.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"

namespace groundswell {
namespace {

bool is_computing(const std::string& timer) {
  return timer != "halo.wait" && !timer.starts_with("output.");
}

}  // namespace

std::string format_duration(double seconds) {
  const auto whole = std::int64_t(std::lround(seconds));
  if (whole < 3600) return fmt::format("{:d}:{:02d}", whole / 60, whole % 60);
  return fmt::format("{:d}:{:02d}:{:02d}", whole / 3600, whole / 60 % 60, whole % 60);
}

void write_banner(const Log& log, const BannerFacts& f) {
  log.info(fmt::format("Groundswell {} ({})", version(), commit()));
  log.info(fmt::format("  case      {}", f.title));
  log.info(fmt::format("  ranks     {} computing, halo exchange {}", f.n_rank, f.halo_method));
  if (f.reorder != "none")
    log.info(fmt::format("            reordered by {}: {} have a different rank than before", f.reorder,
                         f.n_moved));
  log.info(fmt::format("  mesh      {}: {} sea cells, {} to {} per rank", f.mesh, f.n_cell,
                       f.min_cells_on_rank, f.max_cells_on_rank));
  if (!f.islands.empty()) log.info("  islands   " + f.islands);
  log.info(fmt::format("  spectrum  {} frequencies x {} directions", f.n_freq, f.n_dir));
  log.info(fmt::format("  physics   {}, propagation {}", f.package, f.scheme));
  std::string parts;
  for (const MemoryLedger::Entry& part : f.memory.parts)
    parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", part.name, format_bytes(double(part.bytes)));
  const auto size = [](std::int64_t bytes) { return format_bytes(double(bytes)); };
  log.info(fmt::format("  memory    {} on all ranks (the system says {}): {}", size(f.memory.total),
                       size(f.memory.resident), parts));
  log.info(fmt::format("            at most {} on one rank, {} while it was set up",
                       size(f.memory.most_on_rank), size(f.memory.highest_on_rank)));
}

MemoryFacts reduce_memory(const Communicator& communicator, const MemoryLedger& ledger) {
  MemoryFacts facts;
  facts.parts = ledger.entries();
  for (MemoryLedger::Entry& part : facts.parts)
    part.bytes = communicator.sum(std::max<std::int64_t>(0, part.bytes));
  facts.total = communicator.sum(ledger.total());
  facts.resident = communicator.sum(process_memory().resident);
  facts.most_on_rank = communicator.max(ledger.total());
  facts.highest_on_rank = communicator.max(process_memory().highest);
  return facts;
}

WorkCounts reduce_work(const Communicator& communicator, WorkCounts work) {
  for (std::int64_t& count : work.counts) count = communicator.sum(count);
  return work;
}

RunProgress::RunProgress(const Log& log, DateTime start, DateTime end, Clock clock)
    : log_(log), start_(start), end_(end), clock_(std::move(clock)), began_(clock_()), shown_(began_) {}

void RunProgress::say(const DateTime& now, std::int64_t n_step, const std::string& highest) {
  const double seconds = clock_();
  unshown_ = line(seconds - began_, now, n_step, highest);
  log_.note(unshown_);
  if (seconds - shown_ >= quiet_seconds) show_last();
}

void RunProgress::show_last() {
  if (unshown_.empty()) return;
  log_.show(unshown_);
  unshown_.clear();
  shown_ = clock_();
}

std::string RunProgress::line(double elapsed, const DateTime& now, std::int64_t n_step,
                              const std::string& highest) const {
  const double simulated = double(now - start_), left = double(end_ - now);
  const bool rated = simulated > 0.0 && elapsed > 0.0;
  const std::string rate =
      rated ? fmt::format("{:7.0f} days/day", simulated / elapsed) : std::string(16, ' ');
  const std::string wait = rated ? format_duration(left * elapsed / simulated) : std::string("-");
  return fmt::format("{}  step {:6d}  {}  {:>7} left  highest {}", now.iso(), n_step, rate, wait, highest);
}

std::vector<TimerRow> reduce_timers(const Communicator& communicator, const Timers& timers) {
  std::string names;
  for (const Timing& timing : timers.timings()) names += timing.name + "\n";
  communicator.broadcast(names, 0);
  std::vector<TimerRow> rows;
  for (std::size_t begin = 0, end; (end = names.find('\n', begin)) != std::string::npos; begin = end + 1) {
    TimerRow row;
    row.name = names.substr(begin, end - begin);
    Timing mine;
    for (const Timing& timing : timers.timings())
      if (timing.name == row.name) mine = timing;
    const std::vector<double> all = communicator.all_gather(mine.seconds);
    row.min = *std::min_element(all.begin(), all.end());
    row.max = *std::max_element(all.begin(), all.end());
    for (double seconds : all) row.mean += seconds / double(all.size());
    row.cpu = communicator.all_gather(mine.cpu_seconds);
    row.calls = mine.calls;
    rows.push_back(row);
  }
  return rows;
}

double find_computing_seconds(const Timers& timers) {
  double seconds = 0.0;
  for (const Timing& timing : timers.timings())
    if (is_computing(timing.name)) seconds += timing.cpu_seconds;
  return seconds;
}

LoadFacts find_load(const std::vector<TimerRow>& rows) {
  std::vector<double> computing;
  LoadFacts load;
  for (const TimerRow& row : rows) {
    if (row.name == "halo.wait") load.waiting += row.mean;
    if (!is_computing(row.name)) continue;
    computing.resize(row.cpu.size(), 0.0);
    for (std::size_t rank = 0; rank < row.cpu.size(); ++rank) computing[rank] += row.cpu[rank];
  }
  if (computing.empty()) return load;
  const auto slowest = std::ranges::max_element(computing);
  load.max = *slowest;
  load.slowest_rank = int(slowest - computing.begin());
  for (const double seconds : computing) load.mean += seconds / double(computing.size());
  return load;
}

std::string describe_load(const LoadFacts& load, double total_seconds) {
  return fmt::format(
      "load: a rank computes for {:.2f} s of CPU time on average; rank {} has {:.3f} of that; {:.1f} % of "
      "the time is spent waiting for halos",
      load.mean, load.slowest_rank, load.imbalance(),
      total_seconds > 0.0 ? 100.0 * load.waiting / total_seconds : 0.0);
}

std::string format_timers(const std::vector<TimerRow>& rows, double total_seconds) {
  std::string table = fmt::format("{:28} {:>9} {:>9} {:>9} {:>7} {:>8}\n", "timer [s]", "min", "mean", "max",
                                  "share", "calls");
  for (const TimerRow& row : rows)
    table += fmt::format("{:28} {:9.3f} {:9.3f} {:9.3f} {:6.1f}% {:8d}\n", row.name, row.min, row.mean,
                         row.max, 100.0 * row.mean / total_seconds, row.calls);
  return table + fmt::format("{:28} {:9} {:9.3f}", "all steps", "", total_seconds);
}

void write_timers_json(const std::string& path, const BannerFacts& facts, const std::vector<TimerRow>& rows,
                       double total_seconds) {
  using Json = nlohmann::ordered_json;
  Json json = Json::object();  // a null value would crash if memory ran out
  json["version"] = version();
  json["commit"] = commit();
  json["case"] = facts.title;
  json["ranks"] = facts.n_rank;
  json["hosts"] = facts.placement.hosts;
  json["host_of_rank"] = facts.placement.host_of_rank;
  json["cpus_of_rank"] = facts.placement.cpus_of_rank;
  json["binding"] = facts.placement.binding;
  json["cells"] = facts.n_cell;
  json["bins"] = facts.n_freq * facts.n_dir;
  json["halo_method"] = facts.halo_method;
  json["memory_bytes"] = {{"total", facts.memory.total},
                          {"resident", facts.memory.resident},
                          {"highest_on_a_rank", facts.memory.highest_on_rank}};
  json["memory_bytes"]["parts"] = Json::object();
  for (const MemoryLedger::Entry& part : facts.memory.parts)
    json["memory_bytes"]["parts"][part.name] = part.bytes;
  json["total_seconds"] = total_seconds;
  const LoadFacts load = find_load(rows);
  json["load"] = {
      {"cpu_seconds_mean", load.mean}, {"imbalance", load.imbalance()}, {"waiting", load.waiting}};
  json["work"] = Json::object();
  for (std::size_t i = 0; i < work_names.size(); ++i)
    json["work"][std::string(work_names[i])] = facts.work.counts[i];
  if (facts.coupling) {
    Json waits = Json::array(), pairs = Json::array();
    for (const CouplingWait& wait : facts.coupling->waits)
      waits.push_back({{"component", wait.other},
                       {"field", wait.field},  // "" = to take what it was given
                       {"times", wait.n_wait},
                       {"seconds", wait.seconds}});
    for (const CouplingReport::Pair& pair : facts.coupling->pairs)
      pairs.push_back({{"pair", pair.name}, {"timed_transfers", pair.n_timed}, {"seconds", pair.seconds}});
    const CouplingWork& work = facts.coupling->work;
    json["coupling"] = {{"waits", waits},
                        {"pairs", pairs},
                        {"work",  // CPU seconds
                         {{"giving", work.giving},
                          {"messages", work.messages},
                          {"regridding", work.regridding},
                          {"taking", work.taking},
                          {"looking", work.looking}}}};
  }
  json["timers"] = Json::object();
  for (const TimerRow& row : rows)
    json["timers"][row.name] = {
        {"min", row.min}, {"mean", row.mean}, {"max", row.max}, {"calls", row.calls}, {"cpu", row.cpu}};
  write_text_file(path, json.dump(2) + "\n");
}

std::string format_place(bool on_sphere, double lon, double lat, double x, double y) {
  if (!on_sphere) return fmt::format("x {:.1f} km y {:.1f} km", x / 1000.0, y / 1000.0);
  const double east = std::remainder(lon / degree, 360.0), north = lat / degree;
  return fmt::format("{:.1f}{} {:.1f}{}", std::abs(east), east < 0 ? "W" : "E", std::abs(north),
                     north < 0 ? "S" : "N");
}

}  // namespace groundswell
