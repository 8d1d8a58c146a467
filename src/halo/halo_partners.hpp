// SPDX-License-Identifier: Apache-2.0
// What ranks tell each other beside the values of an exchange: its lane and the lengths of its rows, where
// these are not what the exchanges before let expect, and failures. A rank's partners are its neighbours and
// the ranks before and after it, so that all ranks hang together.
//
// In an exchange of which one rank has other lengths than another, or takes another lane, at least one of two
// partners has others than both expected. It asks, and sends no values before all partners have answered; who
// did not ask finds the question, and both fail. So no two lengths meet in a message, whatever the method,
// and exchanges that go on as those before cost nothing. Who has no further exchange finds the question in
// close().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
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
  // The communicator must live as long; it carries no other messages. Waits that last longer than the limit
  // [s] are errors.
  HaloPartners(const Communicator& communicator, const HaloPlan& plan, double time_limit);
  HaloPartners(const HaloPartners&) = delete;
  HaloPartners& operator=(const HaloPartners&) = delete;

  // Throws Error for a limit that is not positive.
  static void check_time_limit(double seconds);
  void set_time_limit(double seconds);

  // Called once, after a failure and when others were told: takes the caller's memory back from MPI.
  void when_failed(std::function<void()> take_back) { take_back_ = std::move(take_back); }

  // The next exchange begins, in that lane. Where lengths or lane are not expected it waits until all
  // partners have begun it. Throws Error where they have others.
  void begin(const HaloRows& rows, int lane);
  // Waits until all ranks have come, and returns the most exchanges that are under way on a rank. Throws
  // Error as wait_until does, and, if none is under way, where some ranks have begun more than others.
  // Collective.
  struct OfRank {
    std::int64_t n = 0;
    int rank = 0;
  };
  OfRank close(int n_under_way);

  // Returns when done() is true; gives the core to others only where that takes longer than most exchanges,
  // for it comes back late on a busy machine (MPI gives it away by itself where it knows of more ranks than
  // cores). Throws Error when a partner has failed, and at the time limit.
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
  // Throws Error where a partner has failed.
  void listen();

  // Ends the exchanges of all ranks with this sentence, unless they have ended with another one.
  void fail(const std::string& sentence) noexcept;
  bool has_failed() const { return !failure_.empty(); }
  // Calls work() unless there was a failure, of which it throws Error; what work() throws is one from then
  // on.
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
  // Seconds in which this process was not at rest: a job that was stopped for hours goes on.
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
    std::array<std::int64_t, 6> first{};  // of the first sets [bytes]
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
  std::vector<int> open_;             // partners that have not answered
  std::vector<Lengths> early_;        // of exchanges that are still to come here
  std::array<Lengths, n_kept> mine_;  // the latest, at number % n_kept
};

}  // namespace groundswell
