// SPDX-License-Identifier: Apache-2.0
// Calls PnetCDF; if a call fails on one rank, all ranks throw the error. Values are written by non-blocking
// requests that PnetCDF combines into one collective write.
#include "files/parallel_file.hpp"

#include <fcntl.h>
#include <pnetcdf.h>
#include <semaphore.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/error.hpp"
#include "comm/mpi_hints.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// PnetCDF refuses requests of 2 GiB and more.
constexpr std::int64_t max_request_bytes = std::int64_t(1) << 30;

constexpr double sync_interval = 30.0;  // [s]

#ifdef OPEN_MPI
constexpr std::size_t longest_path = 240;
#else
constexpr std::size_t longest_path = 4000;
#endif

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

int start_read(int file, int variable, const MPI_Offset* start, const MPI_Offset* count, float* values,
               int* request) {
  return ncmpi_iget_vara_float(file, variable, start, count, values, request);
}
int start_read(int file, int variable, const MPI_Offset* start, const MPI_Offset* count, double* values,
               int* request) {
  return ncmpi_iget_vara_double(file, variable, start, count, values, request);
}
int start_read(int file, int variable, const MPI_Offset* start, const MPI_Offset* count, int* values,
               int* request) {
  return ncmpi_iget_vara_int(file, variable, start, count, values, request);
}
int start_read(int file, int variable, const MPI_Offset* start, const MPI_Offset* count, char* values,
               int* request) {
  return ncmpi_iget_vara_text(file, variable, start, count, values, request);
}

std::filesystem::path folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

// These hints make the file's bytes independent of the file system and the number of ranks, and keep PnetCDF
// from swapping the bytes of the caller's values in place.
MpiHints file_hints() {
  return {{"nc_in_place_swap", "disable"},
          {"nc_header_align_size", "512"},
          {"nc_var_align_size", "512"},
          {"nc_record_align_size", "4"}};
}

// Open MPI opens a file under a semaphore named after the file without its folder. A semaphore left behind by
// a killed program would make every later program on the machine that opens a file of this name wait forever;
// unlinking a semaphore that is in use does no harm.
void remove_left_semaphore(const std::string& path) {
#ifdef OPEN_MPI
  ::sem_unlink(("OMPIO_" + std::filesystem::path(path).filename().string()).c_str());
#endif
}

}  // namespace

void check_path_length(const std::string& path) {
  const std::size_t length = part_path(path).size();
  require(length <= longest_path, "the path '", part_path(path), "' has ", length,
          " characters, but paths of files that all processes write may have at most ", longest_path,
          " with this MPI library; name a folder with a shorter path, or start the program nearer to it and "
          "give a relative one");
}

ParallelFile::ParallelFile(const Communicator& communicator, std::string path, Start start)
    : communicator_(communicator),
      path_(std::move(path)),
      current_path_(part_path(path_)),
      goes_on_(start != Start::anew),
      only_compares_(start == Start::compare),
      exceptions_(std::uncaught_exceptions()) {
  check_path_length(path_);
  if (goes_on_) {
    open_to_read();
  } else {
    // One rank creates the file with plain system calls, whose error messages are clearer than MPI's.
    run_on_root(communicator_, 0, [&] { part_.emplace(path_, PartFile::Writers::library); });
    remove_left_semaphore(current_path_);
    note(ncmpi_create(communicator_.handle(), current_path_.c_str(), NC_CLOBBER | NC_64BIT_DATA,
                      file_hints().handle(), &file_),
         "creating");
  }
  agree();
}

// Until the definitions have been compared, nothing is changed.
void ParallelFile::open_to_read() {
  run_on_root(communicator_, 0, [&] {
    current_path_ = file_to_go_on(path_);
    check_cdf5_file(current_path_);
  });
  communicator_.broadcast(current_path_, 0);
  remove_left_semaphore(current_path_);
  note(ncmpi_open(communicator_.handle(), current_path_.c_str(), NC_NOWRITE, file_hints().handle(), &file_),
       "reading");
}

// Renames the file, cuts off the records that are not kept, and opens it again for writing.
void ParallelFile::take_over() {
  close();
  agree();
  current_path_ = part_path(path_);
  run_on_root(communicator_, 0, [&] {
    part_.emplace(path_, PartFile::Writers::library, PartFile::Start::go_on);
    if (layout_.record_bytes > 0)
      cut_records(part_->descriptor(), current_path_, {layout_.fixed_end, layout_.record_bytes}, n_record_);
  });
  open_to_write();
}

void ParallelFile::open_to_write() {
  remove_left_semaphore(current_path_);
  note(ncmpi_open(communicator_.handle(), current_path_.c_str(), NC_WRITE, file_hints().handle(), &file_),
       "opening");
  agree();
}

ParallelFile::~ParallelFile() {
  // During an exception other ranks may never reach this collective call.
  if (std::uncaught_exceptions() == exceptions_) close();
  if (rows_descriptor_ >= 0) ::close(rows_descriptor_);
}

void ParallelFile::close() {
  if (file_ < 0) return;
  ncmpi_cancel(file_, NC_REQ_ALL, nullptr, nullptr);
  note(ncmpi_close(file_), "closing");
  file_ = -1;
}

void ParallelFile::note(int status, std::string_view what) {
  if (status != NC_NOERR) note_failure(ncmpi_strerror(status), ENOSPC, what);
}

void ParallelFile::note_reason(int reason, std::string_view what) {
  note_failure(std::strerror(reason), reason, what);
}

// The advice is that for the reason `likely`.
void ParallelFile::note_failure(const char* reason, int likely, std::string_view what) {
  if (!first_error_.empty()) return;
  first_error_ = text(what, " '", current_path_, "' failed: ", reason,
                      " (free on that disk: ", free_room(current_path_).value_or(0) / 1000000, " MB); ",
                      advice_after(likely),
                      layout_.record_bytes > 0 ? ". Dates written before are kept in that file" : "");
}

void ParallelFile::note_difference(std::string_view what) {
  if (!first_error_.empty()) return;
  first_error_ = text("cannot go on in '", current_path_, "': ", what,
                      "; restore the settings with which it was begun, or start the run from the beginning");
}

// Either all ranks continue, or all close the file and throw the same message.
void ParallelFile::agree() {
  if (!communicator_.any(!first_error_.empty())) return;
  const std::string message = first_error_;
  close();
  throw_together(communicator_, message);
}

// Reserves disk space up to a given length of the file, if the file system can do that.
void ParallelFile::reserve(std::int64_t bytes) {
  if (bytes <= reserved_) return;
  reserved_ = bytes;
  if (part_ && ::fallocate(part_->descriptor(), 0, 0, bytes) != 0 && errno != EOPNOTSUPP && errno != ENOSYS)
    note_reason(errno, "writing");
  agree();
}

template <class T>
void ParallelFile::queue(int variable, const Slab& slab, const T* values) {
  const std::vector<int>& dimensions = layout_.variable(variable).dimensions;
  std::int64_t bytes = sizeof(T);
  for (std::size_t d = 0; d < dimensions.size(); ++d) bytes *= slab.count[d];
  if (bytes == 0) return;
  if (layout_.has_records(variable)) n_record_ = std::max(n_record_, slab.start[0] + slab.count[0]);
  if (bytes > max_request_bytes) {
    // Splits the request in half along the first dimension that has more than one value.
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
  if (goes_on_ && !layout_.has_records(variable)) {
    comparisons_.push_back({variable, std::vector<std::byte>(std::size_t(bytes)), values});
    T* found = reinterpret_cast<T*>(comparisons_.back().found.data());
    note(start_read(file_, variable, start.data(), count.data(), found, &request), "reading");
  } else {
    note(start_write(file_, variable, start.data(), count.data(), values, &request), "writing");
    bytes_written_ += bytes;
  }
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

std::int64_t ParallelFile::variable_begin(int variable) {
  MPI_Offset begin = 0;
  note(ncmpi_inq_varoffset(file_, variable, &begin), "measuring");
  return begin;
}

void ParallelFile::write_in_place(int variable, std::int64_t record, std::int64_t first,
                                  std::span<const std::byte> values) {
  const std::int64_t begin = variable_begin(variable) + record * layout_.record_bytes +
                             first * layout_.variable(variable).value_bytes;
  if (rows_descriptor_ < 0)
    rows_descriptor_ = ::open(current_path_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (rows_descriptor_ < 0) return note_reason(errno, "opening");
  for (std::size_t done = 0; done < values.size() && first_error_.empty();) {
    const ::ssize_t written =
        ::pwrite(rows_descriptor_, values.data() + done, values.size() - done, begin + std::int64_t(done));
    if (written < 0) {
      if (errno != EINTR) note_reason(errno, "writing");
      continue;
    }
    done += std::size_t(written);
    bytes_written_ += written;
  }
#ifdef SYNC_FILE_RANGE_WRITE
  // Starts to write the values to disk now, so that the final flush, which reports any error, has less to
  // wait for. This would not help with small rows, as the next row would touch a page that is still being
  // written.
  constexpr std::size_t smallest = 1 << 16;
  if (values.size() >= smallest)
    ::sync_file_range(rows_descriptor_, begin, std::int64_t(values.size()), SYNC_FILE_RANGE_WRITE);
#endif
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
  }
  requests_.clear();
  reserve(layout_.fixed_end + layout_.record_bytes * communicator_.max(n_record_));
  rounds.resize(std::size_t(communicator_.max(int(rounds.size()))));
  for (std::vector<int>& ids : rounds) {
    std::vector<int> statuses(ids.size(), NC_NOERR);
    note(ncmpi_wait_all(file_, int(ids.size()), ids.data(), statuses.data()), "writing");
    for (const int status : statuses) note(status, "writing");
    agree();
  }
  if (goes_on_) compare_values();
  bool due = since_sync_.seconds() > sync_interval;
  communicator_.broadcast(due, 0);
  if (!due || only_compares_) return;
  sync();
  agree();
}

void ParallelFile::sync() {
  since_sync_ = Stopwatch();
  note(ncmpi_sync(file_), "writing");
}

void ParallelFile::commit(const Communicator& communicator, const std::vector<ParallelFile*>& files) {
  std::string message;
  for (ParallelFile* file : files) {
    file->sync();
    if (message.empty()) message = file->first_error_;
  }
  run_together(communicator, [&] {
    require(message.empty(), message);
    if (communicator.rank() != 0) return;
    std::set<std::filesystem::path> folders;
    for (const ParallelFile* file : files) {
      sync_to_disk(file->current_path_);
      folders.insert(folder_of(file->current_path_));
    }
    for (const std::filesystem::path& folder : folders) sync_to_disk(folder);
  });
}

void ParallelFile::change(const std::function<void(const std::string& path)>& work, std::int64_t n_record) {
  close();
  agree();
  run_on_root(communicator_, 0, [&] {
    work(current_path_);
    cut_records(part_->descriptor(), current_path_, {layout_.fixed_end, layout_.record_bytes}, n_record,
                OnDisk::some_time);
  });
  n_record_ = n_record;
  reserved_ = 0;  // no space is reserved for what was cut off
  open_to_write();
}

void ParallelFile::discard() {
  close();
  agree();
  run_on_root(communicator_, 0, [&] {
    std::error_code error;
    std::filesystem::remove(current_path_, error);
    require(!error, "cannot remove '", current_path_, "': ", error.message());
    part_.reset();
  });
}

void ParallelFile::finish() {
  flush();
  sync();
  close();
  agree();
  run_on_root(communicator_, 0, [&] {
    sync_to_disk(current_path_);
    part_->finish();
    sync_to_disk(folder_of(path_));
  });
}

}  // namespace groundswell
