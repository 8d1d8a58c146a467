// SPDX-License-Identifier: Apache-2.0
// Preloaded, this makes allocations by `new` fail, each in a separate child process: at the allocations with
// the numbers first, first + step ... last the process forks, and in the child the allocation fails. The
// child runs to its end, but changes nothing on the disk (disk_calls.c) and does not finalise MPI, whose
// threads it lacks. The parent waits for it, appends a record to the report and goes on. Environment
// variables:
//   NEW_FAILS    "<first> <last> <step>"
//   NEW_REPORT   the report: for each child "<number> <exit code, or -signal>\n", the first 4,000 bytes of
//                its output, and a zero byte
//   DISK_BELOW   the folder in which children pretend to write
//   NEW_FAILS_AT n: instead, the n-th allocation fails in this process itself; at its end it writes to the
//                report how many there were
// Allocations before main(), in other threads and by nothrow forms of `new` do not count.
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

extern "C" int faults_pretend;

namespace {

constexpr unsigned seconds_to_end = 30;  // a child that takes longer counts as hanging
constexpr int most_bytes_said = 4000;

struct Plan {
  long first = 0, last = -1, step = 1;
  Plan() {
    if (const char* numbers = std::getenv("NEW_FAILS"))
      if (std::sscanf(numbers, "%ld %ld %ld", &first, &last, &step) != 3) std::abort();
  }
  bool has(long n) const { return n >= first && n <= last && (n - first) % step == 0; }
};

long n_allocation = 0;
bool in_main = false, in_child = false, in_fork = false;
int (*true_main)(int, char**, char**) = nullptr;

void append(int to, const void* bytes, std::size_t n) {
  if (::write(to, bytes, n) != ssize_t(n)) std::abort();
}

void report(long n, int status, int said) {
  const int file = ::open(std::getenv("NEW_REPORT"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) std::abort();
  char bytes[most_bytes_said];
  const int code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  append(file, bytes, std::size_t(std::snprintf(bytes, sizeof bytes, "%ld %d\n", n, code)));
  const ssize_t n_byte = ::pread(said, bytes, sizeof bytes, 0);
  append(file, bytes, std::size_t(std::max<ssize_t>(n_byte, 0)));
  append(file, "", 1);
  ::close(file);
}

void report_count() {
  const int file = ::open(std::getenv("NEW_REPORT"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) std::abort();
  char bytes[32];
  append(file, bytes, std::size_t(std::snprintf(bytes, sizeof bytes, "%ld\n", n_allocation)));
  ::close(file);
}

// Returns true in the child, whose allocation fails.
bool fork_at(long n) {
  const int said = ::memfd_create("said", MFD_CLOEXEC);
  const pid_t child = ::fork();
  if (said < 0 || child < 0) std::abort();
  if (child == 0) {
    ::dup2(said, STDOUT_FILENO);
    ::dup2(said, STDERR_FILENO);
    ::alarm(seconds_to_end);
    faults_pretend = 1;
    return true;
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) std::abort();
  report(n, status, said);
  ::close(said);
  return false;
}

bool fails() {
  static const Plan plan;
  static const char* const fails_at = std::getenv("NEW_FAILS_AT");
  if (fails_at) return in_main && ::gettid() == ::getpid() && ++n_allocation == std::atol(fails_at);
  if (!in_main || in_child || in_fork || plan.last < 0 || ::gettid() != ::getpid()) return false;
  if (!plan.has(++n_allocation)) return false;
  in_fork = true;
  in_child = fork_at(n_allocation);
  in_fork = false;
  return in_child;
}

int start_main(int argc, char** argv, char** environment) {
  const bool has_plan = std::getenv("NEW_FAILS") != nullptr;
  int level = 0;
  if (has_plan) MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  in_main = true;
  const int code = true_main(argc, argv, environment);
  if (has_plan && !in_child) MPI_Finalize();
  if (std::getenv("NEW_FAILS_AT") && std::getenv("NEW_REPORT")) report_count();
  return code;
}

void* allocate(std::size_t n, std::size_t alignment) {
  const std::size_t bytes = (std::max<std::size_t>(n, 1) + alignment - 1) / alignment * alignment;
  return alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, bytes) : std::malloc(bytes);
}

void* allocate_or_throw(std::size_t n, std::size_t alignment) {
  void* memory = fails() ? nullptr : allocate(n, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t n) {
  return allocate_or_throw(n, 1);
}

void* operator new(std::size_t n, std::align_val_t alignment) {
  return allocate_or_throw(n, std::size_t(alignment));
}

void* operator new(std::size_t n, const std::nothrow_t&) noexcept {
  return allocate(n, 1);
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

using StartMain = int (*)(int, char**, char**);

extern "C" int __libc_start_main(StartMain main, int argc, char** argv, void (*begin)(), void (*end)(),
                                 void (*end_loader)(), void* stack) {
  true_main = main;
  using Start = int (*)(StartMain, int, char**, void (*)(), void (*)(), void (*)(), void*);
  return reinterpret_cast<Start>(::dlsym(RTLD_NEXT, "__libc_start_main"))(start_main, argc, argv, begin, end,
                                                                          end_loader, stack);
}

extern "C" int pthread_join(pthread_t thread, void** value) {
  if (in_child && ::pthread_kill(thread, 0) == ESRCH) return 0;
  return reinterpret_cast<int (*)(pthread_t, void**)>(::dlsym(RTLD_NEXT, "pthread_join"))(thread, value);
}

extern "C" int pthread_cond_destroy(pthread_cond_t* condition) {  // would wait for missing threads
  if (in_child) return 0;
  return reinterpret_cast<int (*)(pthread_cond_t*)>(::dlsym(RTLD_NEXT, "pthread_cond_destroy"))(condition);
}
