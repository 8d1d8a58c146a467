// SPDX-License-Identifier: Apache-2.0
#include "transfer/transfer.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "base/words.hpp"
#include "comm/together.hpp"

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

void TransferGroup::advance() noexcept {
  for (Transfer* transfer : transfers_) transfer->advance();
}

Transfer::Transfer(const Communicator& communicator, const Decomposition* source, const Decomposition* target,
                   std::vector<TransferField> fields, TransferSettings settings, TransferGroup* group)
    : settings_(std::move(settings)),
      communicator_(communicator.duplicate()),
      fields_(communicator_, settings_.name, std::move(fields), source, target),
      route_(make_route(source, target)),
      saved_(read_saved_links(communicator_, settings_, fields_, source, target)),
      tuner_(named(settings_.name,
                   [&] {
                     return make_link_tuner(settings_.method, communicator_, route_.n_inner_link(),
                                            settings_.tuner, saved_.choice);
                   })),
      current_(executors_.try_emplace({tuner_.n_round(), tuner_.candidate()}).first),
      group_(group) {
  if (group_) group_->transfers_.push_back(this);
}

// If not all processes leave after the same transfer, messages from one that is ahead may still be in
// transit; the communicator is then abandoned. It is freed only if all processes are known to have agreed:
// one that has given up before may have told the others so, in messages that would come after its number is
// used again.
Transfer::~Transfer() {
  constexpr double moment = 0.2;  // [s]
  if (group_) std::erase(group_->transfers_, this);
  if (std::uncaught_exceptions() == 0) leave();
  while (!has_left() && since_left_.seconds() < moment) {
    advance_all();
    std::this_thread::yield();
  }
  if (leaving_ == Leaving::agreed) return;
  const bool others_may_wait = leaving_ != Leaving::confirming && ((is_started_ && !is_done_) || is_timing());
  if (others_may_wait) failure_.guard([&] { throw Error(left_early()); });
  communicator_.abandon();
}

bool Transfer::agreed_on_butterfly() const {
  const TunerSettings& tuner = settings_.tuner;
  const std::string bad_limit =
      settings_.timeout >= 0 ? "" : text("a time limit of ", settings_.timeout, " s");
  require_same(communicator_, text("the settings of transfer '", settings_.name, "'"),
               {text("method ", settings_.method, ", ", tuner.samples, " samples, margin ",
                     exact_text(tuner.margin), ", doubtful rounds ", tuner.n_doubtful_round, ", first pass ",
                     tuner.drop_first ? "dropped" : "kept", tuner.lowest_in_doubt ? ", lowest in doubt" : "",
                     bad_limit.empty() ? "" : ", ", bad_limit)});
  require(bad_limit.empty(), "transfer '", settings_.name, "' was given ", bad_limit,
          "; it must not be negative");
  return named(settings_.name, [&] { return needs_butterfly(settings_.method); });
}

Route Transfer::make_route(const Decomposition* source, const Decomposition* target) const {
  SparseExchange exchange(communicator_);
  CellPairs pairs = named(settings_.name, [&] { return match_cells(exchange, source, target); });
  return Route(exchange, std::move(pairs), agreed_on_butterfly());
}

void Transfer::save_choice() const {
  if (settings_.saved_choice.empty() || communicator_.rank() != 0 || is_timing()) return;
  SavedChoice saved = saved_;
  saved.choice = tuner_.candidate();
  write_saved_choice(settings_.saved_choice, saved);
}

std::string Transfer::links() const {
  std::string links;
  for (const bool kept : kept()) links += kept ? '1' : '0';
  return links;
}

Transfer::Traffic Transfer::traffic() const {
  const TransferPlan plan = make_transfer_plan(route_, kept());
  const auto bytes_of = [&](const auto& messages) {
    std::int64_t bytes = 0;
    for (const auto& message : messages)
      bytes += std::int64_t(sizeof(MessageHeader)) + message.n_row * fields_.row_bytes();
    return bytes;
  };
  return {std::int64_t(plan.sends.size()), bytes_of(plan.sends), std::int64_t(plan.receives.size()),
          bytes_of(plan.receives)};
}

void Transfer::start(std::span<const ConstCellRows> from, std::span<const CellRows> to,
                     const std::vector<bool>& mask) {
  failure_.rethrow();
  require(!is_started_, "transfer '", settings_.name,
          "' was started twice; finish the first before the second starts");
  failure_.guard([&] { fields_.choose(number_, from, to, mask, rows_); });
  failure_.rethrow();
  is_started_ = true;
  is_done_ = false;
  if (phase_ == Phase::moving) hand_over();
  advance();
}

bool Transfer::test() {
  failure_.rethrow();
  require(is_started_, "transfer '", settings_.name, "' was tested but not started; call start first");
  advance_all();
  failure_.rethrow();
  return is_done_;
}

void Transfer::finish() {
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
bool Transfer::wait_until(Done&& done, double limit) {
  constexpr int calls_between_looks = 16;  // between checks of the clock and of notices
  std::optional<Stopwatch> waiting;
  for (std::int64_t i = 1; !done(); ++i) {
    advance_all();
    if (failure_) return false;
    if (i % calls_between_looks != 0) continue;
    failure_.listen();
    if (!waiting) waiting.emplace();
    if (waiting->seconds() > limit) return false;
  }
  return true;
}

void Transfer::advance() noexcept {
  if (leaving_ != Leaving::no) return void(has_left());
  failure_.listen_now_and_then();
  failure_.guard([&] { step(); });
}

void Transfer::step() {
  if (is_done_ && is_started_) return;  // waiting for finish()
  if (phase_ == Phase::choosing && !enter_if_ready()) return;
  if (phase_ == Phase::gathering) {
    if (!gathering_.test()) return;
    begin_moving();
  }
  if (executor().advance()) end();
}

bool Transfer::enter_if_ready() {
  if (!tuner_.is_ready() || (needs_caller() && !is_started_)) return false;
  current_ = executors_.try_emplace({tuner_.n_round(), tuner_.candidate()}).first;
  make_executor();
  executor().arm(number_);
  phase_ = Phase::gathering;
  if (is_timing())
    gathering_.add(communicator_.start_barrier());
  else
    begin_moving();
  return true;
}

void Transfer::begin_moving() {
  phase_ = Phase::moving;
  if (is_timing()) moving_ = Stopwatch();
  if (is_started_) hand_over();
}

// Passes on the caller's fields. Restarts the timer, as a process that entered the transfer on its own has
// waited for its caller.
void Transfer::hand_over() {
  if (is_timing()) moving_ = Stopwatch();
  if (route_.pairs().on_target) executor().take(rows_.to);
  if (route_.pairs().on_source) executor().give(rows_.from, rows_.header);
}

void Transfer::end() {
  if (is_timing()) tuner_.record(moving_.seconds());
  is_done_ = true;
  phase_ = Phase::choosing;
  ++number_;
}

// Ends this process's part; all processes then exchange the number of transfers after which they leave.
void Transfer::leave() noexcept {
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

bool Transfer::has_left() noexcept {
  try {
    if (leaving_ == Leaving::agreeing && numbers_.test()) {
      const bool is_one_number = (*numbers_)[0] == -(*numbers_)[1];
      leaving_ = is_one_number ? Leaving::confirming : Leaving::alone;
      if (is_one_number) gathering_.add(communicator_.start_barrier());
    }
    if (leaving_ == Leaving::confirming && gathering_.test()) leaving_ = Leaving::agreed;
  } catch (...) {
    leaving_ = Leaving::alone;
  }
  return leaving_ != Leaving::agreeing && leaving_ != Leaving::confirming;
}

// Targets may have entered a timed transfer that the source will never begin: all processes then enter it,
// and none moves values. Meanwhile the group's other transfers advance, since transfers may end in different
// orders. Returns whether nothing of this rank is in transit any more.
bool Transfer::come_to_the_end() {
  failure_.listen();
  if (is_started_ && !is_done_) advance();
  if (failure_ || !wait_until([&] { return tuner_.is_ready(); }, settings_.timeout) ||
      (is_started_ && !is_done_))
    return false;
  if (!is_timing()) return true;
  if (phase_ == Phase::choosing) gathering_.add(communicator_.start_barrier());
  return wait_until([&] { return gathering_.test(); }, settings_.timeout);
}

// Makes the executor of the current links, unless there is one, and drops those that are no longer needed.
void Transfer::make_executor() {
  std::erase_if(executors_, [&](const auto& each) {
    return &each != &*current_ && (!is_timing() || each.first.first != tuner_.n_round());
  });
  if (current_->second) return;
  const auto check = [this](int rank, const MessageHeader& header, const MessageHeader* others) {
    others ? fields_.require_alike(rank, header, *others) : fields_.check(rank, header, rows_.header);
  };
  try {
    current_->second = std::make_unique<PlanExecutor>(
        communicator_, route_.pairs(), make_transfer_plan(route_, kept()), fields_.row_bytes(), check);
  } catch (const std::bad_alloc&) {
    throw Error(text("transfer '", settings_.name, "' could not allocate messages of ", fields_.row_bytes(),
                     " bytes per cell on rank ", communicator_.rank(),
                     " of both sides together: ", out_of_memory));
  }
}

// The error message for processes that would wait for this one.
std::string Transfer::left_early() const {
  return text("rank ", communicator_.rank(), " of both sides together has left transfer '", settings_.name,
              std::uncaught_exceptions() > 0 ? "' after an error in its program" : "' before it was complete",
              ", in transfer number ", number_);
}

std::string Transfer::late() {
  std::vector<int> missing;
  if (phase_ == Phase::moving) missing = executor().missing_ranks();
  keep_each_once(missing);
  std::string ranks;
  for (const int rank : missing) ranks += (ranks.empty() ? "" : ", ") + std::to_string(rank);
  return text(
      "transfer '", settings_.name, "' has waited ", settings_.timeout, " s on rank ", communicator_.rank(),
      " for ", ranks.empty() ? std::string("the other processes") : "ranks " + ranks,
      " (ranks of both sides together); have all processes of both sides called it as often, and those ",
      "that are on both sides of several transfers in the same order?");
}

}  // namespace groundswell
