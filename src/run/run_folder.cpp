// SPDX-License-Identifier: Apache-2.0
#include "run/run_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "files/parallel_file.hpp"
#include "restart/manifest.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

constexpr char previous_name[] = "previous", unfinished_name[] = "unfinished";
// Prefix of files that are being replaced.
constexpr char aside_prefix[] = ".groundswell_old_";

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_regular(const fs::path& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() == fs::file_type::regular;
}

// Replaces the `*` with 16 zeros, the length of a date (20000101T000000Z).
std::string with_date(std::string name) {
  const std::size_t star = name.find('*');
  return star == std::string::npos ? name : name.replace(star, 1, 16, '0');
}

// Returns text such as "process 4711 on node7, begun 2026-11-22T06:00:00Z".
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

// Names of the recorded files that exist in a folder, with or without the ending .part, except inputs.
std::vector<std::string> files_there(const fs::path& folder, const std::vector<std::string>& recorded,
                                     const std::vector<fs::path>& inputs) {
  std::vector<std::string> found;
  for (const std::string& file : recorded)
    for (const std::string& name : {file, part_path(file)})
      if (is_regular(folder / name) && !is_same_file_as_any(folder / name, inputs)) found.push_back(name);
  return found;
}

void check_name(const fs::path& folder) {
  std::error_code error;
  require(!folder.empty(), "output.folder is empty; name a folder");
  const fs::path name = (fs::weakly_canonical(folder, error) / "").parent_path().filename();
  require(name != previous_name && name != unfinished_name, "the output folder '", folder.string(),
          "' has a name that is reserved for the output of earlier runs; name another output.folder");
}

// The folder to which the files of an earlier run are moved.
fs::path destination_of(const fs::path& folder, const FolderRecord& earlier) {
  return folder / (earlier.finished ? previous_name : unfinished_name);
}

bool same_file_system(const fs::path& a, const fs::path& b) {
  struct stat first, second;
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev;
}

void check_can_replace(const fs::path& file, const std::vector<fs::path>& inputs) {
  check_can_leave(file);
  require(
      !is_same_file_as_any(file, inputs), "'", file.string(),
      "' would be replaced by output of an earlier run, but this run reads it; move it elsewhere, or name "
      "another output.folder");
}

}  // namespace

// The locked record of a folder. It is never replaced, only written in place, because a lock belongs to a
// file and not to its name.
class FolderLock {
 public:
  // Whether to create a missing record, or to leave it missing and lock nothing.
  enum class Missing { make, leave };
  explicit FolderLock(fs::path folder, Missing missing = Missing::make) : folder_(std::move(folder)) {
    const std::string path = (folder_ / record_name).string();
    const int make = missing == Missing::make ? O_CREAT : 0;
    descriptor_ = ::open(path.c_str(), O_RDWR | make | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0666);
    if (descriptor_ < 0 && !make && errno == ENOENT) return;
    require(descriptor_ >= 0, "cannot write '", path, "': ", std::strerror(errno),
            "; check the permissions of the folder, or name another output.folder");
    if (try_lock(descriptor_)) return;
    ::close(descriptor_);
    const std::string run = read_record(folder_).run;
    throw Error(text("another run is writing into '", folder_.string(), "'",
                     run.empty() ? "" : " (" + run + ")",
                     "; wait until it ends, or name another output.folder"));
  }
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  void write(const FolderRecord& record) const {
    const std::string content = record.to_text();
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

// Removes the files of an older run: those set aside, and those that a killed run had not yet set aside.
void remove_replaced(const fs::path& folder, const FolderRecord& older, const FolderRecord& moved) {
  std::error_code ignored;
  for (const std::string& file : older.files)
    for (const std::string& name : {file, part_path(file)}) {
      fs::remove(folder / (aside_prefix + name), ignored);
      if (!holds(moved.files, file)) fs::remove(folder / name, ignored);
    }
}

// Moves all files of the earlier run or none; files that they replace are removed only after all have been
// moved. The record in the destination is written first: if the run is killed in between, the next run finds
// this record and moves the remaining files.
void move_files_of(const fs::path& folder, const FolderRecord& earlier,
                   const std::vector<std::string>& moving) {
  if (moving.empty()) return;
  const fs::path to = destination_of(folder, earlier);
  std::error_code error;
  fs::create_directory(to, error);
  require(!error, "cannot make the folder '", to.string(), "': ", error.message());
  const FolderLock lock(to);
  const FolderRecord older = find_recorded(to);
  std::vector<Move> moves;
  if (older.run != earlier.run)
    for (const std::string& name : files_there(to, older.files, {}))
      moves.push_back({to / name, to / (aside_prefix + name)});
  for (const std::string& name : moving) moves.push_back({folder / name, to / name});
  FolderRecord both = earlier;
  for (const std::string& name : older.files) both.add(name);
  lock.write(both);
  try {
    move_files(moves);
  } catch (const Error& problem) {
    lock.write(older);
    throw Error(text(problem.what(), "; move the earlier output away, or name another output.folder"));
  }
  remove_replaced(to, both, earlier);
  lock.write(earlier);
}

}  // namespace

// Throws Error if the files `moving` of the earlier run cannot be moved to `to`.
void RunFolder::check_destination(const fs::path& to, const std::vector<std::string>& moving) const {
  if (moving.empty()) return;
  for (const std::string& name : moving) check_can_leave(path_ / name);
  if (!fs::exists(fs::symlink_status(to))) return;
  const bool is_folder = fs::is_directory(fs::symlink_status(to));  // a link may lead to another run's folder
  require(is_folder && same_file_system(to, path_), "'", to.string(),
          "' is not a folder on the same disk, but files of the earlier run should move there; move it away, "
          "or name another output.folder");
  check_can_leave(to / record_name);
  const std::vector<std::string> replaced = files_there(to, find_recorded(to).files, {});
  for (const std::string& name : moving)
    require(!fs::exists(fs::symlink_status(to / name)) || holds(replaced, name), "'", (to / name).string(),
            "' exists, but no run recorded that it wrote it; move it away, or name another output.folder");
  for (const std::string& name : replaced) check_can_replace(to / name, inputs_);
}

// Until the run has restarts of its own, the manifest states that the remaining restarts are not its own.
void RunFolder::tell_others(const std::vector<std::string>& written, const FolderRecord& earlier) const {
  std::vector<std::string> others;
  for (const SavedRestart& saved : find_restarts(path_))
    if (!holds(earlier.files, saved.file)) others.push_back(saved.file);
  if (!others.empty() && holds(written, manifest_name))
    write_manifest(path_, {"", {}, {}, std::move(others)});
}

void RunFolder::check_place() const {
  check_name(path_);
  check_folder(path_);
  check_target(path_ / record_name, inputs_);
}

void RunFolder::check_written(const std::vector<std::string>& written, FolderStart start) const {
  const FolderRecord earlier = find_recorded(path_, start == FolderStart::anew);
  // If the record is lost, the restart from which the run resumes proves that the files are its own.
  const bool is_record_lost = start == FolderStart::go_on && earlier.files.empty();
  for (const std::string& file : written) {
    check_path_length((path_ / with_date(file)).string());
    // Restarts of other runs stay; the run makes sure that it replaces none of them.
    if (file == restart_names && !earlier.files.empty()) continue;
    for (const std::string& name : list_files_like(path_, file)) {
      // A file that matches the pattern might not be written by this run; if it is, it is checked then.
      const fs::path there = path_ / name;
      if (name != file &&
          (is_same_file_as_any(there, inputs_) || !(is_regular(there) || is_regular(part_path(there)))))
        continue;
      check_target(path_ / name, inputs_);
      for (const std::string& there : {name, part_path(name)})
        require(is_record_lost || holds(earlier.files, name) || !fs::exists(path_ / there), "'",
                (path_ / there).string(),
                "' would be replaced, but no run recorded that it wrote it; move it away, or name another "
                "output.folder");
    }
  }
  if (start == FolderStart::anew)
    check_destination(destination_of(path_, earlier), files_there(path_, earlier.files, inputs_));
}

RunFolder::RunFolder(const Communicator& ranks, fs::path path, std::vector<fs::path> inputs)
    : ranks_(ranks), path_(std::move(path)), inputs_(std::move(inputs)) {}

RunFolder::~RunFolder() = default;

EarlierRun RunFolder::look() const {
  EarlierRun earlier;
  run_on_root(ranks_, 0, [&] {
    const FolderRecord record = read_record(path_);
    earlier = {!record.files.empty() || is_regular(path_ / manifest_name), record.finished, record.run};
    for (const SavedRestart& saved : find_restarts(path_))
      earlier.has_begun = earlier.has_begun || !is_same_file_as_any(path_ / saved.file, inputs_);
  });
  broadcast_words(ranks_, 0, earlier.has_begun, earlier.has_finished, earlier.run);
  return earlier;
}

void RunFolder::hold() {
  run_on_root(ranks_, 0, [&] {
    check_place();
    if (is_regular(path_ / record_name)) lock_ = std::make_unique<FolderLock>(path_);
  });
}

void RunFolder::check(const std::vector<std::string>& written, FolderStart start) const {
  check_place();
  std::optional<FolderLock> of_others;
  if (!lock_) of_others.emplace(path_, FolderLock::Missing::leave);
  check_written(written, start);
}

void RunFolder::take(const std::vector<std::string>& written, FolderStart start) {
  run_on_root(ranks_, 0, [&] {
    check_place();
    std::error_code error;
    fs::create_directories(path_, error);
    require(!error, "cannot make the output folder '", path_.string(), "': ", error.message(),
            "; name another output.folder");
    if (!lock_) lock_ = std::make_unique<FolderLock>(path_);
    check_written(written, start);
    const FolderRecord earlier = find_recorded(path_, start == FolderStart::anew);
    if (start == FolderStart::anew) move_earlier(written, earlier);
    FolderRecord record{describe_this_run(), written};
    for (const std::string& name : earlier.files)  // files not moved, such as inputs, stay recorded
      if (is_regular(path_ / name)) record.add(name);
    lock_->write(record);
  });
}

// First records the names to which patterns expand: if the run is killed while it moves files, the next run
// must know them all, including those of files already moved, which the patterns no longer match.
void RunFolder::move_earlier(const std::vector<std::string>& written, const FolderRecord& earlier) {
  if (earlier.files.size() > 0) lock_->write(earlier);
  const std::vector<std::string> moving = files_there(path_, earlier.files, inputs_);
  const bool has_restarts = std::ranges::any_of(list_files_like(path_, restart_names),
                                                [&](const std::string& file) { return holds(moving, file); });
  const Manifest manifest = read_manifest(path_);
  if (has_restarts && manifest.restarts.empty() && manifest.others.empty())
    said_ = text("'", (path_ / manifest_name).string(),
                 "' announces no restarts, so all in the folder count as those of the earlier run, which "
                 "move to '",
                 destination_of(path_, earlier).string(), "'");
  move_files_of(path_, earlier, moving);
  tell_others(written, earlier);
}

void RunFolder::finish() {
  if (!lock_) return;
  FolderRecord record = read_record(path_);
  record.finished = true;
  lock_->write(record);
}

}  // namespace groundswell
