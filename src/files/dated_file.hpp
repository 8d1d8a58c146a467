// SPDX-License-Identifier: Apache-2.0
// A parallel file with one date per record: time axis, CF attributes of the file and of its fields. All kinds
// of output are built on it.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "comm/communicator.hpp"
#include "field/field_info.hpp"
#include "files/parallel_file.hpp"

namespace groundswell {

struct FileHeader {
  std::string title, source, history, conventions;
  std::string start = {};  // start of the forecast in ISO 8601, as forecast_reference_time; empty = none
  std::vector<double> depths = {};  // [m] below the surface, of fields with a FieldInfo::depth_number
  // What is done with the file of an earlier run.
  ParallelFile::Start how_to_keep = ParallelFile::Start::go_on;
};

// Time in a file: counted in units of `unit_seconds` since `epoch`.
struct FileTime {
  DateTime epoch;
  std::int64_t unit_seconds = 1;  // 1, 3600 or 86400
  // [s] length of the period before each date (but not before the epoch) that the file's statistics cover, as
  // given by its time_bnds; 0 = none.
  std::int64_t interval = 0;
};

// The dates in a file of an earlier run, as DatedFile finds them: they end before the first date that is not
// later than its predecessor, because after a crash anything may follow. Called on one rank. Throws Error if
// the file is not one in which a run could continue.
std::vector<DateTime> read_dates(const std::string& path, const FileTime& axis);

// Throws Error like read_dates, and also unless the file has exactly `n_due` dates up to `until`, the last of
// which is `last_due`.
void require_dates_until(const std::string& path, const FileTime& axis, const DateTime& until,
                         std::int64_t n_due, const std::optional<DateTime>& last_due);

class DatedFile {
 public:
  // Creates <path>.part with the unlimited dimension `time`; the caller adds the other definitions and calls
  // end_definitions(). With `keep_until`, continues the file of an earlier run and keeps all its dates up to
  // and including that one, or only compares the file with this run's definitions (FileHeader::how_to_keep).
  // Throws Error on all ranks; see ParallelFile. Collective.
  DatedFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
            const FileTime& axis, const std::optional<DateTime>& keep_until = {});

  ParallelFile& file() { return file_; }
  const ParallelFile& file() const { return file_; }
  int time_dimension() const { return time_dimension_; }
  // Adds a float variable of a field with its CF attributes and fill value.
  int add_field(const FieldInfo& info, const std::vector<int>& dimensions);

  // The last date of the earlier run that is kept, if any; the dates up to it ascend.
  const std::optional<DateTime>& last_kept() const { return last_kept_; }
  // To be called before the first new record: throws Error, on all ranks, unless `n_date` dates were kept and
  // the last of them is `due`.
  void require_kept(std::int64_t n_date, const std::optional<DateTime>& due) const;

  // Begins the next record, to which everything written until end_record() belongs. Returns its index.
  std::int64_t begin_record(const DateTime& date);
  std::int64_t record() const { return n_record_ - 1; }
  // Flushes. Collective.
  void end_record() { file_.flush(); }
  void finish() { file_.finish(); }

  // Calls ParallelFile::change() between two records; afterwards the file has `n_date` dates, the last of
  // them `last`. Collective.
  void change(const std::function<void(const std::string& path)>& work, std::int64_t n_date,
              const std::optional<DateTime>& last);

 private:
  ParallelFile file_;
  FileTime axis_;
  std::vector<double> depths_;
  std::optional<DateTime> last_kept_;
  int time_dimension_ = -1, time_ = -1, bounds_ = -1;
  std::int64_t n_record_ = 0;
  double time_value_ = 0.0;
  std::array<double, 2> bounds_values_{};
};

// Name, unit, standard name and description of a variable; all but the name may be empty.
struct VariableText {
  const char* name;
  const char* unit;
  const char* standard_name;
  const char* long_name;
};
int add_described_variable(ParallelFile& file, const VariableText& text, FileType type,
                           const std::vector<int>& dimensions);

// A longitude [degree] wrapped to -180 <= lon < 180, or to within 180 degrees of `other`.
double wrapped_longitude(double longitude);
double longitude_near(double longitude, double other);

}  // namespace groundswell
