// SPDX-License-Identifier: Apache-2.0
#include "output/output_folder.hpp"

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
#include "output/folder_record.hpp"
#include "restart/manifest.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

constexpr char previous_name[] = "previous", unfinished_name[] = "unfinished";
// Prefix of files that are about to be replaced.
constexpr char aside_prefix[] = ".groundswell_old_";

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_regular(const fs::path& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() == fs::file_type::regular;
}

// A star stands for a date: 20000101T000000Z.
std::string with_date(std::string name) {
  const std::size_t star = name.find('*');
  return star == std::string::npos ? name : name.replace(star, 1, 16, '0');
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

// Names of the recorded files that exist in a folder, also as .part, except inputs.
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

// The folder to which the files of an earlier run move.
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

// Throws Error where the files `moving` of the earlier run cannot move to `to`.
void check_destination(const RunFiles& files, const fs::path& to, const std::vector<std::string>& moving) {
  if (moving.empty()) return;
  for (const std::string& name : moving) check_can_leave(files.folder / name);
  if (!fs::exists(fs::symlink_status(to))) return;
  const bool is_folder = fs::is_directory(fs::symlink_status(to));  // a link may lead to another run's folder
  require(is_folder && same_file_system(to, files.folder), "'", to.string(),
          "' is not a folder on the same disk, but files of the earlier run should move there; move it away, "
          "or name another output.folder");
  check_can_leave(to / record_name);
  const std::vector<std::string> replaced = files_there(to, find_recorded(to).files, {});
  for (const std::string& name : moving)
    require(!fs::exists(fs::symlink_status(to / name)) || holds(replaced, name), "'", (to / name).string(),
            "' exists, but no run recorded that it wrote it; move it away, or name another output.folder");
  for (const std::string& name : replaced) check_can_replace(to / name, files.inputs);
}

}  // namespace

// The locked record of a folder. It is never replaced, only written in place, because a lock is on a file and
// not on its name.
class FolderLock {
 public:
  // Whether to make a missing record, or to leave it missing and lock nothing.
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
                     "; wait for its end, or name another output.folder"));
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

// Removes the files of an older run, whether they were set aside or not (where a run was killed before that).
void remove_replaced(const fs::path& folder, const FolderRecord& older, const FolderRecord& moved) {
  std::error_code ignored;
  for (const std::string& file : older.files)
    for (const std::string& name : {file, part_path(file)}) {
      fs::remove(folder / (aside_prefix + name), ignored);
      if (!holds(moved.files, file)) fs::remove(folder / name, ignored);
    }
}

// Moves all files of the earlier run or none; files that they replace are removed only after all have moved.
// The record in the destination is written first: if this is killed, the next run finds it and goes on.
void move_earlier(const fs::path& folder, const FolderRecord& earlier,
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

// Until the run has restarts of its own, the manifest says that those that stay are none.
void tell_others(const RunFiles& files, const FolderRecord& earlier) {
  std::vector<std::string> others;
  for (const SavedRestart& saved : find_restarts(files.folder))
    if (!holds(earlier.files, saved.file)) others.push_back(saved.file);
  if (!others.empty() && holds(files.written, manifest_name)) write_others(files.folder, others);
}

void check_place(const fs::path& folder, const std::vector<fs::path>& inputs = {}) {
  check_name(folder);
  check_folder(folder);
  check_target(folder / record_name, inputs);
}

// In a folder in which no other run writes.
void check_written(const RunFiles& files, FolderStart start) {
  const FolderRecord earlier = find_recorded(files.folder, start == FolderStart::anew);
  // A restart of the run says that the files are its own, too.
  const bool is_record_lost = start == FolderStart::go_on && earlier.files.empty();
  for (const std::string& written : files.written) {
    check_path_length((files.folder / with_date(written)).string());
    // Those of others stay; the run sees to it that it replaces none of them.
    if (written == restart_names && !earlier.files.empty()) continue;
    for (const std::string& name : list_files_like(files.folder, written)) {
      // Those of a star need not be written; who writes them checks them.
      const fs::path there = files.folder / name;
      if (name != written &&
          (is_same_file_as_any(there, files.inputs) || !(is_regular(there) || is_regular(part_path(there)))))
        continue;
      check_target(files.folder / name, files.inputs);
      for (const std::string& there : {name, part_path(name)})
        require(is_record_lost || holds(earlier.files, name) || !fs::exists(files.folder / there), "'",
                (files.folder / there).string(),
                "' would be replaced, but no run recorded that it wrote it; move it away, or name another "
                "output.folder");
    }
  }
  if (start == FolderStart::anew)
    check_destination(files, destination_of(files.folder, earlier),
                      files_there(files.folder, earlier.files, files.inputs));
}

}  // namespace

EarlierRun look_at_folder(const fs::path& folder, const std::vector<fs::path>& inputs,
                          const Communicator& communicator) {
  EarlierRun earlier;
  run_on_root(communicator, 0, [&] {
    const FolderRecord record = read_record(folder);
    earlier = {!record.files.empty() || is_regular(folder / manifest_name), record.finished, record.run};
    for (const SavedRestart& saved : find_restarts(folder))
      earlier.has_begun = earlier.has_begun || !is_same_file_as_any(folder / saved.file, inputs);
  });
  communicator.broadcast(earlier.has_begun, 0);
  communicator.broadcast(earlier.has_finished, 0);
  communicator.broadcast(earlier.run, 0);
  return earlier;
}

HeldFolder hold_folder(const Communicator& communicator, const fs::path& folder) {
  HeldFolder held;
  run_on_root(communicator, 0, [&] {
    check_place(folder);
    if (is_regular(folder / record_name)) held = std::make_shared<FolderLock>(folder);
  });
  return held;
}

void check_run_files(const RunFiles& files, FolderStart start, const HeldFolder& held) {
  check_place(files.folder, files.inputs);
  std::optional<FolderLock> of_others;
  if (!held) of_others.emplace(files.folder, FolderLock::Missing::leave);
  check_written(files, start);
}

OutputFolder::OutputFolder(const Communicator& communicator, const RunFiles& files, FolderStart start,
                           HeldFolder held)
    : folder_(files.folder), lock_(std::move(held)) {
  run_on_root(communicator, 0, [&] {
    check_place(files.folder, files.inputs);
    std::error_code error;
    fs::create_directories(files.folder, error);
    require(!error, "cannot make the output folder '", files.folder.string(), "': ", error.message(),
            "; name another output.folder");
    if (!lock_) lock_ = std::make_shared<FolderLock>(files.folder);
    check_written(files, start);
    const FolderRecord earlier = find_recorded(files.folder, start == FolderStart::anew);
    if (start == FolderStart::anew) {
      // If this is killed, the next run must know the names behind a star of which files have moved already.
      if (earlier.files.size() > 0) lock_->write(earlier);
      const std::vector<std::string> moving = files_there(files.folder, earlier.files, files.inputs);
      const bool has_restarts =
          std::ranges::any_of(list_files_like(files.folder, restart_names),
                              [&](const std::string& file) { return holds(moving, file); });
      if (has_restarts && read_manifest(files.folder).empty() && read_others(files.folder).empty())
        said_ = text("'", (files.folder / manifest_name).string(),
                     "' announces no restarts, so all in the folder count as those of the earlier run, which "
                     "move to '",
                     destination_of(files.folder, earlier).string(), "'");
      move_earlier(files.folder, earlier, moving);
      tell_others(files, earlier);
    }
    FolderRecord record{describe_this_run(), files.written};
    for (const std::string& name : earlier.files)  // an input that stayed is still a recorded file
      if (is_regular(files.folder / name)) record.add(name);
    lock_->write(record);
  });
}

OutputFolder::~OutputFolder() = default;

void OutputFolder::finish() {
  if (!lock_) return;
  FolderRecord record = read_record(folder_);
  record.finished = true;
  lock_->write(record);
}

}  // namespace groundswell
