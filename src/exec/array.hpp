// SPDX-License-Identifier: Apache-2.0
// Memory: View and Rows point to values (cheap to copy, passed to kernels); Array and RowArray own them. The
// owners take a memory space, which must be the host's for now.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "base/error.hpp"
#include "exec/host_device.hpp"

namespace groundswell {

enum class MemorySpace { host, device };

// `size` contiguous values of type T.
template <class T>
struct View {
  T* data = nullptr;
  std::size_t size = 0;

  GS_HD GS_INLINE T& operator[](std::size_t i) const { return data[i]; }
  GS_HD GS_INLINE T* begin() const { return data; }
  GS_HD GS_INLINE T* end() const { return data + size; }
  template <class U>
  requires std::is_same_v<U, const T> GS_HD operator View<U>() const { return {data, size}; }
};

// `n_row` rows of `n_col` values; rows start `stride` values apart (for example the spectra or the edges of
// cells).
template <class T>
struct Rows {
  T* data = nullptr;
  std::size_t n_row = 0;
  std::size_t n_col = 0;
  std::size_t stride = 0;

  GS_HD GS_INLINE T* row(std::size_t i) const { return data + i * stride; }
  GS_HD GS_INLINE T& operator()(std::size_t i, std::size_t j) const { return data[i * stride + j]; }
  template <class U>
  requires std::is_same_v<U, const T> GS_HD operator Rows<U>() const { return {data, n_row, n_col, stride}; }
};

inline constexpr std::size_t array_alignment = 64;  // [bytes] a cache line

// Arrays of 8 MiB and more ask for pages of 2 MiB: with small pages, a loop over the spectra of a mesh
// touches thousands of them, and looking them up takes a tenth of the time of propagation. A system without
// such pages ignores the request.
inline constexpr std::size_t large_page = std::size_t(1) << 21;  // [bytes]

inline std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t(bytes >= 4 * large_page ? large_page : array_alignment);
}

inline void* allocate_array(std::size_t bytes) {
  const std::align_val_t alignment = alignment_of(bytes);
  void* memory = ::operator new(bytes, alignment);
#if defined(__linux__)
  if (std::size_t(alignment) == large_page) madvise(memory, bytes / large_page * large_page, MADV_HUGEPAGE);
#endif
  return memory;
}

// Owns `size` values of a trivially copyable type, initially zero, aligned to at least 64 bytes. Move-only.
template <class T>
class Array {
 public:
  Array() = default;
  explicit Array(std::size_t size, MemorySpace space = MemorySpace::host) : size_(size), space_(space) {
    require(space == MemorySpace::host,
            "this build has no device memory; choose the serial or openmp back end");
    if (size == 0) return;
    data_ = static_cast<T*>(allocate_array(size * sizeof(T)));
    std::uninitialized_value_construct_n(data_, size);
  }
  ~Array() {
    if (data_) ::operator delete(data_, alignment_of(size_ * sizeof(T)));
  }
  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(Array&& other) noexcept {
    swap(other);
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  void swap(Array& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(space_, other.space_);
  }
  std::size_t size() const { return size_; }
  MemorySpace space() const { return space_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  View<T> view() { return {data_, size_}; }
  View<const T> view() const { return {data_, size_}; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  MemorySpace space_ = MemorySpace::host;
};

// Owns rows whose starts are 64-byte aligned; the padding at a row's end stays zero.
template <class T>
class RowArray {
 public:
  RowArray() = default;
  RowArray(std::size_t n_row, std::size_t n_col, MemorySpace space = MemorySpace::host)
      : n_row_(n_row), n_col_(n_col), stride_(padded(n_col)), values_(n_row * stride_, space) {}

  Rows<T> rows() { return {values_.data(), n_row_, n_col_, stride_}; }
  Rows<const T> rows() const { return {values_.data(), n_row_, n_col_, stride_}; }
  T* row(std::size_t i) { return values_.data() + i * stride_; }
  const T* row(std::size_t i) const { return values_.data() + i * stride_; }
  T& operator()(std::size_t i, std::size_t j) { return row(i)[j]; }
  const T& operator()(std::size_t i, std::size_t j) const { return row(i)[j]; }
  std::size_t n_row() const { return n_row_; }
  std::size_t n_col() const { return n_col_; }
  std::size_t stride() const { return stride_; }
  std::size_t bytes() const { return values_.size() * sizeof(T); }
  void swap(RowArray& other) noexcept {
    std::swap(n_row_, other.n_row_);
    std::swap(n_col_, other.n_col_);
    std::swap(stride_, other.stride_);
    values_.swap(other.values_);
  }

 private:
  static std::size_t padded(std::size_t n_col) {
    const std::size_t unit = array_alignment / sizeof(T);
    return (n_col + unit - 1) / unit * unit;
  }
  std::size_t n_row_ = 0, n_col_ = 0, stride_ = 0;
  Array<T> values_;
};

}  // namespace groundswell
