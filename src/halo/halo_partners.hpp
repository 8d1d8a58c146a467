// SPDX-License-Identifier: Apache-2.0
// Messages between ranks other than the values of an exchange: its lane and row lengths, if these are not as
// expected from earlier exchanges, and failures. A rank's partners are its neighbours and the ranks before
// and after it, so that all ranks are connected.
//
// If ranks differ in the lengths or the lane of an exchange, then two partners differ, and at least one of
// the two deviates from what both expected. That rank sends its lane and lengths to all its partners, and
// sends no values before it has received theirs. A partner for which nothing was unexpected finds the
// message, and both ranks fail. So different lengths never meet in a message, whatever the method, and
// exchanges that repeat earlier ones need no such messages. A rank without further exchanges finds the
// message in close().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "comm/posted_texts.hpp"
#include "comm/spin.hpp"
#include "halo/expected_layouts.hpp"
#include "halo/halo_plan.hpp"
#include "halo/halo_rows.hpp"

namespace groundswell {

class HaloPartners {
 public:
  // The communicator must outlive this object and carries no other messages. Waits that last longer than the
  // limit [s] are errors.
  HaloPartners(const Communicator& communicator, const HaloPlan& plan, double time_limit);
  HaloPartners(const HaloPartners&) = delete;
  HaloPartners& operator=(const HaloPartners&) = delete;

  // Throws Error for a limit that is not positive.
  static void check_time_limit(double seconds);
  void set_time_limit(double seconds);

  // `take_back` is called once, after a failure of which others have been notified: it takes the caller's
  // memory back from MPI.
  void when_failed(std::function<void()> take_back) { take_back_ = std::move(take_back); }

  // Begins the next exchange, in that lane. If lengths or lane are not as expected, waits until all partners
  // have begun it. Throws Error if theirs differ.
  void begin(const HaloRows& rows, int lane);
  // Waits until all ranks have called it, and returns the largest number of exchanges pending on a rank, with
  // that rank. Throws Error like wait_until and, if no exchange is pending, if some ranks have begun more
  // exchanges than others. Collective.
  struct OfRank {
    std::int64_t n = 0;
    int rank = 0;
  };
  OfRank close(int n_under_way);

  // Returns when done() is true; yields the core only if that takes longer than most exchanges, because a
  // thread that yields gets the core back late on a busy machine (MPI yields by itself if it knows of more
  // ranks than cores). Throws Error when a partner has failed, and at the time limit.
  template <class Done>
  void wait_until(Done&& done) {
    TimeWaited waited;
    spin_until(done, [&] {
      listen();
      const double seconds = waited.count();
      if (seconds > time_limit_) throw_late();
      if (seconds > patient_spin) std::this_thread::yield();
    });
  }
  // Throws Error if a partner has failed.
  void listen();

  // Makes the exchanges of all ranks fail with this message, unless they have failed with another one.
  void fail(const std::string& sentence) noexcept;
  bool has_failed() const { return !failure_.empty(); }
  // Calls work(), or throws Error if there was a failure before; an exception of work() becomes a failure and
  // is thrown as Error.
  template <class Work>
  void guard(Work&& work) {
    require(!has_failed(), "an earlier halo exchange failed (", failure_,
            "); close this one and create a new one");
    try {
      work();
    } catch (...) {
      fail(current_sentence());
      throw Error(failure_);
    }
  }

 private:
  // Counts the seconds in which this process was running, so that a job that was suspended for hours can go
  // on.
  class TimeWaited {
   public:
    double count();

   private:
    Stopwatch since_look_;
    double seconds_ = 0.0;
  };
  struct Lengths {  // of a rank's rows in an exchange
    std::int64_t number = 0;
    int rank = 0;
    int lane = 0;
    std::uint64_t layout = 0;
    std::size_t n_set = 0;
    std::array<std::int64_t, 6> first{};  // [bytes] lengths of the rows of the first sets
    static auto words(auto& self) {
      return std::tie(self.number, self.rank, self.lane, self.layout, self.n_set, self.first);
    }
  };
  void agree();
  void send(int rank, const std::string& words);
  void read(const std::string& words);
  void hear(const Lengths& told);
  void refuse(const Lengths& told) const;
  Lengths& mine(std::int64_t number) { return mine_[std::size_t(number) % n_kept]; }
  static std::string describe(const Lengths& rows);
  [[noreturn]] void throw_late() const;

  static constexpr std::size_t n_kept = 64;
  static constexpr double patient_spin = 1e-3;  // [s]
  const Communicator& communicator_;
  std::vector<int> ranks_;   // of the partners
  double time_limit_ = 0.0;  // [s]
  std::string failure_;
  std::function<void()> take_back_ = [] {};
  PostedTexts posted_;
  ExpectedLayouts expected_;
  std::int64_t number_ = 0;  // of the latest exchange
  bool asking_ = false, closing_ = false;
  std::vector<int> open_;             // partners whose lengths have not arrived
  std::vector<Lengths> early_;        // of exchanges not yet begun here
  std::array<Lengths, n_kept> mine_;  // of the latest exchanges, at number % n_kept
};

}  // namespace groundswell
