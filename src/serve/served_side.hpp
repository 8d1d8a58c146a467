// SPDX-License-Identifier: Apache-2.0
// The side of output by servers of the ranks that compute: values are copied, and sent while these ranks go
// on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/date_time.hpp"
#include "base/stopwatch.hpp"
#include "comm/rank_roles.hpp"
#include "serve/failure_meeting.hpp"
#include "serve/served_words.hpp"
#include "transport/transport.hpp"

namespace groundswell {

class ServedSide {
 public:
  // The roles must outlive this object. Collective on the ranks that compute.
  ServedSide(const RankRoles& roles, int n_team, std::unique_ptr<ShipmentSender> sender);

  // Sends what is due at a date.
  void send_date(const DateTime& now, const std::vector<Packet>& packets);
  // Sends a restart in `n_slab` packets of consecutive kinds, each with these rows.
  void send_restart(const DateTime& now, const ServedFacts& facts, int first_kind, int n_slab,
                    const std::vector<ConstCellRows>& rows);
  // Advances messages, and takes the servers' answers.
  void progress();
  // On the first rank: the first failure of which a server has told; "" if none, and on other ranks.
  const std::string& error() {
    listen();
    return error_;
  }
  // Calls work(). Throws an Error of any rank, and of any server, on all ranks, once all that was sent is in
  // files; a rank that fails while others wait for it throws alone after `longest_wait` [s]. Collective.
  void guard(const std::function<void()>& work, double longest_wait = 10.0);
  // Throws as guard() does if another rank has failed in its guard(); FailureMeeting::join(). Collective.
  void join(bool is_last) {
    failures_.join([this] { tell(ServedWord::flush); }, is_last);
  }
  // Tells the servers flush, finish or leave and returns when all have acted on it. After a failure of a
  // server no file gets its final name. Throws the first one on all ranks, each time. Collective.
  void tell(ServedWord what);

  // On the first rank: the predicted time [s] to write what has been sent but not yet written.
  double backlog_seconds() const;
  // On the first rank: what has been written since the last call.
  std::vector<WrittenNews> take_news() { return std::exchange(news_, {}); }
  double longest_restart() const { return longest_restart_; }  // [s] to write one
  SendCounts counts() const { return sender_->counts(); }
  // After the end of the run: how much the servers have written, and at what cost. Collective.
  std::string report() const;

 private:
  // Dates or restarts: how many were sent and written, and the time that writing took.
  struct Load {
    std::int64_t n_sent = 0, n_written = 0;
    double seconds = 0.0;
    Stopwatch since_first;
    void count_sent();
    double seconds_left() const;
  };

  void listen();

  const RankRoles& roles_;
  FailureMeeting failures_;
  std::unique_ptr<ShipmentSender> sender_;
  std::string error_;
  std::int64_t n_awaited_ = 0;         // answers `end` of teams to what tell() has said
  double output_seconds_ = 0.0;        // on this rank: copying, waiting for a slot
  std::vector<ServerCounts> servers_;  // for each team
  std::vector<Load> dates_;            // for each team
  Load restarts_;
  std::vector<WrittenNews> news_;
  double longest_restart_ = 0.0;
};

}  // namespace groundswell
