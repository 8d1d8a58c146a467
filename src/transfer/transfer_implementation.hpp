// SPDX-License-Identifier: Apache-2.0
// The implementation of Transfer on one process. A transfer has three phases: ranks agree on the links
// (`choosing`), they synchronise if the transfer is timed (`gathering`), and messages are sent (`moving`). A
// process that is only on the target side enters the next transfer on its own, so that it can forward what
// others send before its model asks for the values.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/sparse_exchange.hpp"
#include "transfer/plan_executor.hpp"
#include "transfer/shared_failure.hpp"
#include "transfer/transfer.hpp"
#include "transfer/transfer_fields.hpp"
#include "transfer/transfer_fingerprint.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {

class Transfer::Implementation final : public TransferGroup::Member {
 public:
  Implementation(const Communicator& communicator, const Decomposition* source, const Decomposition* target,
                 std::vector<TransferField> fields, TransferSettings settings, TransferGroup* group);
  ~Implementation() override;

  void start(std::span<const ConstCellRows> from, std::span<const CellRows> to,
             const std::vector<bool>& mask);
  void finish();
  bool test();
  void advance() noexcept override;

  bool is_started() const { return is_started_; }
  const TransferMethod& method() const { return *method_; }
  const KeptLinks& kept() const { return kept_; }
  TransferPlan plan() const { return make_transfer_plan(route_, pairs_, kept_); }
  std::int64_t row_bytes() const { return fields_.row_bytes(); }
  bool has_saved_choice() const { return has_saved_choice_; }
  void save_choice() const;

  void leave() noexcept;
  bool has_left() noexcept;

 private:
  bool agreed_on_butterfly() const;
  std::unique_ptr<TransferMethod> make_method();
  void step();
  bool enter_if_ready();
  void begin_moving();
  void hand_over();
  void end();
  bool come_to_the_end();
  bool all_left_alike() const { return (*numbers_)[0] == -(*numbers_)[1]; }
  template <class Done>
  bool wait_until(Done&& done, double limit);
  // A process that is only on the target side may forward before its caller starts; one on the source side
  // must wait for its caller's values, and one on neither side waits for its caller as well.
  bool needs_caller() const { return pairs_.on_source || !pairs_.on_target; }
  PlanExecutor& executor_for(const KeptLinks& kept);
  std::string late() const;
  std::string left_early() const;

  TransferSettings settings_;
  Communicator communicator_;
  SharedFailure failure_{communicator_};
  SparseExchange exchange_{communicator_};
  FieldList fields_;
  std::int64_t n_source_, n_target_;
  CellPairs pairs_;
  Route route_;
  TransferFingerprint fingerprint_;
  bool has_saved_choice_ = false;
  std::unique_ptr<TransferMethod> method_;
  KeptLinks kept_;  // of the current transfer
  int round_ = 0;
  std::map<KeptLinks, std::unique_ptr<PlanExecutor>> executors_;
  TransferGroup own_group_;
  TransferGroup& group_;

  enum class Phase { choosing, gathering, moving } phase_ = Phase::choosing;
  std::int64_t number_ = 0;  // of the current transfer
  bool is_started_ = false;  // by the caller
  bool is_done_ = false;
  PlanExecutor* executor_ = nullptr;
  LentToMpi<std::monostate> gathering_;  // a barrier
  Stopwatch moving_;                     // since the start of a timed transfer's messages
  std::vector<ConstCellRows> from_;
  std::vector<CellRows> to_;
  MessageHeader header_;

  // How far leave() has come; `since_left_` measures how long the other processes have had to leave too.
  enum class Leaving { no, agreeing, agreed, alone } leaving_ = Leaving::no;
  Stopwatch since_left_;
  // The number of transfers after which a rank leaves: its maximum over the ranks, and its negated minimum.
  LentToMpi<std::array<double, 2>> numbers_;
};

}  // namespace groundswell
