// SPDX-License-Identifier: Apache-2.0
// The Fourier transform of one line of values, with kissfft: exp(-i k x) forward, exp(i k x) backward,
// neither of them scaled.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <kissfft/kissfft.hh>
#include <vector>

namespace groundswell {

class LineTransform {
 public:
  explicit LineTransform(int n) : n_(std::size_t(n)), forth_(n_, false), back_(n_, true), in_(n_), out_(n_) {}

  // Transforms values `stride` apart in place.
  void transform(std::complex<double>* line, std::int64_t stride, bool is_back) {
    for (std::size_t i = 0; i < n_; ++i) in_[i] = line[std::int64_t(i) * stride];
    run(is_back);
    for (std::size_t i = 0; i < n_; ++i) line[std::int64_t(i) * stride] = out_[i];
  }
  // Transforms real values, whose first n / 2 + 1 coefficients determine all others.
  void to_half(const double* values, std::complex<double>* half) {
    std::copy_n(values, n_, in_.begin());
    run(false);
    std::copy_n(out_.begin(), n_ / 2 + 1, half);
  }
  void from_half(const std::complex<double>* half, double* values) {
    std::copy_n(half, n_ / 2 + 1, in_.begin());
    for (std::size_t i = n_ / 2 + 1; i < n_; ++i) in_[i] = std::conj(half[n_ - i]);
    run(true);
    for (std::size_t i = 0; i < n_; ++i) values[i] = out_[i].real();
  }

 private:
  void run(bool is_back) { (is_back ? back_ : forth_).transform(in_.data(), out_.data()); }

  std::size_t n_;
  kissfft<double> forth_, back_;
  std::vector<std::complex<double>> in_, out_;
};

}  // namespace groundswell
