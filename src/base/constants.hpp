// SPDX-License-Identifier: Apache-2.0
// Physical and mathematical constants, most of the measured ones with their sources. SI units, angles in
// radians.
#pragma once

namespace groundswell {

inline constexpr double pi = 3.14159265358979323846;
inline constexpr double degree = pi / 180.0;  // [rad]

// Acceleration of gravity [m s-2]; the value of WAM and WAVEWATCH III.
inline constexpr double gravity = 9.806;
// Mean radius of the Earth [m] (IUGG, rounded to the kilometre).
inline constexpr double earth_radius = 6.371e6;
// Rotation of the Earth [rad s-1] (IERS Conventions 2010, rounded).
inline constexpr double earth_rotation = 7.2921e-5;
// Upper bound on the depth of the sea [m]: the Challenger Deep is 10,935 m deep (Greenaway et al. 2021,
// Deep-Sea Research I 178).
inline constexpr double deepest_sea = 12e3;
// Densities of air and water [kg m-3] for which the wind input is tuned (Janssen 1991).
inline constexpr double air_density = 1.225;
inline constexpr double water_density = 1000.0;
// Von Karman's constant.
inline constexpr double von_karman = 0.40;

}  // namespace groundswell
