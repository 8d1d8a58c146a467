// SPDX-License-Identifier: Apache-2.0
// A distributed directory: rank r stores, for the r-th block of global indices, which process holds each
// cell. Both sides report their cells to these ranks as runs of consecutive indices; the answers tell each
// source process which processes want its cells, and each target process which ones hold the cells it wants.
// This takes two exchanges. Reference: Pinar and Hendrickson 2006, Communication support for adaptive
// computation (Zoltan's directory).
#include "transfer/cell_pairs.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

std::string cell_name(std::int64_t global, std::int64_t first_index) {
  return text("cell ", global + first_index, " (counted from ", first_index, ")");
}

// Local cells sorted by global index; local and global indices are both counted from 0 here.
struct SortedCells {
  struct Entry {
    std::int64_t global, local;
  };
  std::vector<Entry> entries;

  // `side` and `rank` are for error messages.
  SortedCells(const Decomposition* decomposition, const char* side, int rank) {
    if (!decomposition) return;
    const std::vector<std::int64_t>& cells = decomposition->cells;
    const std::int64_t first = decomposition->first_index, n_global = decomposition->n_global;
    const char* there_are = n_global == 0 ? "which has no cells: " : "whose cells are ";
    entries.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!decomposition->is_cell(cells[i])) continue;
      require(cells[i] >= first && cells[i] < first + n_global, "cell ", cells[i], " of the ", side,
              " on rank ", rank, " of both sides together is outside the grid, ", there_are, first, " to ",
              first + n_global - 1, "; ", Decomposition::no_cell, " stands for no cell");
      entries.push_back({decomposition->from_0(cells[i]), std::int64_t(i)});
    }
    const auto before = [](const Entry& a, const Entry& b) {
      return a.global != b.global ? a.global < b.global : a.local < b.local;
    };
    if (!std::is_sorted(entries.begin(), entries.end(), before))
      std::sort(entries.begin(), entries.end(), before);
  }

  void require_unique(int rank, std::int64_t first_index) const {
    const auto twice = std::adjacent_find(
        entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.global == b.global; });
    if (twice == entries.end()) return;
    throw Error(text("rank ", rank, " of both sides together, on the source, lists ",
                     cell_name(twice->global, first_index), " twice"));
  }

  // Calls take(home, begin, count) for each run of consecutive indices that lies within one block of the
  // directory; `home` is the rank that stores this block.
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
// wants (-2) or, in an answer, runs that go to rank what / 2 (if `what` is even) or come from it (if odd).
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

// Messages by receiver, with lookup in constant time.
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

// This rank's share of the directory. Its memory grows with the number of cells held, not with the size of
// the grid, as most cell numbers may be unused. In error messages cells are counted from this rank's first
// index.
class Directory {
 public:
  Directory(const std::vector<RankMessage>& reports, std::int64_t first_index) : first_index_(first_index) {
    for (const RankMessage& report : reports)
      for_runs_of(report, [&](std::int64_t what, Run run) {
        if (what == held) holdings_.push_back({run.begin, run.begin + run.count, report.rank});
      });
    std::ranges::sort(holdings_, {}, [](const Holding& each) { return std::pair(each.begin, each.rank); });
    for (std::size_t i = 1; i < holdings_.size(); ++i)
      if (holdings_[i - 1].end > holdings_[i].begin)
        throw Error(text(cell_name(holdings_[i].begin, first_index_),
                         " is held by two processes of the source, ranks ",
                         std::min(holdings_[i - 1].rank, holdings_[i].rank), " and ",
                         std::max(holdings_[i - 1].rank, holdings_[i].rank), " of both sides together"));
  }

  // Tells each source and target process its partners: (2 * partner, ..) for cells to send, and (2 * partner
  // + 1, ..) for cells to receive.
  std::vector<RankMessage> answers(const std::vector<RankMessage>& reports, int n_rank) const {
    Outbox messages(n_rank);
    for (const RankMessage& report : reports) {
      std::size_t next = 0;  // the wanted runs of a report are in ascending order
      for_runs_of(report, [&](std::int64_t what, Run run) {
        if (what != wanted) return;
        const std::int64_t end = run.begin + run.count;
        for (std::int64_t begin = run.begin; begin < end;) {
          next = find_from(std::span(holdings_), next, [&](const Holding& h) { return h.end <= begin; });
          if (next == holdings_.size() || holdings_[next].begin > begin)
            throw Error(text(cell_name(begin, first_index_), " is listed by the target (rank ", report.rank,
                             " of both sides together) and held by no process of the source; list ",
                             Decomposition::no_cell, " in its place if no value is to come"));
          const Holding& source = holdings_[next];
          const std::int64_t count = std::min(end, source.end) - begin;
          add_run(messages.to(source.rank), 2 * std::int64_t(report.rank), begin, count);
          add_run(messages.to(report.rank), 2 * std::int64_t(source.rank) + 1, begin, count);
          begin += count;
        }
      });
    }
    return messages.take();
  }

 private:
  struct Holding {
    std::int64_t begin, end;
    int rank;
  };
  std::int64_t first_index_;
  std::vector<Holding> holdings_;  // by ascending index
};

// Finds, for each partner, the local cells to which the rows of its message belong, from runs of global
// indices.
class PairMaker {
 public:
  explicit PairMaker(const SortedCells& cells) : entries_(cells.entries) {}

  // The runs of a partner must be added in ascending order.
  void add(int rank, Run run) {
    Pending& pending = pairs_[rank];
    std::size_t entry = find_from(entries_, pending.next,
                                  [&](const SortedCells::Entry& each) { return each.global < run.begin; });
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
    std::size_t next = 0;  // entry after the last one added
    std::vector<RowPlaces::Place> places;
  };
  std::span<const SortedCells::Entry> entries_;
  std::map<int, Pending> pairs_;
};

// Calls body(decomposition, side) for each side that this process is on.
template <class Body>
void for_sides(const Decomposition* source, const Decomposition* target, Body&& body) {
  if (source) body(*source, "source");
  if (target) body(*target, "target");
}

std::int64_t common_size(const Communicator& communicator, const Decomposition* source,
                         const Decomposition* target) {
  const int rank = communicator.rank();
  constexpr std::int64_t nobody = INT64_MIN;
  std::int64_t most = nobody;
  for_sides(source, target,
            [&](const Decomposition& each, const char*) { most = std::max(most, each.n_global); });
  most = communicator.max(most);
  require(most != nobody, "no process takes part: none gave cells of the source or of the target");
  run_together(communicator, [&] {
    for_sides(source, target, [&](const Decomposition& each, const char* side) {
      require(each.n_global >= 0, "the grid of the ", side, " on rank ", rank, " of both sides together has ",
              each.n_global, " cells; give 0 or more");
      require(each.n_global == most, "grids of different sizes were given: that of the ", side, " on rank ",
              rank, " of both sides together has ", each.n_global, " cells, that of another process ", most,
              "; data transfer moves values between two decompositions of one grid");
    });
  });
  return most;
}

}  // namespace

CellPairs match_cells(SparseExchange& exchange, const Decomposition* source, const Decomposition* target) {
  const Communicator& communicator = exchange.communicator();
  const std::int64_t n_global = common_size(communicator, source, target);
  const int n_rank = communicator.size();
  const std::int64_t first_index = source ? source->first_index : target ? target->first_index : 0;
  std::optional<SortedCells> from, to;
  std::vector<RankMessage> reported;
  run_together(communicator, [&] {
    from.emplace(source, "source", communicator.rank());
    to.emplace(target, "target", communicator.rank());
    from->require_unique(communicator.rank(), first_index);
    reported = reports(*from, *to, n_global, n_rank);
  });
  reported = exchange.exchange(reported);
  std::vector<RankMessage> answers;
  run_together(communicator, [&] { answers = Directory(reported, first_index).answers(reported, n_rank); });
  PairMaker sends(*from), receives(*to);
  for (const RankMessage& answer : exchange.exchange(answers))
    for_runs_of(answer, [&](std::int64_t what, Run run) {
      (what % 2 == 0 ? sends : receives).add(int(what / 2), run);
    });
  return {source != nullptr, target != nullptr, sends.pairs(), receives.pairs()};
}

}  // namespace groundswell
