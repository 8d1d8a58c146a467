// SPDX-License-Identifier: Apache-2.0
#include "bench/transfer/plain_transfer.hpp"

#include <algorithm>

namespace groundswell {
namespace {

constexpr std::int32_t nowhere = -1;

// The position of each cell of the grid in `cells`, or `nowhere`.
std::vector<std::int32_t> places_of(const Decomposition& cells) {
  std::vector<std::int32_t> place(std::size_t(cells.n_global), nowhere);
  for (std::size_t i = 0; i < cells.cells.size(); ++i) place[std::size_t(cells.cells[i])] = std::int32_t(i);
  return place;
}

// The local cells that the other process also has, by ascending global index.
std::vector<std::int32_t> shared_cells(const std::vector<std::int32_t>& mine, Decomposition others) {
  std::ranges::sort(others.cells);
  std::vector<std::int32_t> shared;
  for (const std::int64_t cell : others.cells)
    if (mine[std::size_t(cell)] != nowhere) shared.push_back(mine[std::size_t(cell)]);
  return shared;
}

}  // namespace

PlainTransfer::PlainTransfer(const Communicator& communicator, const TransferCase& which)
    : communicator_(communicator) {
  const int rank = communicator.rank();
  const bool is_source = rank < which.n_source;
  const std::vector<std::int32_t> mine =
      places_of(is_source ? which.source(rank) : which.target(rank - which.n_source));
  const int n_other = is_source ? which.n_target : which.n_source;
  for (int i = 0; i < n_other; ++i) {
    // Each process begins with a different partner.
    const int other = (i + rank) % n_other;
    std::vector<std::int32_t> cells =
        shared_cells(mine, is_source ? which.target(other) : which.source(other));
    if (cells.empty()) continue;
    std::vector<double> buffer(cells.size() * std::size_t(which.n_field));
    (is_source ? sends_ : receives_)
        .push_back({is_source ? which.n_source + other : other, std::move(cells), std::move(buffer)});
  }
}

void PlainTransfer::move(std::span<const std::vector<double>> from, std::span<std::vector<double>> to) {
  requests_.clear();
  for (Partner& partner : receives_)
    requests_.push_back(communicator_.start_receive(std::span(partner.buffer), partner.rank, 0));
  for (Partner& partner : sends_) {
    double* value = partner.buffer.data();
    for (const std::vector<double>& field : from)
      for (const std::int32_t cell : partner.cells) *value++ = field[std::size_t(cell)];
    requests_.push_back(communicator_.start_send(std::span<const double>(partner.buffer), partner.rank, 0));
  }
  Request::wait_all(requests_);
  for (const Partner& partner : receives_) {
    const double* value = partner.buffer.data();
    for (std::vector<double>& field : to)
      for (const std::int32_t cell : partner.cells) field[std::size_t(cell)] = *value++;
  }
}

}  // namespace groundswell
