// SPDX-License-Identifier: Apache-2.0
// The C interface of transfers: transfers are identified by numbers, and errors are reported as return codes.
// It wraps src/transfer/instance_table.hpp.
#include "groundswell/transfer.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/version.hpp"
#include "comm/meeting_place.hpp"
#include "comm/together.hpp"
#include "guarded.hpp"
#include "transfer/instance_table.hpp"
#include "transfer/transfer_method.hpp"

namespace {

using groundswell::Communicator;
using groundswell::FieldArray;
using groundswell::InstanceTable;
using groundswell::MeetingPlace;
using groundswell::MeetingRole;
using groundswell::require;
using groundswell::require_same;
using groundswell::text;
using groundswell::TransferInstance;

thread_local char last_error[4096] = "";

// Never destroyed, because MPI may already be finalised when static objects are destroyed.
InstanceTable& table() {
  static InstanceTable* const instances = new InstanceTable;
  return *instances;
}

template <class Work>
int guarded(Work&& work) noexcept {
  return groundswell::is_done(last_error, work) ? DATA_TRANSFER_OK : DATA_TRANSFER_ERROR;
}

MeetingRole role_of(int action) {
  require(action >= DATA_TRANSFER_SEND && action <= DATA_TRANSFER_SENDRECV, "the action ", action,
          " is unknown; give 0 (send), 1 (recv) or 2 (sendrecv)");
  constexpr MeetingRole roles[] = {MeetingRole::sender, MeetingRole::receiver, MeetingRole::both};
  return roles[action];
}

// An error on one process is reported on all, because all wait for each other in require_same().
int add_instance(MPI_Comm local_comm, int remote_root, int action) {
  MeetingPlace::check_communicator(local_comm);
  Communicator local(local_comm);
  require_same(local, "the roots and actions of data_transfer_register_instance",
               {text("root ", remote_root, ", action ", action)});
  const MeetingRole role = role_of(action);
  return table().add(std::move(local), remote_root, role);
}

template <class Index>
void add_decomposition(int id, std::int64_t n_global, std::int64_t n_local, const Index* cells,
                       int first_index = 0) {
  TransferInstance& instance = table().find_open(id);
  require(n_global >= 0 && n_local >= 0, "transfer '", instance.name(), "' was given a grid of ", n_global,
          " cells, of which ", n_local, " are local; give numbers that are not negative");
  require(cells || n_local == 0, "transfer '", instance.name(), "' was given a null pointer for ", n_local,
          " cells; give their global indices");
  const std::size_t most = instance.role == MeetingRole::both ? 2 : 1;
  require(instance.decompositions.size() < most, "transfer '", instance.name(), "' has ",
          most == 1 ? "a decomposition" : "two decompositions", " already");
  instance.decompositions.push_back({n_global, {cells, cells + n_local}, first_index});
}

void add_array(int id, void* data, bool is_sent, std::int64_t element_bytes, std::vector<std::int64_t> shape,
               std::vector<std::int64_t> strides, bool cells_last, const char* name) {
  table().find_open(id).arrays.push_back({name ? name : "", is_sent, static_cast<std::byte*>(data),
                                          element_bytes, std::move(shape), std::move(strides), cells_last});
}

void finish(int id) {
  TransferInstance& instance = table().find_connected(id);
  instance.formed->finish(instance);
}

}  // namespace

const char* data_transfer_error(void) {
  return last_error;
}

const char* data_transfer_version(void) {
  return groundswell::version();
}

int data_transfer_register_instance(MPI_Comm local_comm, int global_rank_remote_root, int action) {
  int id = -1;
  guarded([&] { id = add_instance(local_comm, global_rank_remote_root, action); });
  return id;
}

int data_transfer_register_instance_f(MPI_Fint local_comm, int global_rank_remote_root, int action) {
  int id = -1;
  guarded([&] { id = add_instance(MPI_Comm_f2c(local_comm), global_rank_remote_root, action); });
  return id;
}

int data_transfer_register_decomp(int id, int num_grid_cells, int num_local_cells,
                                  const int* local_cells_global_index) {
  return guarded([&] { add_decomposition(id, num_grid_cells, num_local_cells, local_cells_global_index); });
}

int data_transfer_register_decomp_int64(int id, int64_t num_grid_cells, int64_t num_local_cells,
                                        const int64_t* local_cells_global_index) {
  return guarded([&] { add_decomposition(id, num_grid_cells, num_local_cells, local_cells_global_index); });
}

int data_transfer_register_decomp_f(int id, int64_t num_grid_cells, int64_t num_local_cells,
                                    const int64_t* local_cells_global_index, int64_t num_listed_cells,
                                    int first_index) {
  return guarded([&] {
    require(num_listed_cells >= num_local_cells, "transfer '", table().find_open(id).name(),
            "' was given a list of ", num_listed_cells, " cells, of which ", num_local_cells,
            " are local; give as many as there are");
    add_decomposition(id, num_grid_cells, num_local_cells, local_cells_global_index, first_index);
  });
}

int data_transfer_register_field(int id, void* data_buf, bool input, int64_t element_bytes, int64_t count,
                                 const char* name) {
  return data_transfer_register_field_strided(id, data_buf, input, element_bytes, count,
                                              count * element_bytes, element_bytes, name);
}

int data_transfer_register_field_strided(int id, void* data_buf, bool input, int64_t element_bytes,
                                         int64_t count, int64_t cell_stride, int64_t element_stride,
                                         const char* name) {
  return guarded([&] {
    require(count > 0, "field '", name ? name : "", "' has ", count,
            " elements per cell; give a positive number");
    add_array(id, data_buf, input, element_bytes, {count, FieldArray::as_many_as_cells},
              {element_stride, cell_stride}, true, name);
  });
}

int data_transfer_register_array(int id, void* data_buf, bool input, int64_t element_bytes, int n_dim,
                                 const int64_t* shape, const int64_t* strides, bool cells_last,
                                 const char* name) {
  return guarded([&] {
    require(n_dim > 0 && shape && strides, "field '", name ? name : "", "' has ", n_dim,
            " dimensions; give its shape and strides");
    add_array(id, data_buf, input, element_bytes, {shape, shape + n_dim}, {strides, strides + n_dim},
              cells_last, name);
  });
}

int data_transfer_register_mask(int id, int num_fields, const bool* mask_array) {
  return data_transfer_register_mask_f(id, mask_array, num_fields, sizeof(bool), sizeof(bool));
}

int data_transfer_register_mask_f(int id, const void* mask_array, int64_t size, int64_t entry_bytes,
                                  int64_t stride) {
  return guarded([&] {
    TransferInstance& instance = table().find_open(id);
    require(mask_array, "the mask of transfer '", instance.name(), "' is a null pointer");
    instance.mask = {static_cast<const std::byte*>(mask_array), entry_bytes, stride, size};
  });
}

int data_transfer_set_name(int id, const char* name) {
  return guarded([&] { table().find_open(id).settings.name = name ? name : ""; });
}

int data_transfer_set_method(int id, const char* method) {
  return guarded([&] {
    const std::string wanted = method ? method : "";
    groundswell::needs_butterfly(wanted);  // rejects unknown names
    table().find_open(id).settings.method = wanted;
  });
}

int data_transfer_set_time_limit(int id, double seconds) {
  return guarded([&] {
    require(seconds > 0, "a time limit of ", seconds, " s was given; give a positive number");
    table().find_open(id).settings.timeout = seconds;
  });
}

int data_transfer_set_saved_choice(int id, const char* path) {
  return guarded([&] { table().find_open(id).settings.saved_choice = path ? path : ""; });
}

int data_transfer_save_choice(int id) {
  return guarded([&] { table().find_connected(id).formed->transfer().save_choice(); });
}

int data_transfer_init_instance(int id) {
  return guarded([&] { table().initialise(id); });
}

int data_transfer_connect(void) {
  return guarded([&] { table().connect(); });
}

int data_transfer_start_instance(int id) {
  return guarded([&] { table().start(id); });
}

int data_transfer_test_instance(int id, bool* done) {
  return guarded([&] {
    require(done, "data_transfer_test_instance was given a null pointer for its answer");
    TransferInstance& instance = table().find_connected(id);
    *done = instance.formed->test(instance);
  });
}

int data_transfer_finish_instance(int id) {
  return guarded([&] { finish(id); });
}

int data_transfer_exec_instance(int id) {
  return guarded([&] {
    table().start(id);
    finish(id);
  });
}

int data_transfer_final_instance(int id) {
  return guarded([&] { table().end(id); });
}

int data_transfer_advance(void) {
  return guarded([&] { table().advance(); });
}

int data_transfer_is_timing(int id, bool* timing) {
  return guarded([&] {
    require(timing, "data_transfer_is_timing was given a null pointer for its answer");
    *timing = table().is_timing(id);
  });
}
