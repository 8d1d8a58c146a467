// SPDX-License-Identifier: Apache-2.0
// Each line is flushed, so that none is lost when a run is killed.
#include "base/log.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "base/error.hpp"
#include "base/written_file.hpp"

namespace groundswell {

// Lines wait until the file is open.
struct Log::File {
  std::ostringstream waiting;
  std::ofstream open;
  std::ostream& now() { return open.is_open() ? static_cast<std::ostream&>(open) : waiting; }
};

Log::Log(std::ostream& out, std::string warning, std::string name)
    : out_(&out), file_(std::make_shared<File>()), warning_(std::move(warning)), name_(std::move(name)) {}

// In one piece, so that lines of several runs do not mix.
void Log::print(std::string_view lines) const {
  if (!out_) return;
  std::string named = name_;
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

std::string emphasised(std::string_view word, Colour colour, int descriptor) {
  const char *none = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  const bool coloured = ::isatty(descriptor) && (none == nullptr || *none == '\0') && terminal != nullptr &&
                        std::string_view(terminal) != "dumb";
  if (!coloured) return std::string(word);
  return std::string(colour == Colour::red ? "\033[1;31m" : "\033[1;33m") + std::string(word) + "\033[0m";
}

}  // namespace groundswell
