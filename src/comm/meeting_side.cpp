// SPDX-License-Identifier: Apache-2.0
#include "comm/meeting_side.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Tags on the local communicator.
constexpr int arrival_tag = 1, verdict_tag = 2;

std::string described(const MeetingNote& meeting) {
  const MeetingKey& key = meeting.key;
  const std::string where =
      key.is_alone ? text("within the group of world rank ", key.sender_root)
                   : text("from world rank ", key.sender_root, " to world rank ", key.receiver_root);
  return meeting.name.empty() ? text("transfer ", key.number + 1, " ", where)
                              : text("transfer '", meeting.name, "' ", where);
}

}  // namespace

MeetingSide::MeetingSide(MeetingPlace& place, const Communicator& local, const MeetingKey& key,
                         MeetingRole role, std::string name, double limit)
    : place_(place), local_(local), role_(role), limit_(limit) {
  outcome_.key = key;
  outcome_.name = std::move(name);
  if (is_root()) {
    (decides() ? known_.senders : known_.receivers) = MeetingPlace::world_ranks(local);
    if (role_ == MeetingRole::both) known_.receivers = known_.senders;
    has_other_ = role_ == MeetingRole::both;
    has_arrived_.assign(std::size_t(local.size()), false);
    has_arrived_[0] = true;
    n_arrived_ = 1;
  } else {
    // Gives up after the root, whose error message can say who is missing.
    limit_ += std::max(1.0, 0.2 * limit);
  }
}

void MeetingSide::advance() {
  if (is_over()) return;
  if (is_root()) {
    hear_members();
    if (!is_over()) hear_other_root();
    if (!is_over()) agree();
  } else {
    hear_root();
  }
  if (is_over()) return;
  // A root whose side is incomplete gives up before the root of a complete one, because it knows who is
  // missing.
  const bool is_complete = is_root() && has_all_of_this_side();
  if (since_begin_.seconds() > (is_complete ? 1.1 * limit_ : limit_)) withdraw(late());
  // If no root has answered some time after the withdrawal, no decision has been made; processes that come
  // later will find the withdrawal.
  if (!withdrawal_.empty() && since_withdrawal_.seconds() > std::clamp(limit_, 0.2, 2.0)) refuse(withdrawal_);
}

void MeetingSide::hear_root() {
  if (!is_announced_) {
    MeetingNote arrival = outcome_;
    arrival.groups.senders = {local_.rank()};
    tell_above(arrival);
    is_announced_ = true;
  }
  if (const std::optional<std::string> verdict = local_.receive_text_if_any(verdict_tag)) {
    const MeetingNote note = meeting_note(*verdict);
    if (note.key == outcome_.key) outcome_ = note;
  }
}

void MeetingSide::hear_members() {
  while (const std::optional<std::string> came = local_.receive_text_if_any(arrival_tag)) {
    const MeetingNote note = meeting_note(*came);
    if (note.key != outcome_.key) continue;  // belongs to an earlier meeting that failed
    if (note.verdict == MeetingVerdict::refused) return withdraw(note.sentence);
    has_arrived_[std::size_t(note.groups.senders.front())] = true;
    ++n_arrived_;
  }
}

void MeetingSide::hear_other_root() {
  for (const MeetingNote& note : place_.take(outcome_.key, role_)) {
    if (is_over()) return;
    if (note.verdict == MeetingVerdict::refused)
      return decides() ? withdraw(note.sentence) : refuse(note.sentence);
    if (note.verdict == MeetingVerdict::go) return conclude(note);
    has_other_ = true;
    known_.receivers = note.groups.receivers;
    if (outcome_.name.empty()) outcome_.name = note.name;
    if (!note.name.empty() && note.name != outcome_.name)
      return withdraw(text(described(outcome_), " is called '", note.name, "' by its receivers;",
                           " give it the same name on both sides, and register the transfers of two models",
                           " in the same order"));
  }
}

void MeetingSide::agree() {
  if (!has_all_of_this_side()) return;
  if (decides() && has_other_) {
    MeetingNote go = outcome_;
    go.groups = known_;
    go.verdict = MeetingVerdict::go;
    tell_other_root(go);
    conclude(go);
  } else if (!decides() && !is_announced_) {
    MeetingNote arrived = outcome_;
    arrived.groups = known_;
    tell_other_root(arrived);
    is_announced_ = true;
  }
}

void MeetingSide::conclude(const MeetingNote& outcome) {
  outcome_ = outcome;
  tell_members();
}

void MeetingSide::refuse(const std::string& sentence) {
  outcome_.verdict = MeetingVerdict::refused;
  outcome_.sentence = sentence;
  if (is_root()) tell_members();
}

void MeetingSide::withdraw(const std::string& sentence) {
  if (!withdrawal_.empty()) return;
  MeetingNote note = outcome_;
  note.verdict = MeetingVerdict::refused;
  note.sentence = sentence;
  tell_above(note);
  if (!is_announced_) return refuse(sentence);
  // The roots may have decided already: their verdict counts, if there is one.
  withdrawal_ = sentence;
  since_withdrawal_ = Stopwatch();
}

void MeetingSide::tell_members() {
  for (int rank = 1; rank < local_.size(); ++rank)
    place_.posted().send(WordWriter().add(outcome_).text(), local_, rank, verdict_tag);
}

void MeetingSide::tell_above(const MeetingNote& note) {
  if (is_root()) return tell_other_root(note);
  place_.posted().send(WordWriter().add(note).text(), local_, 0, arrival_tag);
}

void MeetingSide::tell_other_root(const MeetingNote& note) {
  if (role_ == MeetingRole::both) return;
  MeetingNote copy = note;
  copy.to = decides() ? MeetingRole::receiver : MeetingRole::sender;
  place_.send(decides() ? note.key.receiver_root : note.key.sender_root, copy);
}

std::string MeetingSide::late() const {
  const MeetingKey& key = outcome_.key;
  const int here = decides() ? key.sender_root : key.receiver_root;
  const int there = decides() ? key.receiver_root : key.sender_root;
  std::string who;
  if (!is_root()) {
    who = text("world rank ", here, ", the root of its side, has not come");
  } else if (!has_all_of_this_side()) {
    const std::vector<int>& ranks = decides() ? known_.senders : known_.receivers;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
      if (!has_arrived_[rank]) who += text(who.empty() ? "world rank " : ", ", ranks[rank]);
    who += text(" of the side of world rank ", here, " has not come");
  } else {
    who = text("not all of the other side, whose root is world rank ", there, ", have come");
  }
  return text(described(outcome_), " has waited ", limit_, " s: ", who,
              "; initialise every transfer on all processes of both sides before the first is executed, and ",
              "execute it on all of them");
}

}  // namespace groundswell
