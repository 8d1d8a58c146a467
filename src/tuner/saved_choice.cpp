// SPDX-License-Identifier: Apache-2.0
#include "tuner/saved_choice.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/written_file.hpp"

namespace groundswell {
namespace {

constexpr std::string_view title = "Groundswell: the choice of a tuner";

// The rest of the next line, which begins with `name`.
std::string value_of(std::istream& file, const std::string& path, std::string_view name) {
  std::string line;
  std::getline(file, line);
  require(file && line.starts_with(text(name, ": ")), "'", path, "' is not a tuner choice file: the line '",
          name, ": ..' is missing; delete the file, and it is made anew");
  return line.substr(name.size() + 2);
}

template <class T>
T number_of(std::istream& file, const std::string& path, std::string_view name) {
  const std::string value = value_of(file, path, name);
  T number{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  require(error == std::errc() && end == value.data() + value.size(), "'", path, "': '", value, "' after '",
          name, ":' is no number; delete the file, and it is made anew");
  return number;
}

}  // namespace

std::optional<SavedChoice> read_saved_choice(const std::string& path) {
  std::error_code error;
  if (std::filesystem::status(path, error).type() == std::filesystem::file_type::not_found)
    return std::nullopt;
  check_input(path, "a tuner choice file");
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  require(line == title, "'", path, "' is not a tuner choice file: its first line is not '", title, "'");
  SavedChoice saved;
  saved.what = value_of(file, path, "what");
  saved.machine = value_of(file, path, "machine");
  saved.key = number_of<std::uint64_t>(file, path, "key");
  saved.choice = number_of<int>(file, path, "choice");
  return saved;
}

void write_saved_choice(const std::string& path, const SavedChoice& saved) {
  write_text_file(path, text(title, "\nwhat: ", saved.what, "\nmachine: ", saved.machine,
                             "\nkey: ", saved.key, "\nchoice: ", saved.choice, "\n"));
}

}  // namespace groundswell
