// SPDX-License-Identifier: Apache-2.0
// One process's part, on one side, in the meeting of two groups. It never blocks: a process on both sides
// advances its two parts in turn. The root (rank 0) of a side collects the arrivals of all its processes; the
// receivers' root then notifies the senders' root, which alone decides whether the meeting takes place.
#pragma once

#include <string>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/meeting_place.hpp"

namespace groundswell {

class MeetingSide {
 public:
  // `local` holds the processes of this side and is used for nothing but meetings; it and the place must
  // outlive this object. The meeting fails after about `limit` seconds. `name` may be empty; if both sides
  // give one, it must be the same.
  MeetingSide(MeetingPlace& place, const Communicator& local, const MeetingKey& key, MeetingRole role,
              std::string name, double limit);

  // Makes progress without waiting.
  void advance();
  bool is_over() const { return outcome_.verdict != MeetingVerdict::arrived; }
  // Makes the meeting fail with this message for all processes of both sides, unless it has been decided that
  // it takes place; not to be called after is_over().
  void withdraw(const std::string& sentence);
  // When the meeting is over: the groups of both sides and the meeting's name, or the error message of a
  // refusal.
  const MeetingNote& outcome() const { return outcome_; }

 private:
  bool is_root() const { return local_.rank() == 0; }
  bool decides() const { return role_ != MeetingRole::receiver; }
  bool has_all_of_this_side() const { return n_arrived_ == local_.size(); }
  void hear_members();
  void hear_root();
  void hear_other_root();
  void agree();
  void conclude(const MeetingNote& outcome);
  void refuse(const std::string& sentence);
  void tell_members();
  void tell_above(const MeetingNote& note);
  void tell_other_root(const MeetingNote& note);
  std::string late() const;

  MeetingPlace& place_;
  const Communicator& local_;
  MeetingRole role_;
  double limit_;  // [s]
  Stopwatch since_begin_;
  MeetingNote outcome_;
  MeetingGroups known_;  // the groups known so far, on roots only
  std::vector<bool> has_arrived_;
  int n_arrived_ = 0;  // processes of this side that have arrived, counted on its root
  bool has_other_ = false;
  bool is_announced_ = false;  // whether the arrival was sent, to this side's root or the root that decides
  std::string withdrawal_;     // the error message, if the meeting was withdrawn after its announcement
  Stopwatch since_withdrawal_;
};

}  // namespace groundswell
