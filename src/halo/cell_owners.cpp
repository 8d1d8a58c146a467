// SPDX-License-Identifier: Apache-2.0
// Rank r stores who owns the cells of the r-th part of the range of all numbers. Ranks report their own cells
// to it as runs of consecutive numbers, and ask it for others. Reference: Pinar and Hendrickson 2006,
// Communication support for adaptive computation (Zoltan's directory).
#include "halo/cell_owners.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// Which rank stores the entry of a cell.
class Homes {
 public:
  Homes(const Communicator& communicator, std::span<const std::int64_t> owned) {
    for (const std::int64_t cell : owned) {
      low_ = std::min(low_, cell);
      high_ = std::max(high_, cell);
    }
    low_ = communicator.min(low_);
    high_ = communicator.max(high_);
    if (low_ <= high_)
      each_ = (std::uint64_t(high_) - std::uint64_t(low_)) / std::uint64_t(communicator.size()) + 1;
  }
  bool has(std::int64_t cell) const { return cell >= low_ && cell <= high_; }
  int home(std::int64_t cell) const {
    return each_ == 0 ? 0 : int((std::uint64_t(cell) - std::uint64_t(low_)) / each_);
  }

 private:
  std::int64_t low_ = INT64_MAX, high_ = INT64_MIN;
  std::uint64_t each_ = 1;  // cells per rank; 0: all of 2^64
};

// To each home: the number of runs, then (first, last) of each run of own cells, then the cells asked for.
std::vector<RankMessage> make_reports(const Homes& homes, std::span<const std::int64_t> owned,
                                      std::span<const std::int64_t> wanted) {
  std::map<int, RankMessage> by_home;
  const auto values_for = [&](int home) -> std::vector<std::int64_t>& {
    RankMessage& message = by_home[home];
    message.rank = home;
    if (message.values.empty()) message.values.push_back(0);
    return message.values;
  };
  std::vector<std::int64_t> sorted(owned.begin(), owned.end());
  std::ranges::sort(sorted);
  int latest = -1;
  for (const std::int64_t cell : sorted) {
    const int home = homes.home(cell);
    std::vector<std::int64_t>& values = values_for(home);
    if (home == latest && values.back() < cell && values.back() == cell - 1) {
      ++values.back();
      continue;
    }
    values.insert(values.end(), {cell, cell});
    ++values.front();
    latest = home;
  }
  for (const std::int64_t cell : wanted)
    if (homes.has(cell)) values_for(homes.home(cell)).push_back(cell);
  std::vector<RankMessage> reports;
  for (auto& [home, report] : by_home) reports.push_back(std::move(report));
  return reports;
}

struct Holding {
  std::int64_t first, last;
  int rank;
};

// By ascending cell.
std::vector<Holding> collect_holdings(const std::vector<RankMessage>& reports,
                                      const std::function<std::string(std::int64_t)>& name) {
  std::vector<Holding> holdings;
  for (const RankMessage& report : reports)
    for (std::size_t i = 0; i < std::size_t(report.values[0]); ++i)
      holdings.push_back({report.values[1 + 2 * i], report.values[2 + 2 * i], report.rank});
  std::ranges::sort(holdings, {}, [](const Holding& each) { return std::pair(each.first, each.rank); });
  for (std::size_t i = 1; i < holdings.size(); ++i) {
    const Holding &before = holdings[i - 1], &here = holdings[i];
    if (before.last < here.first) continue;
    require(before.rank != here.rank, name(here.first), " is named twice among the owned cells of rank ",
            here.rank, "; name each cell once");
    throw Error(text(name(here.first), " is owned by ranks ", std::min(before.rank, here.rank), " and ",
                     std::max(before.rank, here.rank), "; give each cell to one rank"));
  }
  return holdings;
}

std::vector<RankMessage> make_answers(const std::vector<RankMessage>& reports,
                                      const std::vector<Holding>& holdings) {
  std::vector<RankMessage> answers;
  for (const RankMessage& report : reports) {
    RankMessage answer{report.rank, {}};
    for (std::size_t i = 1 + 2 * std::size_t(report.values[0]); i < report.values.size(); ++i) {
      const std::int64_t cell = report.values[i];
      const auto at = std::ranges::lower_bound(holdings, cell, {}, &Holding::last);
      answer.values.push_back(at != holdings.end() && at->first <= cell ? at->rank : no_owner);
    }
    if (!answer.values.empty()) answers.push_back(std::move(answer));
  }
  return answers;
}

}  // namespace

std::vector<int> find_owners(const Communicator& communicator, std::span<const std::int64_t> owned,
                             std::span<const std::int64_t> wanted,
                             const std::function<std::string(std::int64_t)>& name) {
  const Homes homes(communicator, owned);
  const std::vector<RankMessage> reports = exchange_sparse(communicator, make_reports(homes, owned, wanted));
  std::vector<RankMessage> answers;
  run_together(communicator, [&] { answers = make_answers(reports, collect_holdings(reports, name)); });
  std::map<int, std::vector<std::int64_t>> answers_of;  // by home, in the order of the questions
  for (RankMessage& answer : exchange_sparse(communicator, answers))
    answers_of[answer.rank] = std::move(answer.values);
  std::map<int, std::size_t> n_read;
  std::vector<int> owners;
  for (const std::int64_t cell : wanted) {
    if (!homes.has(cell)) {
      owners.push_back(no_owner);
      continue;
    }
    const int home = homes.home(cell);
    owners.push_back(int(answers_of.at(home)[n_read[home]++]));
  }
  return owners;
}

}  // namespace groundswell
