// SPDX-License-Identifier: Apache-2.0
#include "probe/probe_part.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "base/stopwatch.hpp"

namespace groundswell {
namespace {

constexpr double load_seconds = 0.2;    // how long all pairs of a round keep the network busy, per size
constexpr double least_growing = 4096;  // bytes; smaller messages take about as long
constexpr double most_growth = 16.0;    // in message size, up to which times can be predicted
// A lower bound on the time to allocate buffers, which small messages do not reveal.
constexpr double memory_seconds_per_byte = 2e-9;
// Limits on foretell_share(): up to `easy_share`, a size is measured without first sending messages of
// smaller sizes; above `most_share`, it is skipped.
constexpr double easy_share = 0.25, most_share = 0.6;

// The results of all steps with messages of one size.
struct Sweep {
  double bytes = 0.0;
  std::vector<Measurement> found;
  double all = 0.0;      // [s] sum over steps of the slowest pair's two round trips, one begun at each end
  double longest = 0.0;  // [s] the longest single round trip
  double room = 0.0;     // [s] to allocate buffers, in all steps
};

void append_step(Sweep& sweep, const std::vector<Measurement>& found) {
  double slowest = 0.0, room = 0.0;
  const std::size_t n_pair = found.size() / 2;  // `found` has all pairs in one direction, then in the other
  for (std::size_t i = 0; i < n_pair; ++i) {
    const Measurement &there = found[i], &back = found[i + n_pair];
    slowest = std::max(slowest, there.both_seconds + back.both_seconds);
    sweep.longest = std::max({sweep.longest, there.both_seconds, back.both_seconds});
    room = std::max({room, there.room_seconds, back.room_seconds});
  }
  sweep.all += slowest;
  sweep.room += room;
  sweep.found.insert(sweep.found.end(), found.begin(), found.end());
}

// The number of steps in which a process measures for the first time and must allocate its buffers.
int count_first_times(const std::vector<ProbeStep>& steps) {
  std::set<int> places;
  int n_first = 0;
  for (const ProbeStep& step : steps) {
    const std::size_t n_before = places.size();
    for (const auto& [a, b] : step) places.insert({a, b});
    n_first += places.size() > n_before;
  }
  return n_first;
}

class PartLeader {
 public:
  PartLeader(const PartMeter& meter, const ProbeSettings& settings, const std::vector<ProbeStep>& steps,
             bool is_load, double seconds)
      : meter_(meter),
        settings_(settings),
        steps_(steps),
        n_first_(count_first_times(steps)),
        is_load_(is_load),
        seconds_(seconds) {}

  ProbePart measure() {
    ProbePart part;
    const int n_size = int(settings_.bytes.size());
    for (; part.n_size < n_size; ++part.n_size) {
      const std::int64_t bytes = settings_.bytes[std::size_t(part.n_size)];
      if (double(bytes) > least_growing && !has_time_for(bytes)) break;
      if (!sweep(make_ping(bytes), std::size_t(n_size - part.n_size - 1))) break;
      for (Measurement& one : last_.found) one.size = part.n_size;
      part.found.insert(part.found.end(), last_.found.begin(), last_.found.end());
    }
    if (part.n_size < n_size) part.left_out = say_why(part.n_size);
    return part;
  }

 private:
  double seconds_left() const { return seconds_ - meter_.seconds(); }
  double growth_to(double bytes) const {
    return std::max(bytes, least_growing) / std::max(last_.bytes, least_growing);
  }

  // The time to allocate buffers in `n_step` steps; under load the buffers exist already.
  double foretell_room(double bytes, int n_step) const {
    if (is_load_ || n_step == 0) return 0.0;
    const double measured = last_.room * growth_to(bytes) / n_first_;
    return n_step * std::max(measured, memory_seconds_per_byte * bytes);
  }

  // Predicts, from the last sweep, how long one message of this size each way will take in all steps, as a
  // fraction of the time left, and how long the slowest will take, as a fraction of the time that a process
  // may be silent; returns the larger fraction.
  double foretell_share(double bytes) {
    const double growth = growth_to(bytes);
    const double all = last_.all * growth + foretell_room(bytes, n_first_);
    const double longest = last_.longest * growth + foretell_room(bytes, std::min(n_first_, 1));
    const double of_all = all / std::max(seconds_left(), 1e-9);
    const double of_silence = longest / settings_.answer_seconds;
    is_for_silence_ = of_silence > of_all;
    return std::max(of_all, of_silence);
  }

  bool sweep_once(double bytes) {
    PingSettings ping = make_ping(std::int64_t(bytes));
    ping.answer_bytes = std::min(ping.bytes, ping.answer_bytes);
    ping.repetitions = 1;
    ping.until_time = false;
    return sweep(ping, 0);
  }

  // Sends messages of smaller sizes until they show whether there is time for this size.
  bool has_time_for(std::int64_t bytes) {
    if (last_.bytes == 0 && !sweep_once(least_growing)) return false;
    while (growth_to(double(bytes)) > most_growth && foretell_share(double(bytes)) > easy_share) {
      const double growth = growth_to(double(bytes)),
                   n_step = std::ceil(std::log(growth) / std::log(most_growth));
      const double between = std::max(last_.bytes, least_growing) * std::pow(growth, 1.0 / n_step);
      if (foretell_share(between) > most_share || !sweep_once(between)) return false;
    }
    return foretell_share(double(bytes)) <= most_share;
  }

  PingSettings make_ping(std::int64_t bytes) const {
    PingSettings ping;
    ping.bytes = bytes;
    ping.answer_bytes = settings_.bytes.front();
    ping.repetitions = settings_.repetitions;
    ping.until_time = is_load_;
    ping.answer_seconds = settings_.answer_seconds;
    return ping;
  }

  // Measures all steps with one size; the time left is shared with `n_larger` larger sizes. Returns whether
  // the time sufficed.
  bool sweep(PingSettings ping, std::size_t n_larger) {
    Sweep sweep;
    sweep.bytes = double(ping.bytes);
    std::size_t n_left = steps_.size() * (n_larger + 1);
    for (const ProbeStep& step : steps_) {
      const double left = seconds_left();
      is_for_silence_ = false;
      if (left <= 0) return false;
      ping.seconds = 0.8 * left / double(n_left--);
      if (is_load_) ping.seconds = std::min(ping.seconds, load_seconds);
      append_step(sweep, meter_.measure(step, ping));
    }
    last_ = std::move(sweep);
    return true;
  }

  std::string say_why(int n_size) const {
    const bool is_last = n_size + 1 == int(settings_.bytes.size());
    const std::string what = text(is_load_ ? "under load " : "", "messages of ",
                                  settings_.bytes[std::size_t(n_size)], " bytes", is_last ? "" : " and more");
    return is_for_silence_
               ? text(what, " are left out: one may take longer than the ", settings_.answer_seconds,
                      " s that a process may be silent; give more time to answer")
               : text(what, " did not fit in ", settings_.seconds, " s; give more time");
  }

  const PartMeter& meter_;
  const ProbeSettings& settings_;
  const std::vector<ProbeStep>& steps_;
  int n_first_;
  bool is_load_;
  double seconds_;
  Sweep last_;
  bool is_for_silence_ = false;  // whether the last size was skipped because of answer_seconds
};

}  // namespace

PartMeter meter_of(ProbeCrew& crew) {
  return {[&crew](const ProbeStep& step, const PingSettings& ping) { return crew.measure(step, ping); },
          [begin = Stopwatch()] { return begin.seconds(); }};
}

ProbePart measure_part(const PartMeter& meter, const ProbeSettings& settings,
                       const std::vector<ProbeStep>& steps, bool is_load, double seconds) {
  return PartLeader(meter, settings, steps, is_load, seconds).measure();
}

}  // namespace groundswell
