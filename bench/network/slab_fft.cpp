// SPDX-License-Identifier: Apache-2.0
#include "bench/network/slab_fft.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {
namespace {

using Complex = std::complex<double>;

// How lines along x are divided among the ranks: the number of parts in y and in z.
struct LineShares {
  int n_y, n_z;
};

LineShares share_lines(int n_rank, bool to_pencils) {
  LineShares shares{n_rank, 1};
  if (!to_pencils) return shares;
  for (int n_z = 1; n_z * n_z <= n_rank; ++n_z)
    if (n_rank % n_z == 0) shares = {n_rank / n_z, n_z};
  return shares;
}

// The cells that the transposes transfer. A cell contains the coefficients that are sent together: all of one
// (x, ky) or, if lines are divided in z, a single one.
struct SwapCells {
  std::int64_t n, n_kz;  // n_kz cells for each (x, ky)
  std::int64_t n_global() const { return n * n * n_kz; }
  std::int64_t number(std::int64_t x, std::int64_t y, std::int64_t z) const { return (x * n + y) * n_kz + z; }
  Decomposition slab(const Block& x) const {
    Decomposition cells{n_global(), {}};
    for (std::int64_t i = number(x.begin, 0, 0); i < number(x.end, 0, 0); ++i) cells.cells.push_back(i);
    return cells;
  }
  Decomposition lines(const Block& y, const Block& z) const {
    Decomposition cells{n_global(), {}};
    for (std::int64_t j = y.begin; j < y.end; ++j)
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t k = z.begin; k < z.end; ++k) cells.cells.push_back(number(i, j, k));
    return cells;
  }
};

int checked_points(int n) {
  require(n >= 2 && n <= 4096, "a Fourier transform of ", n,
          " points along each axis was wanted; give 2 to 4096");
  return n;
}

}  // namespace

SlabFft::SlabFft(const Communicator& communicator, const SlabFftSettings& settings)
    : communicator_(communicator), n_(checked_points(settings.n)), transform_(n_) {
  const int n_kz = n_ / 2 + 1, rank = communicator.rank();
  const LineShares shares = share_lines(communicator.size(), settings.to_pencils);
  x_ = make_block(n_, rank, communicator.size());
  ky_ = make_block(n_, rank % shares.n_y, shares.n_y);
  kz_ = make_block(n_kz, rank / shares.n_y, shares.n_z);
  for (int c = 0; c < 3; ++c) {
    slab_[c] = Array<Complex>(std::size_t(x_.size() * n_ * n_kz));
    lines_[c] = Array<Complex>(n_coefficient());
  }
  row_values_ = settings.to_pencils ? 1 : n_kz;
  const SwapCells cells{n_, n_kz / row_values_};
  const Decomposition slab = cells.slab(x_);
  const Decomposition lines = cells.lines(ky_, settings.to_pencils ? kz_ : Block{0, 1});
  std::vector<TransferField> fields;
  for (const char* name : {"x component", "y component", "z component"})
    fields.push_back({name, row_values_ * std::int64_t(sizeof(Complex))});
  TransferSettings transfer;
  transfer.method = settings.transfer_method;
  transfer.name = "x to y";
  forth_ = std::make_unique<Transfer>(communicator, &slab, &lines, fields, transfer);
  transfer.name = "y to x";
  back_ = std::make_unique<Transfer>(communicator, &lines, &slab, fields, transfer);
}

GridVectors SlabFft::make_values() const {
  GridVectors values;
  for (auto& component : values) component = Array<double>(std::size_t(x_.size() * n_ * n_));
  return values;
}

WaveVectors SlabFft::make_coefficients() const {
  WaveVectors coefficients;
  for (auto& component : coefficients) component = Array<Complex>(n_coefficient());
  return coefficients;
}

void SlabFft::swap(Transfer& transfer, bool is_forth) {
  const Stopwatch stopwatch;
  std::vector<ConstCellRows> from;
  std::vector<CellRows> to;
  for (int c = 0; c < 3; ++c) {
    Array<Complex>&source = is_forth ? slab_[c] : lines_[c], &target = is_forth ? lines_[c] : slab_[c];
    from.push_back(make_cell_rows(source.data(), std::int64_t(source.size()) / row_values_, row_values_));
    to.push_back(make_cell_rows(target.data(), std::int64_t(target.size()) / row_values_, row_values_));
  }
  transfer.move(from, to);
  swap_seconds_ += stopwatch.seconds();
}

void SlabFft::transform_planes(const Array<double>& values, Array<Complex>& slab) {
  const std::int64_t n_kz = n_ / 2 + 1;
  for (std::int64_t line = 0; line < x_.size() * n_; ++line)
    transform_.to_half(values.data() + line * n_, slab.data() + line * n_kz);
  transform_along_y(slab, false);
}

void SlabFft::transform_planes_back(Array<Complex>& slab, Array<double>& values) {
  const std::int64_t n_kz = n_ / 2 + 1;
  transform_along_y(slab, true);
  for (std::int64_t line = 0; line < x_.size() * n_; ++line)
    transform_.from_half(slab.data() + line * n_kz, values.data() + line * n_);
}

void SlabFft::transform_along_y(Array<Complex>& slab, bool is_back) {
  const std::int64_t n_kz = n_ / 2 + 1;
  for (std::int64_t plane = 0; plane < x_.size(); ++plane)
    for (std::int64_t k = 0; k < n_kz; ++k)
      transform_.transform(slab.data() + plane * n_ * n_kz + k, n_kz, is_back);
}

void SlabFft::transform_along_x(Array<Complex>& lines, bool is_back) {
  for (std::int64_t y = 0; y < ky_.size(); ++y)
    for (std::int64_t k = 0; k < kz_.size(); ++k)
      transform_.transform(lines.data() + y * n_ * kz_.size() + k, kz_.size(), is_back);
}

void SlabFft::to_coefficients(const GridVectors& values, WaveVectors& coefficients) {
  for (std::size_t c = 0; c < 3; ++c) transform_planes(values[c], slab_[c]);
  swap(*forth_, true);
  const double scale = 1.0 / (double(n_) * double(n_) * double(n_));
  for (std::size_t c = 0; c < 3; ++c) {
    transform_along_x(lines_[c], false);
    std::ranges::transform(lines_[c], coefficients[c].begin(),
                           [=](const Complex& value) { return scale * value; });
  }
}

void SlabFft::to_values(const WaveVectors& coefficients, GridVectors& values) {
  for (std::size_t c = 0; c < 3; ++c) {
    std::ranges::copy(coefficients[c], lines_[c].begin());
    transform_along_x(lines_[c], true);
  }
  swap(*back_, false);
  for (std::size_t c = 0; c < 3; ++c) transform_planes_back(slab_[c], values[c]);
}

}  // namespace groundswell
