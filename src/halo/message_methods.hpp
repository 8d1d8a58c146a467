// SPDX-License-Identifier: Apache-2.0
// Methods that send one message per neighbour: the usual ordered baseline, non-blocking, and persistent.
#pragma once

#include <vector>

#include "comm/persistent_requests.hpp"
#include "comm/request.hpp"
#include "halo/halo_method.hpp"
#include "halo/halo_staging.hpp"
#include "halo/latest_sets.hpp"

namespace groundswell {

// The common part of both point-to-point methods: one message per neighbour that is not left to another
// method.
class PointToPoint : public HaloMethod {
 public:
  // `leave` [n_neighbour]: neighbours that this object does not serve; empty: none.
  explicit PointToPoint(const HaloContext& context, std::vector<bool> leave = {});
  void withdraw() override;

 protected:
  // Posts all receives.
  void start_receives();
  // For each neighbour in turn, packs the rows and calls send(bytes, n).
  template <class Send>
  void pack_and_send(Send&& send) {
    for (const int n : mine_) {
      if (context_.plan.n_to(n) == 0) continue;
      staging_.pack(n);
      const ScopedTimer timer(context_.timers, halo_wait_timer);
      send(staging_.to_send(n), n);
    }
  }
  void take(int n, std::int64_t bytes);  // unpacks what came from neighbour n
  int rank(int n) const { return context_.plan.neighbours[std::size_t(n)]; }

  static constexpr int tag = 0;
  HaloStaging staging_;
  std::vector<int> mine_;                  // neighbours
  std::vector<Request> receives_, sends_;  // [n_neighbour]
};

// Posts non-blocking receives, sends one message after another and waits for each of them, and then waits for
// the receives and unpacks them in the order of neighbours.
class PointToPointOrdered final : public PointToPoint {
 public:
  using PointToPoint::PointToPoint;
  void start(const HaloRows& rows) override;
  bool is_ready() override;
};

// All sends are in flight together; messages are received in place if the rows allow it, otherwise unpacked
// in order of arrival.
class PointToPointFree final : public PointToPoint {
 public:
  using PointToPoint::PointToPoint;
  void start(const HaloRows& rows) override;
  bool is_ready() override;
};

// Like PointToPointFree, with persistent requests, which are set up once per row length and, if rows are
// received in place, once per address.
class Persistent final : public HaloMethod {
 public:
  explicit Persistent(const HaloContext& context) : HaloMethod(context), staging_(context_) {}
  void start(const HaloRows& rows) override;
  bool is_ready() override;
  void withdraw() override {
    if (now_) now_->receives.drop_receives();
  }

 private:
  struct Set {
    std::int64_t row_bytes;
    const std::byte* place;  // null: the staging buffer
    PersistentRequests receives, sends;
    std::vector<int> from, to;  // the neighbour of each request
  };
  Set& find_set(const HaloRows& rows);
  Set make_set(const HaloRows& rows, const std::byte* place);
  void take(int index, std::int64_t bytes);

  HaloStaging staging_;
  LatestSets<Set> sets_;
  Set* now_ = nullptr;
};

}  // namespace groundswell
