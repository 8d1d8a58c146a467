// SPDX-License-Identifier: Apache-2.0
#include "transfer/transfer_implementation.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "transfer/link_search.hpp"

namespace groundswell {
namespace {

// Calls make() and prefixes its error messages with the name of the transfer.
template <class Make>
auto named(const std::string& transfer, Make&& make) {
  try {
    return make();
  } catch (const Error& error) {
    throw Error(text("transfer '", transfer, "': ", error.what()));
  }
}

}  // namespace

Transfer::Implementation::Implementation(const Communicator& communicator, const Decomposition* source,
                                         const Decomposition* target, std::vector<TransferField> fields,
                                         TransferSettings settings, TransferGroup* group)
    : settings_(std::move(settings)),
      communicator_(communicator.duplicate()),
      fields_(communicator_, settings_.name, std::move(fields)),
      n_source_(source ? std::int64_t(source->cells.size()) : 0),
      n_target_(target ? std::int64_t(target->cells.size()) : 0),
      pairs_(named(settings_.name, [&] { return match_cells(exchange_, source, target); })),
      route_(exchange_, pairs_, agreed_on_butterfly()),
      fingerprint_(communicator_, settings_, fields_, source, target),
      method_(named(settings_.name, [&] { return make_method(); })),
      kept_(method_->kept()),
      group_(group ? *group : own_group_) {
  group_.add(*this);
}

// If not all processes leave after the same transfer, messages from one that is ahead may still be in
// transit; the communicator is then abandoned.
Transfer::Implementation::~Implementation() {
  constexpr double moment = 0.2;  // [s]
  group_.remove(*this);
  if (std::uncaught_exceptions() == 0) leave();
  while (leaving_ == Leaving::agreeing && !has_left() && since_left_.seconds() < moment) {
    group_.advance();
    std::this_thread::yield();
  }
  if (leaving_ == Leaving::agreed && all_left_alike()) return;
  const bool others_may_wait = (is_started_ && !is_done_) || method_->is_timing();
  if (others_may_wait) failure_.guard([&] { throw Error(left_early()); });
  communicator_.abandon();
}

bool Transfer::Implementation::agreed_on_butterfly() const {
  const TunerSettings& tuner = settings_.tuner;
  const std::string bad_limit =
      settings_.timeout >= 0 ? "" : text("a time limit of ", settings_.timeout, " s");
  require_same(communicator_, settings_.name, "settings",
               text("method ", settings_.method, ", ", tuner.samples, " samples, margin ", tuner.margin,
                    ", doubtful rounds ", tuner.n_doubtful_round, ", first pass ",
                    tuner.drop_first ? "dropped" : "kept", bad_limit.empty() ? "" : ", ", bad_limit));
  require(bad_limit.empty(), "transfer '", settings_.name, "' was given ", bad_limit,
          "; it must not be negative");
  return named(settings_.name, [&] { return needs_butterfly(settings_.method); });
}

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
  failure_.rethrow();
  require(!is_started_, "transfer '", settings_.name,
          "' was started twice; finish the first before the second starts");
  failure_.guard([&] {
    fields_.choose(from, mask, pairs_.on_source, n_source_, "source", from_);
    fields_.choose(to, mask, pairs_.on_target, n_target_, "target", to_);
    header_ = fields_.header(number_, mask);
  });
  failure_.rethrow();
  is_started_ = true;
  is_done_ = false;
  if (phase_ == Phase::moving) hand_over();
  advance();
}

bool Transfer::Implementation::test() {
  failure_.rethrow();
  require(is_started_, "transfer '", settings_.name, "' was tested but not started; call start first");
  group_.advance();
  failure_.rethrow();
  return is_done_;
}

void Transfer::Implementation::finish() {
  if (!is_started_) failure_.rethrow();
  require(is_started_, "transfer '", settings_.name, "' was finished but not started; call start first");
  if (!wait_until([&] { return is_done_; }, settings_.timeout)) {
    failure_.guard([&] { throw Error(late()); });
    failure_.rethrow();
  }
  is_started_ = false;
  if (!needs_caller()) failure_.guard([&] { enter_if_ready(); });  // post the next receives early
}

// Waits until done() is true and meanwhile advances all transfers of the group; returns false after a failure
// or at the time limit [s].
template <class Done>
bool Transfer::Implementation::wait_until(Done&& done, double limit) {
  constexpr int calls_between_looks = 16;  // between checks of the clock and of notices
  std::optional<Stopwatch> waiting;
  for (std::int64_t i = 1; !done(); ++i) {
    group_.advance();
    if (failure_) return false;
    if (i % calls_between_looks != 0) continue;
    failure_.listen();
    if (!waiting) waiting.emplace();
    if (waiting->seconds() > limit) return false;
  }
  return true;
}

void Transfer::Implementation::advance() noexcept {
  if (leaving_ != Leaving::no) return void(has_left());
  failure_.listen_now_and_then();
  failure_.guard([&] { step(); });
}

void Transfer::Implementation::step() {
  if (is_done_ && is_started_) return;  // waiting for finish()
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
    gathering_.add(communicator_.start_barrier());
  else
    begin_moving();
  return true;
}

void Transfer::Implementation::begin_moving() {
  phase_ = Phase::moving;
  if (method_->is_timing()) moving_ = Stopwatch();
  if (is_started_) hand_over();
}

// Passes on the caller's fields. Restarts the timer, as a process that entered the transfer on its own has
// waited for its caller.
void Transfer::Implementation::hand_over() {
  if (method_->is_timing()) moving_ = Stopwatch();
  if (pairs_.on_target) executor_->take(to_);
  if (pairs_.on_source) executor_->give(from_, header_);
}

void Transfer::Implementation::end() {
  if (method_->is_timing()) method_->record(moving_.seconds());
  if (!method_->is_timing() && executors_.size() > 1)
    std::erase_if(executors_, [&](const auto& entry) { return entry.second.get() != executor_; });
  is_done_ = true;
  phase_ = Phase::choosing;
  ++number_;
}

// Ends this process's part; all processes then exchange the number of transfers after which they leave.
void Transfer::Implementation::leave() noexcept {
  if (leaving_ != Leaving::no) return;
  leaving_ = Leaving::alone;
  since_left_ = Stopwatch();
  try {
    if (!come_to_the_end()) return;
    *numbers_ = {double(number_), -double(number_)};
    numbers_.add(communicator_.start_max_in_place(*numbers_));
    leaving_ = Leaving::agreeing;
    since_left_ = Stopwatch();
  } catch (...) {  // `leaving_` remains `alone`: the other processes' numbers are not known
  }
}

bool Transfer::Implementation::has_left() noexcept {
  try {
    if (leaving_ == Leaving::agreeing && numbers_.test()) leaving_ = Leaving::agreed;
  } catch (...) {
    leaving_ = Leaving::alone;
  }
  return leaving_ != Leaving::agreeing;
}

// Targets may have entered a timed transfer that the source will never begin: all processes then enter it,
// and none moves values. Meanwhile the group's other transfers advance, since transfers may end in different
// orders. Returns whether nothing of this rank is in transit any more.
bool Transfer::Implementation::come_to_the_end() {
  failure_.listen();
  if (is_started_ && !is_done_) advance();
  if (failure_ || !wait_until([&] { return method_->is_ready(); }, settings_.timeout) ||
      (is_started_ && !is_done_))
    return false;
  if (!method_->is_timing()) return true;
  if (phase_ == Phase::choosing) gathering_.add(communicator_.start_barrier());
  return wait_until([&] { return gathering_.test(); }, settings_.timeout);
}

PlanExecutor& Transfer::Implementation::executor_for(const KeptLinks& kept) {
  std::unique_ptr<PlanExecutor>& executor = executors_[kept];
  if (executor) return *executor;
  const auto check = [this](int rank, const MessageHeader& header, const MessageHeader* others) {
    others ? fields_.require_alike(rank, header, *others) : fields_.check(rank, header, header_);
  };
  const auto no_room = [this] {
    return Error(text("transfer '", settings_.name, "' could not allocate messages of ", fields_.row_bytes(),
                      " bytes per cell on rank ", communicator_.rank(),
                      " of both sides together: ", out_of_memory));
  };
  try {
    executor = std::make_unique<PlanExecutor>(communicator_, pairs_, make_transfer_plan(route_, pairs_, kept),
                                              fields_.row_bytes(), check);
  } catch (const std::bad_alloc&) {
    throw no_room();
  } catch (const std::length_error&) {
    throw no_room();
  }
  return *executor;
}

// The error message for processes that would wait for this one.
std::string Transfer::Implementation::left_early() const {
  return text("rank ", communicator_.rank(), " of both sides together has left transfer '", settings_.name,
              std::uncaught_exceptions() > 0 ? "' after an error in its program" : "' before it was complete",
              ", in transfer number ", number_);
}

std::string Transfer::Implementation::late() const {
  std::string ranks;
  if (phase_ == Phase::moving)
    for (const int rank : executor_->missing_ranks())
      ranks += (ranks.empty() ? "" : ", ") + std::to_string(rank);
  return text(
      "transfer '", settings_.name, "' has waited ", settings_.timeout, " s on rank ", communicator_.rank(),
      " for ", ranks.empty() ? std::string("the other processes") : "ranks " + ranks,
      " (ranks of both sides together); have all processes of both sides called it as often, and those ",
      "that are on both sides of several transfers in the same order?");
}

}  // namespace groundswell
