// SPDX-License-Identifier: Apache-2.0
// Each line is flushed, so that none is lost when a run is killed.
#include "base/log.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/written_file.hpp"

namespace groundswell {

// Lines logged before the file is open wait here.
struct Log::File {
  std::ostringstream waiting;
  std::ofstream open;
  std::ostream& now() { return open.is_open() ? static_cast<std::ostream&>(open) : waiting; }
  bool has_passing_line = false;  // the last line on the stream was written by pass()
};

namespace {

constexpr const char* to_line_begin = "\r\033[K";  // moves to the beginning of the line and clears it

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

Log::Log(std::ostream& out, std::string warning, std::string name, bool on_terminal)
    : out_(&out),
      file_(std::make_shared<File>()),
      warning_(std::move(warning)),
      name_(std::move(name)),
      on_terminal_(on_terminal) {}

Log Log::of_file() {
  Log log;
  log.file_ = std::make_shared<File>();
  return log;
}

// Writes all lines in one piece, so that lines of several runs do not mix.
void Log::print(std::string_view lines) const {
  if (!out_) return;
  std::string named = std::exchange(file_->has_passing_line, false) ? to_line_begin : "";
  named += name_;
  for (const char c : lines) named += c == '\n' ? "\n" + name_ : std::string(1, c);
  *out_ << named + "\n" << std::flush;
}

void Log::open_file(const std::filesystem::path& path) const {
  if (!file_) return;
  check_target(path);
  file_->open.open(path, std::ios::app);
  require(file_->open.is_open(), "cannot write the log '", path.string(), "': ", std::strerror(errno));
  file_->open << file_->waiting.str() << std::flush;
  file_->waiting.str("");
}

void Log::info(std::string_view line) const {
  print(line);
  note(line);
}

void Log::warn(std::string_view line) const {
  print(warning_ + std::string(line));
  note("warning: " + std::string(line));
}

void Log::note(std::string_view line) const {
  if (!file_) return;
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  file_->now() << std::put_time(&utc, "%Y-%m-%dT%H:%M:%SZ  ") << line << std::endl;
}

void Log::pass(std::string_view line) const {
  if (!out_ || !on_terminal_) return;
  *out_ << to_line_begin + name_ + std::string(line) << std::flush;
  file_->has_passing_line = true;
}

bool is_terminal(int descriptor) {
  constexpr std::array launched{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
  if (std::ranges::any_of(launched, is_set)) return false;
  return ::isatty(descriptor) && is_set("TERM") && std::string_view(std::getenv("TERM")) != "dumb";
}

std::string emphasised(std::string_view word, Colour colour, int descriptor) {
  if (!is_terminal(descriptor) || is_set("NO_COLOR")) return std::string(word);
  return std::string(colour == Colour::red ? "\033[1;31m" : "\033[1;33m") + std::string(word) + "\033[0m";
}

}  // namespace groundswell
