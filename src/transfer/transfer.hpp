// SPDX-License-Identifier: Apache-2.0
// Moves fields from one decomposition of a grid to another, between two models or within one. The two sides
// may be disjoint, overlapping or the same processes. A message carries the rows of all fields, with the
// cells in ascending order of their global indices, so that the local order of cells is arbitrary.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/link_search.hpp"
#include "transfer/packet.hpp"
#include "transfer/plan_executor.hpp"
#include "transfer/route.hpp"
#include "transfer/shared_failure.hpp"
#include "transfer/transfer_fields.hpp"
#include "transfer/transfer_method.hpp"
#include "tuner/saved_choice.hpp"
#include "tuner/tuner.hpp"

namespace groundswell {

class Transfer;

// Transfers that make progress together: while a process waits for one of them, it advances all. Models whose
// transfers share a group may call them in different orders (both sending first, say) without deadlock.
class TransferGroup {
 public:
  TransferGroup() = default;
  TransferGroup(const TransferGroup&) = delete;
  TransferGroup& operator=(const TransferGroup&) = delete;

  // Does what can be done without blocking for each transfer of the group on this process. A model with long
  // computations may call it from time to time, so that other processes need not wait for what this one has
  // to forward. Errors are thrown by the transfer's own next call.
  void advance() noexcept;

 private:
  friend class Transfer;
  std::vector<Transfer*> transfers_;
};

class Transfer {
 public:
  // `communicator` has the processes of both sides; `source` and `target` are this process's cells on each
  // side, null if it is not on that side. `group`, if given, must outlive the transfer. Throws Error on all
  // processes if decompositions do not fit (match_cells), if the fields, the method or the tuner's settings
  // differ between processes or are invalid, if a time limit is negative, or if the file of the saved choice
  // is damaged or does not fit the route. Collective on the communicator.
  Transfer(const Communicator& communicator, const Decomposition* source, const Decomposition* target,
           std::vector<TransferField> fields, TransferSettings settings = {}, TransferGroup* group = nullptr);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  // Begins the next transfer: `from` has the rows of local source cells, `to` of local target cells, one
  // entry per field; pass an empty span for a side this process does not belong to. `mask`, if given, says
  // for each field whether it is transferred this time; it is the same on all processes, and rows of fields
  // that it leaves out are ignored. Until finish() returns, values of `from` must not be changed and values
  // of `to` must not be used. Throws Error if the rows or the mask do not fit, if the previous transfer is
  // not finished, or after a failure on any process.
  void start(std::span<const ConstCellRows> from, std::span<const CellRows> to,
             const std::vector<bool>& mask = {});
  // Returns when this process's values have arrived and all that it had to send or forward has been sent.
  // Throws Error if the sides select different fields, after waiting for other processes longer than
  // `timeout`, after a failure on any process, or if no transfer was started.
  void finish();
  // Makes progress without blocking; true if finish() would not wait.
  bool test();
  bool under_way() const { return is_started_; }

  // start() and finish() in one call.
  void move(std::span<const ConstCellRows> from, std::span<const CellRows> to,
            const std::vector<bool>& mask = {}) {
    start(from, to, mask);
    finish();
  }

  // As above, for one field with one value per cell, between sides with the same processes.
  template <class T>
  void move(View<const T> from, View<T> to) {
    const ConstCellRows give = make_cell_rows(from.data, std::int64_t(from.size));
    const CellRows take = make_cell_rows(to.data, std::int64_t(to.size));
    move(std::span(&give, 1), std::span(&take, 1));
  }

  // Use these if several transfers end on the same processes in different orders: leave each one first, then
  // end it once has_left() is true. leave() waits, as the destructor does, while the method is timing;
  // has_left() is then true once all processes have called leave(), or at once if this one could not complete
  // its part. Nothing else may be called in between. The destructor also leaves, and waits briefly for the
  // others.
  void leave() noexcept;
  bool has_left() noexcept;

  // Whether the method is still timing its candidates.
  bool is_timing() const { return !tuner_.decided(); }
  // Whether the choice was read from the file `saved_choice`.
  bool has_saved_choice() const { return saved_.choice >= 0; }
  // Writes the file `saved_choice`, on rank 0; does nothing if none is named, or while candidates are still
  // being timed. Not collective. Throws Error if the file cannot be written.
  void save_choice() const;
  // For reports, the links of the last transfer, such as "0110": 1 for each inner link of the route that was
  // kept, 0 for each that was left out; "" if the route has no inner links.
  std::string links() const;
  // Messages and bytes of this process in a transfer of all fields with the links of the last transfer.
  struct Traffic {
    std::int64_t sent_messages = 0, sent_bytes = 0;
    std::int64_t received_messages = 0, received_bytes = 0;
  };
  Traffic traffic() const;

 private:
  friend class TransferGroup;
  void advance() noexcept;
  bool agreed_on_butterfly() const;
  Route make_route(const Decomposition* source, const Decomposition* target) const;
  void step();
  bool enter_if_ready();
  void begin_moving();
  void hand_over();
  void end();
  bool come_to_the_end();
  void advance_all() noexcept { group_ ? group_->advance() : advance(); }
  template <class Done>
  bool wait_until(Done&& done, double limit);
  // A process that is only on the target side may forward before its caller starts; one on the source side
  // must wait for its caller's values, and one on neither side waits for its caller as well.
  bool needs_caller() const { return route_.pairs().on_source || !route_.pairs().on_target; }
  KeptLinks kept() const { return links_of_number(current_->first.second, route_.n_inner_link()); }
  PlanExecutor& executor() { return *current_->second; }
  void make_executor();
  std::string late();
  std::string left_early() const;

  TransferSettings settings_;
  Communicator communicator_;
  SharedFailure failure_{communicator_};
  FieldList fields_;
  Route route_;
  SavedChoice saved_;
  Tuner tuner_;                                                             // of links
  std::map<std::pair<int, int>, std::unique_ptr<PlanExecutor>> executors_;  // by round and links
  decltype(executors_)::iterator current_;  // of the current transfer; null until it begins
  TransferGroup* group_;

  // A transfer has three phases: ranks agree on the links (`choosing`), they synchronise if the transfer is
  // timed (`gathering`), and messages are sent (`moving`). A process that is only on the target side enters
  // the next transfer on its own, so that it can forward what others send before its model asks for values.
  enum class Phase { choosing, gathering, moving } phase_ = Phase::choosing;
  std::int64_t number_ = 0;  // of the current transfer
  bool is_started_ = false;  // by the caller
  bool is_done_ = false;
  LentToMpi<std::monostate> gathering_;  // a barrier
  Stopwatch moving_;                     // since the start of a timed transfer's messages
  MovingRows rows_;

  // How far leave() has come; `since_left_` measures how long the other processes have had to leave too.
  enum class Leaving { no, agreeing, confirming, agreed, alone } leaving_ = Leaving::no;
  Stopwatch since_left_;
  // The number of transfers after which a rank leaves: its maximum over the ranks, and its negated minimum.
  LentToMpi<std::array<double, 2>> numbers_;
};

}  // namespace groundswell
