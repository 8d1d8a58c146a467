// SPDX-License-Identifier: Apache-2.0
// What one server fails to receive is a failure of its team, and keeps nobody waiting.
#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <utility>

#include "comm/mpi_session.hpp"
#include "serve/served_side.hpp"
#include "serve/server_loop.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::world;

constexpr int n_date = 6, failing_date = 2;
constexpr std::int64_t n_cell = 40, row_bytes = 4096;
const DateTime start = DateTime::parse("2000-01-01T00:00:00Z");

// Lacks memory for one shipment.
class PoorReceiver final : public ShipmentReceiver {
 public:
  PoorReceiver(std::unique_ptr<ShipmentReceiver> receiver, bool is_poor)
      : receiver_(std::move(receiver)), is_poor_(is_poor) {}
  std::int64_t await() override { return receiver_->await(); }
  bool advance() override { return receiver_->advance(); }
  ReceivedShipment take() override {
    if (n_taken_++ == failing_date && is_poor_) throw std::bad_alloc();
    return receiver_->take();
  }
  ReceivedShipment drop() override { return receiver_->drop(); }
  void answer(const std::string& words) override { receiver_->answer(words); }

 private:
  std::unique_ptr<ShipmentReceiver> receiver_;
  bool is_poor_;
  int n_taken_ = 0;
};

class CountingWriter final : public ServerWriter {
 public:
  WrittenNews write(const DateTime&, ReceivedShipment&) override {
    ++n_written;
    return {};
  }
  void commit() override {}
  void finish() override { is_finished = true; }
  std::int64_t bytes_written() const override { return n_written; }
  int n_written = 0;
  bool is_finished = false;
};

// The cells of this rank, in blocks.
Decomposition block_of(const Communicator& ranks) {
  Decomposition cells{n_cell, {}};
  for (std::int64_t cell = 0; cell < n_cell; ++cell)
    if (cell * ranks.size() / n_cell == ranks.rank()) cells.cells.push_back(cell);
  return cells;
}

void send_all(const RankRoles& roles, const ServerTeams& teams, std::unique_ptr<ShipmentSender> sender) {
  ServedSide side(roles, teams.n_team(), std::move(sender));
  const std::int64_t n_own = std::int64_t(block_of(roles.mine()).cells.size());
  const std::vector<std::byte> rows(std::size_t(n_own * row_bytes));
  for (int date = 0; date < n_date; ++date)
    side.send_date(start + date * 3600, {{0, {make_cell_rows(rows.data(), n_own, row_bytes)}}});
  for (const ServedWord word : {ServedWord::flush, ServedWord::finish})
    test::expect_words(test::message_of([&] { side.tell(word); }), {"memory"});
}

TEST(receiving, that_fails_on_one_server_keeps_nobody_waiting) {
  const int n_server = world().size() / 2;
  if (n_server == 0) return;
  const RankRoles roles(world(), n_server);
  for (const bool each_alone : {false, true})
    for (const char* method : {"direct", "primary"}) {
      SCOPED_TRACE(std::string(method) + (each_alone ? ", each alone" : ", together"));
      const ServerTeams teams(roles, each_alone);
      const TransportSide side{{{"rows", {{"values", row_bytes}}}}, {block_of(roles.mine())}};
      const TransportSettings settings{method, 1};
      if (roles.role() == RankRole::compute) {
        send_all(roles, teams, make_sender(roles, side, settings));
        continue;
      }
      const bool is_poor = roles.mine().rank() == n_server - 1;
      CountingWriter writer;
      ServerLoop loop(roles, teams,
                      std::make_shared<PoorReceiver>(make_receiver(roles, side, settings), is_poor), writer,
                      start, 1);
      EXPECT_FALSE(loop.serve());
      EXPECT_EQ(writer.n_written, is_poor || !each_alone ? failing_date : n_date);
      EXPECT_FALSE(writer.is_finished);
      EXPECT_EQ(loop.failure().empty(), each_alone && !is_poor);
    }
}

}  // namespace
}  // namespace groundswell
