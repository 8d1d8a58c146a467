// SPDX-License-Identifier: Apache-2.0
#include "output/product.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/names.hpp"

namespace groundswell {

View<const float> ProductValues::field(std::string_view name) const {
  const auto found = std::ranges::find(names, name);
  ensure(found != names.end(), "a product uses the field '", name, "', which it has not requested");
  const ByteBuffer& values = bytes[std::size_t(found - names.begin())];
  return {reinterpret_cast<const float*>(values.data()), values.size() / sizeof(float)};
}

View<float> ProductValues::field(std::size_t i) {
  return {reinterpret_cast<float*>(bytes[i].data()), bytes[i].size() / sizeof(float)};
}

Rows<const float> ProductValues::rows(std::size_t row_length) const {
  const ByteBuffer& values = bytes.back();
  return {reinterpret_cast<const float*>(values.data()), values.size() / sizeof(float) / row_length,
          row_length, row_length};
}

Product::Product(const OutputContext& context, std::string path, Schedule schedule, const FileSettings& form)
    : communicator_(context.communicator),
      run_start_(context.start),
      known_(context.fields),
      path_(std::move(path)),
      schedule_(std::move(schedule)) {
  if (form.format == FileFormat::netcdf4) series_.emplace(communicator_, path_, form, schedule_, run_start_);
}

std::vector<std::string> Product::file_names() const {
  std::vector<std::string> names{std::filesystem::path(path_).filename().string()};
  if (series_) names.push_back(series_->names());
  return names;
}

std::string Product::file_name(const DateTime& date) const {
  return std::filesystem::path(series_ ? series_->path_of(date) : path_).filename().string();
}

std::vector<CompleteFile> Product::list_complete(const std::optional<DateTime>& now) const {
  if (now && series_) return series_->list_complete(*now);
  if (now || schedule_.n_date() == 0) return {};
  const DateTime first = schedule_.date(0), last = schedule_.date(schedule_.n_date() - 1);
  if (series_) return series_->list_complete(last);
  return {{file_name(last), first.iso(), last.iso()}};
}

std::optional<CompleteFile> Product::find_completed(const DateTime& now) const {
  return series_ ? series_->find_completed(now) : std::nullopt;
}

std::vector<std::string> Product::find_taken(const DateTime& keep_until) const {
  if (series_) return series_->find_taken(keep_until);
  const std::string file = file_to_go_on(path_);
  check_dates(file, keep_until);
  require_dates_until(file, axis(), keep_until, schedule_.n_date_until(keep_until),
                      schedule_.last_until(keep_until));
  return {};
}

void Product::open(const OutputHeader& header, const MeshPart& part,
                   const std::optional<DateTime>& keep_until) {
  const bool only_compares = header.how_to_keep == ParallelFile::Start::compare;
  const std::optional<DateTime> beginning =
      series_ && keep_until ? series_->find_beginning(*keep_until) : keep_until;
  if (only_compares && !beginning) return;  // the file begins anew
  open_file(header, part, beginning);
  if (series_ && keep_until && only_compares == beginning.has_value()) series_->check_variables();
  if (!series_ && only_compares) go_on(keep_until);
}

void Product::go_on(const std::optional<DateTime>& keep_until) {
  if (!keep_until) return;
  if (series_)
    series_->go_on(file());
  else
    file().require_kept(schedule_.n_date_until(*keep_until), schedule_.last_until(*keep_until));
}

void Product::publish(const DateTime& now, ProductValues& values) {
  write(now, values);
  if (series_) series_->end_date(file(), now);
}

void Product::finish() {
  if (series_)
    file().file().discard();  // all its dates are in the files of the series
  else
    file().finish();
}

std::string Product::describe_oddity() const {
  const std::int64_t n_date = schedule_.n_date();
  if (n_date == 0)
    return text("'", path_,
                "' has no date of output within the run and will have no values; correct its start or end");
  const std::vector<std::string> names = fields();
  const auto statistic = std::ranges::find_if(names, [this](const std::string& name) {
    const auto info = std::ranges::find(known_, name, &FieldInfo::name);
    return info != known_.end() && info->statistic != TimeStatistic::none;
  });
  if (statistic == names.end() || schedule_.date(n_date - 1) > run_start_) return "";
  return text("'", *statistic, "' in '", path_,
              "' will have no values: it covers the time since the previous date of output, "
              "but the only date is the start of the run; choose an interval of less than ",
              schedule_.interval(), " s, no longer than the run");
}

const FieldInfo& OutputContext::field(std::string_view name, std::string_view where) const {
  for (const std::string_view ending : {"_min", "_max"})
    for (const FieldInfo& info : fields)
      require(name != std::string(info.name) + std::string(ending) || info.statistic != TimeStatistic::none ||
                  info.has_extremes(),
              "the field '", name, "' is requested in ", where,
              ", but a direction, or one component of a vector, has no extreme; use '", info.name, "_mean'");
  std::vector<FieldInfo> plain;
  std::ranges::copy_if(fields, std::back_inserter(plain),
                       [](const FieldInfo& info) { return info.statistic == TimeStatistic::none; });
  const auto found = std::ranges::find(fields, name, &FieldInfo::name);
  require(found != fields.end(), "field '", name, "' in ", where,
          " is not known, neither by itself nor as the _mean, _min or _max of a field",
          introduce_known(std::string(name), names_of(fields)), listed_names(plain));
  const FieldInfo& info = *found;
  const std::string_view source = info.statistic == TimeStatistic::none ? name : info.source;
  require(std::ranges::find(can_make, source) != can_make.end(), "the field '", name, "' is requested in ",
          where, ", but this run has nothing to compute it from; remove it from there, or give its ",
          info.depth_number > 0 ? "depth (output.stokes_depths)"
                                : "forcing; what the sources make needs physics.enabled");
  return info;
}

FileTime make_file_time(const DateTime& run_start, const Schedule& schedule,
                        std::span<const FieldInfo> infos) {
  const bool has_statistics =
      std::ranges::any_of(infos, [](const FieldInfo& info) { return info.statistic != TimeStatistic::none; });
  return {run_start, 1, has_statistics ? schedule.interval() : 0};
}

FileHeader make_file_header(const OutputHeader& header, const char* conventions) {
  return {header.title, header.source, header.history,    conventions,
          header.start, header.depths, header.how_to_keep};
}

}  // namespace groundswell
