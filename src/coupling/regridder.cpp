// SPDX-License-Identifier: Apache-2.0
#include "coupling/regridder.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace groundswell {
namespace {

void check_size(std::size_t size, std::size_t expected, const char* what) {
  ensure(size == expected, "regridding got ", size, " values of the ", what, " instead of ", expected);
}

}  // namespace

Regridder::Axes Regridder::axes_at(bool on_sphere, double lon, double lat) {
  return on_sphere ? Axes{east_at(lon), north_at(lon, lat)} : Axes{};
}

Regridder::Regridder(const RegriddingMatrix& made, const WholeGrid& source, const CouplingGrid& target)
    : needed_(made.rows.used_columns()), origin_(made.origin), row_start_{0}, fill_(made.fill) {
  ensure(made.rows.n_row() == target.n_point(), "a matrix of ", made.rows.n_row(), " rows for ",
         target.n_point(), " points");
  for (const std::int64_t point : needed_)
    source_axes_.push_back(
        axes_at(source.on_sphere, source.lon[std::size_t(point)], source.lat[std::size_t(point)]));
  for (std::size_t i = 0; i < target.n_point(); ++i) {
    const std::span<const MatrixEntry> row = made.rows.row(i);
    for (const MatrixEntry& entry : row)
      entries_.push_back(
          {std::size_t(std::ranges::lower_bound(needed_, entry.column) - needed_.begin()), entry.weight});
    row_start_.push_back(entries_.size());
    target_axes_.push_back(axes_at(target.on_sphere, target.lon[i], target.lat[i]));
    is_copy_.push_back(row.size() == 1 && row[0].weight == 1.0 &&
                       source.lon[std::size_t(row[0].column)] == target.lon[i] &&
                       source.lat[std::size_t(row[0].column)] == target.lat[i]);
  }
}

template <class Real>
void Regridder::regrid_scalar(std::span<const Real> values, std::span<Real> out) const {
  check_size(values.size(), needed_.size(), "source");
  check_size(out.size(), n_point(), "target");
  for (std::size_t i = 0; i < n_point(); ++i) {
    if (origin_[i] == ValueOrigin::fill) out[i] = static_cast<Real>(fill_);
    if (!has_rows_value(i)) continue;
    double sum = 0.0;
    for (const Entry& entry : row(i)) sum += entry.weight * double(values[entry.place]);
    out[i] = static_cast<Real>(sum);
  }
}

std::array<double, 2> Regridder::add_up(std::size_t point, const std::vector<Vec3>& vectors) const {
  Vec3 sum;
  for (const Entry& entry : row(point)) sum += vectors[entry.place] * entry.weight;
  return {dot(sum, target_axes_[point].east), dot(sum, target_axes_[point].north)};
}

template <class Real>
void Regridder::regrid_vector(std::span<const Real> east, std::span<const Real> north,
                              std::span<Real> out_east, std::span<Real> out_north) const {
  check_size(east.size(), needed_.size(), "source");
  check_size(north.size(), needed_.size(), "source");
  check_size(out_east.size(), n_point(), "target");
  check_size(out_north.size(), n_point(), "target");
  std::vector<Vec3> vectors(needed_.size());
  for (std::size_t k = 0; k < vectors.size(); ++k)
    vectors[k] = source_axes_[k].east * double(east[k]) + source_axes_[k].north * double(north[k]);
  for (std::size_t i = 0; i < n_point(); ++i) {
    if (origin_[i] == ValueOrigin::fill) out_east[i] = out_north[i] = static_cast<Real>(fill_);
    if (!has_rows_value(i)) continue;
    if (is_copy_[i]) {
      out_east[i] = east[row(i)[0].place];
      out_north[i] = north[row(i)[0].place];
      continue;
    }
    const auto [along_east, along_north] = add_up(i, vectors);
    out_east[i] = static_cast<Real>(along_east);
    out_north[i] = static_cast<Real>(along_north);
  }
}

template <class Real>
void Regridder::regrid_direction(std::span<const Real> angles, std::span<Real> out) const {
  check_size(angles.size(), needed_.size(), "source");
  check_size(out.size(), n_point(), "target");
  std::vector<Vec3> vectors(needed_.size());
  for (std::size_t k = 0; k < vectors.size(); ++k)
    vectors[k] = source_axes_[k].east * std::cos(double(angles[k])) +
                 source_axes_[k].north * std::sin(double(angles[k]));
  for (std::size_t i = 0; i < n_point(); ++i) {
    if (origin_[i] == ValueOrigin::fill) out[i] = static_cast<Real>(fill_);
    if (!has_rows_value(i)) continue;
    if (is_copy_[i]) {
      out[i] = angles[row(i)[0].place];
      continue;
    }
    const auto [along_east, along_north] = add_up(i, vectors);
    out[i] = static_cast<Real>(std::atan2(along_north, along_east));
  }
}

template void Regridder::regrid_scalar(std::span<const float>, std::span<float>) const;
template void Regridder::regrid_scalar(std::span<const double>, std::span<double>) const;
template void Regridder::regrid_vector(std::span<const float>, std::span<const float>, std::span<float>,
                                       std::span<float>) const;
template void Regridder::regrid_vector(std::span<const double>, std::span<const double>, std::span<double>,
                                       std::span<double>) const;
template void Regridder::regrid_direction(std::span<const float>, std::span<float>) const;
template void Regridder::regrid_direction(std::span<const double>, std::span<double>) const;

}  // namespace groundswell
