// SPDX-License-Identifier: Apache-2.0
#include "output/output_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <utility>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

constexpr char record_name[] = ".groundswell_run";
constexpr char previous_name[] = "previous";
constexpr char record_head[] =
    "# Files that a run of Groundswell writes here, one a line behind `file`; the next run moves them to\n"
    "# previous/. The run holds this file locked.\n";

struct Record {
  std::string run;  // what is said of the run that wrote it
  std::vector<std::string> files;
};

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_regular(const fs::path& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() == fs::file_type::regular;
}

// The record of a folder; empty where there is none. A name that is no plain one is left out: a record never
// reaches beyond its folder.
Record read_record(const fs::path& folder) {
  Record record;
  if (!is_regular(folder / record_name)) return record;
  std::ifstream in(folder / record_name);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("run ", 0) == 0) record.run = line.substr(4);
    if (line.rfind("file ", 0) != 0) continue;
    const std::string name = line.substr(5);
    if (!name.empty() && fs::path(name).filename() == name && name != "." && name != "..")
      record.files.push_back(name);
  }
  return record;
}

std::string record_text(const Record& record) {
  std::string content = record_head + ("run " + record.run + "\n");
  for (const std::string& name : record.files) content += "file " + name + "\n";
  return content;
}

// "process 4711 on node7, begun 2026-11-22T06:00:00Z"
std::string describe_this_run() {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text("process ", ::getpid(), " on ", host, ", begun ", date);
}

bool is_input(const fs::path& path, const std::vector<fs::path>& inputs) {
  std::error_code ignored;
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const fs::path& input) { return fs::equivalent(path, input, ignored); });
}

bool is_part(const std::string& name) {
  return fs::path(name).extension() == ".part";
}

// Names under which recorded files lie in a folder, finished or not, but for inputs.
std::vector<std::string> files_there(const fs::path& folder, const std::vector<std::string>& recorded,
                                     const std::vector<fs::path>& inputs) {
  std::vector<std::string> found;
  for (const std::string& file : recorded)
    for (const std::string& name : {file, part_path(file)})
      if (is_regular(folder / name) && !is_input(folder / name, inputs)) found.push_back(name);
  return found;
}

// Whether the folder, or the one that it will be made in, may be written.
void check_folder(const fs::path& folder) {
  std::error_code error;
  require(!folder.empty(), "output.folder is empty; name a folder");
  require((fs::weakly_canonical(folder, error) / "").parent_path().filename() != previous_name,
          "the output folder '", folder.string(),
          "' has the name under which runs keep the output of the run before; name another ",
          "output.folder");
  fs::path there = fs::absolute(folder);
  while (fs::symlink_status(there, error).type() == fs::file_type::not_found && there.has_relative_path())
    there = there.parent_path();
  require(fs::is_directory(there, error), "the output folder '", folder.string(), "' cannot be: '",
          there.string(), "' is no folder; name another output.folder");
  const bool writable = ::access(there.c_str(), W_OK | X_OK) == 0;
  require(writable, "the output folder '", folder.string(), "' cannot be written: '", there.string(),
          "': ", std::strerror(errno), "; change its permissions, or name another output.folder");
}

bool same_file_system(const fs::path& a, const fs::path& b) {
  struct stat first, second;
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev;
}

void check_previous(const RunFiles& files, const std::vector<std::string>& moving) {
  const fs::path previous = files.folder / previous_name;
  if (moving.empty() || !fs::exists(fs::symlink_status(previous))) return;
  const bool is_folder = fs::is_directory(fs::symlink_status(previous));  // a link may lead to another run's
  require(is_folder && same_file_system(previous, files.folder), "'", previous.string(),
          "' is no folder on the same disk, but files of the earlier run are to move there; move it away, or "
          "name another output.folder");
  const std::vector<std::string> replaced = files_there(previous, read_record(previous).files, {});
  for (const std::string& name : moving)
    require(!fs::exists(fs::symlink_status(previous / name)) || holds(replaced, name), "'",
            (previous / name).string(),
            "' is there and no run recorded that it wrote it; move it away, or name another output.folder");
  for (const std::string& name : replaced)
    require(
        !is_input(previous / name, files.inputs), "'", (previous / name).string(),
        "' would be replaced by the output of the earlier run, but this run reads it; move it elsewhere, or "
        "name another output.folder");
}

}  // namespace

// The record of a folder, held locked. It is never replaced, only written in place: a lock is on a file, not
// on its name.
class FolderLock {
 public:
  explicit FolderLock(fs::path folder) : folder_(std::move(folder)) {
    const std::string path = (folder_ / record_name).string();
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    require(descriptor_ >= 0, "cannot write '", path, "': ", std::strerror(errno),
            "; check the permissions of the folder, or name another output.folder");
    if (try_lock(descriptor_)) return;
    ::close(descriptor_);
    const std::string run = read_record(folder_).run;
    throw Error(text("another run writes into '", folder_.string(), "'", run.empty() ? "" : " (" + run + ")",
                     "; wait for its end, or name another output.folder"));
  }
  ~FolderLock() { ::close(descriptor_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  void write(const Record& record) const {
    const std::string content = record_text(record);
    const bool written =
        ::pwrite(descriptor_, content.data(), content.size(), 0) == ::ssize_t(content.size()) &&
        ::ftruncate(descriptor_, ::off_t(content.size())) == 0 && ::fsync(descriptor_) == 0;
    require(written, "cannot write '", (folder_ / record_name).string(), "': ", std::strerror(errno));
  }

 private:
  fs::path folder_;
  int descriptor_ = -1;
};

namespace {

// The record of previous/ comes before the files, each of which moves in one step: where this is broken off,
// the next run finds that record and goes on. A whole run replaces all that is there; of one that was broken
// off what it did not finish (.part) moves beside the last whole run, of which nothing goes.
void move_to_previous(const fs::path& folder, Record record, std::vector<std::string> moving) {
  if (moving.empty()) return;
  const auto unfinished = std::stable_partition(moving.begin(), moving.end(),
                                                [](const std::string& name) { return !is_part(name); });
  const bool whole = unfinished == moving.end();
  const fs::path previous = folder / previous_name;
  std::error_code error;
  fs::create_directory(previous, error);
  require(!error, "cannot make the folder '", previous.string(), "': ", error.message());
  const FolderLock lock(previous);
  const Record older = read_record(previous);
  if (older.run != record.run) {
    for (const std::string& name : files_there(previous, older.files, {}))
      if (whole || is_part(name)) fs::remove(previous / name, error);
    if (!whole)
      for (const std::string& name : older.files)
        if (!holds(record.files, name)) record.files.push_back(name);
    lock.write(record);
  }
  for (const std::string& name : moving) {
    if (!whole && !is_part(name) && fs::exists(previous / name))
      fs::remove(folder / name, error);
    else
      fs::rename(folder / name, previous / name, error);
    require(!error, "cannot move '", (folder / name).string(), "' to '", previous.string(),
            "': ", error.message(), "; move it away, or name another output.folder");
  }
}

}  // namespace

void check_run_files(const RunFiles& files) {
  check_folder(files.folder);
  const Record earlier = read_record(files.folder);
  check_target(files.folder / record_name, files.inputs);
  for (const std::string& name : files.written) {
    check_target(files.folder / name, files.inputs);
    for (const std::string& there : {name, part_path(name)})
      require(holds(earlier.files, name) || !fs::exists(files.folder / there), "'",
              (files.folder / there).string(),
              "' would be replaced, but no run recorded that it wrote it; move it away, or name another "
              "output.folder");
  }
  check_previous(files, files_there(files.folder, earlier.files, files.inputs));
}

OutputFolder::OutputFolder(const Communicator& communicator, const RunFiles& files) {
  run_on_root(communicator, 0, [&] {
    check_folder(files.folder);
    std::error_code error;
    fs::create_directories(files.folder, error);
    require(!error, "cannot make the output folder '", files.folder.string(), "': ", error.message(),
            "; name another output.folder");
    lock_ = std::make_unique<FolderLock>(files.folder);
    check_run_files(files);
    const Record earlier = read_record(files.folder);
    move_to_previous(files.folder, earlier, files_there(files.folder, earlier.files, files.inputs));
    Record record{describe_this_run(), files.written};
    for (const std::string& name : earlier.files)  // an input that stayed is still a run's
      if (is_regular(files.folder / name)) record.files.push_back(name);
    lock_->write(record);
  });
}

OutputFolder::~OutputFolder() = default;

}  // namespace groundswell
