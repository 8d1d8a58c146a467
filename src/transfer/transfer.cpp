// SPDX-License-Identifier: Apache-2.0
// A transfer has three phases: ranks agree on the links (`choosing`), all begin together where the
// transfer is timed (`gathering`), messages travel (`moving`). A process that is not on the source side
// enters the next transfer on its own, so that it can forward what others send before its model asks for the
// values.
#include "transfer/transfer.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "comm/sparse_exchange.hpp"
#include "transfer/link_search.hpp"
#include "transfer/plan_executor.hpp"
#include "transfer/transfer_fields.hpp"
#include "transfer/transfer_fingerprint.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

// Beyond the stages of any plan, which are the tags of other messages.
constexpr int notice_tag = 1000;
constexpr std::size_t max_notice = 2000;  // [bytes] MPI takes as many without a waiting receiver
constexpr int advances_between_notices = 64;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

CellPairs match_named(const std::string& name, SparseExchange& exchange, const Decomposition* source,
                      const Decomposition* target) {
  try {
    return match_cells(exchange, source, target);
  } catch (const Error& error) {
    throw Error(text("transfer '", name, "': ", error.what()));
  }
}

enum class Phase { choosing, gathering, moving };

}  // namespace

class Transfer::Implementation final : public TransferGroup::Member {
 public:
  Implementation(const Communicator& communicator, const Decomposition* source, const Decomposition* target,
                 std::vector<TransferField> fields, TransferSettings settings, TransferGroup* group)
      : settings_(std::move(settings)),
        communicator_(communicator.duplicate()),
        fields_(communicator_, settings_.name, std::move(fields)),
        n_source_(source ? std::int64_t(source->cells.size()) : 0),
        n_target_(target ? std::int64_t(target->cells.size()) : 0),
        pairs_(match_named(settings_.name, exchange_, source, target)),
        route_(exchange_, pairs_, agreed_on_butterfly()),
        fingerprint_(communicator_, settings_, fields_, source, target),
        method_(make_method()),
        kept_(method_->kept()),
        group_(group ? *group : own_group_) {
    group_.add(*this);
  }
  ~Implementation() override {
    group_.remove(*this);
    if (std::uncaught_exceptions() == 0 && leave_together()) return;
    gathering_.abandon();
    communicator_.abandon();
  }

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

 private:
  bool agreed_on_butterfly() const {
    require_same(communicator_, settings_.name, "settings",
                 text("method ", settings_.method, ", ", settings_.tuner.samples, " samples, margin ",
                      settings_.tuner.margin, ", doubtful rounds ", settings_.tuner.n_doubtful_round));
    return needs_butterfly(settings_.method);
  }
  std::unique_ptr<TransferMethod> make_method();
  void choose(std::span<const ConstCellRows> from, std::span<const CellRows> to,
              const std::vector<bool>& mask);
  void step();
  bool enter_if_ready();
  void begin_moving();
  void hand_over();
  void end();
  bool leave_together() noexcept;
  template <class Body>
  void or_fail(Body&& body) noexcept;
  void fail(std::exception_ptr failure) noexcept;
  void look_for_notice();
  // A process of the target alone may forward before its caller starts; a source must wait for values.
  bool needs_caller() const { return pairs_.on_source || !pairs_.on_target; }
  PlanExecutor& executor_for(const KeptLinks& kept);
  std::string late() const;
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  TransferSettings settings_;
  Communicator communicator_;
  SparseExchange exchange_{communicator_};
  FieldList fields_;
  std::int64_t n_source_, n_target_;
  CellPairs pairs_;
  Route route_;
  TransferFingerprint fingerprint_;
  bool has_saved_choice_ = false;
  std::unique_ptr<TransferMethod> method_;
  KeptLinks kept_;  // of the transfer at hand
  int round_ = 0;
  std::map<KeptLinks, std::unique_ptr<PlanExecutor>> executors_;
  TransferGroup own_group_;
  TransferGroup& group_;

  Phase phase_ = Phase::choosing;
  std::int64_t number_ = 0;  // of the transfer at hand
  bool is_started_ = false;  // by the caller
  bool is_done_ = false;
  PlanExecutor* executor_ = nullptr;
  CollectiveRequest gathering_;
  Clock::time_point begun_;
  std::vector<ConstCellRows> from_;
  std::vector<CellRows> to_;
  MessageHeader header_;
  std::int64_t n_advance_ = 0;
  std::exception_ptr failure_;
  std::string notice_;  // its sentence, on its way to the others
  std::vector<Request> notices_;
};

std::unique_ptr<TransferMethod> Transfer::Implementation::make_method() {
  if (const std::optional<int> choice = fingerprint_.saved_choice()) {
    has_saved_choice_ = true;
    return make_fixed_method(route_, *choice);
  }
  return make_transfer_method(settings_.method, communicator_, route_, settings_.tuner);
}

void Transfer::Implementation::save_choice() const {
  if (communicator_.rank() == 0 && !method_->is_timing()) fingerprint_.save(number_of_links(method_->kept()));
}

void Transfer::Implementation::start(std::span<const ConstCellRows> from, std::span<const CellRows> to,
                                     const std::vector<bool>& mask) {
  rethrow();
  require(!is_started_, "transfer '", settings_.name,
          "' was started twice; finish the first before the second starts");
  try {
    choose(from, to, mask);
  } catch (const Error&) {
    fail(std::current_exception());
    throw;
  }
  is_started_ = true;
  is_done_ = false;
  if (phase_ == Phase::moving) hand_over();
  advance();
}

void Transfer::Implementation::choose(std::span<const ConstCellRows> from, std::span<const CellRows> to,
                                      const std::vector<bool>& mask) {
  fields_.choose(from, mask, pairs_.on_source, n_source_, "source", from_);
  fields_.choose(to, mask, pairs_.on_target, n_target_, "target", to_);
  header_ = fields_.header(number_, mask);
}

bool Transfer::Implementation::test() {
  require(is_started_, "transfer '", settings_.name, "' was tested but not started; call start first");
  group_.advance();
  rethrow();
  return is_done_;
}

void Transfer::Implementation::finish() {
  require(is_started_, "transfer '", settings_.name, "' was finished but not started; call start first");
  constexpr int calls_between_looks_at_the_clock = 256;
  std::optional<Clock::time_point> begin;
  for (int i = 1; !is_done_; ++i) {
    group_.advance();
    rethrow();
    if (i % calls_between_looks_at_the_clock != 0) continue;
    if (!begin) begin = Clock::now();
    if (seconds_since(*begin) > settings_.timeout) fail(std::make_exception_ptr(Error(late())));
  }
  is_started_ = false;
  if (!needs_caller()) or_fail([&] { enter_if_ready(); });  // receives of the next transfer are posted early
}

void Transfer::Implementation::advance() noexcept {
  or_fail([&] {
    if (++n_advance_ % advances_between_notices == 0) look_for_notice();
    if (!failure_) step();
  });
}

template <class Body>
void Transfer::Implementation::or_fail(Body&& body) noexcept {
  if (failure_) return;
  try {
    body();
  } catch (...) {
    fail(std::current_exception());
  }
}

// What ends a transfer here ends it everywhere: others would wait for messages that never come.
void Transfer::Implementation::fail(std::exception_ptr failure) noexcept {
  failure_ = failure;
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    notice_ = error.what();
  } catch (...) {
    notice_ = "an error without a message";
  }
  notice_.resize(std::min(notice_.size(), max_notice));
  try {
    for (int rank = 0; rank < communicator_.size(); ++rank)
      if (rank != communicator_.rank())
        notices_.push_back(communicator_.start_send(std::span<const char>(notice_), rank, notice_tag));
  } catch (...) {  // the first error is the one to report
  }
}

void Transfer::Implementation::look_for_notice() {
  const std::optional<std::string> notice = communicator_.receive_text_if_any(notice_tag);
  if (notice) failure_ = std::make_exception_ptr(Error(*notice));
}

void Transfer::Implementation::step() {
  if (is_done_ && is_started_) return;  // finish() is to be called
  if (phase_ == Phase::choosing && !enter_if_ready()) return;
  if (phase_ == Phase::gathering) {
    if (!gathering_.test()) return;
    begin_moving();
  }
  if (executor_->advance()) end();
}

bool Transfer::Implementation::enter_if_ready() {
  if (!method_->is_ready() || (needs_caller() && !is_started_)) return false;
  kept_ = method_->kept();
  if (method_->round() != round_) executors_.clear();
  round_ = method_->round();
  executor_ = &executor_for(kept_);
  executor_->arm(number_);
  phase_ = Phase::gathering;
  if (method_->is_timing())
    gathering_ = communicator_.start_barrier();
  else
    begin_moving();
  return true;
}

void Transfer::Implementation::begin_moving() {
  phase_ = Phase::moving;
  if (method_->is_timing()) begun_ = Clock::now();
  if (is_started_) hand_over();
}

// The caller's fields; a process that joined on its own counts its time from here.
void Transfer::Implementation::hand_over() {
  if (method_->is_timing()) begun_ = Clock::now();
  if (pairs_.on_target) executor_->take(to_);
  if (pairs_.on_source) executor_->give(from_, header_);
}

void Transfer::Implementation::end() {
  if (method_->is_timing()) method_->record(seconds_since(begun_));
  if (!method_->is_timing() && executors_.size() > 1)
    std::erase_if(executors_, [&](const auto& entry) { return entry.second.get() != executor_; });
  is_done_ = true;
  phase_ = Phase::choosing;
  ++number_;
}

// Targets may have entered a timed transfer that the source will never begin: all enter it, and none moves.
// Meanwhile the others of the group go on, for transfers may end in different orders. Returns whether nothing
// of this rank is on its way any more.
bool Transfer::Implementation::leave_together() noexcept {
  try {
    const Clock::time_point begin = Clock::now();
    const auto may_wait = [&] {
      if (!failure_) look_for_notice();
      return !failure_ && seconds_since(begin) < settings_.timeout;
    };
    while (may_wait() && !method_->is_ready()) group_.advance();
    if (failure_ || is_started_ || !method_->is_ready()) return false;
    if (!method_->is_timing()) return true;
    if (phase_ == Phase::choosing) gathering_ = communicator_.start_barrier();
    while (may_wait() && !gathering_.test()) group_.advance();
    return !failure_ && gathering_.test();
  } catch (...) {  // a destructor has nobody to tell
    return false;
  }
}

PlanExecutor& Transfer::Implementation::executor_for(const KeptLinks& kept) {
  std::unique_ptr<PlanExecutor>& executor = executors_[kept];
  if (!executor)
    executor = std::make_unique<PlanExecutor>(
        communicator_, pairs_, make_transfer_plan(route_, pairs_, kept), fields_.row_bytes(),
        [this](int rank, const MessageHeader& header) { fields_.check(rank, header, header_); });
  return *executor;
}

std::string Transfer::Implementation::late() const {
  std::string ranks;
  if (phase_ == Phase::moving)
    for (const int rank : executor_->missing_ranks())
      ranks += (ranks.empty() ? "" : ", ") + std::to_string(rank);
  return text("transfer '", settings_.name, "' has waited ", settings_.timeout, " s on rank ",
              communicator_.rank(), " for ",
              ranks.empty() ? std::string("the other processes") : "ranks " + ranks,
              " (ranks of both sides together); have all processes of both sides called it as often?");
}

Transfer::Transfer(const Communicator& communicator, const Decomposition* source, const Decomposition* target,
                   std::vector<TransferField> fields, TransferSettings settings, TransferGroup* group)
    : implementation_(std::make_unique<Implementation>(communicator, source, target, std::move(fields),
                                                       std::move(settings), group)) {}
Transfer::~Transfer() = default;
Transfer::Transfer(Transfer&&) noexcept = default;
Transfer& Transfer::operator=(Transfer&&) noexcept = default;

void Transfer::start(std::span<const ConstCellRows> from, std::span<const CellRows> to,
                     const std::vector<bool>& mask) {
  implementation_->start(from, to, mask);
}
void Transfer::finish() {
  implementation_->finish();
}
bool Transfer::test() {
  return implementation_->test();
}
bool Transfer::under_way() const {
  return implementation_->is_started();
}
bool Transfer::has_saved_choice() const {
  return implementation_->has_saved_choice();
}
void Transfer::save_choice() const {
  implementation_->save_choice();
}
bool Transfer::is_timing() const {
  return implementation_->method().is_timing();
}

std::string Transfer::links() const {
  std::string links;
  for (const bool kept : implementation_->kept()) links += kept ? '1' : '0';
  return links;
}

Transfer::Traffic Transfer::traffic() const {
  Traffic traffic;
  for (const TransferStage& stage : implementation_->plan().stages)
    for (const SentMessage& message : stage.sends) {
      ++traffic.messages;
      traffic.bytes += std::int64_t(sizeof(MessageHeader)) + message.n_row * implementation_->row_bytes();
    }
  return traffic;
}

}  // namespace groundswell
