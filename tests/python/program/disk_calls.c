// SPDX-License-Identifier: Apache-2.0
// Preloaded, this counts the calls of a process that change the disk. Before the n-th of them it sends the
// process a signal, or from then on all calls that need space fail as on a full disk. Tests can thus check
// what a program leaves behind, for each n in turn. Environment variables:
//   DISK_BELOW    an absolute path: only calls for files below this folder count
//   DISK_CALLS    only these calls count, such as "rename,link"; "room" stands for those that write beyond
//                 the space allocated to a file
//   DISK_LIST     a file to which each counted call appends a line: its number, its name, the file's path
//   CALL_TAKES    microseconds that each counted call takes, before it is listed
//   KILL_AT_CALL  n; KILL_WITH is the signal (default SIGKILL). If KILL_PARENT is set, the signal goes to the
//                 parent process, such as mpirun, which forwards it.
//   KILL_BEFORE_MPI  if set, the signal is sent when MPI is about to start
//   FULL_AT_CALL  n
//   NO_FALLOCATE  if set, calls that reserve space fail as on a disk that does not support them
// While the variable faults_pretend (set by failing_new.cpp) is not 0, calls for files below DISK_BELOW
// succeed without changing anything.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))
#define LONGEST (2 * PATH_MAX + 64)

enum Answer { go_on, no_room, pretend };

int faults_pretend = 0;
void faults_pass_time(void);  // shared_clock.cpp
static atomic_int is_full;

static void send_signal(void) {
  const char* with = getenv("KILL_WITH");
  const int number = with != NULL ? atoi(with) : SIGKILL;
  if (getenv("KILL_PARENT") == NULL) {
    raise(number);
    return;
  }
  const struct timespec until_it_has_come = {5, 0};
  kill(getppid(), number);
  nanosleep(&until_it_has_come, NULL);
}

static int is_one_of(const char* word, const char* list) {
  const size_t length = strlen(word);
  for (const char* at = strstr(list, word); at != NULL; at = strstr(at + 1, word))
    if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0')) return 1;
  return 0;
}

static int is_at(const char* variable, int n) {
  const char* number = getenv(variable);
  return number != NULL && atoi(number) == n;
}

static void list_call(int n, const char* call, const char* path) {
  const char* list = getenv("DISK_LIST");
  if (list == NULL) return;
  const int file = REAL(open)(list, O_WRONLY | O_CREAT | O_APPEND, 0666);
  char line[LONGEST];
  const int length = snprintf(line, sizeof line, "%d %s %s\n", n, call, path);
  if (file < 0 || REAL(write)(file, line, (size_t)length) != length) abort();
  close(file);
}

static enum Answer at_call(const char* call, const char* path, int needs_room) {
  static atomic_int n_call;
  const char *below = getenv("DISK_BELOW"), *calls = getenv("DISK_CALLS");
  if (below != NULL && (strncmp(path, below, strlen(below)) != 0 || path[strlen(below)] != '/')) return go_on;
  if (faults_pretend) return pretend;
  if (calls == NULL || is_one_of(call, calls) || (needs_room && is_one_of("room", calls))) {
    const int n = atomic_fetch_add(&n_call, 1) + 1;
    if (getenv("CALL_TAKES") != NULL) usleep((useconds_t)atoi(getenv("CALL_TAKES")));
    list_call(n, call, path);
    faults_pass_time();
    if (is_at("KILL_AT_CALL", n)) send_signal();
    if (is_at("FULL_AT_CALL", n)) is_full = 1;
  }
  if (!needs_room || !is_full) return go_on;
  errno = ENOSPC;
  return no_room;
}

static enum Answer at_path(const char* call, int folder, const char* path, int needs_room) {
  char whole[LONGEST], place[PATH_MAX] = "", entry[64];
  snprintf(entry, sizeof entry, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
  if (path[0] != '/' && readlink(entry, place, sizeof place - 1) < 0) return go_on;
  snprintf(whole, sizeof whole, "%s%s%s", place, place[0] != '\0' ? "/" : "", path);
  return at_call(call, whole, needs_room);
}

static enum Answer at_file(const char* call, int file, int needs_room) {
  char path[PATH_MAX] = "", entry[64];
  const int error = errno;
  snprintf(entry, sizeof entry, "/proc/self/fd/%d", file);
  if (readlink(entry, path, sizeof path - 1) < 0) path[0] = '\0';
  errno = error;
  return at_call(call, path, needs_room);
}

// Opens a file; a call that only pretends gets the existing file, or /dev/null.
static int open_at(const char* call, int folder, const char* path, int flags, mode_t mode) {
  const int changes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  if (changes && at_path(call, folder, path, 0) == pretend) {
    const int there = REAL(openat)(folder, path, flags & ~(O_CREAT | O_TRUNC | O_EXCL));
    return there >= 0 ? there : REAL(openat)(AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC);
  }
  return REAL(openat)(folder, path, flags, mode);
}

static mode_t mode_of(int flags, va_list* more) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(*more, mode_t) : 0;
}

#define OPEN(name)                                       \
  int name(const char* path, int flags, ...) {           \
    va_list more;                                        \
    va_start(more, flags);                               \
    const mode_t mode = mode_of(flags, &more);           \
    va_end(more);                                        \
    return open_at("open", AT_FDCWD, path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                       \
  int name(int folder, const char* path, int flags, ...) { \
    va_list more;                                          \
    va_start(more, flags);                                 \
    const mode_t mode = mode_of(flags, &more);             \
    va_end(more);                                          \
    return open_at("open", folder, path, flags, mode);     \
  }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name)                                                                                       \
  FILE* name(const char* path, const char* mode) {                                                        \
    const enum Answer answer = strpbrk(mode, "wa+") != NULL ? at_path("open", AT_FDCWD, path, 0) : go_on; \
    return REAL(name)(answer == pretend ? "/dev/null" : path, mode);                                      \
  }
FOPEN(fopen)
FOPEN(fopen64)

// Whether writing `n` bytes at the offset `from` exceeds the space allocated to a file; -1 stands for the
// place at which the next write would begin.
static int needs_more(int file, off64_t from, size_t n) {
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  const int appends = from < 0 && (fcntl(file, F_GETFL) & O_APPEND) != 0;
  if (from < 0) from = appends ? status.st_size : lseek64(file, 0, SEEK_CUR);
  return from + (off64_t)n > (off64_t)status.st_blocks * 512;
}

// Calls that write: they return `none` if there is no space, and `done` if they only pretend to write.
#define NEEDS_ROOM(name, call, type, none, done, from, n_byte, parameters, arguments) \
  type name parameters {                                                              \
    const enum Answer answer = at_file(call, file, needs_more(file, from, n_byte));   \
    if (answer == go_on) return REAL(name) arguments;                                 \
    return answer == no_room ? (none) : (done);                                       \
  }

static size_t sum_of(const struct iovec* pieces, int n) {
  size_t sum = 0;
  for (int i = 0; i < n; ++i) sum += pieces[i].iov_len;
  return sum;
}

NEEDS_ROOM(write, "write", ssize_t, -1, (ssize_t)n, -1, n, (int file, const void* bytes, size_t n),
           (file, bytes, n))
NEEDS_ROOM(writev, "writev", ssize_t, -1, (ssize_t)sum_of(v, n), -1, sum_of(v, n),
           (int file, const struct iovec* v, int n), (file, v, n))
#define AT_OFFSET(name, call, type)                        \
  NEEDS_ROOM(name, call, ssize_t, -1, (ssize_t)n, from, n, \
             (int file, const void* bytes, size_t n, type from), (file, bytes, n, from))
AT_OFFSET(pwrite, "pwrite", off_t)
AT_OFFSET(pwrite64, "pwrite", off64_t)
#define VECTOR_AT_OFFSET(name, call, type)                                       \
  NEEDS_ROOM(name, call, ssize_t, -1, (ssize_t)sum_of(v, n), from, sum_of(v, n), \
             (int file, const struct iovec* v, int n, type from), (file, v, n, from))
VECTOR_AT_OFFSET(pwritev, "pwritev", off_t)
VECTOR_AT_OFFSET(pwritev64, "pwritev", off64_t)

// What a call that reserves space must do: 0: make the real call, -1: pretend success, otherwise: fail with
// this error.
static int reserve(int file, off64_t from, off64_t n) {
  const enum Answer answer = at_file("fallocate", file, needs_more(file, from, (size_t)n));
  if (answer == go_on && getenv("NO_FALLOCATE") == NULL) return 0;
  return answer == pretend ? -1 : answer == no_room && getenv("NO_FALLOCATE") == NULL ? ENOSPC : EOPNOTSUPP;
}

#define FALLOCATE(name, type)                                \
  int name(int file, int mode, type from, type n) {          \
    const int answer = reserve(file, from, n);               \
    if (answer == 0) return REAL(name)(file, mode, from, n); \
    errno = answer;                                          \
    return answer < 0 ? 0 : -1;                              \
  }
FALLOCATE(fallocate, off_t)
FALLOCATE(fallocate64, off64_t)

#define STATVFS(name, type)                                             \
  int name(const char* path, struct type* status) {                     \
    const int answer = REAL(name)(path, status);                        \
    if (answer == 0 && is_full) status->f_bavail = status->f_bfree = 0; \
    return answer;                                                      \
  }
STATVFS(statvfs, statvfs)
STATVFS(statvfs64, statvfs64)

int ftruncate(int file, off_t n) {
  return at_file("ftruncate", file, 0) == pretend ? 0 : REAL(ftruncate)(file, n);
}

int ftruncate64(int file, off64_t n) {
  return at_file("ftruncate", file, 0) == pretend ? 0 : REAL(ftruncate64)(file, n);
}

int fsync(int file) {
  return at_file("fsync", file, 0) == pretend ? 0 : REAL(fsync)(file);
}

int fdatasync(int file) {
  return at_file("fsync", file, 0) == pretend ? 0 : REAL(fdatasync)(file);
}

// Calls that change files or names by path; if a call has two paths, the second decides whether it counts.
#define NAMES(name, call, folder, path, parameters, arguments)                   \
  int name parameters {                                                          \
    return at_path(call, folder, path, 0) == pretend ? 0 : REAL(name) arguments; \
  }
NAMES(truncate, "truncate", AT_FDCWD, path, (const char* path, off_t n), (path, n))
NAMES(truncate64, "truncate", AT_FDCWD, path, (const char* path, off64_t n), (path, n))
NAMES(rename, "rename", AT_FDCWD, to, (const char* from, const char* to), (from, to))
NAMES(link, "link", AT_FDCWD, to, (const char* from, const char* to), (from, to))
NAMES(symlink, "symlink", AT_FDCWD, to, (const char* from, const char* to), (from, to))
NAMES(unlink, "unlink", AT_FDCWD, path, (const char* path), (path))
NAMES(unlinkat, "unlink", folder, path, (int folder, const char* path, int flags), (folder, path, flags))
NAMES(remove, "unlink", AT_FDCWD, path, (const char* path), (path))
NAMES(rmdir, "rmdir", AT_FDCWD, path, (const char* path), (path))
NAMES(mkdir, "mkdir", AT_FDCWD, path, (const char* path, mode_t mode), (path, mode))

int MPI_Init_thread(int* argc, char*** argv, int wanted, int* given) {
  if (getenv("KILL_BEFORE_MPI") != NULL) send_signal();
  return PMPI_Init_thread(argc, argv, wanted, given);
}
