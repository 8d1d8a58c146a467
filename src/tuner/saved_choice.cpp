// SPDX-License-Identifier: Apache-2.0
#include "tuner/saved_choice.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/words.hpp"
#include "base/written_file.hpp"

namespace groundswell {
namespace {

constexpr std::string_view title = "Groundswell: the choice of a tuner";

// The value in the next line, which must begin with `name` and a colon.
std::string value_of(WordReader& lines, const std::string& path, std::string_view name) {
  std::string line;
  require(lines.try_read(line) && line.starts_with(text(name, ": ")), "'", path,
          "' is not a tuner choice file: the line '", name,
          ": ..' is missing; delete the file, and it will be made again");
  return line.substr(name.size() + 2);
}

template <class T>
T number_of(WordReader& lines, const std::string& path, std::string_view name) {
  const std::string value = value_of(lines, path, name);
  const std::optional<T> number = parse_number<T>(value);
  require(bool(number), "'", path, "': '", value, "' after '", name,
          ":' is not a number; delete the file, and it will be made again");
  return *number;
}

}  // namespace

std::optional<SavedChoice> read_saved_choice(const std::string& path) {
  std::error_code error;
  if (std::filesystem::status(path, error).type() == std::filesystem::file_type::not_found)
    return std::nullopt;
  check_input(path, "a tuner choice file");
  const std::string all = read_if_there(path);
  WordReader lines(all, '\n');
  std::string line;
  require(lines.try_read(line) && line == title, "'", path,
          "' is not a tuner choice file: its first line is not '", title, "'");
  SavedChoice saved;
  saved.what = value_of(lines, path, "what");
  saved.machine = value_of(lines, path, "machine");
  saved.key = number_of<std::uint64_t>(lines, path, "key");
  saved.choice = number_of<int>(lines, path, "choice");
  return saved;
}

void write_saved_choice(const std::string& path, const SavedChoice& saved) {
  write_text_file(path, text(title, "\nwhat: ", saved.what, "\nmachine: ", saved.machine,
                             "\nkey: ", saved.key, "\nchoice: ", saved.choice, "\n"));
}

}  // namespace groundswell
