// SPDX-License-Identifier: Apache-2.0
#include "array_output/array_checks.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/date_time.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "base/words.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "transfer/cell_pairs.hpp"

namespace groundswell {
namespace {

std::string date_text(const std::optional<DateTime>& date) {
  return date ? date->iso() : "none";
}

std::string words_of(const auto& described) {
  return text("'", described.name, "', '", described.unit, "', '", described.standard_name, "', '",
              described.long_name, "'");
}

// Turns a text of several lines, such as a history, into one line.
std::string in_one_line(std::string words) {
  for (std::size_t at = 0; (at = words.find('\n', at)) != std::string::npos; at += 2)
    words.replace(at, 1, "\\n");
  return words;
}

// Everything that must be the same on all ranks, one line per item.
std::vector<std::string> lines_of(const ArrayOutputSettings& s) {
  std::vector<std::string> lines{
      text("the run from ", s.start.iso(), " to ", s.end.iso(), " in the calendar ",
           name_of(calendars, s.start.calendar())),
      text("the date to go on from: ", date_text(s.goes_on_from)),
      text("the header '", s.header.title, "', '", s.header.source, "', '", s.header.history, "'"),
      text("a grid of ", s.n_cell, " cells"),
      text("the share along '", name_of(array_shares, s.share), "'"),
      text(s.servers.n_server, " servers, transport '", s.servers.transport.method, "', ",
           s.servers.transport.n_primary, " primaries, progress '", s.servers.transport.progress, "', ",
           s.servers.transport.n_slot, " slots, memory ", s.servers.memory, " B")};
  lines.push_back(text("restarts '", s.restart.path, "' of"));
  for (const std::string& name : s.restart.variables) lines.back() += text(' ', name);
  std::string levels = text("levels in '", s.levels.unit, "', '", s.levels.standard_name,
                            s.levels.is_down ? "', down:" : "', up:");
  for (const double value : s.levels.values) levels += text(' ', exact_text(value));
  lines.push_back(levels);
  for (const ArrayAxis& axis : s.axes) {
    lines.push_back(text("the axis '", axis.name, "', '", axis.unit, "', '", axis.standard_name, "' of ",
                         axis.size, ':'));
    for (const double value : axis.values) lines.back() += text(' ', exact_text(value));
  }
  for (const ArrayPosition& position : s.positions) lines.push_back("the position " + words_of(position));
  for (const ArrayVariable& v : s.variables)
    lines.push_back(text("the variable ", words_of(v), " of ", v.array.element_bytes, " bytes",
                         v.is_integer ? " (integers)" : "", v.has_levels ? " with levels" : ""));
  for (const ArrayFileSettings& file : s.files) {
    std::string line = text("the file '", file.path, "' every ", file.interval, " s from ",
                            date_text(file.start), " to ", date_text(file.end), " of");
    for (const std::string& name : file.variables) line += text(' ', name);
    lines.push_back(line);
  }
  std::ranges::transform(lines, lines.begin(), in_one_line);
  return lines;
}

// Checks the names of variables, dimensions and coordinates together.
void check_names(const ArrayOutputSettings& s) {
  std::set<std::string> names{"time", "cell", "level"};
  const auto check = [&](const std::string& name) {
    const auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    require(!name.empty() && std::ranges::all_of(name, is_plain) &&
                std::isalpha(static_cast<unsigned char>(name[0])),
            "a variable of output is called '", name,
            "'; begin with a letter and use letters, digits and '_'");
    constexpr std::size_t most = 256;  // of NetCDF
    require(name.size() <= most, "a variable of output has a name of ", name.size(),
            " letters, of which NetCDF allows ", most, ": '", name, "'; give it a shorter one");
    require(names.insert(name).second, "two variables of output are called '", name,
            "', or it is the name of a dimension; rename one of them");
  };
  for (const ArrayAxis& axis : s.axes) check(axis.name);
  for (const ArrayPosition& position : s.positions) check(position.name);
  for (const ArrayVariable& variable : s.variables) check(variable.name);
}

// Checks that the coordinates of a dimension are finite and all ascend or all descend.
void check_coordinates(const std::vector<double>& values, const std::string& what) {
  for (const double value : values)
    require(std::isfinite(value), "a value of ", what, " is ", value, "; give a number");
  const bool ascend = values.size() > 1 && values[1] > values[0];
  for (std::size_t i = 1; i < values.size(); ++i)
    require(ascend ? values[i] > values[i - 1] : values[i] < values[i - 1], "value ", i + 1, " of ", what,
            ", ", exact_text(values[i]), ", comes after ", exact_text(values[i - 1]),
            "; all must ascend, or all descend");
}

void check_axes(const ArrayOutputSettings& s) {
  if (s.axes.empty()) return;
  require(s.axes.size() == 2, "the grid of the output has ", s.axes.size(),
          " axes; give two, columns and rows, or none");
  for (const ArrayAxis& axis : s.axes) {
    require(axis.size > 0, "the axis '", axis.name, "' has ", axis.size, " cells; give a positive number");
    require(axis.values.empty() || std::int64_t(axis.values.size()) == axis.size, "the axis '", axis.name,
            "' has ", axis.values.size(), " values for ", axis.size, " cells; give as many, or none");
    check_coordinates(axis.values, text("the axis '", axis.name, "'"));
  }
  const std::int64_t n_column = s.axes[0].size, n_row = s.axes[1].size;
  require(s.n_cell % n_column == 0 && s.n_cell / n_column == n_row, "the axes of the output have ", n_column,
          " columns and ", n_row, " rows, but the grid has ", s.n_cell,
          " cells; give as many as the product");
}

// `what` is the beginning of sentences.
void check_file(const ArrayOutputSettings& s, const std::string& path,
                const std::vector<std::string>& variables, const std::string& what) {
  require(!path.empty(), what, " of output has no path; give it one");
  require(!variables.empty(), what, " '", path, "' has no variable; name some");
  std::set<std::string> seen;
  for (const std::string& name : variables) {
    find_named(s.variables, name, what, " '", path, "' should have the variable '", name,
               "', which is not known");
    require(seen.insert(name).second, what, " '", path, "' should have the variable '", name,
            "' twice; remove one");
  }
}

// Whether a file is called as a restart of some date.
bool is_named_as_restart(const std::filesystem::path& file, const std::filesystem::path& restart) {
  const auto folder_of = [](const std::filesystem::path& path) { return resolved_path(path).parent_path(); };
  const std::string name = file.stem(), before_date = restart.filename().string() + "_";
  return file.extension() == ".nc" && name.starts_with(before_date) &&
         is_compact_date(name.substr(before_date.size())) &&
         folder_of(file) == folder_of(restart.parent_path() / file.filename());
}

}  // namespace

void require_same_settings(const Communicator& communicator, const ArrayOutputSettings& settings) {
  std::vector<std::string> lines;
  run_together(communicator, [&] { lines = lines_of(settings); });
  require_same(communicator, "the settings of output", lines);
}

void check_settings(const ArrayOutputSettings& s) {
  require(s.n_cell > 0, "the grid of the output has ", s.n_cell, " cells; give a positive number");
  require(s.end >= s.start, "the run ends at ", s.end.iso(), ", before it starts at ", s.start.iso());
  const ArrayRestartSettings& restart = s.restart;
  const bool has_restarts = !restart.path.empty() || !restart.variables.empty();
  require(!s.files.empty() || has_restarts, "output has no file; give one");
  require(s.servers.memory > 0, "the memory of a server is ", s.servers.memory, " B; it must be positive");
  check_names(s);
  check_coordinates(s.levels.values, "the levels");
  check_axes(s);
  for (const ArrayVariable& variable : s.variables) {
    require(variable.array.element_bytes == 4 || variable.array.element_bytes == 8, "the variable '",
            variable.name, "' has elements of ", variable.array.element_bytes,
            " bytes; give an array of float (4) or double (8)");
    require(!variable.is_integer || variable.array.element_bytes == 4, "the variable '", variable.name,
            "' has integers of ", variable.array.element_bytes, " bytes; give an array of int32 (4)");
    require(!variable.has_levels || !s.levels.values.empty(), "the variable '", variable.name,
            "' has levels, but the output has none; give them");
  }
  std::set<std::string> paths;
  for (const ArrayFileSettings& file : s.files) {
    check_file(s, file.path, file.variables, "the file");
    require(file.interval > 0, "the interval of '", file.path, "' is ", file.interval,
            " s; it must be positive");
    require(paths.insert(resolved_path(file.path).string()).second, "two files of output are called '",
            file.path, "'; rename one of them");
  }
  for (const ArrayFileSettings& file : s.files)
    require(!paths.contains(part_path(resolved_path(file.path))), "a file of output is called '",
            part_path(file.path), "', as '", file.path, "' is called while it grows; rename one of them");
  if (!has_restarts) return;
  check_file(s, restart.path, restart.variables, "the restart");
  for (const ArrayFileSettings& file : s.files)
    require(!is_named_as_restart(file.path, restart.path), "a file of output is called '", file.path,
            "', as a restart '", restart.path, "' of that date is called; rename one of them");
}

std::vector<std::int64_t> find_listed_cells(const Communicator& communicator, const Decomposition& cells,
                                            const Block& block, bool has_land) {
  constexpr char rule[] =
      "each cell belongs to one process that computes, and -1 stands for a place of its arrays that is not "
      "written, such as a halo";
  const std::int64_t n_cell = cells.n_global;
  const std::int64_t n_all =
      communicator.sum(std::ranges::count_if(cells.cells, [&](auto cell) { return cells.is_cell(cell); }));
  require(n_all == n_cell || (has_land && n_all < n_cell), "the processes list ", n_all,
          " cells in all, but the grid of the output has ", n_cell, "; ", rule);
  Decomposition written{n_cell, {}};
  run_together(communicator, [&] { written.cells = numbers_of(block); });
  std::vector<std::int64_t> listed;
  run_together(communicator, [&] {
    SparseExchange exchange(communicator);
    const CellPairs pairs = match_cells(
        exchange, &cells, &written, {has_land ? UnheldCells::skip : UnheldCells::refuse, "the output", rule});
    std::vector<std::size_t> places;
    for (const CellPair& pair : pairs.receives) pair.rows.add_cells_to(places);
    std::ranges::sort(places);
    for (const std::size_t place : places) listed.push_back(written.cells[place]);
  });
  return listed;
}

}  // namespace groundswell
