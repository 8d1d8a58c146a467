// SPDX-License-Identifier: Apache-2.0
// Definitions are made in a new file, and compared with those in a continued file.
#include <pnetcdf.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "files/parallel_file.hpp"

namespace groundswell {
namespace {

nc_type netcdf_type(FileType type) {
  switch (type) {
    case FileType::text:
      return NC_CHAR;
    case FileType::int32:
      return NC_INT;
    case FileType::float32:
      return NC_FLOAT;
    case FileType::float64:
      return NC_DOUBLE;
  }
  throw LogicError("a FileType without a NetCDF type");
}

std::int64_t value_bytes(FileType type) {
  return type == FileType::text ? 1 : type == FileType::float64 ? 8 : 4;
}

std::vector<int> dimensions_in_file(int file, int variable) {
  int n_dimension = 0;
  if (ncmpi_inq_varndims(file, variable, &n_dimension) != NC_NOERR) return {};
  // One more than needed, so that data() is not null for a scalar.
  std::vector<int> dimensions(std::size_t(n_dimension) + 1);
  ncmpi_inq_vardimid(file, variable, dimensions.data());
  dimensions.pop_back();
  return dimensions;
}

int put_attribute(int file, int variable, const char* name, std::string_view value) {
  return ncmpi_put_att_text(file, variable, name, MPI_Offset(value.size()), value.data());
}
int put_attribute(int file, int variable, const char* name, int value) {
  return ncmpi_put_att_int(file, variable, name, NC_INT, 1, &value);
}
int put_attribute(int file, int variable, const char* name, float value) {
  return ncmpi_put_att_float(file, variable, name, NC_FLOAT, 1, &value);
}
int put_attribute(int file, int variable, const char* name, double value) {
  return ncmpi_put_att_double(file, variable, name, NC_DOUBLE, 1, &value);
}

// An attribute as text; a number is formatted by text().
std::optional<std::string> attribute_in_file(int file, int variable, const char* name) {
  nc_type type = NC_NAT;
  MPI_Offset length = 0;
  if (ncmpi_inq_att(file, variable, name, &type, &length) != NC_NOERR) return std::nullopt;
  std::string letters(std::size_t(length), ' ');
  if (type == NC_CHAR) {
    ncmpi_get_att_text(file, variable, name, letters.data());
    return letters;
  }
  std::vector<double> numbers(std::size_t(length) + 1);
  ncmpi_get_att_double(file, variable, name, numbers.data());
  return text(numbers[0]);
}

std::string length_text(std::int64_t length) {
  return length == 0 ? "unlimited" : text(length);
}

}  // namespace

int ParallelFile::add_unlimited_dimension(const char* name) {
  static_assert(NC_UNLIMITED == 0);
  return add_dimension(name, NC_UNLIMITED);
}

int ParallelFile::add_dimension(const char* name, std::int64_t size) {
  int dimension = int(layout_.dimension_size.size());
  if (goes_on_)
    compare_dimension(name, size);
  else
    note(ncmpi_def_dim(file_, name, size, &dimension), "adding a dimension to");
  layout_.dimension_size.push_back(size);
  return dimension;
}

int ParallelFile::add_variable(const char* name, FileType type, const std::vector<int>& dimensions) {
  int variable = int(layout_.variables.size());
  if (goes_on_)
    compare_variable(name, type, dimensions);
  else
    note(ncmpi_def_var(file_, name, netcdf_type(type), int(dimensions.size()), dimensions.data(), &variable),
         "adding a variable to");
  layout_.variables.push_back({dimensions, value_bytes(type)});
  return variable;
}

void ParallelFile::add_attribute(int variable, const char* name, const AttributeValue& value) {
  if (goes_on_) {
    const int* const number = std::get_if<int>(&value);
    return compare_attribute(
        variable, name,
        number ? text(double(*number)) : std::visit([](const auto& v) { return text(v); }, value));
  }
  note(std::visit([&](const auto& v) { return put_attribute(file_, variable, name, v); }, value),
       "describing");
}

void ParallelFile::end_definitions() {
  if (goes_on_)
    compare_counts();
  else
    note(ncmpi_enddef(file_), "writing the header of");
  agree();
  measure();
  if (only_compares_) return;
  if (goes_on_) take_over();
  reserve(layout_.fixed_end);
}

// Finds where records begin and how long one is. Fails if the record variables do not follow one another,
// which means that the file is damaged.
void ParallelFile::measure() {
  const RecordPart records = record_part();
  layout_.record_bytes = records.bytes;
  layout_.fixed_end = records.begin;
  std::int64_t next_in_record = records.begin;
  for (std::size_t v = 0; v < layout_.variables.size(); ++v) {
    MPI_Offset begin = 0;
    note(ncmpi_inq_varoffset(file_, int(v), &begin), "measuring");
    std::int64_t bytes = layout_.variables[v].value_bytes;
    for (const int d : layout_.variables[v].dimensions)
      bytes *= std::max<std::int64_t>(1, layout_.dimension_size[std::size_t(d)]);
    if (!layout_.has_records(int(v))) {
      layout_.fixed_end = std::max(layout_.fixed_end, std::int64_t(begin) + bytes);
    } else {
      if (begin != next_in_record) note_difference("its header is damaged");
      next_in_record += (bytes + 3) / 4 * 4;
    }
  }
  agree();
}

// Start and size of the records in the open file, which may have more variables than those defined so far.
// The first record variable follows all fixed-size ones.
RecordPart ParallelFile::record_part() {
  MPI_Offset record_bytes = 0;
  int n_variable = 0, unlimited = -1;
  note(ncmpi_inq_recsize(file_, &record_bytes), "measuring");
  note(ncmpi_inq_nvars(file_, &n_variable), "measuring");
  note(ncmpi_inq_unlimdim(file_, &unlimited), "measuring");
  for (int v = 0; v < n_variable; ++v) {
    const std::vector<int> dimensions = dimensions_in_file(file_, v);
    MPI_Offset begin = 0;
    note(ncmpi_inq_varoffset(file_, v, &begin), "measuring");
    if (!dimensions.empty() && dimensions[0] == unlimited) return {std::int64_t(begin), record_bytes};
  }
  return {};
}

std::vector<double> ParallelFile::read_from_records(int variable) {
  agree();
  const RecordPart records = record_part();
  MPI_Offset begin = 0;
  note(ncmpi_inq_varoffset(file_, variable, &begin), "measuring");
  agree();
  std::vector<double> values;
  run_on_root(communicator_, 0, [&] {
    const std::int64_t n_record = count_records(current_path_, records);
    values = groundswell::read_from_records(current_path_, records, begin, n_record);
  });
  communicator_.broadcast(values, 0);
  return values;
}

void ParallelFile::compare_dimension(const char* name, std::int64_t size) {
  const int dimension = int(layout_.dimension_size.size());
  char found[NC_MAX_NAME + 1] = "";
  MPI_Offset length = 0;
  int unlimited = -1;
  ncmpi_inq_unlimdim(file_, &unlimited);
  if (ncmpi_inq_dim(file_, dimension, found, &length) != NC_NOERR)
    return note_difference(text("it has no dimension '", name, "'"));
  if (dimension == unlimited) length = 0;
  if (std::string_view(name) != found)
    note_difference(
        text("its dimension number ", dimension + 1, " is '", found, "', in this run '", name, "'"));
  else if (length != size)
    note_difference(text("its dimension '", name, "' has the length ", length_text(length), ", in this run ",
                         length_text(size)));
}

void ParallelFile::compare_variable(const char* name, FileType type, const std::vector<int>& dimensions) {
  const int variable = int(layout_.variables.size());
  const std::string found = variable_name(variable);
  nc_type found_type = NC_NAT;
  ncmpi_inq_vartype(file_, variable, &found_type);
  if (found.empty())
    note_difference(text("it has no variable '", name, "'"));
  else if (found != name)
    note_difference(
        text("its variable number ", variable + 1, " is '", found, "', in this run '", name, "'"));
  else if (found_type != netcdf_type(type))
    note_difference(text("its variable '", name, "' has another type than in this run"));
  else if (dimensions_in_file(file_, variable) != dimensions)
    note_difference(text("its variable '", name, "' has other dimensions than in this run"));
}

std::string ParallelFile::variable_name(int variable) const {
  char name[NC_MAX_NAME + 1] = "";
  return ncmpi_inq_varname(file_, variable, name) == NC_NOERR ? name : "";
}

// The attributes of the file are not compared: they say which program wrote it and how the program was
// called, which may change.
void ParallelFile::compare_attribute(int variable, const char* name, const std::string& value) {
  if (variable == global || !first_error_.empty()) return;
  const std::optional<std::string> found = attribute_in_file(file_, variable, name);
  if (found != value)
    note_difference(text("its variable '", variable_name(variable), "' has ",
                         found ? text(name, " = ", *found) : text("no ", name), ", in this run ", name, " = ",
                         value));
}

void ParallelFile::compare_counts() {
  int n_dimension = 0, n_variable = 0;
  note(ncmpi_inq_ndims(file_, &n_dimension), "reading");
  note(ncmpi_inq_nvars(file_, &n_variable), "reading");
  if (n_variable > int(layout_.variables.size()))
    note_difference(
        text("this run does not write its variable '", variable_name(int(layout_.variables.size())), "'"));
  if (n_dimension > int(layout_.dimension_size.size()))
    note_difference("it has dimensions that this run does not");
}

void ParallelFile::compare_values() {
  for (const Comparison& comparison : comparisons_)
    if (std::memcmp(comparison.found.data(), comparison.expected, comparison.found.size()) != 0)
      note_difference(
          text("its values of '", variable_name(comparison.variable), "' are not those of this run"));
  comparisons_.clear();
  agree();
}

}  // namespace groundswell
