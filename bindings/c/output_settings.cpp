// SPDX-License-Identifier: Apache-2.0
// The C interface of output: settings, from create() to open(), and the removal of land.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "array_output/wet_cells.hpp"
#include "output_instances.hpp"

namespace {

using namespace groundswell;
using namespace groundswell::output_c;

std::vector<std::string> words_of(const char* text) {
  std::vector<std::string> words;
  std::istringstream all(word(text));
  for (std::string each; all >> each;) words.push_back(each);
  return words;
}

FieldArray array_of(const void* values, int element_bytes, std::vector<std::int64_t> shape,
                    std::vector<std::int64_t> strides, bool cells_last) {
  FieldArray array;
  array.data = static_cast<std::byte*>(const_cast<void*>(values));
  array.element_bytes = element_bytes;
  array.shape = std::move(shape), array.strides = std::move(strides);
  array.cells_last = cells_last;
  return array;
}

void set_cells(int id, std::int64_t n_cell, std::int64_t n_local, const std::int64_t* cells,
               int first_index) {
  OutputInstance& instance = find_closed(id);
  require(n_local >= 0, n_local, " cells were given; give a number that is not negative");
  if (n_local > 0) not_null(cells, "the list of cells");
  instance.settings.n_cell = n_cell;
  instance.cells = {n_cell, {cells, cells + n_local}, first_index};
}

}  // namespace

int groundswell_output_set_run(int id, const char* start, const char* calendar, int64_t seconds) {
  return guarded_setting(id, [&] {
    OutputInstance& instance = find_closed(id);
    ArrayOutputSettings& settings = instance.settings;
    require(!instance.has_run, "the run of output ", id, " was given twice");
    settings.start = DateTime::parse(
        word(start), word(calendar).empty() ? Calendar::standard : calendar_from_name(calendar));
    settings.end = settings.start + seconds;
    instance.has_run = true;
  });
}

int groundswell_output_set_header(int id, const char* title, const char* source, const char* history) {
  return guarded_setting(id, [&] {
    FileHeader& header = find_closed(id).settings.header;
    header.title = word(title), header.source = word(source), header.history = word(history);
  });
}

int groundswell_output_set_cells(int id, int64_t n_cell, int64_t n_local, const int64_t* cells) {
  return guarded_setting(id, [&] { set_cells(id, n_cell, n_local, cells, 0); });
}

int groundswell_output_set_cells_f(int id, int64_t n_cell, int64_t n_local, const int64_t* cells,
                                   int first_index) {
  return guarded_setting(id, [&] { set_cells(id, n_cell, n_local, cells, first_index); });
}

int groundswell_output_add_axis(int id, const char* name, int64_t size, const double* values,
                                const char* unit, const char* standard_name) {
  return guarded_setting(id, [&] {
    require(size > 0, "the axis '", word(name), "' has ", size, " cells; give a positive number");
    ArrayAxis axis{word(name), word(unit), word(standard_name), size, {}};
    if (values) axis.values.assign(values, values + size);
    find_closed(id).settings.axes.push_back(std::move(axis));
  });
}

int groundswell_output_set_levels(int id, int n_level, const double* values, const char* unit,
                                  const char* standard_name, bool is_down) {
  return guarded_setting(id, [&] {
    require(n_level >= 1, n_level, " levels were given; give a positive number");
    not_null(values, "the list of levels");
    find_closed(id).settings.levels = {word(unit), word(standard_name), is_down, {values, values + n_level}};
  });
}

int groundswell_output_add_position(int id, const char* name, const char* unit, const char* standard_name,
                                    const char* long_name, const double* values) {
  return guarded_setting(id, [&] {
    OutputInstance& instance = find_closed(id);
    const std::size_t n = instance.cells.cells.size();
    require(instance.settings.n_cell > 0, "the position '", word(name),
            "' was given before the cells; call groundswell_output_set_cells before");
    if (n > 0) not_null(values, "the list of positions");
    instance.settings.positions.push_back(
        {word(name), word(unit), word(standard_name), word(long_name), {values, values + n}});
  });
}

int groundswell_output_add_variable(int id, const char* name, const char* unit, const char* standard_name,
                                    const char* long_name, const void* values, int element_bytes,
                                    bool has_levels) {
  return guarded_setting(id, [&] {
    ArrayOutputSettings& settings = find_closed(id).settings;
    const auto n_level = std::int64_t(has_levels ? settings.levels.values.size() : 1);
    require(n_level > 0, "the variable '", word(name),
            "' was given before the levels; call groundswell_output_set_levels before");
    const FieldArray array = array_of(values, element_bytes, {n_level, FieldArray::as_many_as_cells},
                                      {element_bytes, n_level * element_bytes}, true);
    settings.variables.push_back(
        {word(name), word(unit), word(standard_name), word(long_name), has_levels, array});
  });
}

int groundswell_output_add_array(int id, const char* name, const char* unit, const char* standard_name,
                                 const char* long_name, const void* values, int element_bytes,
                                 bool has_levels, int n_dim, const int64_t* shape, const int64_t* strides,
                                 bool cells_last) {
  return guarded_setting(id, [&] {
    require(n_dim > 0, "the variable '", word(name), "' has ", n_dim, " dimensions; give an array");
    not_null(shape, "the shape of an array"), not_null(strides, "the list of strides");
    const FieldArray array =
        array_of(values, element_bytes, {shape, shape + n_dim}, {strides, strides + n_dim}, cells_last);
    find_closed(id).settings.variables.push_back(
        {word(name), word(unit), word(standard_name), word(long_name), has_levels, array});
  });
}

int groundswell_output_add_file(int id, const char* path, const char* variables, int64_t interval,
                                int64_t first, int64_t last) {
  return guarded_setting(id, [&] {
    OutputInstance& instance = find_closed(id);
    ArrayFileSettings file;
    file.path = word(path);
    file.interval = interval;
    file.start = date_of(instance, first);
    if (last >= 0) file.end = date_of(instance, last);
    file.variables = words_of(variables);
    instance.settings.files.push_back(std::move(file));
  });
}

int groundswell_output_set_integers(int id, const char* variables) {
  return guarded_setting(id, [&] {
    ArrayOutputSettings& settings = find_closed(id).settings;
    for (const std::string& name : words_of(variables)) {
      find_named(settings.variables, name, "integers were announced for the variable '", name,
                 "', which was not added before");
      std::ranges::find(settings.variables, name, &ArrayVariable::name)->is_integer = true;
    }
  });
}

int groundswell_output_set_restart(int id, const char* path, const char* variables) {
  return guarded_setting(id, [&] { find_closed(id).settings.restart = {word(path), words_of(variables)}; });
}

int groundswell_output_set_share(int id, const char* along) {
  return guarded_setting(id, [&] {
    const std::string name = word(along);
    find_closed(id).settings.share =
        find_named(array_shares, name, "output cannot be shared along '", name, "'").value;
  });
}

int groundswell_output_set_queue(int id, int slots, int64_t memory) {
  return guarded_setting(id, [&] {
    ServerSettings& servers = find_closed(id).settings.servers;
    servers.transport.n_slot = slots, servers.memory = memory;
  });
}

int groundswell_output_set_transport(int id, const char* transport, int primaries) {
  return guarded_setting(id, [&] {
    ServerSettings& servers = find_closed(id).settings.servers;
    servers.transport.method = word(transport), servers.transport.n_primary = primaries;
  });
}

int groundswell_output_set_progress(int id, const char* progress) {
  return guarded_setting(id, [&] { find_closed(id).settings.servers.transport.progress = word(progress); });
}

int groundswell_output_set_go_on(int id, int64_t seconds) {
  return guarded_setting(id, [&] {
    OutputInstance& instance = find_closed(id);
    instance.settings.goes_on_from = date_of(instance, seconds);
  });
}

int groundswell_output_wet_cells(int64_t n_i, int64_t n_j, const uint8_t* is_wet, int n_around,
                                 bool is_periodic, int64_t i_begin, int64_t i_end, int64_t j_begin,
                                 int64_t j_end, int64_t* numbers, int64_t* n_cell, double* share_saved) {
  return guarded([&] {
    const std::size_t n_mask = WetCells::count(n_i, n_j);
    not_null(is_wet, "the mask");
    const WetCells cells({is_wet, n_mask}, n_i, n_j, {n_around, is_periodic});
    const std::vector<std::int64_t> found = cells.numbers({i_begin, i_end}, {j_begin, j_end});
    if (!found.empty()) std::copy(found.begin(), found.end(), not_null(numbers, "the list of numbers"));
    if (n_cell) *n_cell = cells.n_cell();
    if (share_saved) *share_saved = cells.share_saved();
  });
}
