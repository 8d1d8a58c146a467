// SPDX-License-Identifier: Apache-2.0
// A distributed directory: rank r keeps, for the r-th block of global indices, who holds each cell. Both
// sides report their cells to the ranks that keep them, as runs of consecutive indices; those answer each
// source process with who wants its cells, and each target process with who holds what it wants. Two
// exchanges. Reference: Pinar and Hendrickson 2006, Communication support for adaptive computation (Zoltan's
// directory).
#include "transfer/cell_pairs.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "base/error.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// Local cells by ascending global index.
struct SortedCells {
  struct Entry {
    std::int64_t global, local;
  };
  std::vector<Entry> entries;

  SortedCells(const Decomposition* decomposition, std::int64_t n_global) {
    if (!decomposition) return;
    const std::vector<std::int64_t>& cells = decomposition->cells;
    entries.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      require(cells[i] >= 0 && cells[i] < n_global, "cell ", cells[i],
              " is outside the grid, whose cells are 0 to ", n_global - 1);
      entries.push_back({cells[i], std::int64_t(i)});
    }
    const auto before = [](const Entry& a, const Entry& b) {
      return a.global != b.global ? a.global < b.global : a.local < b.local;
    };
    if (!std::is_sorted(entries.begin(), entries.end(), before))
      std::sort(entries.begin(), entries.end(), before);
  }

  void require_unique() const {
    const auto twice = std::adjacent_find(
        entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.global == b.global; });
    require(twice == entries.end(), "a process of the source lists cell ",
            twice == entries.end() ? 0 : twice->global, " twice");
  }

  // Calls take(begin, count) for each run of consecutive indices that lies within one block of the directory.
  template <class Take>
  void for_runs(std::int64_t n_global, int n_rank, Take&& take) const {
    int home = 0;
    Block block = make_block(n_global, home, n_rank);
    for (std::size_t i = 0; i < entries.size();) {
      const std::int64_t begin = entries[i].global;
      while (begin >= block.end) block = make_block(n_global, ++home, n_rank);
      std::int64_t end = begin + 1;
      for (++i; i < entries.size() && entries[i].global <= end && entries[i].global < block.end; ++i)
        end = entries[i].global + 1;
      take(home, begin, end - begin);
    }
  }
};

// A message of the directory is a list of (what, begin, count): runs that the sender holds (what = -1) or
// wants (-2), or, as an answer, runs that go to rank what / 2 (even) or come from it (odd).
constexpr std::int64_t held = -1, wanted = -2;
struct Run {
  std::int64_t begin, count;
};

void add_run(RankMessage& message, std::int64_t what, std::int64_t begin, std::int64_t count) {
  std::vector<std::int64_t>& values = message.values;
  const std::size_t n = values.size();
  if (n >= 3 && values[n - 3] == what && values[n - 2] + values[n - 1] == begin)
    values[n - 1] += count;
  else
    values.insert(values.end(), {what, begin, count});
}

template <class Take>
void for_runs_of(const RankMessage& message, Take&& take) {
  for (std::size_t i = 0; i + 2 < message.values.size(); i += 3)
    take(message.values[i], Run{message.values[i + 1], message.values[i + 2]});
}

// Messages by receiver, found at once however many there are.
class Outbox {
 public:
  explicit Outbox(int n_rank) : slot_(std::size_t(n_rank), -1) {}

  RankMessage& to(int rank) {
    int& slot = slot_[std::size_t(rank)];
    if (slot < 0) {
      slot = int(messages_.size());
      messages_.push_back({rank, {}});
    }
    return messages_[std::size_t(slot)];
  }
  std::vector<RankMessage> take() { return std::move(messages_); }

 private:
  std::vector<int> slot_;  // [n_rank] index in messages_
  std::vector<RankMessage> messages_;
};

std::vector<RankMessage> reports(const SortedCells& source, const SortedCells& target, std::int64_t n_global,
                                 int n_rank) {
  Outbox messages(n_rank);
  const auto report = [&](const SortedCells& cells, std::int64_t what) {
    cells.for_runs(n_global, n_rank, [&](int home, std::int64_t begin, std::int64_t count) {
      add_run(messages.to(home), what, begin, count);
    });
  };
  report(source, held);
  report(target, wanted);
  return messages.take();
}

// This rank's share of the directory.
class Directory {
 public:
  Directory(Block block, const std::vector<RankMessage>& reports)
      : block_(block), holder_(std::size_t(block.size()), -1) {
    for (const RankMessage& report : reports)
      for_runs_of(report, [&](std::int64_t what, Run run) {
        if (what == held) enter(report.rank, run);
      });
  }

  // To each source and target process, who its partner is: (2 * partner, ..) for cells that it sends, and
  // (2 * partner + 1, ..) for cells that it receives.
  std::vector<RankMessage> answers(const std::vector<RankMessage>& reports, int n_rank) const {
    Outbox messages(n_rank);
    for (const RankMessage& report : reports)
      for_runs_of(report, [&](std::int64_t what, Run run) {
        if (what != wanted) return;
        for (std::int64_t cell = run.begin; cell < run.begin + run.count; ++cell) {
          const int source = holder_[std::size_t(cell - block_.begin)];
          require(source >= 0, "cell ", cell, " is listed by the target (rank ", report.rank,
                  " of both sides together) and held by no process of the source");
          add_run(messages.to(source), 2 * std::int64_t(report.rank), cell, 1);
          add_run(messages.to(report.rank), 2 * std::int64_t(source) + 1, cell, 1);
        }
      });
    return messages.take();
  }

 private:
  void enter(int rank, Run run) {
    for (std::int64_t cell = run.begin; cell < run.begin + run.count; ++cell) {
      int& holder = holder_[std::size_t(cell - block_.begin)];
      require(holder < 0, "cell ", cell, " is held by two processes of the source, ranks ", holder, " and ",
              rank, " of both sides together");
      holder = rank;
    }
  }

  Block block_;
  std::vector<int> holder_;  // of each cell of the block; -1: nobody
};

// Local cells of runs by ascending global index, as rows of one message per partner.
class PairMaker {
 public:
  explicit PairMaker(const SortedCells& cells) : entries_(cells.entries) {}

  // Runs of one partner come by ascending index.
  void add(int rank, Run run) {
    Pending& pending = pairs_[rank];
    std::size_t entry = find(run.begin, pending.next);
    for (std::int64_t cell = run.begin; cell < run.begin + run.count; ++cell, ++pending.n_row)
      for (; entry < entries_.size() && entries_[entry].global == cell; ++entry)
        pending.places.push_back({pending.n_row, entries_[entry].local});
    pending.next = entry;
  }

  std::vector<CellPair> pairs() const {
    std::vector<CellPair> made;
    for (const auto& [rank, pending] : pairs_) made.push_back({rank, RowPlaces(pending.places)});
    return made;
  }

 private:
  struct Pending {
    std::int64_t n_row = 0;
    std::size_t next = 0;  // entry after the last that was added
    std::vector<RowPlaces::Place> places;
  };
  // The first entry at or after `begin` with that cell or a later one: steps double until it is passed.
  std::size_t find(std::int64_t cell, std::size_t begin) const {
    std::size_t step = 1, end = begin;
    while (end < entries_.size() && entries_[end].global < cell) {
      begin = end + 1;
      end += step;
      step *= 2;
    }
    const auto from = entries_.begin() + std::ptrdiff_t(begin);
    const auto to = entries_.begin() + std::ptrdiff_t(std::min(end, entries_.size()));
    const auto found = std::lower_bound(
        from, to, cell, [](const SortedCells::Entry& e, std::int64_t wanted) { return e.global < wanted; });
    return std::size_t(found - entries_.begin());
  }

  std::span<const SortedCells::Entry> entries_;
  std::map<int, Pending> pairs_;
};

std::int64_t common_size(const Communicator& communicator, const Decomposition* source,
                         const Decomposition* target) {
  std::int64_t least = INT64_MAX, most = -1;
  for (const Decomposition* side : {source, target}) {
    if (!side) continue;
    least = std::min(least, side->n_global);
    most = std::max(most, side->n_global);
  }
  least = communicator.min(least);
  most = communicator.max(most);
  require(most >= 0, "no process takes part in the transfer: none gave cells of the source or of the target");
  require(least == most, "the two sides are grids of different sizes, from ", least, " to ", most,
          " cells; data transfer moves values between two decompositions of one grid");
  return most;
}

}  // namespace

CellPairs match_cells(SparseExchange& exchange, const Decomposition* source, const Decomposition* target) {
  const Communicator& communicator = exchange.communicator();
  const std::int64_t n_global = common_size(communicator, source, target);
  if (n_global == 0) return {source != nullptr, target != nullptr, {}, {}};
  const int n_rank = communicator.size();
  std::optional<SortedCells> from, to;
  std::vector<RankMessage> reported;
  run_together(communicator, [&] {
    from.emplace(source, n_global);
    to.emplace(target, n_global);
    from->require_unique();
    reported = reports(*from, *to, n_global, n_rank);
  });
  reported = exchange.exchange(reported);
  std::vector<RankMessage> answers;
  run_together(communicator, [&] {
    const Directory directory(make_block(n_global, communicator.rank(), n_rank), reported);
    answers = directory.answers(reported, n_rank);
  });
  PairMaker sends(*from), receives(*to);
  for (const RankMessage& answer : exchange.exchange(answers))
    for_runs_of(answer, [&](std::int64_t what, Run run) {
      (what % 2 == 0 ? sends : receives).add(int(what / 2), run);
    });
  return {source != nullptr, target != nullptr, sends.pairs(), receives.pairs()};
}

}  // namespace groundswell
