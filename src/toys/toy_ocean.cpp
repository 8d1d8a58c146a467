// SPDX-License-Identifier: Apache-2.0
#include "toys/toy_ocean.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/error.hpp"

namespace groundswell {

ToyOcean::ToyOcean(const ToyOceanSettings& settings, Block rows, const ToyDepth& depth)
    : settings_(settings), rows_(rows), n_row_(std::size_t(rows.size())) {
  settings.grid.check();
  require(settings.friction >= 0.0, "the friction of an ocean of ", settings.friction,
          " m/s must not be negative");
  require(n_row_ > 0, "the ocean's grid of ", settings.grid.n_lat(),
          " rows has fewer rows than the ocean has processes; give it fewer processes or a smaller step");
  n_lon_ = std::size_t(settings.grid.n_lon());
  for (Padded* values : {&depth_, &east_depth_, &north_depth_, &level_, &east_, &north_, &push_east_,
                         &push_north_, &stokes_east_, &stokes_north_})
    *values = Padded((n_row_ + 2) * n_lon_);
  current_east_ = Array<double>(n_row_ * n_lon_), current_north_ = Array<double>(n_row_ * n_lon_);
  find_depths(depth);
}

// Of all rows of the grid, for the fastest waves: the scheme's have the frequency 2 sqrt(g h (1/dx^2 +
// 1/dy^2)), if the Coriolis parameter is added. A side is as deep as the shallower of its boxes.
void ToyOcean::find_depths(const ToyDepth& depth) {
  const ToyGrid& grid = settings_.grid;
  const double dy = earth_radius * grid.step * degree;
  const auto depths_of = [&](std::int64_t row) {
    std::vector<double> depths(n_lon_);
    for (std::size_t i = 0; i < n_lon_ && row >= 0 && row < grid.n_lat(); ++i) {
      const double h = depth ? depth(grid.lon(double(i)), grid.lat(double(row))) : settings_.depth;
      depths[i] = h > 0.0 ? h : 0.0;
    }
    return depths;
  };
  std::vector<double> here = depths_of(-1);
  for (std::int64_t row = -1; row <= grid.n_lat(); ++row) {
    const std::vector<double> north = depths_of(row + 1);
    const double cosine = std::cos(grid.lat(double(row))), dx = dy * cosine;
    const double deepest = *std::max_element(here.begin(), here.end());
    if (deepest > 0.0)
      fastest_ = std::max(fastest_, 2.0 * std::sqrt(gravity * deepest * (1.0 / (dx * dx) + 1.0 / (dy * dy))));
    if (row >= rows_.begin - 1 && row <= rows_.end) {
      const auto first = std::size_t(row - rows_.begin + 1) * n_lon_;
      for (std::size_t i = 0; i < n_lon_; ++i) {
        depth_[first + i] = here[i];
        north_depth_[first + i] = std::min(here[i], north[i]);
        if (east_of(i) > 0 || grid.full_circle())
          east_depth_[first + i] = std::min(here[i], here[east_of(i)]);
      }
      cosine_.push_back(cosine);
      side_cosine_.push_back(std::cos(grid.lat(double(row) + 0.5)));
      coriolis_.push_back(2.0 * earth_rotation * std::sin(grid.lat(double(row) + 0.5)));
    }
    here = north;
  }
  require(fastest_ > 0.0, "the ocean's grid has no water; check its sides and its depth");
  fastest_ += 2.0 * earth_rotation;
}

int ToyOcean::count_sub_steps(double dt) const {
  // The scheme is stable if the frequency times the sub-step is below 2.
  return std::max(1, int(std::ceil(dt * fastest_ / 1.4)));
}

// Sets what pushes the water in own boxes and those beside, and the Stokes drift across the sides of own
// boxes.
void ToyOcean::take(const ToyOceanForcing& forcing, const ExchangeRows& exchange) {
  const auto add = [&](Padded& sum, View<const double> values) {
    const View<double> boxes = own(sum);
    ensure(values.size == boxes.size || values.size == 0, "a toy ocean of ", boxes.size, " points gets ",
           values.size, " values");
    for (std::size_t i = 0; i < values.size; ++i) boxes[i] += std::isnan(values[i]) ? 0.0 : values[i];
  };
  Padded transport_east(level_.size()), transport_north(level_.size());
  for (Padded* values : {&push_east_, &push_north_}) std::fill_n(values->data(), values->size(), 0.0);
  add(push_east_, forcing.stress.east), add(push_north_, forcing.stress.north);
  add(push_east_, forcing.wave_force.east), add(push_north_, forcing.wave_force.north);
  add(transport_east, forcing.stokes_transport.east), add(transport_north, forcing.stokes_transport.north);
  exchange(std::array{rows_of(push_east_), rows_of(push_north_), rows_of(transport_east),
                      rows_of(transport_north)});
  const auto drift = [](double here, double there, double depth) {
    return depth > 0.0 ? 0.5 * (here + there) / depth : 0.0;
  };
  for (std::size_t row = 1; row < n_row_ + 1; ++row)
    for (std::size_t i = 0; i < n_lon_; ++i) {
      const std::size_t here = at(row, i), east = at(row, east_of(i)), north = at(row + 1, i);
      stokes_east_[here] = drift(transport_east[here], transport_east[east], east_depth_[here]);
      stokes_north_[here] = drift(transport_north[here], transport_north[north], north_depth_[here]);
    }
}

void ToyOcean::step(double dt, const ToyOceanForcing& forcing, const ExchangeRows& exchange) {
  take(forcing, exchange);
  const std::array fields{rows_of(level_), rows_of(east_), rows_of(north_), rows_of(stokes_east_),
                          rows_of(stokes_north_)};
  exchange(fields);
  const int n_sub_step = count_sub_steps(dt);
  for (int i = 0; i < n_sub_step; ++i) {
    // The row to the north is stepped too, as far as own rows need it, rather than exchanged in between.
    for (std::size_t row = 1; row < n_row_ + 2; ++row) move_level(row, dt / n_sub_step);
    for (std::size_t row = 1; row < n_row_ + 2; ++row) push_east(row, dt / n_sub_step);
    for (std::size_t row = 1; row < n_row_ + 1; ++row) push_north(row, dt / n_sub_step);
    if (i + 1 < n_sub_step) exchange(std::span(fields).first(3));
  }
  update_current(exchange);
}

// d eta/dt = -div(h u + T_s)
void ToyOcean::move_level(std::size_t row, double dt) {
  const double dy = earth_radius * settings_.grid.step * degree, dx = dy * cosine_[row];
  const auto eastward = [this](std::size_t side) {
    return east_depth_[side] * (east_[side] + stokes_east_[side]);
  };
  const auto northward = [this](std::size_t side) {
    return north_depth_[side] * (north_[side] + stokes_north_[side]);
  };
  for (std::size_t i = 0; i < n_lon_; ++i) {
    const std::size_t here = at(row, i);
    const double east = eastward(here) - eastward(at(row, west_of(i)));
    const double north =
        northward(here) * side_cosine_[row] - northward(at(row - 1, i)) * side_cosine_[row - 1];
    level_[here] -= dt / dx * (east + north);
  }
}

// du/dt = -g d eta/dx + f (v + V_s/h) + (tau + F) / (rho h) - r u / h. The Coriolis force is formed so that
// it does no work: what v adds to the energy by u is what u takes from that by v, as both have the factor
// min(h_u, h_v).
void ToyOcean::push_east(std::size_t row, double dt) {
  const double dx = earth_radius * settings_.grid.step * degree * cosine_[row];
  for (std::size_t i = 0; i < n_lon_; ++i) {
    const std::size_t here = at(row, i), east = at(row, east_of(i));
    const double h = east_depth_[here];
    if (h == 0.0) continue;
    const auto turned = [&](std::size_t side_row, std::size_t column) {
      const std::size_t side = at(side_row, column);
      return coriolis_[side_row] * side_cosine_[side_row] * std::min(h, north_depth_[side]) *
             (north_[side] + stokes_north_[side]);
    };
    const double turn =
        turned(row, i) + turned(row, east_of(i)) + turned(row - 1, i) + turned(row - 1, east_of(i));
    const double push = -gravity * (level_[east] - level_[here]) / dx + 0.25 * turn / (h * cosine_[row]) +
                        0.5 * (push_east_[here] + push_east_[east]) / (water_density * h);
    east_[here] = (east_[here] + dt * push) / (1.0 + dt * settings_.friction / h);
  }
}

// dv/dt = -g d eta/dy - f (u + U_s/h) + (tau + F) / (rho h) - r v / h
void ToyOcean::push_north(std::size_t row, double dt) {
  const double dy = earth_radius * settings_.grid.step * degree;
  for (std::size_t i = 0; i < n_lon_; ++i) {
    const std::size_t here = at(row, i), north = at(row + 1, i);
    const double h = north_depth_[here];
    if (h == 0.0) continue;
    const auto turned = [&](std::size_t side) {
      return std::min(h, east_depth_[side]) * (east_[side] + stokes_east_[side]);
    };
    const double turn =
        turned(here) + turned(at(row, west_of(i))) + turned(north) + turned(at(row + 1, west_of(i)));
    const double push = -gravity * (level_[north] - level_[here]) / dy - 0.25 * coriolis_[row] * turn / h +
                        0.5 * (push_north_[here] + push_north_[north]) / (water_density * h);
    north_[here] = (north_[here] + dt * push) / (1.0 + dt * settings_.friction / h);
  }
}

void ToyOcean::update_current(const ExchangeRows& exchange) {
  const std::array fields{rows_of(level_), rows_of(east_), rows_of(north_)};
  exchange(fields);
  for (std::size_t row = 1; row < n_row_ + 1; ++row)
    for (std::size_t i = 0; i < n_lon_; ++i) {
      const std::size_t here = at(row, i), point = here - n_lon_;
      current_east_[point] = 0.5 * (east_[here] + east_[at(row, west_of(i))]);
      current_north_[point] = 0.5 * (north_[here] + north_[at(row - 1, i)]);
    }
}

void ToyOcean::list_state(StateList& state) {
  state.add_cells("sea_level", own(level_));
  state.add_cells("east_side_current", own(east_));
  state.add_cells("north_side_current", own(north_));
}

}  // namespace groundswell
