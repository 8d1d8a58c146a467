// SPDX-License-Identifier: Apache-2.0
// The first 4 KiB hold only the mark; the caller's bytes begin after them.
#include "comm/shared_memory.hpp"

#ifdef __linux__
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <cerrno>
#include <cstring>
#include <random>
#include <string>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr std::size_t head = 4096;  // [bytes]

#ifdef __linux__
// Returns null if the system refuses; the reason is in errno.
std::byte* map(int file, std::size_t bytes) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return pages == MAP_FAILED ? nullptr : static_cast<std::byte*>(pages);
}

std::uint64_t make_mark() {
  std::random_device random;
  return std::uint64_t(random()) << 32 | random();
}

// Returns -1 if the system refuses; the reason is in errno. Pages are allocated on first use.
int make_file(std::size_t bytes) {
  const int file = memfd_create("groundswell", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, off_t(bytes)) == 0) return file;
  const int reason = errno;
  close(file);
  errno = reason;
  return -1;
}
#else
constexpr const char* only_linux =
    "memory shared by processes is available on Linux only; choose another halo method";
#endif

}  // namespace

MappedPages::~MappedPages() {
#ifdef __linux__
  if (begin_) munmap(begin_, bytes_);
#endif
}

SharedMemory::SharedMemory([[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  const int file = make_file(head + bytes);
  std::byte* pages = file < 0 ? nullptr : map(file, head + bytes);
  if (!pages) {
    const std::string reason = std::strerror(errno);
    if (file >= 0) close(file);
    throw Error(text("the system does not provide ", bytes, " bytes of shared memory: ", reason));
  }
  pages_ = MappedPages(pages, head + bytes);
  name_ = {getpid(), file, std::int64_t(bytes), make_mark()};
  std::memcpy(pages, &name_.mark, sizeof name_.mark);
#else
  throw Error(only_linux);
#endif
}

SharedMemory::~SharedMemory() {
#ifdef __linux__
  if (name_.file >= 0) close(int(name_.file));
#endif
}

std::byte* SharedMemory::data() const {
  return pages_.begin() + head;
}

ForeignMemory::ForeignMemory(const SharedMemoryName& name) : name_(name) {
#ifdef __linux__
  const std::string path = text("/proc/", name.process, "/fd/", name.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  const std::size_t bytes = head + std::size_t(name.bytes);
  const bool is_whole = file >= 0 && lseek(file, 0, SEEK_END) >= off_t(bytes);
  std::byte* pages = is_whole ? map(file, bytes) : nullptr;
  const int reason = errno;
  if (file >= 0) close(file);
  require(pages, "process ", name.process,
          " shares memory that this process cannot see: ", std::strerror(reason));
  pages_ = MappedPages(pages, bytes);
  require(std::memcmp(pages, &name.mark, sizeof name.mark) == 0, "what process ", name.process,
          " has open as file ", name.file, " is not the memory that it shares");
#else
  throw Error(only_linux);
#endif
}

std::byte* ForeignMemory::data() const {
  return pages_.begin() + head;
}

}  // namespace groundswell
