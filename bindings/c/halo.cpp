// SPDX-License-Identifier: Apache-2.0
// The C interface of halo exchanges: instances and the exchanges in progress are identified by numbers, and
// errors are reported as return codes. It wraps src/halo/halo_exchange.hpp.
#include "groundswell/halo.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "comm/meeting_place.hpp"
#include "comm/together.hpp"
#include "guarded.hpp"
#include "halo/box_halo_plan.hpp"
#include "halo/halo_array.hpp"
#include "halo/halo_exchange.hpp"
#include "halo/halo_plan.hpp"

namespace {

using groundswell::Communicator;
using groundswell::HaloArray;
using groundswell::HaloBox;
using groundswell::HaloExchange;
using groundswell::HaloHandle;
using groundswell::HaloSettings;
using groundswell::MeetingPlace;
using groundswell::MemorySpace;
using groundswell::require;

thread_local char last_error[4096] = "";

struct HaloTransit {
  int instance = 0;
  HaloHandle handle = {};
};

struct HaloTable {
  std::map<int, HaloExchange> instances;
  std::map<int, HaloTransit> transits;
  int next_instance = 1, next_transit = 1;

  HaloExchange& find(int id) {
    const auto found = instances.find(id);
    require(found != instances.end() || id <= 0 || id >= next_instance, "halo exchange ", id,
            " has been closed; create a new one");
    require(found != instances.end(), "there is no halo exchange ", id,
            "; create it before (groundswell_halo_create, in Fortran halo%create)");
    return found->second;
  }

  std::map<int, HaloTransit>::iterator find_transit(int number) {
    const auto found = transits.find(number);
    require(found != transits.end() || number <= 0 || number >= next_transit, "exchange ", number,
            " has been finished already; start a new one");
    require(found != transits.end(), "no exchange ", number,
            " is under way; start it before (groundswell_halo_start, in Fortran halo%start)");
    return found;
  }

  void erase(int id) {
    std::erase_if(transits, [&](const auto& each) { return each.second.instance == id; });
    instances.erase(id);
  }
};

// Never destroyed, because MPI may already be finalised when static objects are destroyed.
HaloTable& table() {
  static auto* const all = new HaloTable;
  return *all;
}

template <class Work>
int guarded(Work&& work) noexcept {
  return groundswell::is_done(last_error, work) ? GROUNDSWELL_HALO_OK : GROUNDSWELL_HALO_ERROR;
}

// A list passed by the caller: n values starting at `list`.
template <class T>
std::span<const T> listed(const T* list, std::int64_t n, const char* what) {
  require(n >= 0 && n <= INT32_MAX, n, " ", what, " were given; give a number from 0 to ", INT32_MAX,
          ", and lists of cells and owners of the same length");
  require(list || n == 0, "a null pointer was given for ", n, " ", what, "; give a list of them");
  return {list, std::size_t(n)};
}

// An error on one process is reported on all, because the other processes would otherwise wait for it.
template <class MakePlan>
int create(MPI_Comm comm, const char* method, const char* choice_folder, MakePlan&& make_plan) noexcept {
  int id = -1;
  guarded([&] {
    MeetingPlace::check_communicator(comm);
    const Communicator communicator(comm);
    HaloSettings settings;
    if (method && *method) settings.method = method;
    if (choice_folder) settings.choice_folder = choice_folder;
    HaloExchange exchange(communicator, make_plan(communicator), settings);
    id = table().next_instance;
    table().instances.emplace(id, std::move(exchange));
    ++table().next_instance;
  });
  return id;
}

template <class Create>
int create_f(MPI_Fint comm, Create&& create_by) noexcept {
  MPI_Comm handle = MPI_COMM_NULL;
  return guarded([&] { handle = MPI_Comm_f2c(comm); }) == GROUNDSWELL_HALO_OK ? create_by(handle) : -1;
}

HaloBox make_box(const groundswell_halo_box* box) {
  require(box, "a null pointer was given for the box of a halo");
  require(
      box->fold >= 0 && box->fold <= GROUNDSWELL_HALO_FOLD_F && box->point >= 0 &&
          box->point <= GROUNDSWELL_HALO_AT_F,
      "the fold ", box->fold, " with points ", box->point,
      " is not known; give one of GROUNDSWELL_HALO_NO_FOLD, .._FOLD_T and .._FOLD_F (in Fortran HALO_..), "
      "and of GROUNDSWELL_HALO_AT_T to .._AT_F");
  return {.n_grid = {box->n_i, box->n_j},
          .first = {box->first_i, box->first_j},
          .n_own = {box->own_i, box->own_j},
          .before = {box->west, box->south},
          .after = {box->east, box->north},
          .is_periodic = {box->is_periodic_i != 0, box->is_periodic_j != 0},
          .fold = groundswell::HaloFold(box->fold),
          .point = groundswell::GridPoint(box->point),
          .may_lack_boxes = box->may_lack_boxes != 0};
}

groundswell_halo_rows to_c(const HaloArray& array) {
  groundswell_halo_rows rows{};
  rows.data = array.rows.data;
  rows.n_row = array.rows.n_row;
  rows.stride = array.rows.stride;
  rows.length = array.rows.length;
  rows.line_length = array.line_length;
  rows.line_stride = array.line_stride;
  rows.n_row_axis = std::int64_t(array.n_row_axis);
  for (std::size_t i = 0; i < array.n_level.size(); ++i) {
    rows.n_level[i] = array.n_level[i];
    rows.level_stride[i] = array.level_stride[i];
    if (array.n_level[i] == 0) rows.length = 0;  // in C, no levels stands for one
  }
  return rows;
}

std::vector<HaloArray> halo_arrays(int n_set, const groundswell_halo_rows* sets) {
  require(n_set >= 0, n_set, " sets of rows were given; give a number that is not negative");
  require(sets || n_set == 0, "a null pointer was given for ", n_set, " sets of rows");
  std::vector<HaloArray> arrays;
  for (int i = 0; i < n_set; ++i) {
    const groundswell_halo_rows& set = sets[i];
    require(set.length != GROUNDSWELL_HALO_SPLIT, "the values of one cell in set ", i + 1,
            " of the rows do not lie side by side; give an array whose last dimension counts the cells, or "
            "for a(cell, level) name the axes, halo_rows(a, \"ik\")");
    require(set.length != GROUNDSWELL_HALO_BAD_AXES, "the axes of set ", i + 1,
            " of the rows do not fit the array; give each dimension one letter of its own, i (and j) for "
            "those that "
            "count cells, as halo_rows(a, \"ijk\")");
    require(set.data || set.n_row <= 0 || set.length == 0, "set ", i + 1, " of the rows is a null pointer");
    require(set.space == GROUNDSWELL_HALO_HOST || set.space == GROUNDSWELL_HALO_DEVICE, "set ", i + 1,
            " of the rows lies in the unknown memory space ", set.space,
            "; give GROUNDSWELL_HALO_HOST (0) or GROUNDSWELL_HALO_DEVICE (1)");
    HaloArray& array = arrays.emplace_back();
    array.rows = {static_cast<std::byte*>(set.data),
                  set.n_row,
                  set.stride,
                  set.offset,
                  set.length,
                  set.space == GROUNDSWELL_HALO_HOST ? MemorySpace::host : MemorySpace::device};
    array.line_length = set.line_length;
    array.line_stride = set.line_stride;
    require(set.n_row_axis >= 0 && set.n_row_axis <= std::int64_t(HaloArray::most_level_axes), "set ", i + 1,
            " of the rows has ", set.n_row_axis, " axes of levels within rows; give 0 to ",
            HaloArray::most_level_axes);
    array.n_row_axis = std::size_t(set.n_row_axis);
    for (std::size_t axis = 0; axis < array.n_level.size(); ++axis) {
      require(set.n_level[axis] >= 0, "set ", i + 1, " of the rows has ", set.n_level[axis],
              " levels; give a number that is not negative");
      if (set.n_level[axis] > 0) array.n_level[axis] = set.n_level[axis];
      array.level_stride[axis] = set.level_stride[axis];
    }
  }
  return arrays;
}

int start(int id, int n_set, const groundswell_halo_rows* rows) {
  HaloExchange& exchange = table().find(id);
  const auto [place, is_new] = table().transits.emplace(table().next_transit, HaloTransit{id});
  try {
    place->second.handle = exchange.start(std::span<const HaloArray>(halo_arrays(n_set, rows)));
  } catch (...) {
    table().transits.erase(place);
    throw;
  }
  return table().next_transit++;
}

// The number becomes invalid first, even if finishing fails.
void finish(int transit) {
  const auto place = table().find_transit(transit);
  HaloHandle handle = std::move(place->second.handle);
  table().transits.erase(place);
  handle.finish();
}

}  // namespace

const char* groundswell_halo_error(void) {
  return last_error;
}

const char* groundswell_halo_version(void) {
  return groundswell::version();
}

const char* groundswell_halo_method_name(int number) {
  static const auto* const names = new std::vector<std::string>(groundswell::halo_method_names());
  return number >= 0 && std::size_t(number) < names->size() ? (*names)[std::size_t(number)].c_str() : nullptr;
}

int groundswell_halo_sort(int64_t* n, int64_t* cells, int* owners) {
  return guarded([&] {
    require(n, "groundswell_halo_sort was given a null pointer for the number of cells");
    listed(cells, *n, "halo cells"), listed(owners, *n, "owners");
    std::vector<std::pair<int, std::int64_t>> all;
    for (std::int64_t i = 0; i < *n; ++i) all.emplace_back(owners[i], cells[i]);
    groundswell::keep_each_once(all);
    for (std::size_t i = 0; i < all.size(); ++i) owners[i] = all[i].first, cells[i] = all[i].second;
    *n = std::int64_t(all.size());
  });
}

int groundswell_halo_create(MPI_Comm comm, int64_t n_owned, const int64_t* owned, int64_t n_halo,
                            const int64_t* halo, const int* owners, const char* method,
                            const char* choice_folder) {
  return create(comm, method, choice_folder, [&](const Communicator& communicator) {
    std::span<const std::int64_t> owned_list, halo_list;
    std::span<const int> owner_list;
    groundswell::run_together(communicator, [&] {
      owned_list = listed(owned, n_owned, "owned cells");
      halo_list = listed(halo, n_halo, "halo cells");
      owner_list = listed(owners, n_halo, "owners of halo cells");
    });
    return groundswell::make_halo_plan(communicator, owned_list, halo_list, owner_list);
  });
}

int groundswell_halo_create_placed(MPI_Comm comm, int64_t n_owned, const int64_t* owned,
                                   const int64_t* owned_positions, int64_t n_halo, const int64_t* halo,
                                   const int64_t* halo_positions, const char* method,
                                   const char* choice_folder) {
  return create(comm, method, choice_folder, [&](const Communicator& communicator) {
    groundswell::PlacedCells owned_list, halo_list;
    groundswell::run_together(communicator, [&] {
      owned_list.cells = listed(owned, n_owned, "owned cells");
      halo_list.cells = listed(halo, n_halo, "halo cells");
      if (owned_positions) owned_list.positions = listed(owned_positions, n_owned, "positions");
      if (halo_positions) halo_list.positions = listed(halo_positions, n_halo, "positions");
    });
    return groundswell::make_placed_halo_plan(communicator, owned_list, halo_list);
  });
}

int groundswell_halo_create_box(MPI_Comm comm, const groundswell_halo_box* box, const char* method,
                                const char* choice_folder) {
  return create(comm, method, choice_folder, [&](const Communicator& communicator) {
    HaloBox own;
    groundswell::run_together(communicator, [&] { own = make_box(box); });
    return groundswell::make_box_halo_plan(communicator, own);
  });
}

int groundswell_halo_create_f(MPI_Fint comm, int64_t n_owned, const int64_t* owned, int64_t n_halo,
                              const int64_t* halo, const int* owners, const char* method,
                              const char* choice_folder) {
  return create_f(comm, [&](MPI_Comm handle) {
    return groundswell_halo_create(handle, n_owned, owned, n_halo, halo, owners, method, choice_folder);
  });
}

int groundswell_halo_create_placed_f(MPI_Fint comm, int64_t n_owned, const int64_t* owned,
                                     const int64_t* owned_positions, int64_t n_halo, const int64_t* halo,
                                     const int64_t* halo_positions, const char* method,
                                     const char* choice_folder) {
  return create_f(comm, [&](MPI_Comm handle) {
    return groundswell_halo_create_placed(handle, n_owned, owned, owned_positions, n_halo, halo,
                                          halo_positions, method, choice_folder);
  });
}

int groundswell_halo_create_box_f(MPI_Fint comm, const groundswell_halo_box* box, const char* method,
                                  const char* choice_folder) {
  return create_f(
      comm, [&](MPI_Comm handle) { return groundswell_halo_create_box(handle, box, method, choice_folder); });
}

int groundswell_halo_array(void* data, int64_t element_bytes, const char* axes, const int64_t* extents,
                           groundswell_halo_rows* rows) {
  return guarded([&] {
    require(axes && extents && rows,
            "groundswell_halo_array was given a null pointer for axes, extents or rows");
    *rows = to_c(
        groundswell::make_halo_array_of_c(data, element_bytes, axes, std::span(extents, std::strlen(axes))));
  });
}

void groundswell_halo_array_f(void* data, int64_t element_bytes, const char* axes, int n_dim,
                              const int64_t* extents, const int64_t* strides, groundswell_halo_rows* rows) {
  const std::size_t n = std::size_t(n_dim);
  *rows = {};
  rows->length = GROUNDSWELL_HALO_BAD_AXES;
  guarded([&] {
    *rows = to_c(groundswell::make_halo_array(data, element_bytes, axes, std::span(extents, n),
                                              std::span(strides, n)));
  });
}

int groundswell_halo_set_time_limit(int id, double seconds) {
  return guarded([&] { table().find(id).set_time_limit(seconds); });
}

int groundswell_halo_start(int id, int n_set, const groundswell_halo_rows* rows) {
  int transit = -1;
  guarded([&] { transit = start(id, n_set, rows); });
  return transit;
}

int groundswell_halo_test(int transit, bool* done) {
  return guarded([&] {
    require(done, "groundswell_halo_test was given a null pointer for its answer");
    *done = table().find_transit(transit)->second.handle.is_ready();
  });
}

int groundswell_halo_finish(int transit) {
  return guarded([&] { finish(transit); });
}

int groundswell_halo_exchange(int id, int n_set, const groundswell_halo_rows* rows) {
  return guarded([&] { finish(start(id, n_set, rows)); });
}

int groundswell_halo_allocate(int id, int64_t bytes, void** memory) {
  return guarded([&] {
    require(memory, "groundswell_halo_allocate was given a null pointer for its answer");
    require(bytes >= 0, bytes, " bytes were requested; give a number that is not negative");
    *memory = table().find(id).allocate(std::size_t(bytes)).data();
  });
}

int groundswell_halo_send_bytes(int id, int64_t row_bytes, int64_t* bytes) {
  return guarded([&] {
    require(bytes, "groundswell_halo_send_bytes was given a null pointer for its answer");
    *bytes = table().find(id).send_bytes(row_bytes);
  });
}

const char* groundswell_halo_method(int id, int64_t row_bytes) {
  thread_local std::string name;
  const int code = guarded([&] { name = table().find(id).method_of(row_bytes); });
  return code == GROUNDSWELL_HALO_OK ? name.c_str() : nullptr;
}

const char* groundswell_halo_note(int id, int number) {
  thread_local std::string note;
  bool is_there = false;
  guarded([&] {
    const std::vector<std::string> notes = table().find(id).notes();
    is_there = number >= 0 && std::size_t(number) < notes.size();
    if (is_there) note = notes[std::size_t(number)];
  });
  return is_there ? note.c_str() : nullptr;
}

int groundswell_halo_close(int id) {
  return guarded([&] {
    HaloExchange& exchange = table().find(id);
    try {
      exchange.close();
    } catch (...) {
      if (exchange.has_failed()) table().erase(id);
      throw;
    }
    table().erase(id);
  });
}
