// SPDX-License-Identifier: Apache-2.0
#include "run/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/units.hpp"
#include "base/written_file.hpp"
#include "run/folder_record.hpp"
#include "run/progress.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;
using Row = std::array<std::string, 8>;

Row row_of(const RunReport& report) {
  if (report.began.empty()) return {report.run, report.state, "-", "-", "-", "-", "-", "-"};
  return {report.run,
          report.state,
          report.began,
          report.reached,
          std::to_string(report.n_step),
          format_duration(report.seconds),
          report.highest.empty() ? "-" : report.highest,
          text(report.files.n_file, report.files.n_file == 1 ? " file, " : " files, ",
               format_bytes(report.files.bytes), " in ", report.folder)};
}

// The number of characters: UTF-8 continuation bytes do not count.
std::size_t width_of(const std::string& words) {
  return std::size_t(std::ranges::count_if(words, [](char c) { return (c & 0xc0) != 0x80; }));
}

nlohmann::json to_json(const RunReport& r) {
  return {r.run,     r.state,   r.began,  r.reached,      r.n_step,
          r.seconds, r.highest, r.folder, r.files.n_file, r.files.bytes};
}

RunReport from_json(const nlohmann::json& items) {
  return {items[0], items[1], items[2],
          items[3], items[4], items[5],
          items[6], items[7], {items[8], items[9], {}}};
}

}  // namespace

WrittenFiles find_written(const fs::path& folder, const std::vector<std::string>& names) {
  WrittenFiles found;
  std::error_code ignored;
  for (const std::string& name : names) {
    double bytes = 0.0;
    int n_file = 0;
    for (const std::string& file : list_files_like(folder, name))
      for (const std::string& there : {file, part_path(file)}) {
        if (!fs::is_regular_file(folder / there, ignored)) continue;
        bytes += double(fs::file_size(folder / there, ignored));
        ++n_file;
        break;
      }
    if (n_file == 0) continue;
    found.n_file += n_file;
    found.bytes += bytes;
    found.list += text(found.list.empty() ? "" : ", ", name, " (", n_file > 1 ? text(n_file, " files, ") : "",
                       format_bytes(bytes), ")");
  }
  return found;
}

std::vector<std::string> RunReport::lines() const {
  return {"the highest sea was " + highest, "files in " + folder + ": " + files.list};
}

std::vector<std::string> format_reports(std::span<const RunReport> reports) {
  std::vector<Row> rows{{"run", "state", "from", "to", "steps", "time", "highest sea", "output"}};
  for (const RunReport& report : reports) rows.push_back(row_of(report));
  std::array<std::size_t, std::tuple_size_v<Row>> width{};
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], width_of(row[i]));
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::string& line = lines.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line += std::string(width[i] - width_of(row[i]) + 2, ' ');
    }
  }
  return lines;
}

std::vector<RunReport> gather_reports(const Communicator& communicator, std::span<const RunReport> mine) {
  constexpr char end = '\n';  // ends a report, whose JSON contains no line break
  std::string told;
  for (const RunReport& report : mine)
    told += to_json(report).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + end;
  const std::vector<char> all = communicator.gather(std::span<const char>(told), 0);
  std::vector<RunReport> reports;
  for (auto begin = all.begin(); begin != all.end();) {
    const auto stop = std::find(begin, all.end(), end);
    reports.push_back(from_json(nlohmann::json::parse(begin, stop)));
    begin = stop + 1;
  }
  return reports;
}

}  // namespace groundswell
