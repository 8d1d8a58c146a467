// SPDX-License-Identifier: Apache-2.0
#include "bench/transfer/timed_case.hpp"

#include <algorithm>
#include <memory>
#include <random>

#include "base/error.hpp"
#include "base/median.hpp"
#include "base/stopwatch.hpp"
#include "bench/transfer/plain_transfer.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {
namespace {

constexpr int most_choice_transfers = 10000;

// One vector of values per field.
using FieldValues = std::vector<std::vector<double>>;

double value_of(std::int64_t cell, std::size_t field) {
  return 1000.0 * double(cell) + double(field);
}

// The cells and fields of this process.
struct Side {
  bool is_source;
  Decomposition cells;
  FieldValues values;

  Side(const TransferCase& which, int rank)
      : is_source(rank < which.n_source),
        cells(is_source ? which.source(rank) : which.target(rank - which.n_source)),
        values(std::size_t(which.n_field), std::vector<double>(cells.cells.size(), -1.0)) {
    if (is_source) fill();
  }
  void fill() {
    for (std::size_t field = 0; field < values.size(); ++field)
      for (std::size_t i = 0; i < cells.cells.size(); ++i) values[field][i] = value_of(cells.cells[i], field);
  }
  // On target processes, throws Error if a value has not arrived, and clears all values.
  void check_and_clear(const std::string& what) {
    if (is_source) return;
    for (std::size_t field = 0; field < values.size(); ++field)
      for (std::size_t i = 0; i < cells.cells.size(); ++i) {
        require(values[field][i] == value_of(cells.cells[i], field), what, " brought ", values[field][i],
                " to cell ", cells.cells[i], " in field ", field, " where ", value_of(cells.cells[i], field),
                " was sent");
        values[field][i] = -1.0;
      }
  }
};

std::vector<TransferField> describe_fields(int n_field) {
  std::vector<TransferField> fields;
  for (int i = 0; i < n_field; ++i) fields.push_back({"field " + std::to_string(i), sizeof(double)});
  return fields;
}

// A method, set up for the case.
class MethodRun {
 public:
  MethodRun(const Communicator& communicator, const TransferCase& which, Side& side, std::string name)
      : communicator_(communicator), side_(side) {
    result_.name = std::move(name);
    communicator.barrier();
    const Stopwatch stopwatch;
    if (result_.name == "plain") {
      plain_ = std::make_unique<PlainTransfer>(communicator, which);
    } else {
      TransferSettings settings;
      settings.name = which.name();
      settings.method = result_.name;
      transfer_ = std::make_unique<Transfer>(communicator, side.is_source ? &side.cells : nullptr,
                                             side.is_source ? nullptr : &side.cells,
                                             describe_fields(which.n_field), settings);
      for (std::vector<double>& field : side.values)
        side.is_source ? from_.push_back(make_cell_rows(std::as_const(field)))
                       : to_.push_back(make_cell_rows(field));
    }
    result_.set_up = communicator.max(stopwatch.seconds());
    settle();
  }

  void move() {
    if (plain_) {
      const std::span all(side_.values);
      plain_->move(side_.is_source ? all : all.first(0), side_.is_source ? all.first(0) : all);
    } else {
      transfer_->move(from_, to_);
    }
  }
  void time() {
    communicator_.barrier();
    const Stopwatch stopwatch;
    move();
    result_.seconds.push_back(stopwatch.seconds());
  }
  MethodResult& result() { return result_; }

 private:
  // Transfers until the choice of links has been made, and once more.
  void settle() {
    const Stopwatch stopwatch;
    while (communicator_.any(transfer_ && transfer_->is_timing())) {
      require(result_.n_choice_transfer < most_choice_transfers, "method '", result_.name,
              "' has not chosen after ", most_choice_transfers, " transfers");
      move();
      ++result_.n_choice_transfer;
    }
    result_.choice = communicator_.max(stopwatch.seconds());
    if (result_.n_choice_transfer > 0) side_.check_and_clear(result_.name);
    move();
    side_.check_and_clear(result_.name);
    if (!transfer_) return;
    result_.links = transfer_->links();
    const Transfer::Traffic traffic = transfer_->traffic();
    result_.messages = spread_of(communicator_, traffic.sent_messages, traffic.received_messages);
    result_.bytes = spread_of(communicator_, traffic.sent_bytes, traffic.received_bytes);
  }

  const Communicator& communicator_;
  Side& side_;
  MethodResult result_;
  std::unique_ptr<Transfer> transfer_;
  std::unique_ptr<PlainTransfer> plain_;
  std::vector<ConstCellRows> from_;
  std::vector<CellRows> to_;
};

void repeat(const Communicator& communicator, std::vector<std::unique_ptr<MethodRun>>& runs, int repetitions,
            std::mt19937& random) {
  take_turns(runs.size(), repetitions, random, [&](std::size_t k) { runs[k]->time(); });
  for (const auto& run : runs) {
    std::vector<double>& seconds = run->result().seconds;
    communicator.max_in_place(std::span(seconds).last(std::size_t(repetitions)));
  }
}

void update_ratios(CaseResult& result) {
  const std::vector<double>&p2p = result.method("p2p").seconds,
        &butterfly = result.method("butterfly").seconds;
  result.regret = ratio_to_best(result.method("adaptive").seconds, {p2p, butterfly});
  result.p2p_to_plain = ratio_to_best(p2p, {result.method("plain").seconds});
}

}  // namespace

CaseResult time_case(const Communicator& communicator, const TransferCase& which,
                     const MeasureSettings& settings) {
  const Stopwatch stopwatch;
  Side side(which, communicator.rank());
  CaseResult result;
  result.which = which;
  for (int i = 1; i < settings.choices; ++i)
    result.choices.push_back(MethodRun(communicator, which, side, "adaptive").result().links);
  std::vector<std::unique_ptr<MethodRun>> runs;
  for (const char* method : {"plain", "p2p", "butterfly", "adaptive", "published_greedy"})
    runs.push_back(std::make_unique<MethodRun>(communicator, which, side, method));
  result.choices.push_back(runs[3]->result().links);
  std::mt19937 random;
  for (bool is_sure = false; !is_sure;) {
    repeat(communicator, runs, settings.repetitions, random);
    result.methods.clear();
    for (const auto& run : runs) result.methods.push_back(run->result());
    update_ratios(result);
    result.seconds = communicator.max(stopwatch.seconds());
    is_sure = std::max(result.regret.width(), result.p2p_to_plain.width()) < settings.widest_interval ||
              result.seconds > settings.max_case_seconds;
  }
  for (const auto& run : runs) run->move();
  return result;
}

std::vector<MessageTime> time_messages(const Communicator& communicator) {
  constexpr int n_size = 12, n_repeat = 31;
  ensure(communicator.size() == 2, "ping-pong of ", communicator.size(), " ranks");
  std::vector<MessageTime> messages;
  for (int size = 0; size < n_size; ++size) {
    std::vector<std::byte> buffer(std::size_t(8) << (2 * size));
    std::vector<double> seconds;
    for (int i = 0; i < n_repeat; ++i) {
      communicator.barrier();
      const Stopwatch stopwatch;
      for (int sender = 0; sender < 2; ++sender)
        if (sender == communicator.rank())
          communicator.send_bytes(buffer, 1 - sender, 0);
        else
          communicator.receive_bytes(buffer, sender, 0);
      seconds.push_back(0.5 * (stopwatch.seconds()));
    }
    messages.push_back({std::int64_t(buffer.size()), communicator.max(median(seconds))});
  }
  return messages;
}

}  // namespace groundswell
