// SPDX-License-Identifier: Apache-2.0
#include "bench/halo_replay/halo_schedules.hpp"

#include <array>

#include "base/names.hpp"
#include "bench/halo_replay/node_schedules.hpp"

namespace groundswell {
namespace {

// The messages of one rank, sorted by the partner's rank.
struct RankMessages {
  std::vector<LoadMessage> sent, received;
};

std::vector<RankMessages> messages_by_rank(const ExchangeLoad& load) {
  std::vector<RankMessages> ranks(std::size_t(load.n_rank()));
  for (const LoadMessage& message : load.messages) {
    ranks[std::size_t(message.from)].sent.push_back(message);
    ranks[std::size_t(message.to)].received.push_back(message);
  }
  return ranks;
}

// Writes the schedule of a rank that sends messages directly to other ranks. Within a node only a flag is
// sent; the receiver then copies the bytes.
class PlainWriter {
 public:
  PlainWriter(const ExchangeLoad& load, const ClusterModel& cluster, const RankMessages& mine)
      : load_(load), cluster_(cluster), mine_(mine) {
    for (const LoadMessage& message : mine.received)
      receives_.push_back(schedule_.post_receive(message.from, carried(message), 0));
  }

  void pack(const LoadMessage& message) { schedule_.work(copy_time(message)); }
  void send(const LoadMessage& message) {
    schedule_.work(cluster_.message_overhead);
    schedule_.send(message.to, carried(message), 0);
  }
  void start_send(const LoadMessage& message) {
    schedule_.work(cluster_.message_overhead);
    sends_.push_back(schedule_.start_send(message.to, carried(message), 0));
  }
  // Waits for the i-th message to this rank and, if it comes from the same node, copies it.
  void wait(std::size_t i) {
    schedule_.wait(receives_[i]);
    schedule_.work(cluster_.message_overhead);
    if (load_.is_near(mine_.received[i])) schedule_.work(copy_time(mine_.received[i]));
  }
  void unpack(std::size_t i) { schedule_.work(copy_time(mine_.received[i])); }
  void wait_for_sends() {
    for (const int step : sends_) schedule_.wait(step);
  }
  const RankSchedule& schedule() const { return schedule_; }

 private:
  std::int64_t carried(const LoadMessage& message) const {
    return load_.is_near(message) ? flag_bytes : message.bytes;
  }
  double copy_time(const LoadMessage& message) const {
    return double(message.bytes) / cluster_.copy_bandwidth;
  }

  const ExchangeLoad& load_;
  const ClusterModel& cluster_;
  const RankMessages& mine_;
  RankSchedule schedule_;
  std::vector<int> receives_, sends_;
};

void write_ordered(PlainWriter& writer, const RankMessages& mine) {
  for (const LoadMessage& message : mine.sent) {
    writer.pack(message);
    writer.send(message);
  }
  for (std::size_t i = 0; i < mine.received.size(); ++i) {
    writer.wait(i);
    writer.unpack(i);
  }
}

void write_non_blocking(PlainWriter& writer, const RankMessages& mine) {
  for (const LoadMessage& message : mine.sent) {
    writer.pack(message);
    writer.start_send(message);
  }
  for (std::size_t i = 0; i < mine.received.size(); ++i) {
    writer.wait(i);
    writer.unpack(i);
  }
  writer.wait_for_sends();
}

void write_all_at_once(PlainWriter& writer, const RankMessages& mine) {
  for (const LoadMessage& message : mine.sent) writer.pack(message);
  for (const LoadMessage& message : mine.sent) writer.start_send(message);
  for (std::size_t i = 0; i < mine.received.size(); ++i) writer.wait(i);
  writer.wait_for_sends();
  for (std::size_t i = 0; i < mine.received.size(); ++i) writer.unpack(i);
}

template <void (*write)(PlainWriter&, const RankMessages&)>
std::vector<RankSchedule> make_plain(const ExchangeLoad& load, const ClusterModel& cluster) {
  std::vector<RankSchedule> schedules;
  for (const RankMessages& mine : messages_by_rank(load)) {
    PlainWriter writer(load, cluster, mine);
    write(writer, mine);
    schedules.push_back(writer.schedule());
  }
  return schedules;
}

struct NamedSchedule {
  const char* name;
  std::vector<RankSchedule> (*make)(const ExchangeLoad&, const ClusterModel&);
};
constexpr std::array<NamedSchedule, 4> known_schedules{{{"ordered", make_plain<write_ordered>},
                                                        {"non_blocking", make_plain<write_non_blocking>},
                                                        {"all_at_once", make_plain<write_all_at_once>},
                                                        {"by_node", make_node_schedules}}};

}  // namespace

std::vector<std::string> halo_schedule_names() {
  return names_of(known_schedules);
}

std::vector<RankSchedule> make_halo_schedules(const std::string& name, const ExchangeLoad& load,
                                              const ClusterModel& cluster) {
  return find_named(known_schedules, name, "there is no schedule '", name, "'").make(load, cluster);
}

}  // namespace groundswell
