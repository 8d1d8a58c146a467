// SPDX-License-Identifier: Apache-2.0
#include "halo/halo_partners.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/words.hpp"
#include "comm/lent_to_mpi.hpp"

namespace groundswell {
namespace {

constexpr int partner_tag = 0;
constexpr char of_failure = '!', of_lengths = '?';
constexpr std::size_t max_words = 2000;  // short enough for MPI to send eagerly
constexpr int calls_between_looks = 16;

std::string list(const std::vector<int>& ranks) {
  constexpr std::size_t most = 16;
  std::string words = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < std::min(ranks.size(), most); ++i) words += text(i == 0 ? "" : ", ", ranks[i]);
  return words + (ranks.size() > most ? ", .." : "");
}

}  // namespace

HaloPartners::HaloPartners(const Communicator& communicator, const HaloPlan& plan, double time_limit)
    : communicator_(communicator), ranks_(plan.neighbours) {
  const int me = communicator.rank();
  if (me > 0) ranks_.push_back(me - 1);
  if (me + 1 < communicator.size()) ranks_.push_back(me + 1);
  keep_each_once(ranks_);
  set_time_limit(time_limit);
}

void HaloPartners::check_time_limit(double seconds) {
  require(seconds > 0, "a time limit of ", seconds,
          " s was given to a halo exchange; give a positive number");
}

void HaloPartners::set_time_limit(double seconds) {
  check_time_limit(seconds);
  time_limit_ = seconds;
}

double HaloPartners::TimeWaited::count() {
  // Maximum time [s] counted between two polls; a longer gap means that the process was suspended.
  constexpr double most = 1.0;
  seconds_ += std::min(since_look_.seconds(), most);
  since_look_ = Stopwatch();
  return seconds_;
}

void HaloPartners::begin(const HaloRows& rows, int lane) {
  Hash what;
  what.add(rows.layout());
  what.add(std::uint64_t(lane));
  const bool is_expected = expected_.is_next(what.value());
  expected_.add(what.value());
  ++number_;
  Lengths& latest = mine(number_);
  latest = {.number = number_,
            .rank = communicator_.rank(),
            .lane = lane,
            .layout = rows.layout(),
            .n_set = rows.sets().size()};
  for (std::size_t i = 0; i < std::min(latest.n_set, latest.first.size()); ++i)
    latest.first[i] = rows.sets()[i].length;
  if (!is_expected) agree();
  for (const Lengths& told : std::exchange(early_, {})) hear(told);
  if (number_ % calls_between_looks == 0) listen();
}

void HaloPartners::agree() {
  const std::string words = of_lengths + WordWriter().add(mine(number_)).text();
  for (const int rank : ranks_) send(rank, words);
  asking_ = true;
  open_ = ranks_;
  for (const Lengths& told : std::exchange(early_, {})) hear(told);
  wait_until([&] {
    if (!open_.empty()) listen();
    return open_.empty();
  });
  posted_.forget_taken();
  asking_ = false;
}

void HaloPartners::listen() {
  while (const std::optional<std::string> words = communicator_.receive_text_if_any(partner_tag))
    read(*words);
}

void HaloPartners::read(const std::string& words) {
  if (words[0] == of_failure) throw Error(words.substr(1));
  hear(WordReader(std::string_view(words).substr(1)).next<Lengths>());
}

void HaloPartners::hear(const Lengths& told) {
  if (told.number > number_) return early_.push_back(told);
  const Lengths& own = mine(number_);
  if (!asking_ || told.number < number_ || told.layout != own.layout || told.lane != own.lane) refuse(told);
  std::erase(open_, told.rank);
}

std::string HaloPartners::describe(const Lengths& rows) {
  if (rows.n_set == 0) return text("none on rank ", rows.rank);
  std::string words;
  for (std::size_t i = 0; i < std::min(rows.n_set, rows.first.size()); ++i)
    words += text(i == 0 ? "" : " + ", rows.first[i]);
  return text(words, rows.n_set > rows.first.size() ? " + .." : "", " bytes on rank ", rows.rank);
}

// Throws the same message on both ranks.
void HaloPartners::refuse(const Lengths& told) const {
  const Lengths& own = mine_[std::size_t(told.number) % n_kept];
  const bool is_kept = own.number == told.number, is_first = told.rank < communicator_.rank();
  require(!is_kept || told.layout != own.layout || told.lane == own.lane, "before a halo exchange, number ",
          told.number, " of its object, was started, others had been finished on rank ",
          std::min(told.rank, own.rank), " in another order than on rank ", std::max(told.rank, own.rank),
          "; all ranks must start and finish exchanges in the same order");
  const std::string there = describe(told),
                    here = is_kept ? describe(own) : text("others on rank ", communicator_.rank());
  throw Error(text("rows of different lengths were given to a halo exchange, number ", told.number,
                   " of its object: one row has ", is_first ? there : here, ", ", is_first ? here : there,
                   "; all ranks must exchange rows of the same lengths, field by field"));
}

// Uses a single collective and waits for it as exchanges do, so that a rank that arrives after the others
// have given up learns why.
HaloPartners::OfRank HaloPartners::close(int n_under_way) {
  closing_ = true;
  const std::int64_t size = communicator_.size(), me = communicator_.rank();
  const auto with_rank = [&](std::int64_t n) {
    return double(n * size + size - 1 - me);
  };  // among equal n, the lowest rank has the maximum
  LentToMpi<std::array<double, 3>> most(
      std::array{with_rank(n_under_way), with_rank(number_), with_rank(-number_)});
  most.add(communicator_.start_max_in_place(*most));
  wait_until([&] { return most.test(); });
  listen();
  closing_ = false;
  const auto apart = [&](double both) {
    const std::int64_t whole = std::int64_t(both), rest = (whole % size + size) % size;
    return OfRank{(whole - rest) / size, int(size - 1 - rest)};
  };
  const OfRank under_way = apart((*most)[0]), first = apart((*most)[1]), last = apart((*most)[2]);
  require(under_way.n > 0 || first.n == -last.n, "rank ", first.rank, " has started ", first.n,
          " exchanges of a halo and rank ", last.rank, " only ", -last.n,
          " when it was closed; all ranks must start the same exchanges");
  return under_way;
}

void HaloPartners::throw_late() const {
  constexpr char advice[] = "Set a longer limit if they need more time";
  require(!closing_, "rank ", communicator_.rank(), " has waited ", time_limit_,
          " s for other ranks to close a halo exchange; have all closed it? ", advice);
  const std::vector<int>& awaited = asking_ ? open_ : ranks_;
  throw Error(text("a halo exchange, number ", number_, " of this object, has waited ", time_limit_,
                   " s on rank ", communicator_.rank(), " for ", asking_ ? "" : "its neighbours, ",
                   list(awaited),
                   "; have all ranks started it, and finished those before in the same order? ", advice));
}

void HaloPartners::send(int rank, const std::string& words) {
  posted_.send(words, communicator_, rank, partner_tag);
}

void HaloPartners::fail(const std::string& sentence) noexcept {
  if (has_failed()) return;
  try {
    failure_ = sentence;
    try {
      // MPI may need several calls to find messages that have arrived.
      constexpr int looks = 100;
      for (int i = 0; i < looks; ++i) listen();  // the first rank that failed gives the reason
    } catch (const Error& earlier) {
      failure_ = earlier.what();
    }
    for (const int rank : ranks_) send(rank, of_failure + failure_.substr(0, max_words));
    take_back_();
  } catch (...) {  // the first error is the one to report
  }
}

}  // namespace groundswell
