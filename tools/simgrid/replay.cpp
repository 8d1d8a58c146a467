// SPDX-License-Identifier: Apache-2.0
// Data transfer on clusters that are simulated by SimGrid (smpirun): the plans of the library, for any choice
// of links, with the same MPI_Irecv and MPI_Isend in the same stages; no values. A message costs its network
// time, and the processor what the platform file says per message plus a copy of its bytes at both ends.
// transfer.sh compiles and runs it. Prints one line per case: times in microseconds of the slowest process.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "apps/bench/transfer_cases.hpp"
#include "transfer/cell_pairs.hpp"
#include "transfer/link_search.hpp"
#include "transfer/plan_executor.hpp"
#include "tuner/tuner.hpp"

namespace groundswell {
namespace {

constexpr double copy_bandwidth = 4e9;  // [bytes/s] one core, packing and unpacking

struct ReplayOptions {
  std::string only;
  // Bytes that a message takes from the node's link beyond its own: the link's bandwidth over the messages
  // per second that the network card can handle.
  std::size_t wire_bytes = 0;
};

std::string links_text(const KeptLinks& kept) {
  std::string links;
  for (const bool link : kept) links += link ? '1' : '0';
  return links;
}

class CaseReplay {
 public:
  CaseReplay(const Communicator& world, const TransferCase& which, std::size_t wire_bytes)
      : world_(world),
        which_(which),
        row_bytes_(std::size_t(which.n_field) * sizeof(double)),
        wire_bytes_(wire_bytes),
        cells_(world.rank() < which.n_source ? which.source(world.rank())
                                             : which.target(world.rank() - which.n_source)),
        pairs_(match_cells(exchange_, is_source() ? &cells_ : nullptr, is_source() ? nullptr : &cells_)),
        route_(exchange_, pairs_, true) {}

  void report() {
    const std::size_t n = std::size_t(route_.n_inner_link());
    const std::string greedy = search(GreedySearch(int(n)), 0.0);
    const std::string best = search(LinkSearch(int(n)), TunerSettings().margin);
    const double p2p = time_of(std::string(n, '0')), butterfly = time_of(std::string(n, '1'));
    const auto [p2p_messages, p2p_bytes] = traffic(std::string(n, '0'));
    const auto [butterfly_messages, butterfly_bytes] = traffic(std::string(n, '1'));
    if (world_.rank() != 0) return;
    std::printf("%s %d %.1f %.1f %.1f %.1f %s %s %.1f %.1f %.0f %.0f\n", which_.name().c_str(),
                which_.n_rank(), 1e6 * p2p, 1e6 * butterfly, 1e6 * time_of(best), 1e6 * time_of(greedy),
                best.c_str(), greedy.c_str(), p2p_messages, butterfly_messages, p2p_bytes, butterfly_bytes);
    std::fflush(stdout);
  }

 private:
  bool is_source() const { return world_.rank() < which_.n_source; }
  TransferPlan plan_of(const std::string& links) const {
    KeptLinks kept;
    for (const char link : links) kept.push_back(link == '1');
    return make_transfer_plan(route_, pairs_, kept);
  }

  // The links that the search ends with. Simulated times do not waver: one sample is enough.
  template <class Search>
  std::string search(Search search, double margin) {
    std::map<int, double> seconds;
    for (std::vector<int> round = search.first_round(); !round.empty(); round = search.next_round(seconds))
      for (const int choice : round)
        seconds[choice] = time_of(links_text(links_of_number(choice, route_.n_inner_link())));
    double least = 1e30;
    for (const auto& [choice, time] : seconds) least = std::min(least, time);
    for (const auto& [choice, time] : seconds)
      if (time <= least * (1.0 + margin)) return links_text(links_of_number(choice, route_.n_inner_link()));
    return {};
  }

  double time_of(const std::string& links) {
    const auto known = seconds_.find(links);
    if (known != seconds_.end()) return known->second;
    const TransferPlan plan = plan_of(links);
    constexpr double enough = 1e-2;  // [s] for all to learn when to begin
    const double begin = world_.max(MPI_Wtime()) + enough;
    smpi_execute(begin - MPI_Wtime());
    carry_out(plan);
    return seconds_[links] = world_.max(MPI_Wtime() - begin);
  }

  std::size_t bytes_of(std::int64_t n_row) const {
    return sizeof(MessageHeader) + std::size_t(n_row) * row_bytes_;
  }
  std::span<std::byte> buffer(std::size_t size) {
    if (size > buffer_.size()) buffer_.resize(size);
    return std::span(buffer_).first(size);
  }

  // Receives of all stages are posted first; a stage begins when that before it has come.
  void carry_out(const TransferPlan& plan) {
    std::size_t most = 0;
    for (const TransferStage& stage : plan.stages) {
      for (const ReceivedMessage& message : stage.receives) most = std::max(most, bytes_of(message.n_row));
      for (const SentMessage& message : stage.sends) most = std::max(most, bytes_of(message.n_row));
    }
    buffer(most + wire_bytes_);
    std::vector<std::vector<Request>> receives(plan.stages.size());
    std::vector<Request> sends;
    for (std::size_t s = 0; s < plan.stages.size(); ++s)
      for (const ReceivedMessage& message : plan.stages[s].receives)
        receives[s].push_back(
            world_.start_receive_bytes(buffer(bytes_of(message.n_row) + wire_bytes_), message.rank, int(s)));
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
      for (const SentMessage& message : plan.stages[s].sends) {
        const std::size_t bytes = bytes_of(message.n_row);
        smpi_execute(double(bytes) / copy_bandwidth);
        sends.push_back(world_.start_send_bytes(buffer(bytes + wire_bytes_), message.rank, int(s)));
      }
      Request::wait_all(receives[s]);
      for (const ReceivedMessage& message : plan.stages[s].receives)
        if (!message.deliveries.empty()) smpi_execute(double(bytes_of(message.n_row)) / copy_bandwidth);
    }
    Request::wait_all(sends);
  }

  // Mean messages, and bytes in all.
  std::pair<double, double> traffic(const std::string& links) const {
    std::int64_t messages = 0, bytes = 0;
    for (const TransferStage& stage : plan_of(links).stages)
      for (const SentMessage& message : stage.sends) {
        ++messages;
        bytes += std::int64_t(bytes_of(message.n_row));
      }
    messages = world_.sum(messages);
    bytes = world_.sum(bytes);
    return {double(messages) / which_.n_source, double(bytes)};
  }

  const Communicator& world_;
  TransferCase which_;
  std::size_t row_bytes_, wire_bytes_;
  Decomposition cells_;
  SparseExchange exchange_{world_};
  CellPairs pairs_;
  Route route_;
  std::map<std::string, double> seconds_;
  std::vector<std::byte> buffer_;
};

void replay(const Communicator& world, const ReplayOptions& options) {
  CaseRanges ranges;
  ranges.message_values.clear();
  for (const TransferCase& which : make_transfer_cases(world.size() / 2, ranges))
    if (which.name().find(options.only) != std::string::npos)
      CaseReplay(world, which, options.wire_bytes).report();
}

}  // namespace
}  // namespace groundswell

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  {
    groundswell::ReplayOptions options;
    if (argc > 1) options.only = argv[1];
    if (argc > 2) options.wire_bytes = std::strtoul(argv[2], nullptr, 10);
    const groundswell::Communicator world(MPI_COMM_WORLD);
    groundswell::replay(world, options);
  }
  MPI_Finalize();
}
