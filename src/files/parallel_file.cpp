// SPDX-License-Identifier: Apache-2.0
// Calls of PnetCDF, and how all ranks learn of an error. Values are written by non-blocking requests that
// PnetCDF combines into one collective write.
#include "files/parallel_file.hpp"

#include <fcntl.h>
#include <pnetcdf.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <system_error>

#include "base/error.hpp"
#include "comm/mpi_hints.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// PnetCDF refuses requests of 2 GiB and more.
constexpr std::int64_t max_request_bytes = std::int64_t(1) << 30;

constexpr double sync_interval = 30.0;  // [s]

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

int start_write(int file, int variable, const MPI_Offset* start, const MPI_Offset* count, const float* values,
                int* request) {
  return ncmpi_iput_vara_float(file, variable, start, count, values, request);
}
int start_write(int file, int variable, const MPI_Offset* start, const MPI_Offset* count,
                const double* values, int* request) {
  return ncmpi_iput_vara_double(file, variable, start, count, values, request);
}
int start_write(int file, int variable, const MPI_Offset* start, const MPI_Offset* count, const int* values,
                int* request) {
  return ncmpi_iput_vara_int(file, variable, start, count, values, request);
}
int start_write(int file, int variable, const MPI_Offset* start, const MPI_Offset* count, const char* values,
                int* request) {
  return ncmpi_iput_vara_text(file, variable, start, count, values, request);
}

std::int64_t value_bytes(FileType type) {
  return type == FileType::text ? 1 : type == FileType::float64 ? 8 : 4;
}

void sync_path(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags);
  require(descriptor >= 0, "cannot open '", path, "' to flush it to disk: ", std::strerror(errno));
  const int status = ::fsync(descriptor);
  const int reason = errno;
  ::close(descriptor);
  require(status == 0 || reason == EINVAL, "cannot flush '", path, "' to disk: ", std::strerror(reason));
}

}  // namespace

ParallelFile::ParallelFile(const Communicator& communicator, std::string path)
    : communicator_(communicator),
      path_(std::move(path)),
      partial_path_(part_path(path_)),
      exceptions_(std::uncaught_exceptions()) {
  // One rank creates the file with plain system calls, whose error messages are clearer than MPI's.
  run_on_root(communicator_, 0, [&] { part_.emplace(path_, PartFile::Writers::ranks); });
  // They make the file's bytes independent of the file system and the number of ranks, and keep PnetCDF from
  // swapping the bytes of the caller's values in place.
  const MpiHints hints{{"nc_in_place_swap", "disable"},
                       {"nc_header_align_size", "512"},
                       {"nc_var_align_size", "512"},
                       {"nc_record_align_size", "4"}};
  note(ncmpi_create(communicator_.handle(), partial_path_.c_str(), NC_CLOBBER | NC_64BIT_DATA, hints.handle(),
                    &file_),
       "creating");
  agree();
}

ParallelFile::~ParallelFile() {
  // During an exception other ranks may never call this collective.
  if (std::uncaught_exceptions() == exceptions_) close();
}

void ParallelFile::close() {
  if (file_ < 0) return;
  ncmpi_cancel(file_, NC_REQ_ALL, nullptr, nullptr);
  note(ncmpi_close(file_), "closing");
  file_ = -1;
}

void ParallelFile::note(int status, std::string_view what) {
  if (status != NC_NOERR) note_reason(ncmpi_strerror(status), what);
}

void ParallelFile::note_reason(const char* reason, std::string_view what) {
  if (!first_error_.empty()) return;
  std::error_code ignored;
  const auto space = std::filesystem::space(partial_path_, ignored);
  first_error_ = text(what, " '", partial_path_, "' failed: ", reason,
                      " (free on that disk: ", ignored ? 0 : space.available / 1000000,
                      " MB); make room or write elsewhere. Dates written before are kept in that file");
}

// Either all ranks go on, or all close the file and throw the same message.
void ParallelFile::agree() {
  if (!communicator_.any(!first_error_.empty())) return;
  const std::string message = first_error_;
  close();
  throw_together(communicator_, message);
}

int ParallelFile::add_unlimited_dimension(const char* name) {
  static_assert(NC_UNLIMITED == 0);
  return add_dimension(name, NC_UNLIMITED);
}

int ParallelFile::add_dimension(const char* name, std::int64_t size) {
  int dimension = -1;
  note(ncmpi_def_dim(file_, name, size, &dimension), "adding a dimension to");
  dimension_size_.push_back(size);
  return dimension;
}

int ParallelFile::add_variable(const char* name, FileType type, std::initializer_list<int> dimensions) {
  int variable = -1;
  note(ncmpi_def_var(file_, name, netcdf_type(type), int(dimensions.size()), dimensions.begin(), &variable),
       "adding a variable to");
  dimensions_of_.emplace_back(dimensions);
  value_bytes_of_.push_back(value_bytes(type));
  return variable;
}

void ParallelFile::add_attribute(int variable, const char* name, std::string_view value) {
  note(ncmpi_put_att_text(file_, variable, name, MPI_Offset(value.size()), value.data()), "describing");
}
void ParallelFile::add_attribute(int variable, const char* name, int value) {
  note(ncmpi_put_att_int(file_, variable, name, NC_INT, 1, &value), "describing");
}
void ParallelFile::add_attribute(int variable, const char* name, float value) {
  note(ncmpi_put_att_float(file_, variable, name, NC_FLOAT, 1, &value), "describing");
}
void ParallelFile::add_attribute(int variable, const char* name, double value) {
  note(ncmpi_put_att_double(file_, variable, name, NC_DOUBLE, 1, &value), "describing");
}

void ParallelFile::end_definitions() {
  note(ncmpi_enddef(file_), "writing the header of");
  agree();
  measure();
  reserve(fixed_end_);
}

// Finds where records begin and how long one is.
void ParallelFile::measure() {
  MPI_Offset record_bytes = 0;
  note(ncmpi_inq_recsize(file_, &record_bytes), "measuring");
  record_bytes_ = record_bytes;
  for (std::size_t v = 0; v < dimensions_of_.size(); ++v) {
    MPI_Offset begin = 0;
    note(ncmpi_inq_varoffset(file_, int(v), &begin), "measuring");
    std::int64_t end = value_bytes_of_[v];
    for (const int d : dimensions_of_[v]) end *= dimension_size_[std::size_t(d)];
    fixed_end_ = std::max(fixed_end_, std::int64_t(begin) + end);
    if (end == 0 && dimensions_of_[v][0] == 0) {
      fixed_end_ = std::int64_t(begin);  // the first variable with records follows all others
      break;
    }
  }
}

// Reserves disk space up to a length of the file, where the file system can.
void ParallelFile::reserve(std::int64_t bytes) {
  if (bytes <= reserved_) return;
  reserved_ = bytes;
  if (part_ && ::fallocate(part_->descriptor(), 0, 0, bytes) != 0 && errno != EOPNOTSUPP && errno != ENOSYS)
    note_reason(std::strerror(errno), "writing");
  agree();
}

template <class T>
void ParallelFile::queue(int variable, const Slab& slab, const T* values) {
  const std::vector<int>& dimensions = dimensions_of_.at(std::size_t(variable));
  std::int64_t bytes = sizeof(T);
  for (std::size_t d = 0; d < dimensions.size(); ++d) bytes *= slab.count[d];
  if (bytes == 0) return;
  if (!dimensions.empty() && dimension_size_[std::size_t(dimensions[0])] == 0)
    n_record_ = std::max(n_record_, slab.start[0] + slab.count[0]);
  if (bytes > max_request_bytes) {
    // Split in halves along the first dimension that has more than one value.
    std::size_t d = 0;
    while (slab.count[d] == 1) ++d;
    Slab low = slab, high = slab;
    low.count[d] /= 2;
    high.start[d] += low.count[d];
    high.count[d] -= low.count[d];
    queue(variable, low, values);
    queue(variable, high, values + bytes / std::int64_t(sizeof(T)) / slab.count[d] * low.count[d]);
    return;
  }
  std::array<MPI_Offset, 4> start{}, count{};
  std::copy(slab.start.begin(), slab.start.end(), start.begin());
  std::copy(slab.count.begin(), slab.count.end(), count.begin());
  int request = NC_REQ_NULL;
  note(start_write(file_, variable, start.data(), count.data(), values, &request), "writing");
  requests_.push_back({request, bytes});
}

void ParallelFile::write(int variable, const Slab& slab, const float* values) {
  queue(variable, slab, values);
}
void ParallelFile::write(int variable, const Slab& slab, const double* values) {
  queue(variable, slab, values);
}
void ParallelFile::write(int variable, const Slab& slab, const int* values) {
  queue(variable, slab, values);
}
void ParallelFile::write(int variable, const Slab& slab, const char* values) {
  queue(variable, slab, values);
}

void ParallelFile::flush() {
  std::vector<std::vector<int>> rounds(1);
  std::int64_t round_bytes = 0;
  for (const Request& request : requests_) {
    if (round_bytes + request.bytes > max_request_bytes) {
      rounds.emplace_back();
      round_bytes = 0;
    }
    rounds.back().push_back(request.id);
    round_bytes += request.bytes;
    bytes_written_ += request.bytes;
  }
  requests_.clear();
  reserve(fixed_end_ + record_bytes_ * communicator_.max(n_record_));
  rounds.resize(std::size_t(communicator_.max(int(rounds.size()))));
  for (std::vector<int>& ids : rounds) {
    std::vector<int> statuses(ids.size(), NC_NOERR);
    note(ncmpi_wait_all(file_, int(ids.size()), ids.data(), statuses.data()), "writing");
    for (const int status : statuses) note(status, "writing");
    agree();
  }
  bool due = since_sync_.seconds() > sync_interval;
  communicator_.broadcast(due, 0);
  if (due) sync();
}

void ParallelFile::sync() {
  since_sync_ = Stopwatch();
  note(ncmpi_sync(file_), "writing");
  agree();
}

void ParallelFile::finish() {
  flush();
  sync();
  close();
  agree();
  run_on_root(communicator_, 0, [&] {
    sync_path(partial_path_, O_RDONLY);
    part_->finish();
    const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
    sync_path(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
  });
}

}  // namespace groundswell
