// SPDX-License-Identifier: Apache-2.0
// Messages are counted in rows, so that MPI's 32-bit counts and displacements suffice.
#include "comm/graph_exchange.hpp"

#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <algorithm>

#include "comm/mpi_check.hpp"

#if MPI_VERSION >= 4
#define GS_NEIGHBOR_ALLTOALLV_INIT MPI_Neighbor_alltoallv_init
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define GS_NEIGHBOR_ALLTOALLV_INIT MPIX_Neighbor_alltoallv_init
#endif

namespace groundswell {
namespace {

OwnedType committed(MPI_Datatype type) {
  OwnedType owned(type);
  check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
  return owned;
}

// Never null: some MPI libraries reject a null pointer even if a rank has no neighbours.
const int* table(std::span<const int> numbers) {
  static constexpr int none = 0;
  return numbers.empty() ? &none : numbers.data();
}

OwnedType make_row_type(std::int64_t row_bytes) {
  require(row_bytes <= INT32_MAX, "a row of ", row_bytes, " bytes is beyond what MPI can send");
  MPI_Datatype row = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_contiguous(int(row_bytes), MPI_BYTE, &row), "MPI_Type_contiguous");
  return committed(row);
}

MPI_Aint address_of(const std::byte* value) {
  MPI_Aint address = 0;
  check_mpi(MPI_Get_address(value, &address), "MPI_Get_address");
  return address;
}

// Combines several datatypes, each at its address, into one.
OwnedType join_types(const std::vector<OwnedType>& parts, const std::vector<MPI_Aint>& addresses) {
  std::vector<MPI_Datatype> handles;
  for (const OwnedType& part : parts) handles.push_back(part.handle());
  const std::vector<int> ones(parts.size(), 1);
  MPI_Datatype all = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_create_struct(int(parts.size()), ones.data(), addresses.data(), handles.data(), &all),
            "MPI_Type_create_struct");
  return committed(all);
}

int checked_length(std::int64_t length) {
  require(length <= INT32_MAX, "a row of ", length, " bytes is beyond what MPI can send");
  return int(length);
}

}  // namespace

OwnedType::~OwnedType() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (handle_ != MPI_DATATYPE_NULL && !finalized) MPI_Type_free(&handle_);
}

CollectiveRequest start_exchange(const GraphTopology& graph, const GraphExchange& exchange) {
  const OwnedType row = make_row_type(exchange.row_bytes);  // MPI keeps a freed type while it is in use
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ineighbor_alltoallv(exchange.send, table(exchange.send_counts), table(exchange.send_begins),
                                    row.handle(), exchange.receive, table(exchange.receive_counts),
                                    table(exchange.receive_begins), row.handle(),
                                    graph.communicator().handle(), &request),
            "MPI_Ineighbor_alltoallv");
  return CollectiveRequest(request);
}

bool PersistentExchange::is_available() {
#ifdef GS_NEIGHBOR_ALLTOALLV_INIT
  return true;
#else
  return false;
#endif
}

PersistentExchange::PersistentExchange([[maybe_unused]] const GraphTopology& graph,
                                       const GraphExchange& exchange)
    : row_(make_row_type(exchange.row_bytes)) {
#ifdef GS_NEIGHBOR_ALLTOALLV_INIT
  check_mpi(GS_NEIGHBOR_ALLTOALLV_INIT(
                exchange.send, table(exchange.send_counts), table(exchange.send_begins), row_.handle(),
                exchange.receive, table(exchange.receive_counts), table(exchange.receive_begins),
                row_.handle(), graph.communicator().handle(), MPI_INFO_NULL, &request_),
            "MPI_Neighbor_alltoallv_init");
#else
  throw Error("this MPI library has no persistent neighbourhood collectives, which need MPI 4");
#endif
}

PersistentExchange::~PersistentExchange() {
  if (request_ == MPI_REQUEST_NULL) return;
  int finalized = 0, done = 1;
  MPI_Finalized(&finalized);
  if (finalized) return;
  MPI_Test(&request_, &done, MPI_STATUS_IGNORE);
  if (done)
    MPI_Request_free(&request_);  // a request that MPI still uses is kept until the end of the program
}

void PersistentExchange::start() {
  check_mpi(MPI_Start(&request_), "MPI_Start");
}

bool PersistentExchange::test() {
  int done = 0;
  check_mpi(MPI_Test(&request_, &done, MPI_STATUS_IGNORE), "MPI_Test");
  return done != 0;
}

OwnedType make_memory_type(std::span<const MemoryRows> sets, std::span<const int> rows) {
  std::vector<OwnedType> parts;
  std::vector<MPI_Aint> addresses, begins;
  for (const MemoryRows& set : sets) {
    begins.clear();
    for (const int row : rows)
      for (const std::int64_t piece : set.pieces) begins.push_back(MPI_Aint(set.begin_of(row) + piece));
    MPI_Datatype part = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_create_hindexed_block(checked_length(std::int64_t(begins.size())),
                                             checked_length(set.length), begins.data(), MPI_BYTE, &part),
              "MPI_Type_create_hindexed_block");
    parts.emplace_back(part);
    addresses.push_back(address_of(set.first));
  }
  return join_types(parts, addresses);
}

OwnedType make_memory_type(std::span<const MemoryRows> sets, std::int64_t first, std::int64_t n) {
  if (std::ranges::any_of(
          sets, [](const MemoryRows& set) { return set.line_length > 0 || set.pieces.size() > 1; })) {
    std::vector<int> rows;
    for (std::int64_t row = first; row < first + n; ++row) rows.push_back(int(row));
    return make_memory_type(sets, rows);
  }
  std::vector<OwnedType> parts;
  std::vector<MPI_Aint> addresses;
  for (const MemoryRows& set : sets) {
    MPI_Datatype part = MPI_DATATYPE_NULL;
    check_mpi(
        MPI_Type_create_hvector(int(n), checked_length(set.length), MPI_Aint(set.stride), MPI_BYTE, &part),
        "MPI_Type_create_hvector");
    parts.emplace_back(part);
    addresses.push_back(address_of(set.first + first * set.stride));
  }
  return join_types(parts, addresses);
}

TypedExchange::TypedExchange(std::vector<OwnedType> send, std::vector<OwnedType> receive)
    : send_(std::move(send)),
      receive_(std::move(receive)),
      ones_(std::max({send_.size(), receive_.size(), std::size_t(1)}), 1),
      zeros_(ones_.size(), 0) {
  for (const OwnedType& type : send_) send_handles_.push_back(type.handle());
  for (const OwnedType& type : receive_) receive_handles_.push_back(type.handle());
}

CollectiveRequest TypedExchange::start(const GraphTopology& graph) const {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ineighbor_alltoallw(MPI_BOTTOM, ones_.data(), zeros_.data(), send_handles_.data(), MPI_BOTTOM,
                                    ones_.data(), zeros_.data(), receive_handles_.data(),
                                    graph.communicator().handle(), &request),
            "MPI_Ineighbor_alltoallw");
  return CollectiveRequest(request);
}

}  // namespace groundswell
