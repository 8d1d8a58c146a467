// SPDX-License-Identifier: Apache-2.0
// The methods by name. All post their receives before they send. In an exchange only MPI allocates memory.
#include <algorithm>

#include "base/error.hpp"
#include "base/names.hpp"
#include "comm/graph_topology.hpp"
#include "decomp/halo_method.hpp"

namespace groundswell {
namespace {

constexpr int tag = 0;
constexpr std::string_view wait_timer = "halo.wait";

void check_received(std::int64_t bytes, const HaloTransit& transit, int neighbour, std::int64_t expected) {
  require(bytes == expected, "a halo exchange expected ", expected, " bytes from rank ",
          transit.plan().neighbours[std::size_t(neighbour)], " but received ", bytes,
          "; all ranks must exchange rows of the same length");
}

// What both point-to-point methods share: one receive per neighbour that sends anything.
class PointToPoint : public HaloMethod {
 public:
  explicit PointToPoint(const Communicator& communicator, const HaloPlan& plan)
      : communicator_(communicator),
        receives_(std::size_t(plan.n_neighbour())),
        sends_(std::size_t(plan.n_neighbour())) {}

 protected:
  // Posts all receives, then for one neighbour after the other packs the buffer and calls send(bytes, n).
  template <class Send>
  void start_messages(HaloTransit& transit, Send&& send) {
    const int n_neighbour = transit.plan().n_neighbour();
    {
      const ScopedTimer timer(transit.timers(), wait_timer);
      for (int n = 0; n < n_neighbour; ++n)
        if (const auto bytes = transit.to_receive(n); !bytes.empty())
          receives_[std::size_t(n)] = communicator_.start_receive_bytes(bytes, rank(transit, n), tag);
    }
    for (int n = 0; n < n_neighbour; ++n) {
      const auto bytes = transit.to_send(n);
      if (bytes.empty()) continue;
      transit.pack(n);
      const ScopedTimer timer(transit.timers(), wait_timer);
      send(bytes, n);
    }
  }
  static int rank(const HaloTransit& transit, int n) { return transit.plan().neighbours[std::size_t(n)]; }

  const Communicator& communicator_;
  std::vector<Request> receives_, sends_;  // [n_neighbour]
};

// The usual baseline: sends block, and receives are unpacked in the order of neighbours.
class PointToPointOrdered final : public PointToPoint {
 public:
  using PointToPoint::PointToPoint;

  void start(HaloTransit& transit) override {
    start_messages(transit, [&](std::span<const std::byte> bytes, int n) {
      communicator_.send_bytes(bytes, rank(transit, n), tag);
    });
  }

  void finish(HaloTransit& transit) override {
    for (int n = 0; n < transit.plan().n_neighbour(); ++n) {
      if (!receives_[std::size_t(n)].pending()) continue;
      std::int64_t bytes = 0;
      {
        const ScopedTimer timer(transit.timers(), wait_timer);
        bytes = receives_[std::size_t(n)].wait();
      }
      check_received(bytes, transit, n, std::int64_t(transit.to_receive(n).size()));
      transit.unpack(n);
    }
  }
};

// All sends are in flight together, and messages are unpacked in order of arrival.
class PointToPointFree final : public PointToPoint {
 public:
  using PointToPoint::PointToPoint;

  void start(HaloTransit& transit) override {
    start_messages(transit, [&](std::span<const std::byte> bytes, int n) {
      sends_[std::size_t(n)] = communicator_.start_send_bytes(bytes, rank(transit, n), tag);
    });
  }

  void finish(HaloTransit& transit) override {
    while (true) {
      std::int64_t bytes = 0;
      int n = 0;
      {
        const ScopedTimer timer(transit.timers(), wait_timer);
        n = Request::wait_any(receives_, &bytes);
      }
      if (n < 0) break;
      check_received(bytes, transit, n, std::int64_t(transit.to_receive(n).size()));
      transit.unpack(n);
    }
    const ScopedTimer timer(transit.timers(), wait_timer);
    Request::wait_all(sends_);
  }
};

// One collective among neighbours, with one buffer each way.
class Graph final : public HaloMethod {
 public:
  Graph(const Communicator& communicator, const HaloPlan& plan)
      : topology_(communicator, plan.neighbours, plan.neighbours) {
    for (std::size_t n = 0; n < plan.neighbours.size(); ++n) {
      send_counts_.push_back(plan.send_begin[n + 1] - plan.send_begin[n]);
      receive_counts_.push_back(plan.receive_begin[n + 1] - plan.receive_begin[n]);
    }
  }

  void start(HaloTransit& transit) override {
    const HaloPlan& plan = transit.plan();
    for (int n = 0; n < plan.n_neighbour(); ++n) transit.pack(n);
    const ScopedTimer timer(transit.timers(), wait_timer);
    request_ = topology_.start_exchange({.send = transit.send_buffer(),
                                         .send_counts = send_counts_,
                                         .send_begins = plan.send_begin,
                                         .receive = transit.receive_buffer(),
                                         .receive_counts = receive_counts_,
                                         .receive_begins = plan.receive_begin,
                                         .row_bytes = transit.row_bytes()});
  }

  void finish(HaloTransit& transit) override {
    {
      const ScopedTimer timer(transit.timers(), wait_timer);
      request_.wait();
    }
    for (int n = 0; n < transit.plan().n_neighbour(); ++n) transit.unpack(n);
  }

 private:
  GraphTopology topology_;
  std::vector<int> send_counts_, receive_counts_;  // [n_neighbour] in cells
  CollectiveRequest request_;
};

template <class Method>
std::unique_ptr<HaloMethod> make(const Communicator& communicator, const HaloPlan& plan) {
  return std::make_unique<Method>(communicator, plan);
}

struct NamedMethod {
  std::string_view name;
  std::unique_ptr<HaloMethod> (*make)(const Communicator&, const HaloPlan&);
};
constexpr NamedMethod methods[] = {
    {"point_to_point_ordered", make<PointToPointOrdered>},
    {"point_to_point", make<PointToPointFree>},
    {"graph", make<Graph>},
};

}  // namespace

std::vector<std::string> halo_method_names() {
  return names_of(methods);
}

std::unique_ptr<HaloMethod> make_halo_method(std::string_view name, const Communicator& communicator,
                                             const HaloPlan& plan) {
  return find_named(methods, name, "halo method '", name, "' is not known").make(communicator, plan);
}

}  // namespace groundswell
