// SPDX-License-Identifier: Apache-2.0
// Communicators and plans are created by blocking calls, so all processes must create them in the same order.
// Models initialise their transfers in any order, and all are connected by ascending key when one of them is
// first needed. The unconnected transfer with the lowest key can then always be connected, because each of
// its processes reaches it next.
#include "transfer/instance_table.hpp"

#include <algorithm>
#include <exception>
#include <set>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "comm/meeting_side.hpp"

namespace groundswell {

int InstanceTable::add(Communicator local, int remote_root, MeetingRole role) {
  MeetingPlace::check_world_rank(remote_root);
  const int root = MeetingPlace::world_ranks(local).front();
  require(role != MeetingRole::both || remote_root == root, "a group that sends to itself must name its own ",
          "root, world rank ", root, ", not ", remote_root,
          "; models of different processes register one sending and one receiving transfer");
  MeetingKey key{root, remote_root, role == MeetingRole::both};
  if (role == MeetingRole::receiver) std::swap(key.sender_root, key.receiver_root);
  std::int64_t number = local.rank() == 0 ? place_.next_number(key, role) : 0;
  local.broadcast(number, 0);
  key.number = number;
  auto instance = std::make_unique<TransferInstance>(
      TransferInstance{.local = std::move(local), .key = key, .role = role, .settings = {.name = ""}});
  instances_.emplace(next_, std::move(instance));
  return next_++;
}

TransferInstance& InstanceTable::find(int id) {
  const auto found = instances_.find(id);
  require(found != instances_.end() || id <= 0 || id >= next_, "instance ", id,
          " has ended; register a new one");
  require(found != instances_.end(), "there is no instance ", id,
          "; use the number that data_transfer_register_instance returned");
  return *found->second;
}

TransferInstance& InstanceTable::find_open(int id) {
  TransferInstance& instance = find(id);
  require(!instance.is_initialised, "transfer '", instance.name(),
          "' is initialised; register and set everything before");
  return instance;
}

void InstanceTable::initialise(int id) {
  TransferInstance& instance = find_open(id);
  instance.check();
  instance.is_initialised = true;
}

TransferParts InstanceTable::parts_of(const MeetingKey& key) {
  TransferParts parts;
  for (const auto& [id, instance] : instances_) {
    if (instance->key != key) continue;
    if (instance->role != MeetingRole::receiver) parts.sender = instance.get();
    if (instance->role != MeetingRole::sender) parts.receiver = instance.get();
  }
  return parts;
}

void InstanceTable::connect() {
  connect_all();
  std::vector<std::string> failures;
  for (const auto& [id, instance] : instances_)
    if (!instance->failure.empty() && std::ranges::count(failures, instance->failure) == 0)
      failures.push_back(instance->failure);
  if (failures.empty()) return;
  throw Error(failures.size() == 1
                  ? failures[0]
                  : text(failures[0], "; ", failures.size() - 1,
                         " more transfers have failed to connect; each says why when it is used"));
}

void InstanceTable::connect_all() {
  std::set<MeetingKey> keys;
  for (const auto& [id, instance] : instances_)
    if (instance->is_initialised && !instance->formed && instance->failure.empty())
      keys.insert(instance->key);
  for (const MeetingKey& key : keys) connect(key);
}

void InstanceTable::connect(const MeetingKey& key) {
  const TransferParts parts = parts_of(key);
  try {
    const MeetingNote meeting = meet(parts);
    require(meeting.verdict == MeetingVerdict::go, meeting.sentence);
    for (TransferInstance* part : parts.all()) part->settings.name = meeting.name;
    const Communicator both = MeetingPlace::make_communicator(meeting.groups.together(), key);
    const auto formed = std::make_shared<FormedTransfer>(both, parts, group_);
    for (TransferInstance* part : parts.all()) part->formed = formed;
  } catch (const std::exception& error) {
    for (TransferInstance* part : parts.all()) part->failure = error.what();
  }
}

// Waits until each part of this process knows whether the two groups have connected.
MeetingNote InstanceTable::meet(const TransferParts& parts) {
  std::vector<std::unique_ptr<MeetingSide>> sides;
  for (TransferInstance* part : parts.all()) {
    sides.push_back(std::make_unique<MeetingSide>(place_, part->local, part->key, part->role,
                                                  part->settings.name, part->settings.timeout));
    if (!part->is_initialised)
      sides.back()->withdraw(text("transfer '", part->name(), "' is not initialised on a process of both ",
                                  "sides, which executes transfers already; initialise all before"));
  }
  const auto is_over = [](const auto& side) { return side->is_over(); };
  while (!std::all_of(sides.begin(), sides.end(), is_over)) {
    for (auto& side : sides) {
      side->advance();
      if (side->outcome().verdict != MeetingVerdict::refused) continue;
      for (auto& other : sides)
        if (!other->is_over()) other->withdraw(side->outcome().sentence);
    }
    group_.advance();
    std::this_thread::yield();
  }
  for (const auto& side : sides)
    if (side->outcome().verdict == MeetingVerdict::refused) return side->outcome();
  return sides.front()->outcome();
}

TransferInstance& InstanceTable::find_connected(int id) {
  TransferInstance& instance = find(id);
  require(instance.failure.empty(), instance.failure);
  require(bool(instance.formed), "transfer '", instance.name(), "' was not started; call start first");
  return instance;
}

void InstanceTable::start(int id) {
  const TransferInstance& wanted = find(id);
  require(wanted.is_initialised, "transfer '", wanted.name(), "' is not initialised; initialise it first");
  if (!wanted.formed && wanted.failure.empty()) connect_all();
  TransferInstance& instance = find_connected(id);
  instance.formed->start(instance);
}

bool InstanceTable::is_timing(int id) {
  TransferInstance& instance = find(id);
  return instance.formed && instance.formed->transfer().is_timing();
}

void InstanceTable::end(int id) {
  TransferInstance& instance = find(id);
  require(instance.n_started == instance.n_finished || !instance.formed, "transfer '", instance.name(),
          "' is under way; finish it before it ends");
  if (instance.formed) {
    instance.formed->leave(instance);
    left_.push_back(std::move(instance.formed));
  } else {
    instance.local.abandon();  // notes of processes of this side that tried to connect may still arrive
  }
  instances_.erase(id);
  std::erase_if(left_, [](const auto& transfer) { return transfer->has_left(); });
  const auto is_formed = [](const auto& entry) { return entry.second->formed != nullptr; };
  if (std::ranges::none_of(instances_, is_formed)) left_.clear();
}

}  // namespace groundswell
