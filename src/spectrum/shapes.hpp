// SPDX-License-Identifier: Apache-2.0
// Spectra of known shape, for initial states, open boundaries and tests: JONSWAP, Pierson-Moskowitz, Gaussian
// swell, and directional distributions. References: Hasselmann et al. 1973 (JONSWAP), Pierson and Moskowitz
// 1964, Longuet-Higgins et al. 1963 (cos^2s).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// E(f) = alpha g^2 (2 pi)^-4 f^-5 exp(-5/4 (f/fp)^-4) gamma^exp(-(f - fp)^2 / (2 s^2 fp^2)), s = sigma_low
// below the peak and sigma_high above (Hasselmann et al. 1973); gamma = 1 is the Pierson-Moskowitz form.
struct JonswapShape {
  double alpha = 0.0081;
  double peak_frequency = 0.1;  // [Hz]
  double gamma = 3.3;
  double sigma_low = 0.07;
  double sigma_high = 0.09;
};

// Variance density [m2 Hz-1] at frequency f [Hz].
double compute_jonswap(const JonswapShape& shape, double frequency);

// The sea after `fetch` [m] under a steady `wind_speed` at 10 m [m s-1]: fp = 3.5 (g/U) x^-0.33, alpha =
// 0.076 x^-0.22, x = g fetch / U^2 (Hasselmann et al. 1973), both no less than in a fully developed sea
// (make_pierson_moskowitz). Throws Error unless both arguments are positive.
JonswapShape make_jonswap_from_fetch(double wind_speed, double fetch);

// The shape with a given significant height [m] (over all frequencies) and peak frequency [Hz]. Throws Error
// unless all arguments are positive.
JonswapShape make_jonswap_from_height(double significant_height, double peak_frequency, double gamma = 3.3);

// The fully developed sea under a wind at 10 m [m s-1], gamma = 1: alpha = 0.0081, fp = 0.877 g / (2 pi
// U_19.5), U_19.5 = 1.026 U_10 (Pierson and Moskowitz 1964). Throws Error unless the wind is positive.
JonswapShape make_pierson_moskowitz(double wind_speed);

// A swell of given significant height [m], Gaussian in frequency around `peak_frequency` [Hz] with standard
// deviation `width` [Hz].
struct GaussianShape {
  double significant_height = 1.0;
  double peak_frequency = 0.1;
  double width = 0.005;
};
double compute_gaussian(const GaussianShape& shape, double frequency);  // [m2 Hz-1]

// Directional distributions D [rad-1] of the angle from the mean direction, with int D dtheta = 1. The first
// is proportional to cos^n within 90 degrees and 0 beyond; n >= 0.
double compute_cosine_power(double angle, double power);
// The second is proportional to cos^2s of half the angle (Longuet-Higgins et al. 1963); its spread as defined
// by Kuik et al. is sqrt(2 / (s + 1)).
double compute_cosine_2s(double angle, double s);

// A spectrum as two functions: E of frequency [Hz], in m2 Hz-1, and D of direction [rad, in the cell's
// frame]. D need not be normalised: its integral over the grid is made 1. If a mean direction is given, the
// discrete spectrum has that mean direction (very nearly) however narrow D is: if it lies between two bins,
// the energy is divided between them.
struct SpectrumShape {
  std::function<double(double)> frequency;
  std::function<double(double)> direction;
  std::optional<double> mean_direction;
};

// Action density [freq * dir], N = E(f) D(theta) / sigma [m2 Hz-1 rad-1 s], of a shape on the grid. Throws
// Error if D vanishes in all directions of the grid (and no mean direction is given) or a value is negative
// or not finite.
std::vector<float> make_action(const SpectralGrid& grid, const SpectrumShape& shape);

// As above, but scaled to a significant height [m] that includes the f^-5 tail, so that even a narrow peak
// between two frequencies of the grid has the full height. A height that is not positive gives zeros; for
// others, Error is also thrown if the shape vanishes at all frequencies of the grid.
std::vector<float> make_action_of_height(const SpectralGrid& grid, const SpectrumShape& shape, double height);

// Significant height [m] of the part of a shape between two frequencies [Hz].
double compute_height_between(const SpectrumShape& shape, double first, double last);

// JONSWAP with cos^n, and Gaussian swell with cos^2s, around `mean_direction` [rad, in the cell's frame].
SpectrumShape make_jonswap_spectrum(const JonswapShape& shape, double mean_direction,
                                    double cosine_power = 2.0);
SpectrumShape make_swell_spectrum(const GaussianShape& shape, double mean_direction, double s = 25.0);

}  // namespace groundswell
