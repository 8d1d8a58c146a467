// SPDX-License-Identifier: Apache-2.0
#include "probe/probe_crew.hpp"

#include <algorithm>
#include <array>

#include "base/stopwatch.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/nap.hpp"
#include "comm/placement.hpp"
#include "probe/robust_median.hpp"
#include "probe/roll_call.hpp"

namespace groundswell {
namespace {

constexpr int order_tag = 1, report_tag = 2;

template <class T>
std::span<T> one(T& value) {
  return {&value, 1};
}

// Returns once all ranks have arrived, so what follows needs no deadline.
const Communicator& after_roll_call(const Communicator& communicator, double seconds) {
  call_roll(communicator, seconds);
  return communicator;
}

}  // namespace

// Sent by the first process. An order to end that has an error message means a failure.
struct ProbeCrew::Order {
  bool is_end = false, is_first = false;
  int partner = -1;
  PingSettings ping;
  std::array<char, 600> sentence{};
};

// Sent to the first process.
struct ProbeCrew::Report {
  bool is_partner_silent = false;
  RobustMedian seconds;       // round-trip time of a message
  double room_seconds = 0.0;  // [s] to allocate buffers before the first message
};

// The orders and reports of a step: numbers 2 i and 2 i + 1 belong to the first and second place of pair i.
struct ProbeCrew::Posted {
  std::vector<LentToMpi<Order>> orders;
  std::vector<LentToMpi<Report>> reports;
};

ProbeCrew::ProbeCrew(const Communicator& communicator, PlaceKind places, double answer_seconds)
    : answer_seconds_(answer_seconds),
      communicator_(after_roll_call(communicator, answer_seconds).duplicate()) {
  const Placement placement = find_placement(communicator_);
  std::vector<int> n_on(placement.hosts.size(), 0);
  for (int rank = 0; rank < communicator_.size(); ++rank) {
    const int host = placement.host_of_rank[std::size_t(rank)];
    const std::string& name = placement.hosts[std::size_t(host)];
    const int number = n_on[std::size_t(host)]++;
    if (places == PlaceKind::nodes && number > 0) continue;
    places_.push_back({places == PlaceKind::nodes ? name : text(name, "/", number), name});
    rank_of_place_.push_back(rank);
  }
  answers_ = DistanceMatrix(int(places_.size()));
}

bool ProbeCrew::is_place() const {
  return std::ranges::count(rank_of_place_, communicator_.rank()) > 0;
}

void ProbeCrew::run(double most_seconds, const std::function<void()>& lead) {
  try {
    leads() ? lead_all(lead) : follow(most_seconds);
  } catch (...) {
    communicator_.abandon();  // messages may still be in transit
    throw;
  }
}

void ProbeCrew::lead_all(const std::function<void()>& lead) {
  std::string failure;
  try {
    lead();
  } catch (const std::exception& error) {
    failure = error.what();
    if (failure.empty()) failure = "an error without a message";
  }
  end(failure);
  if (!failure.empty()) throw Error(failure);
}

void ProbeCrew::follow(double most_seconds) {
  const Stopwatch stopwatch;
  while (true) {
    LentToMpi<Order> order;
    order.add(communicator_.start_receive(one(*order), 0, order_tag));
    require(nap_until(most_seconds - stopwatch.seconds(), [&] { return order.test(); }),
            "the first process has not ended the probe of the network within ", most_seconds,
            " s; check whether it is still running");
    if (order->is_end) {
      require(order->sentence[0] == 0, order->sentence.data());
      return;
    }
    const Report report = obey(*order);
    communicator_.start_send(std::span<const Report>(&report, 1), 0, report_tag).wait();
  }
}

ProbeCrew::Report ProbeCrew::obey(const Order& order) {
  Report report;
  const Stopwatch stopwatch;
  buffers_.make_room(std::max(order.ping.bytes, order.ping.answer_bytes));
  report.room_seconds = stopwatch.seconds();
  try {
    report.seconds =
        compute_robust_median(ping(communicator_, order.partner, order.is_first, order.ping, buffers_));
  } catch (const SilentPartner&) {
    buffers_ = PingBuffers();
    report.is_partner_silent = true;
  }
  return report;
}

void ProbeCrew::post(Posted& posted, const ProbeStep& step, const PingSettings& settings) const {
  for (const auto& [a, b] : step)
    for (const bool is_first : {true, false}) {
      Order& order = *posted.orders.emplace_back();
      order.is_first = is_first;
      order.partner = rank_of_place_[std::size_t(is_first ? b : a)];
      order.ping = settings;
    }
  posted.reports.resize(posted.orders.size());
  for (std::size_t i = 0; i < posted.orders.size(); ++i) {
    const auto& pair = step[i / 2];
    const int rank = rank_of_place_[std::size_t(i % 2 == 0 ? pair.first : pair.second)];
    if (rank == communicator_.rank()) continue;
    LentToMpi<Report>& report = posted.reports[i];
    LentToMpi<Order>& order = posted.orders[i];
    report.add(communicator_.start_receive(one(*report), rank, report_tag));
    order.add(communicator_.start_send(std::span<const Order>(&*order, 1), rank, order_tag));
  }
}

void ProbeCrew::await(Posted& posted, const ProbeStep& step, double seconds) const {
  const Stopwatch stopwatch;
  double limit = seconds;
  bool is_over = false, all_there = false;
  nap_until([&] {
    all_there = true;
    for (std::size_t i = 0; i < posted.reports.size(); ++i) {
      posted.orders[i].test();
      const bool is_there = posted.reports[i].test();
      all_there = all_there && is_there;
      // The partner may report its own silent partner a moment later; other pairs are not waited for.
      if (is_there && posted.reports[i]->is_partner_silent)
        limit = std::min(limit, stopwatch.seconds() + 0.5);
    }
    is_over = stopwatch.seconds() > limit;
    return all_there || is_over;
  });
  const auto is_silent = [](const LentToMpi<Report>& report) { return report->is_partner_silent; };
  if (!all_there || std::ranges::any_of(posted.reports, is_silent)) name_silent(posted, step);
}

void ProbeCrew::name_silent(const Posted& posted, const ProbeStep& step) const {
  const auto name = [&](int place) { return "'" + places_[std::size_t(place)].name + "'"; };
  const std::string advice =
      "; check whether they are still running and whether their links work, or leave one out";
  for (std::size_t i = 0; i < step.size(); ++i) {
    const auto [a, b] = step[i];
    const bool a_said = posted.reports[2 * i]->is_partner_silent;
    const bool b_said = posted.reports[2 * i + 1]->is_partner_silent;
    if (a_said && b_said)
      throw Error(text("messages between ", name(a), " and ", name(b), " did not arrive within ",
                       answer_seconds_, " s", advice));
    if (a_said || b_said)
      throw Error(text(name(a_said ? b : a), " did not answer ", name(a_said ? a : b), " within ",
                       answer_seconds_, " s", advice));
  }
  for (std::size_t i = 0; i < posted.reports.size(); ++i)
    if (posted.reports[i].pending()) {
      const auto [a, b] = step[i / 2];
      throw Error(text("the first process, on ", name(0), ", did not hear what ", name(i % 2 == 0 ? a : b),
                       " measured with ", name(i % 2 == 0 ? b : a), advice));
    }
  throw LogicError("internal error: nobody was silent in a probe; please report this");
}

double ProbeCrew::one_way(const Report& report, const PingSettings& settings, int from, int to) {
  const double both = report.seconds.value, half = 0.5 * both;
  if (settings.bytes == settings.answer_bytes) return answers_(from, to) = half;
  return std::max(half, both - answers_(to, from));
}

std::vector<Measurement> ProbeCrew::measure(const ProbeStep& step, const PingSettings& settings) {
  Posted posted;
  post(posted, step, settings);
  for (std::size_t i = 0; i < posted.orders.size(); ++i) {
    const auto& [a, b] = step[i / 2];
    if (rank_of_place_[std::size_t(i % 2 == 0 ? a : b)] == communicator_.rank())
      *posted.reports[i] = obey(*posted.orders[i]);
  }
  await(posted, step, settings.seconds + 2.5 * answer_seconds_);
  std::vector<Measurement> found;
  for (const bool is_first : {true, false})
    for (std::size_t i = 0; i < step.size(); ++i) {
      const int from = is_first ? step[i].first : step[i].second;
      const int to = is_first ? step[i].second : step[i].first;
      const Report& report = *posted.reports[2 * i + std::size_t(!is_first)];
      const auto& [median, n_sample, n_outlier] = report.seconds;
      found.push_back({0, from, to, one_way(report, settings, from, to), median, report.room_seconds,
                       n_sample, n_outlier});
    }
  return found;
}

void ProbeCrew::end(const std::string& failure) const {
  LentToMpi<Order> order;
  order->is_end = true;
  failure.copy(order->sentence.data(), order->sentence.size() - 1);
  for (int rank = 1; rank < communicator_.size(); ++rank)
    order.add(communicator_.start_send(std::span<const Order>(&*order, 1), rank, order_tag));
  const bool has_heard = nap_until(failure.empty() ? answer_seconds_ : 0.5, [&] { return order.test(); });
  require(
      has_heard || !failure.empty(),
      "a process did not hear that the probe of the network has ended; check whether all are still running");
}

}  // namespace groundswell
