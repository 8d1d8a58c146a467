// SPDX-License-Identifier: Apache-2.0
// Turns settings into constants; computes the tables of the grid and the weights of the quadruplets in double
// precision and stores them as T.
#include "source_terms/source_tables.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "source_terms/friction_coefficient.hpp"
#include "source_terms/wind_stress.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {

namespace {

// Constants that must be chosen together: C, delta and the kind of means of whitecapping, and alpha and
// z_alpha of the wind input.
struct WhitecappingConstants {
  double strength, delta;
  MeanKind means;
  double charnock, z_alpha;
};

// The rate of Komen et al. 1984 in terms of wavenumbers: 2.36e-5 / (3.02e-3)^2 (<k>^2 m0)^2 <sigma> k/<k>.
constexpr WhitecappingConstants wam3_whitecapping = {2.36e-5 / (3.02e-3 * 3.02e-3), 0.0, MeanKind::low, 0.01,
                                                     0.0};

WhitecappingConstants find_whitecapping(const SourceTermsSettings& settings) {
  if (settings.package == PhysicsPackage::wam3) return wam3_whitecapping;
  switch (settings.dissipation) {
    case Dissipation::wam4:
      return {4.5, 0.5, MeanKind::low, 0.01, 0.011};
    case Dissipation::bja2005:
      return {2.1, 0.6, MeanKind::high, 0.0095, 0.011};
    case Dissipation::ecmwf2012:
      return {1.33, 0.5, MeanKind::high, 0.006, 0.008};
  }
  throw LogicError("whitecapping has no constants for this setting of dissipation");
}

void require_in_range(const SourceTermsSettings& s) {
  const double max_drag = s.used_max_drag();
  require(max_drag == 0.0 || (max_drag >= 1e-3 && max_drag <= 1e-2), "max_drag is ", max_drag,
          "; a drag coefficient lies between 0.001 and 0.01, or is 0 for no limit");
  require(s.wave_stress_limit >= 0.0, "wave_stress_limit is ", s.wave_stress_limit,
          " m2 s-2; it must be positive, or 0 for no limit");
  for_source_coefficients([&](const SourceCoefficientInfo& coefficient) {
    const double value = s.*coefficient.value;
    require(value > 0.0 || (value == 0.0 && coefficient.may_be_zero), coefficient.name, " is ", value,
            coefficient.unit.empty() ? "" : " ", coefficient.unit, "; it must ",
            coefficient.may_be_zero ? "not be negative, " : "be positive, ",
            SourceCoefficients{}.*coefficient.value, " is usual");
  });
  for (std::size_t i = 0; i < n_st4; ++i) {
    const St4CoefficientInfo& info = st4_coefficients[i];
    const double value = s.st4.value(St4(i));
    require(value >= info.least && value <= info.most, "st4.", info.name, " is ", value,
            "; it must lie between ", info.least, " and ", info.most, ", ", info.value(s.st4.set),
            " is usual");
  }
  require(s.max_source_step > 0.0, "max_source_step is ", s.max_source_step, " s; it must be positive");
}

// Friction below 1 % per day is negligible, as is breaking if B is below about 0.06. If Hmax is
// largest_breaking_height, B does not exceed that value in any sea that a run may contain (Hs below 40 m).
constexpr double least_loss_rate = 1e-7;           // [s-1]
constexpr double largest_breaking_height = 115.0;  // Hmax [m]

// C [m2 s-3] of the sea of 40 m whose waves all have the frequency `sigma` [rad s-1], k [rad m-1], in the
// depth [m], if it depends on the sea: no sea has a larger one.
double largest_friction_coefficient(const SourceTermsSettings& s, double sigma, double k, double depth) {
  switch (s.friction) {
    case BottomFriction::jonswap:
      return s.friction_coefficient;
    case BottomFriction::sea_state:
      return std::max(s.friction_coefficient, s.friction_coefficient_wind_sea);
    case BottomFriction::madsen: {
      const double amplitude = 10.0 * std::sqrt(2.0) / std::sinh(k * depth);
      return madsen_coefficient(amplitude * sigma / std::sqrt(2.0), amplitude, s.friction_roughness);
    }
  }
  throw LogicError("friction has no coefficient for this setting");
}

double find_deepest_loss(const SpectralGrid& grid, const SourceTermsSettings& s) {
  double depth = s.depth_breaking ? largest_breaking_height / s.breaking_gamma : 0.0;
  const auto friction = [&](double d) {
    const double k = compute_wavenumber(grid.sigma()[0], d);
    return bottom_friction_rate(largest_friction_coefficient(s, grid.sigma()[0], k, d), k, d);
  };
  if (s.bottom_friction)
    while (depth < 1e4 && friction(depth + 1.0) > least_loss_rate) depth += 1.0;
  return depth;
}

// f_N [Hz] of Hersbach and Janssen's bound: the last frequency of the default grid. It is fixed, so that
// growth does not depend on the grid.
constexpr double limiter_frequency = 1.06719;

// Mean frequency times u* [m s-2] of a fully developed sea, u* f_PM: the minimum assumed by the bound
// `ecmwf`, so that waves can start on calm water.
constexpr double least_limiter_speed = gravity / (2.0 * pi * 28.0);

// Weights of the values at `low` and `high` in linear interpolation to `value`.
void linear_weights(double value, double low, double high, double (&weights)[2]) {
  weights[1] = (value - low) / (high - low);
  weights[0] = 1.0 - weights[1];
}

}  // namespace

template <class T>
SourceTableSet<T>::SourceTableSet(const SpectralGrid& grid, const SourceTermsSettings& settings) {
  require_in_range(settings);
  make_grid(grid);
  make_constants(grid, settings);
  make_limiter(grid, settings);
  const bool is_st4 = settings.package == PhysicsPackage::st4;
  make_quadruplets(grid, is_st4 ? settings.st4.value(St4::transfer_strength) / std::pow(gravity, 4) : 3000.0);
  if (is_st4) make_st4(grid, settings.st4);
}

template <class T>
const T* SourceTableSet<T>::keep(const std::vector<double>& values) {
  Array<T> copy(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) copy[i] = T(values[i]);
  memory_.push_back(std::move(copy));
  return memory_.back().data();
}

template <class T>
void SourceTableSet<T>::make_grid(const SpectralGrid& grid) {
  auto& g = tables_.grid;
  g.n_freq = grid.n_freq();
  g.n_dir = grid.n_dir();
  std::vector<double> inverse_sigma, width, cosine, sine;
  std::vector<double> sigma_of_bin, inverse_sigma_of_bin;
  for (double sigma : grid.sigma()) {
    inverse_sigma.push_back(1.0 / sigma);
    sigma_of_bin.insert(sigma_of_bin.end(), std::size_t(grid.n_dir()), sigma);
    inverse_sigma_of_bin.insert(inverse_sigma_of_bin.end(), std::size_t(grid.n_dir()), 1.0 / sigma);
  }
  for (double w : grid.frequency_width()) width.push_back(w * grid.direction_width());
  std::vector<double> energy, frequency;
  for (std::size_t i = 0; i < width.size(); ++i) {
    const double f = grid.frequency()[i], tail = i + 1 == width.size() ? grid.direction_width() * f : 0.0;
    energy.push_back(width[i] + tail / 4.0);
    frequency.push_back(f * (width[i] + tail / 3.0));
  }
  g.energy_weight = keep(energy);
  g.ones = keep(std::vector<double>(energy.size(), 1.0));
  g.frequency_weight = keep(frequency);
  for (double theta : grid.direction()) {
    cosine.push_back(std::cos(theta));
    sine.push_back(std::sin(theta));
  }
  g.frequency = keep(grid.frequency());
  g.sigma = keep(grid.sigma());
  g.inverse_sigma = keep(inverse_sigma);
  g.sigma_of_bin = keep(sigma_of_bin);
  g.inverse_sigma_of_bin = keep(inverse_sigma_of_bin);
  g.bin_width = keep(width);
  g.cosine = keep(cosine);
  g.sine = keep(sine);
  g.direction_width = T(grid.direction_width());
  g.log_first = T(std::log(grid.frequency()[0]));
  g.inverse_log_ratio = T(1.0 / std::log(grid.ratio()));
  g.tail_step = T(std::pow(grid.ratio(), -5));
}

template <class T>
void SourceTableSet<T>::make_constants(const SpectralGrid& grid, const SourceTermsSettings& settings) {
  const WhitecappingConstants whitecapping = find_whitecapping(settings);
  auto& c = tables_.constants;
  c.package = settings.package;
  c.means = whitecapping.means;
  c.terms = pick_terms(settings, [&](const SourceTermInfo& term) { return term.is_in(settings.package); });
  c.coefficients = settings;
  c.friction = settings.friction;
  c.diagnostic_tail = settings.diagnostic_tail;
  const bool is_st4 = settings.package == PhysicsPackage::st4;
  const auto of_st4 = [&](St4 which) { return settings.st4.value(which); };
  c.charnock = T(is_st4 ? of_st4(St4::charnock) : whitecapping.charnock);
  const double max_roughness = is_st4 ? of_st4(St4::max_roughness) : 0.0;
  c.max_roughness = T(max_roughness > 0.0 ? max_roughness : no_roughness_limit);
  c.z_alpha = T(is_st4 ? of_st4(St4::z_alpha) : whitecapping.z_alpha);
  c.transfer_mean = is_st4 ? MeanKind::high : MeanKind::low;
  c.tail_mean_factor = T(is_st4 ? of_st4(St4::tail_mean_factor) : 2.5);
  c.tail_pm_factor = T(is_st4 ? of_st4(St4::tail_pm_factor) : 3.0);
  c.tail_of_wind_sea = !is_st4;
  c.dissipation = T(whitecapping.strength);
  c.dissipation_delta = T(whitecapping.delta);
  c.wave_stress_limit = T(settings.wave_stress_limit > 0.0 ? settings.wave_stress_limit : 1e30);
  const double max_drag = settings.used_max_drag();
  c.max_friction_share = T(max_drag > 0.0 ? std::sqrt(max_drag) : 1e30);
  c.longest_step = T(settings.max_source_step);
  // The losses of bja2005 and ecmwf2012 react faster to a growing sea. With st4, young seas gain more of
  // their energy from the wind.
  const bool is_fast = settings.package == PhysicsPackage::wam4 && settings.dissipation != Dissipation::wam4;
  c.largest_growth = T(is_st4 ? 0.2 : is_fast ? 0.24 : 0.3);
  c.small_sea = T(is_st4 ? 0.11 : 0.36);
  c.growth_fall = T(is_st4 ? 0.15 : 0.5);
  c.deepest_loss = T(find_deepest_loss(grid, settings));
}

template <class T>
void SourceTableSet<T>::make_limiter(const SpectralGrid& grid, const SourceTermsSettings& settings) {
  auto& c = tables_.constants;
  std::vector<double> slope, floor;
  for (double f : grid.frequency()) {
    switch (settings.limiter) {
      case GrowthLimiter::hersbach_janssen:
        slope.push_back(3e-7 * gravity * limiter_frequency * std::pow(f, -4));
        floor.push_back(5.6e-3 * gravity / f);
        break;
      case GrowthLimiter::ecmwf:
        slope.push_back(5e-7 * gravity * std::pow(f, -4));
        floor.push_back(least_limiter_speed);
        break;
      case GrowthLimiter::wamdi:
        slope.push_back(0.62e-4 * std::pow(f, -5) / 1200.0);
        floor.push_back(1.0);
        break;
      case GrowthLimiter::none:
        slope.push_back(1.0);
        floor.push_back(1e20);
        break;
    }
  }
  // Other limiters are so tight in a rising sea that nearly all input would be left out, while the means and
  // the tail still move within a step.
  const bool is_tight = settings.limiter == GrowthLimiter::ecmwf || settings.limiter == GrowthLimiter::wamdi;
  c.counted_directions = T(is_tight ? 1e6 : grid.n_dir() / 3.0);
  c.limit_mean = settings.limiter == GrowthLimiter::ecmwf;
  c.limit_speed = settings.limiter == GrowthLimiter::hersbach_janssen ? T(1) : T(0);
  c.limit_slope = keep(slope);
  c.limit_floor = keep(floor);
}

// Hasselmann et al. 1985, section 3: lambda = 0.25, the waves f+ and f- turned by 11.48 and -33.56 degrees.
template <class T>
void SourceTableSet<T>::make_quadruplets(const SpectralGrid& grid, double strength_at_1_hz) {
  const double lambda = 0.25, plus_angle = 11.48 * degree, minus_angle = 33.56 * degree;
  const double r = grid.ratio(), width = grid.direction_width();
  const int n = grid.n_freq();
  auto& q = tables_.quadruplets;
  q.plus_shift = int(std::floor(std::log(1.0 + lambda) / std::log(r)));
  q.minus_shift = int(std::ceil(-std::log(1.0 - lambda) / std::log(r)));
  q.plus_turn = int(std::floor(plus_angle / width));
  q.minus_turn = int(std::floor(minus_angle / width));
  q.padding = std::max(q.plus_turn, q.minus_turn) + 1;
  q.ring = q.plus_shift + q.minus_shift + 2;
  require(q.padding <= grid.n_dir(), "a spectrum of ", grid.n_dir(),
          " directions is too coarse for the nonlinear transfer; give it more");
  double plus_freq[2], minus_freq[2], plus_dir[2], minus_dir[2];
  linear_weights(1.0 + lambda, std::pow(r, q.plus_shift), std::pow(r, q.plus_shift + 1), plus_freq);
  linear_weights(1.0 - lambda, std::pow(r, -q.minus_shift), std::pow(r, 1 - q.minus_shift), minus_freq);
  linear_weights(plus_angle / width, q.plus_turn, q.plus_turn + 1, plus_dir);
  linear_weights(minus_angle / width, q.minus_turn, q.minus_turn + 1, minus_dir);
  for (int i = 0; i < 2; ++i) {
    q.plus_freq[i] = T(plus_freq[i]);
    q.minus_freq[i] = T(minus_freq[i]);
    q.plus_dir[i] = T(plus_dir[i]);
    q.minus_dir[i] = T(minus_dir[i]);
  }
  const double plus_scale = std::pow(1.0 + lambda, -4), minus_scale = std::pow(1.0 - lambda, -4);
  q.plus_scale = T(plus_scale);
  q.minus_scale = T(minus_scale);
  const auto share = [&](int row) {
    return row < 0 ? 0.0 : row < n ? 1.0 : std::pow(r, -5.0 * (row - n + 1));
  };
  std::vector<double> strength, centre, plus[2], minus[2];
  for (int row = 0; row < n + q.minus_shift; ++row) {
    const double f = grid.frequency()[0] * std::pow(r, row);
    strength.push_back(strength_at_1_hz * std::pow(f, 11));
    centre.push_back(share(row));
    for (int i = 0; i < 2; ++i) {
      plus[i].push_back(plus_freq[i] * plus_scale * share(row + q.plus_shift + i));
      minus[i].push_back(minus_freq[i] * minus_scale * share(row - q.minus_shift + i));
    }
  }
  q.strength = keep(strength);
  q.centre = keep(centre);
  q.plus_0 = keep(plus[0]);
  q.plus_1 = keep(plus[1]);
  q.minus_0 = keep(minus[0]);
  q.minus_1 = keep(minus[1]);
}

template class SourceTableSet<float>;
template class SourceTableSet<double>;

}  // namespace groundswell
