// SPDX-License-Identifier: Apache-2.0
// A slow reference of the nonlinear transfer that loops over quadruplets.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/constants.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell::test {

// The transfer of Hasselmann et al. 1985, term by term: each bin, both mirror images, E+- from four
// surrounding bins, increments applied with the same weights. Rows extend beyond the grid as the tail does.
class SlowTransfer {
 public:
  // `strength` is C g^-4.
  explicit SlowTransfer(const SpectralGrid& grid, double strength = 3000.0)
      : grid_(grid), n_row_(grid.n_freq() + 12), strength_(strength) {}

  struct Result {
    std::vector<double> source, slope;  // [row + below][dir]; the slope by the centres of quadruplets
    std::vector<double> whole_slope;    // by the outer waves too
    double balance, total;              // sum of S f, sum of |S f| over the extended grid
  };
  static constexpr int below = 6;

  Result compute(const std::vector<double>& variance, int n_centre) const {
    Result r;
    r.source.assign(std::size_t((n_row_ + below) * grid_.n_dir()), 0.0);
    r.slope = r.whole_slope = r.source;
    for (int row = 0; row < n_centre; ++row)
      for (int dir = 0; dir < grid_.n_dir(); ++dir)
        for (int mirror : {1, -1}) add(variance, row, dir, mirror, r);
    r.balance = r.total = 0.0;
    for (int row = -below; row < n_row_; ++row)
      for (int dir = 0; dir < grid_.n_dir(); ++dir) {
        const double value = r.source[index(row, dir)] * std::pow(grid_.ratio(), row);
        r.balance += value;
        r.total += std::abs(value);
      }
    return r;
  }
  std::size_t index(int row, int dir) const {
    return std::size_t((row + below) * grid_.n_dir() + (dir % grid_.n_dir() + grid_.n_dir()) % grid_.n_dir());
  }

 private:
  struct Corner {
    int row, dir;
    double weight;
  };
  double value(const std::vector<double>& variance, int row, int dir) const {
    if (row < 0) return 0.0;
    const int inside = std::min(row, grid_.n_freq() - 1);
    const double tail = std::pow(grid_.ratio(), -5.0 * (row - inside));
    const int n = grid_.n_dir();
    return tail * variance[std::size_t(inside * n + (dir % n + n) % n)];
  }
  std::vector<Corner> corners(int row, int dir, double factor, double turn) const {
    const double shift = std::log(factor) / std::log(grid_.ratio());
    const int low = int(std::floor(shift)), left = int(std::floor(turn / grid_.direction_width()));
    const double f0 = std::pow(grid_.ratio(), low), f1 = f0 * grid_.ratio();
    const double wf = (factor - f0) / (f1 - f0), wd = turn / grid_.direction_width() - left;
    return {{row + low, dir + left, (1 - wf) * (1 - wd)},
            {row + low, dir + left + 1, (1 - wf) * wd},
            {row + low + 1, dir + left, wf * (1 - wd)},
            {row + low + 1, dir + left + 1, wf * wd}};
  }
  void add(const std::vector<double>& variance, int row, int dir, int mirror, Result& r) const {
    const double lambda = 0.25, f = grid_.frequency()[0] * std::pow(grid_.ratio(), row);
    const auto plus = corners(row, dir, 1 + lambda, mirror * 11.48 * degree);
    const auto minus = corners(row, dir, 1 - lambda, -mirror * 33.56 * degree);
    double ep = 0.0, em = 0.0;
    for (const Corner& c : plus) ep += c.weight * value(variance, c.row, c.dir);
    for (const Corner& c : minus) em += c.weight * value(variance, c.row, c.dir);
    const double e = value(variance, row, dir), strength = strength_ * std::pow(f, 11);
    const double p4 = std::pow(1 + lambda, 4), m4 = std::pow(1 - lambda, 4);
    const double a = strength * (e * e * (ep / p4 + em / m4) - 2 * e * ep * em / (p4 * m4));
    r.source[index(row, dir)] -= 2 * a;
    const double by_centre = strength * (2 * e * (ep / p4 + em / m4) - 2 * ep * em / (p4 * m4));
    r.slope[index(row, dir)] -= 2 * by_centre;
    r.whole_slope[index(row, dir)] -= 2 * by_centre;
    const double by_plus = strength * (e * e / p4 - 2 * e * em / (p4 * m4));
    const double by_minus = strength * (e * e / m4 - 2 * e * ep / (p4 * m4));
    for (const Corner& c : plus) {
      r.source[index(c.row, c.dir)] += c.weight * a;
      r.whole_slope[index(c.row, c.dir)] += c.weight * c.weight * by_plus;
    }
    for (const Corner& c : minus) {
      r.source[index(c.row, c.dir)] += c.weight * a;
      r.whole_slope[index(c.row, c.dir)] += c.weight * c.weight * by_minus;
    }
  }
  SpectralGrid grid_;
  int n_row_;
  double strength_;
};

}  // namespace groundswell::test
