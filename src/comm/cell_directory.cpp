// SPDX-License-Identifier: Apache-2.0
// Rank r stores, for the r-th part of the range of all numbers, which rank holds each cell. Ranks report what
// they hold and want to it, as runs of consecutive numbers; the answers tell each holder who wants its cells,
// and each of these who holds them. This takes two exchanges. Reference: Pinar and Hendrickson 2006,
// Communication support for adaptive computation (Zoltan's directory).
#include "comm/cell_directory.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// A message of the directory is a list of (what, first, last): runs that the sender holds (what = -1) or
// wants (-2) or, in an answer, runs that go to rank what / 2 (if `what` is even) or come from it (if odd).
constexpr std::int64_t held_here = -1, wanted_here = -2;
struct Run {
  std::int64_t first, last;
};

template <class Take>
void for_runs_of(const RankMessage& message, Take&& take) {
  for (std::size_t i = 0; i + 2 < message.values.size(); i += 3)
    take(message.values[i], Run{message.values[i + 1], message.values[i + 2]});
}

// Messages by receiver, with lookup in constant time.
class Outbox {
 public:
  explicit Outbox(int n_rank) : slot_(std::size_t(n_rank), -1) {}

  // Joins runs that follow one another.
  void add(int rank, std::int64_t what, Run run) {
    int& slot = slot_[std::size_t(rank)];
    if (slot < 0) {
      slot = int(messages_.size());
      messages_.push_back({rank, {}});
    }
    std::vector<std::int64_t>& values = messages_[std::size_t(slot)].values;
    const std::size_t n = values.size();
    if (n >= 3 && values[n - 3] == what && values[n - 1] < run.first && values[n - 1] == run.first - 1)
      values[n - 1] = run.last;
    else
      values.insert(values.end(), {what, run.first, run.last});
  }
  std::vector<RankMessage> take() { return std::move(messages_); }

 private:
  std::vector<int> slot_;  // [n_rank] index in messages_
  std::vector<RankMessage> messages_;
};

// Calls take(rank, run) for each run of consecutive cells that one rank's part of the directory has.
template <class Take>
void for_runs_by_home(const std::vector<ListedCell>& cells, const DirectoryRules& rules, int n_rank,
                      Take&& take) {
  const auto from_first = [&](std::int64_t cell) { return std::uint64_t(cell) - std::uint64_t(rules.first); };
  const std::uint64_t last_of_part = from_first(rules.last) / std::uint64_t(n_rank);  // from its first cell
  for (std::size_t i = 0; i < cells.size();) {
    Run run{cells[i].cell, cells[i].cell};
    const std::uint64_t at = from_first(run.first);
    const int home = n_rank == 1 ? 0 : int(at / (last_of_part + 1));
    const std::uint64_t most = std::uint64_t(home) * (last_of_part + 1) + last_of_part;
    for (++i; i < cells.size() && (cells[i].cell == run.last || cells[i].cell - 1 == run.last) &&
              from_first(cells[i].cell) <= most;
         ++i)
      run.last = cells[i].cell;
    take(home, run);
  }
}

void sort(std::vector<ListedCell>& cells) {
  if (!std::ranges::is_sorted(cells)) std::ranges::sort(cells);
}

// Tells the ranks that keep the directory what this one holds and wants.
std::vector<RankMessage> make_reports(const Communicator& communicator, const std::vector<ListedCell>& held,
                                      const std::vector<ListedCell>& wanted, const DirectoryRules& rules) {
  const int me = communicator.rank(), n_rank = communicator.size();
  const auto twice = std::ranges::adjacent_find(held, {}, &ListedCell::cell);
  if (twice != held.end()) throw Error(rules.held_twice(twice->cell, me, me));
  Outbox messages(n_rank);
  for_runs_by_home(held, rules, n_rank, [&](int home, Run run) { messages.add(home, held_here, run); });
  for_runs_by_home(wanted, rules, n_rank, [&](int home, Run run) { messages.add(home, wanted_here, run); });
  return messages.take();
}

// The index of the first entry of `sorted`, at or after `begin`, for which is_before() is false, by
// exponential search.
template <class Entry, class IsBefore>
std::size_t find_from(std::span<const Entry> sorted, std::size_t begin, IsBefore&& is_before) {
  std::size_t step = 1, end = begin;
  while (end < sorted.size() && is_before(sorted[end])) {
    begin = end + 1;
    end += step;
    step *= 2;
  }
  const auto part = sorted.subspan(begin, std::min(end, sorted.size()) - begin);
  return begin + std::size_t(std::ranges::partition_point(part, is_before) - part.begin());
}

struct Holding {
  std::int64_t first, last;
  int rank;
};

// This rank's part of the directory, by ascending cell. Its memory grows with the number of cells held, not
// with the range of their numbers, as most of these may be unused.
std::vector<Holding> collect_holdings(const std::vector<RankMessage>& reports, const DirectoryRules& rules) {
  std::vector<Holding> holdings;
  for (const RankMessage& report : reports)
    for_runs_of(report, [&](std::int64_t what, Run run) {
      if (what == held_here) holdings.push_back({run.first, run.last, report.rank});
    });
  std::ranges::sort(holdings, {}, [](const Holding& each) { return std::pair(each.first, each.rank); });
  for (std::size_t i = 1; i < holdings.size(); ++i)
    if (const Holding& before = holdings[i - 1], &here = holdings[i]; before.last >= here.first)
      throw Error(
          rules.held_twice(here.first, std::min(before.rank, here.rank), std::max(before.rank, here.rank)));
  return holdings;
}

std::vector<RankMessage> make_answers(const std::vector<RankMessage>& reports,
                                      std::span<const Holding> holdings, const DirectoryRules& rules,
                                      int n_rank) {
  Outbox messages(n_rank);
  for (const RankMessage& report : reports) {
    std::size_t next = 0;  // the wanted runs of a report are in ascending order
    for_runs_of(report, [&](std::int64_t what, Run run) {
      if (what != wanted_here) return;
      for (Run part = run;; part.first = part.last + 1) {
        next = find_from(holdings, next, [&](const Holding& each) { return each.last < part.first; });
        const bool is_known = next < holdings.size(),
                   is_held = is_known && holdings[next].first <= part.first;
        part.last = run.last;
        if (is_known)
          part.last = std::min(run.last, is_held ? holdings[next].last : holdings[next].first - 1);
        if (is_held) {
          messages.add(holdings[next].rank, 2 * std::int64_t(report.rank), part);
          messages.add(report.rank, 2 * std::int64_t(holdings[next].rank) + 1, part);
        } else if (rules.unheld) {
          throw Error(rules.unheld(part.first, report.rank));
        }
        if (part.last == run.last) break;
      }
    });
  }
  return messages.take();
}

// The rows of the messages to or from each partner, and the places of their cells in a list.
class PartnerRows {
 public:
  explicit PartnerRows(std::span<const ListedCell> cells) : cells_(cells) {}

  // The runs of a partner must be added in ascending order.
  void add(int rank, Run run) {
    Partner& partner = partners_[rank];
    std::size_t i =
        find_from(cells_, partner.next, [&](const ListedCell& each) { return each.cell < run.first; });
    for (; i < cells_.size() && cells_[i].cell <= run.last; ++i)
      partner.rows.push_back({partner.n_row + (cells_[i].cell - run.first), cells_[i].place});
    partner.n_row += run.last - run.first + 1;
    partner.next = i;
  }
  void give(bool sends, const TakePartner& take) const {
    for (const auto& [rank, partner] : partners_) take(sends, rank, partner.rows);
  }

 private:
  struct Partner {
    std::int64_t n_row = 0;
    std::size_t next = 0;  // the cell after the last one added
    std::vector<PlacedRow> rows;
  };
  std::span<const ListedCell> cells_;
  std::map<int, Partner> partners_;
};

}  // namespace

void find_partners(SparseExchange& exchange, std::vector<ListedCell> held, std::vector<ListedCell> wanted,
                   const DirectoryRules& rules, const TakePartner& take) {
  const Communicator& communicator = exchange.communicator();
  std::vector<RankMessage> reports, answers;
  run_together(communicator, [&] {
    sort(held);
    sort(wanted);
    reports = make_reports(communicator, held, wanted, rules);
  });
  reports = exchange.exchange(reports);
  run_together(communicator, [&] {
    answers = make_answers(reports, collect_holdings(reports, rules), rules, communicator.size());
  });
  answers = exchange.exchange(answers);
  run_together(communicator, [&] {
    PartnerRows sends(held), receives(wanted);
    for (const RankMessage& answer : answers)
      for_runs_of(answer, [&](std::int64_t what, Run run) {
        (what % 2 == 0 ? sends : receives).add(int(what / 2), run);
      });
    sends.give(true, take);
    receives.give(false, take);
  });
}

}  // namespace groundswell
