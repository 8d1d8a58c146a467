// SPDX-License-Identifier: Apache-2.0
// A thousand set-ups (a hundred on more than three ranks) leave nothing behind: no communicators, types,
// persistent requests, files or memory mappings. MPI's calls are counted in this program, which interposes
// between the library and MPI.
#include <gtest/gtest.h>
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "halo/halo_exchange.hpp"
#include "parallel/halo/halo_samples.hpp"

namespace {

struct Living {
  int communicators = 0, types = 0, requests = 0;
};
Living living;

int counted(int code, int& count, int step) {
  if (code == MPI_SUCCESS) count += step;
  return code;
}

}  // namespace

extern "C" {
int MPI_Comm_dup(MPI_Comm from, MPI_Comm* to) {
  return counted(PMPI_Comm_dup(from, to), living.communicators, 1);
}
int MPI_Comm_split(MPI_Comm from, int colour, int key, MPI_Comm* to) {
  return counted(PMPI_Comm_split(from, colour, key, to), living.communicators, 1);
}
int MPI_Dist_graph_create_adjacent(MPI_Comm from, int n_in, const int in[], const int in_weights[], int n_out,
                                   const int out[], const int out_weights[], MPI_Info info, int reorder,
                                   MPI_Comm* to) {
  return counted(
      PMPI_Dist_graph_create_adjacent(from, n_in, in, in_weights, n_out, out, out_weights, info, reorder, to),
      living.communicators, 1);
}
int MPI_Comm_free(MPI_Comm* communicator) {
  return counted(PMPI_Comm_free(communicator), living.communicators, -1);
}
int MPI_Comm_split_type(MPI_Comm from, int kind, int key, MPI_Info info, MPI_Comm* to) {
  return counted(PMPI_Comm_split_type(from, kind, key, info, to), living.communicators, 1);
}
int MPI_Type_contiguous(int n, MPI_Datatype of, MPI_Datatype* type) {
  return counted(PMPI_Type_contiguous(n, of, type), living.types, 1);
}
int MPI_Type_create_struct(int n, const int lengths[], const MPI_Aint begins[], const MPI_Datatype of[],
                           MPI_Datatype* type) {
  return counted(PMPI_Type_create_struct(n, lengths, begins, of, type), living.types, 1);
}
int MPI_Type_create_hindexed_block(int n, int length, const MPI_Aint begins[], MPI_Datatype of,
                                   MPI_Datatype* type) {
  return counted(PMPI_Type_create_hindexed_block(n, length, begins, of, type), living.types, 1);
}
int MPI_Type_create_hvector(int n, int length, MPI_Aint stride, MPI_Datatype of, MPI_Datatype* type) {
  return counted(PMPI_Type_create_hvector(n, length, stride, of, type), living.types, 1);
}
int MPI_Type_free(MPI_Datatype* type) {
  return counted(PMPI_Type_free(type), living.types, -1);
}
int MPI_Send_init(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
                  MPI_Request* request) {
  return counted(PMPI_Send_init(buffer, n, type, to, tag, communicator, request), living.requests, 1);
}
int MPI_Recv_init(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
                  MPI_Request* request) {
  return counted(PMPI_Recv_init(buffer, n, type, from, tag, communicator, request), living.requests, 1);
}
#if defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
int MPIX_Neighbor_alltoallv_init(const void* send, const int send_counts[], const int send_begins[],
                                 MPI_Datatype send_type, void* receive, const int receive_counts[],
                                 const int receive_begins[], MPI_Datatype receive_type, MPI_Comm communicator,
                                 MPI_Info info, MPI_Request* request) {
  return counted(
      PMPIX_Neighbor_alltoallv_init(send, send_counts, send_begins, send_type, receive, receive_counts,
                                    receive_begins, receive_type, communicator, info, request),
      living.requests, 1);
}
#elif MPI_VERSION >= 4
int MPI_Neighbor_alltoallv_init(const void* send, const int send_counts[], const int send_begins[],
                                MPI_Datatype send_type, void* receive, const int receive_counts[],
                                const int receive_begins[], MPI_Datatype receive_type, MPI_Comm communicator,
                                MPI_Info info, MPI_Request* request) {
  return counted(
      PMPI_Neighbor_alltoallv_init(send, send_counts, send_begins, send_type, receive, receive_counts,
                                   receive_begins, receive_type, communicator, info, request),
      living.requests, 1);
}
#endif
int MPI_Request_free(MPI_Request* request) {
  return counted(PMPI_Request_free(request), living.requests, -1);
}
}

namespace groundswell {
namespace {

using test::make_ring;
using test::Ring;
using test::world;

int count_open_files() {
  int n = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++n;
  return n;
}

int count_shared_mappings() {
  std::ifstream maps("/proc/self/maps");
  int n = 0;
  for (std::string line; std::getline(maps, line);) n += line.find("memfd:groundswell") != std::string::npos;
  return n;
}

struct Left {
  Living mpi;
  int files, mappings;
};

Left now() {
  world().barrier();
  return {living, count_open_files(), count_shared_mappings()};
}

TEST(halo_set_up, a_thousand_leave_nothing) {
  const Ring ring = make_ring(world(), 3, 1);
  const std::vector<std::string> methods = test::all_methods();
  const auto set_up = [&](int i) {
    const int before = living.communicators;
    HaloExchange halo(world(), ring.plan, {.method = methods[std::size_t(i) % methods.size()]});
    EXPECT_GT(living.communicators, before);
    for (const int n : {2, 5}) {
      std::vector<double> values = test::make_values<double>(ring, n, i);
      halo.exchange(make_cell_rows(values.data(), std::int64_t(ring.cells.size()), n));
      EXPECT_EQ(test::count_bad(ring, values, n, i), 0);
    }
    if (i % 3 == 0) halo.allocate(10000);
  };
  for (int i = 0; i < 10; ++i) set_up(i);  // MPI keeps some objects after their first use
  const Left before = now();
  const int n = world().size() <= 3 ? 1000 : 100;
  for (int i = 0; i < n; ++i) set_up(i);
  const Left after = now();
  EXPECT_EQ(after.mpi.communicators, before.mpi.communicators);
  EXPECT_EQ(after.mpi.types, before.mpi.types);
  EXPECT_EQ(after.mpi.requests, before.mpi.requests);
  EXPECT_EQ(after.files, before.files);
  EXPECT_EQ(after.mappings, before.mappings);
}

}  // namespace
}  // namespace groundswell
