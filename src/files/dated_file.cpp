// SPDX-License-Identifier: Apache-2.0
// Attributes follow CF 1.8.
#include "files/dated_file.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace groundswell {
namespace {

std::string time_unit(const FileTime& axis) {
  const char* name = axis.unit_seconds == 1 ? "seconds" : axis.unit_seconds == 3600 ? "hours" : "days";
  const std::string iso = axis.epoch.iso();  // 1996-01-15T18:00:00Z
  return text(name, " since ", iso.substr(0, 10), " ", iso.substr(11, 8));
}

// After a crash anything may follow the committed dates: returns the dates before the first one that is not
// later than its predecessor.
std::vector<DateTime> ascending_dates(const std::vector<double>& times, const FileTime& axis) {
  std::vector<DateTime> dates;
  for (const double time : times) {
    const double seconds = time * double(axis.unit_seconds);
    if (!(std::abs(seconds) < 1e15)) break;
    const DateTime date = axis.epoch + std::llround(seconds);
    if (!dates.empty() && date <= dates.back()) break;
    dates.push_back(date);
  }
  return dates;
}

void require_dates(const std::string& path, std::int64_t n_found, const std::optional<DateTime>& last,
                   std::int64_t n_due, const std::optional<DateTime>& last_due) {
  const auto described = [](std::int64_t n, const std::optional<DateTime>& date) {
    return n == 0 || !date ? std::string("no date") : text(n, " dates up to ", date->iso());
  };
  require(n_found == n_due && last == last_due, "cannot go on in '", path, "': it has ",
          described(n_found, last), ", but ", described(n_due, last_due),
          " are needed; put back the file that has them, or start the run from the beginning");
}

}  // namespace

// The time is the first record variable.
std::vector<DateTime> read_dates(const std::string& path, const FileTime& axis) {
  check_cdf5_file(path);
  const RecordPart records = find_record_part(path);
  return ascending_dates(read_from_records(path, records, records.begin, count_records(path, records)), axis);
}

void require_dates_until(const std::string& path, const FileTime& axis, const DateTime& until,
                         std::int64_t n_due, const std::optional<DateTime>& last_due) {
  std::vector<DateTime> dates = read_dates(path, axis);
  dates.erase(std::ranges::upper_bound(dates, until), dates.end());
  require_dates(path, std::int64_t(dates.size()), dates.empty() ? std::nullopt : std::optional(dates.back()),
                n_due, last_due);
}

DatedFile::DatedFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
                     const FileTime& axis, const std::optional<DateTime>& keep_until)
    : file_(communicator, path, keep_until ? header.how_to_keep : ParallelFile::Start::anew),
      axis_(axis),
      depths_(header.depths) {
  file_.add_attribute(ParallelFile::global, "title", header.title);
  file_.add_attribute(ParallelFile::global, "source", header.source);
  file_.add_attribute(ParallelFile::global, "history", header.history);
  file_.add_attribute(ParallelFile::global, "Conventions", header.conventions);
  if (!header.start.empty())
    file_.add_attribute(ParallelFile::global, "forecast_reference_time", header.start);
  time_dimension_ = file_.add_unlimited_dimension("time");
  time_ = add_described_variable(file_, {"time", time_unit(axis).c_str(), "time", "time"}, FileType::float64,
                                 {time_dimension_});
  file_.add_attribute(time_, "calendar", name_of(calendars, axis.epoch.calendar()));
  file_.add_attribute(time_, "axis", "T");
  if (axis.interval > 0) {
    file_.add_attribute(time_, "bounds", "time_bnds");
    bounds_ =
        file_.add_variable("time_bnds", FileType::float64, {time_dimension_, file_.add_dimension("bnds", 2)});
  }
  if (!keep_until) return;
  for (const DateTime& date : ascending_dates(file_.read_from_records(time_), axis_)) {
    if (date > *keep_until) break;
    last_kept_ = date;
    ++n_record_;
  }
  file_.keep_records(n_record_);
}

void DatedFile::require_kept(std::int64_t n_date, const std::optional<DateTime>& due) const {
  require_dates(file_.path(), n_record_, last_kept_, n_date, due);
}

void DatedFile::change(const std::function<void(const std::string& path)>& work, std::int64_t n_date,
                       const std::optional<DateTime>& last) {
  file_.change(work, n_date);
  n_record_ = n_date;
  last_kept_ = last;
}

int DatedFile::add_field(const FieldInfo& info, const std::vector<int>& dimensions) {
  const std::string name(info.name), unit(info.file_unit()), standard_name(info.standard_name),
      long_name(info.long_name);
  const int variable =
      add_described_variable(file_, {name.c_str(), unit.c_str(), standard_name.c_str(), long_name.c_str()},
                             FileType::float32, dimensions);
  file_.add_attribute(variable, "_FillValue", file_fill_value);
  file_.add_attribute(variable, "valid_min", info.valid_min);
  file_.add_attribute(variable, "valid_max", info.valid_max);
  if (info.depth_number > 0) {
    ensure(info.depth_number <= int(depths_.size()), "the depth of '", name, "' is not known");
    file_.add_attribute(variable, "depth", float(depths_[std::size_t(info.depth_number - 1)]));
  }
  if (axis_.interval > 0) {
    const std::string_view method = name_of(info.statistic);
    file_.add_attribute(variable, "cell_methods", text("time: ", method.empty() ? "point" : method));
  }
  return variable;
}

std::int64_t DatedFile::begin_record(const DateTime& date) {
  const std::int64_t record = n_record_++;
  ensure(!last_kept_ || date > *last_kept_, "a date of '", file_.path(), "' is written twice");
  time_value_ = double(date - axis_.epoch) / double(axis_.unit_seconds);
  if (file_.communicator().rank() == 0) file_.write(time_, {{record}, {1}}, &time_value_);
  if (bounds_ >= 0 && file_.communicator().rank() == 0) {
    const double begin = double(date - axis_.epoch - axis_.interval) / double(axis_.unit_seconds);
    bounds_values_ = {std::max(0.0, begin), time_value_};
    file_.write(bounds_, {{record, 0}, {1, 2}}, bounds_values_.data());
  }
  return record;
}

int add_described_variable(ParallelFile& file, const VariableText& text, FileType type,
                           const std::vector<int>& dimensions) {
  const int variable = file.add_variable(text.name, type, dimensions);
  if (*text.unit) file.add_attribute(variable, "units", text.unit);
  if (*text.standard_name) file.add_attribute(variable, "standard_name", text.standard_name);
  if (*text.long_name) file.add_attribute(variable, "long_name", text.long_name);
  if (type == FileType::text)
    file.add_attribute(variable, "_Encoding", "utf-8");  // so that xarray returns strings, not bytes
  return variable;
}

double wrapped_longitude(double longitude) {
  const double wrapped = longitude - 360.0 * std::floor((longitude + 180.0) / 360.0);
  return wrapped >= 180.0 ? -180.0 : std::max(wrapped, -180.0);  // rounding
}

double longitude_near(double longitude, double other) {
  return longitude - 360.0 * std::round((longitude - other) / 360.0);
}

}  // namespace groundswell
