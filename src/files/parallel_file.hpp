// SPDX-License-Identifier: Apache-2.0
// A NetCDF file (64-bit data, CDF-5) that all ranks write together through PnetCDF. It is called <path>.part
// until finish() renames it, so that an incomplete file never looks complete; complete dates can be read
// meanwhile. If anything fails on any rank, all ranks throw the same message, so that none is left waiting.
// Disk space is reserved before it is written, because Open MPI 4.1 silently loses the errors of a full disk.
// A file of an earlier run can be continued: the calls are the same as for a new one, but definitions and the
// values of fixed-size variables are compared with those in the file. See docs/design/output.md. Reference:
// Li et al. 2003, Parallel netCDF (SC '03).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/block.hpp"
#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "base/written_file.hpp"
#include "comm/communicator.hpp"
#include "files/file_layout.hpp"
#include "files/record_part.hpp"

namespace groundswell {

// Open MPI 4.1 copies the path of a file, with some 15 characters of its own, into a buffer of 256
// characters, and a longer path makes the program crash. Throws Error if `path`, with the ending .part, is
// too long.
void check_path_length(const std::string& path);

using AttributeValue = std::variant<std::string_view, int, float, double>;

enum class FileType { text, int32, float32, float64 };

// The part of a variable that is written: first index and number of values along each dimension.
struct Slab {
  std::array<std::int64_t, 4> start{}, count{};
};

class ParallelFile {
 public:
  static constexpr int global = -1;  // instead of a variable, for attributes of the file

  // anew: creates <path>.part, replacing one from an earlier run; go_on: opens <path>.part, or else <path>,
  // which becomes <path>.part when definitions end; compare: opens the same file as go_on, and compares
  // definitions and the values of fixed-size variables with it, but changes nothing. Throws Error, on all
  // ranks, if `path` is too long, if a new file cannot be created, or if the file to be continued is missing,
  // damaged or a link; whether that one can be written is checked only when definitions end. Collective.
  enum class Start { anew, go_on, compare };
  ParallelFile(const Communicator& communicator, std::string path, Start start = Start::anew);
  // Without finish(), the file keeps its current name (<path>.part if it was open for writing). Collective,
  // except during an exception.
  ~ParallelFile();
  ParallelFile(const ParallelFile&) = delete;
  ParallelFile& operator=(const ParallelFile&) = delete;

  // Definitions, the same on every rank. The functions return ids for later use; end_definitions() throws
  // Error if any of them failed, if a continued file has different definitions (the attributes of the file
  // may differ, and its variables may have further attributes), or if it cannot be written.
  int add_unlimited_dimension(const char* name);
  int add_dimension(const char* name, std::int64_t size);
  int add_variable(const char* name, FileType type, const std::vector<int>& dimensions);
  void add_attribute(int variable, const char* name, const AttributeValue& value);
  void end_definitions();

  // For a continued file, before definitions end: read_from_records() reads all values of a double variable
  // that has one value per record, and keep_records() sets how many records are kept (none by default). The
  // other records are cut off when definitions end. Collective.
  std::vector<double> read_from_records(int variable);
  void keep_records(std::int64_t n_record) { n_record_ = n_record; }

  // Queues values for the next flush(); they must stay valid until then. Not collective: a rank may queue
  // none. In a continued file, the values of fixed-size variables are not written: flush() throws Error if
  // they differ.
  void write(int variable, const Slab& slab, const float* values);
  void write(int variable, const Slab& slab, const double* values);
  void write(int variable, const Slab& slab, const int* values);
  void write(int variable, const Slab& slab, const char* values);
  // Writes values that are contiguous in the file, immediately and without copies: `first` is the index of
  // the first value in the variable or, for a record variable, in record `record`. The values are in the
  // file's byte order (byte_order.hpp). Not collective; errors are reported by the next flush(), commit() or
  // finish(). The file counts a new record only if values of another variable are queued for it.
  void write_in_place(int variable, std::int64_t record, std::int64_t first,
                      std::span<const std::byte> values);
  // Offset of a variable's values in the file [B], after definitions. Not collective.
  std::int64_t variable_begin(int variable);
  // Writes the queued values, so that they survive a crash of the program; every half minute it also syncs
  // the file to disk, so that they survive a crash of the machine. Throws Error on all ranks if this fails,
  // for example if the disk is full. Collective.
  void flush();
  // Waits until everything flushed to these files is on disk, with one collective error check for all files.
  // Throws Error on all ranks if that fails; the message names a file. Collective.
  static void commit(const Communicator& communicator, const std::vector<ParallelFile*>& files);
  // Lets the first rank read or change the flushed file, which is closed meanwhile, and continues after its
  // first `n_record` records. Throws Error on all ranks if any of this fails. Collective.
  void change(const std::function<void(const std::string& path)>& work, std::int64_t n_record);
  // Flushes the file, closes it and gives it its final name. Collective.
  void finish();
  // Closes the file, which keeps the suffix .part and can then only be destroyed. Collective.
  void close();
  // Closes and removes the file. Collective.
  void discard();

  const std::string& path() const { return path_; }
  const Communicator& communicator() const { return communicator_; }
  std::int64_t bytes_written() const { return bytes_written_; }  // by this rank

 private:
  struct Request {
    int id;
    std::int64_t bytes;
  };
  // Values in the file, to be compared with the caller's.
  struct Comparison {
    int variable;
    std::vector<std::byte> found;
    const void* expected;
  };
  void open_to_read();
  void take_over();
  void open_to_write();
  RecordPart record_part();
  void compare_dimension(const char* name, std::int64_t size);
  void compare_variable(const char* name, FileType type, const std::vector<int>& dimensions);
  void compare_attribute(int variable, const char* name, const std::string& value);
  void compare_counts();
  void compare_values();
  void note(int status, std::string_view what);
  void note_reason(int reason, std::string_view what);
  void note_failure(const char* reason, int likely, std::string_view what);
  void note_difference(std::string_view what);
  void measure();
  void reserve(std::int64_t bytes);
  void agree();
  void sync();
  template <class T>
  void queue(int variable, const Slab& slab, const T* values);
  std::string variable_name(int variable) const;

  const Communicator& communicator_;
  std::string path_, current_path_;  // the second is the current name
  bool goes_on_, only_compares_;
  int file_ = -1;
  int exceptions_ = 0;  // number of uncaught exceptions when the file was opened
  std::string first_error_;
  FileLayout layout_;
  std::int64_t n_record_ = 0;  // kept, written or queued by this rank
  std::int64_t reserved_ = 0;  // [B] length of the file for which disk space is reserved
  Stopwatch since_sync_;
  std::optional<PartFile> part_;  // on the first rank
  int rows_descriptor_ = -1;      // of this rank, for write_in_place
  std::vector<Request> requests_;
  std::vector<Comparison> comparisons_;
  std::int64_t bytes_written_ = 0;
};

// Finishes all files, or whatever has finish(); a failure of one, thrown on all ranks, does not keep the
// others from their names. Throws the first one. Collective.
void finish_all(const auto& files) {
  std::string failure;
  for (const auto& file : files) try {
      file->finish();
    } catch (const Error& error) {
      if (failure.empty()) failure = error.what();
    }
  require(failure.empty(), failure);
}

}  // namespace groundswell
