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
#include "comm/meeting_place.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// The parts of error messages about cells.
struct MatchWords {
  const Communicator& communicator;
  const MatchRules& rules;
  std::int64_t first_index;

  std::string cell(std::int64_t global) const {
    return text("cell ", global + first_index, " (counted from ", first_index, ")");
  }
  std::string rank(int rank) const { return rank_name(communicator, rank); }
  std::string this_rank() const { return rank(communicator.rank()); }
  // The end of a sentence: the advice of the rules or, without any, `otherwise`.
  std::string end(const std::string& otherwise = "") const {
    return rules.advice.empty() ? otherwise : "; " + rules.advice;
  }
};

// Local cells sorted by global index; local and global indices are both counted from 0 here.
struct SortedCells {
  struct Entry {
    std::int64_t global, local;
  };
  std::vector<Entry> entries;

  SortedCells(const Decomposition* decomposition, const std::string& side, const MatchWords& words) {
    if (!decomposition) return;
    const std::vector<std::int64_t>& cells = decomposition->cells;
    const std::int64_t first = decomposition->first_index, n_global = decomposition->n_global;
    const char* there_are = n_global == 0 ? "which has no cells: " : "whose cells are ";
    entries.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!decomposition->is_cell(cells[i])) continue;
      if (cells[i] < first || cells[i] - first >= n_global)
        throw Error(text("cell ", cells[i], " of ", side, " on ", words.this_rank(), " is outside the grid, ",
                         there_are, first, " to ", first + n_global - 1,
                         words.end(text("; ", Decomposition::no_cell, " stands for no cell"))));
      entries.push_back({decomposition->from_0(cells[i]), std::int64_t(i)});
    }
    const auto before = [](const Entry& a, const Entry& b) {
      return a.global != b.global ? a.global < b.global : a.local < b.local;
    };
    if (!std::is_sorted(entries.begin(), entries.end(), before))
      std::sort(entries.begin(), entries.end(), before);
  }

  void require_unique(const MatchWords& words) const {
    const auto twice = std::adjacent_find(
        entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.global == b.global; });
    if (twice == entries.end()) return;
    throw Error(text(words.this_rank(), " lists ", words.cell(twice->global), " of ", words.rules.source,
                     " twice", words.end()));
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
  Directory(const std::vector<RankMessage>& reports, const MatchWords& words) : words_(words) {
    for (const RankMessage& report : reports)
      for_runs_of(report, [&](std::int64_t what, Run run) {
        if (what == held) holdings_.push_back({run.begin, run.begin + run.count, report.rank});
      });
    std::ranges::sort(holdings_, {}, [](const Holding& each) { return std::pair(each.begin, each.rank); });
    for (std::size_t i = 1; i < holdings_.size(); ++i)
      if (holdings_[i - 1].end > holdings_[i].begin)
        throw Error(text(words_.cell(holdings_[i].begin), " of ", words_.rules.source,
                         " is held by two processes, ",
                         words_.rank(std::min(holdings_[i - 1].rank, holdings_[i].rank)), " and ",
                         words_.rank(std::max(holdings_[i - 1].rank, holdings_[i].rank)), words_.end()));
  }

  // Tells each source and target process its partners: (2 * partner, ..) for cells to send, and (2 * partner
  // + 1, ..) for cells to receive.
  std::vector<RankMessage> answers(const std::vector<RankMessage>& reports) const {
    Outbox messages(words_.communicator.size());
    for (const RankMessage& report : reports) {
      std::size_t next = 0;  // the wanted runs of a report are in ascending order
      for_runs_of(report, [&](std::int64_t what, Run run) {
        if (what != wanted) return;
        const std::int64_t end = run.begin + run.count;
        for (std::int64_t begin = run.begin; begin < end;) {
          next = find_from(std::span(holdings_), next, [&](const Holding& h) { return h.end <= begin; });
          const std::int64_t held_from = next == holdings_.size() ? end : holdings_[next].begin;
          if (begin < held_from) {
            if (words_.rules.unheld == UnheldCells::refuse) throw Error(unheld(begin, report.rank));
            begin = std::min(end, held_from);
            continue;
          }
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
  std::string unheld(std::int64_t cell, int target) const {
    return text(words_.cell(cell), " of ", words_.rules.source, " is held by no process",
                words_.end(text(", but the target (", words_.rank(target), ") lists it; list ",
                                Decomposition::no_cell, " in its place if no value is to come")));
  }

  const MatchWords& words_;
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

constexpr char the_target[] = "the target";

// Calls body(decomposition, side) for each side that this process is on.
template <class Body>
void for_sides(const Decomposition* source, const Decomposition* target, const MatchRules& rules,
               Body&& body) {
  if (source) body(*source, rules.source);
  if (target) body(*target, std::string(the_target));
}

std::int64_t common_size(const Decomposition* source, const Decomposition* target, const MatchWords& words) {
  const Communicator& communicator = words.communicator;
  constexpr std::int64_t nobody = INT64_MIN;
  std::int64_t most = nobody;
  for_sides(source, target, words.rules,
            [&](const Decomposition& each, const auto&) { most = std::max(most, each.n_global); });
  most = communicator.max(most);
  require(most != nobody, "no process takes part: none gave cells of the source or of the target");
  run_together(communicator, [&] {
    for_sides(source, target, words.rules, [&](const Decomposition& each, const std::string& side) {
      if (each.n_global == most && most >= 0) return;
      require(each.n_global >= 0, "the grid of ", side, " on ", words.this_rank(), " has ", each.n_global,
              " cells; give 0 or more");
      throw Error(text("grids of different sizes were given: that of ", side, " on ", words.this_rank(),
                       " has ", each.n_global, " cells, that of another process ", most,
                       "; data transfer moves values between two decompositions of one grid"));
    });
  });
  return most;
}

}  // namespace

CellPairs match_cells(SparseExchange& exchange, const Decomposition* source, const Decomposition* target,
                      const MatchRules& rules) {
  const Communicator& communicator = exchange.communicator();
  const MatchWords words{communicator, rules,
                         source   ? source->first_index
                         : target ? target->first_index
                                  : 0};
  const std::int64_t n_global = common_size(source, target, words);
  std::optional<SortedCells> from, to;
  std::vector<RankMessage> reported;
  run_together(communicator, [&] {
    from.emplace(source, rules.source, words);
    to.emplace(target, the_target, words);
    from->require_unique(words);
    reported = reports(*from, *to, n_global, communicator.size());
  });
  reported = exchange.exchange(reported);
  std::vector<RankMessage> answers;
  run_together(communicator, [&] { answers = Directory(reported, words).answers(reported); });
  PairMaker sends(*from), receives(*to);
  for (const RankMessage& answer : exchange.exchange(answers))
    for_runs_of(answer, [&](std::int64_t what, Run run) {
      (what % 2 == 0 ? sends : receives).add(int(what / 2), run);
    });
  return {source != nullptr, target != nullptr, sends.pairs(), receives.pairs()};
}

// Only a receiver knows which rows of a message belong to a slab: it tells the sender where they begin.
std::vector<CellPairs> cut_into_slabs(SparseExchange& exchange, const CellPairs& whole, const Slabs& slabs) {
  const int n_slab = slabs.count;
  std::vector<CellPairs> cut(std::size_t(n_slab), CellPairs{whole.on_source, whole.on_target, {}, {}});
  std::vector<RankMessage> told;
  run_together(exchange.communicator(), [&] {
    for (const CellPair& pair : whole.receives) {
      RankMessage& begins = told.emplace_back(RankMessage{pair.rank, {0}});
      for (int slab = 0; slab < n_slab; ++slab) {
        const std::int64_t first = slab * slabs.rows, begin = begins.values.back();
        const std::int64_t end = pair.rows.rows_before(first + slabs.rows);
        begins.values.push_back(end);
        if (begin < end)
          cut[std::size_t(slab)].receives.push_back({pair.rank, pair.rows.cut({begin, end}, first)});
      }
    }
  });
  for (const RankMessage& begins : exchange.exchange(told)) {
    const auto pair = std::ranges::find(whole.sends, begins.rank, &CellPair::rank);
    for (int slab = 0; slab < n_slab; ++slab) {
      const Block rows{begins.values[std::size_t(slab)], begins.values[std::size_t(slab) + 1]};
      if (rows.size() > 0) cut[std::size_t(slab)].sends.push_back({begins.rank, pair->rows.cut(rows, 0)});
    }
  }
  for (CellPairs& slab : cut) std::ranges::sort(slab.sends, {}, &CellPair::rank);
  return cut;
}

}  // namespace groundswell
