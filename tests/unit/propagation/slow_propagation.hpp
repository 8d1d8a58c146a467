// SPDX-License-Identifier: Apache-2.0
// Propagation written as slowly and plainly as possible, in double: one bin of one edge at a time, from the
// formulas of docs/theory/propagation.md; positions tell which cell is to the left of an edge and which to
// the right. It holds for cells of the geographic chart that are more than two rings away from the polar
// chart.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "base/constants.hpp"
#include "mesh/mesh.hpp"
#include "mesh/vec3.hpp"
#include "propagation/propagation_settings.hpp"
#include "propagation/sub_steps.hpp"
#include "spectrum/dispersion.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell::slow {

// The water: depth and current as functions of the cell, the rate of change of the depth, and the gradients
// of the current.
struct Water {
  std::function<double(int)> depth = [](int) { return 1e5; };
  std::function<double(int)> u = [](int) { return 0.0; }, v = [](int) { return 0.0; };
  double depth_t = 0, u_x = 0, u_y = 0, v_x = 0, v_y = 0;
};

struct Problem {
  const Mesh& mesh;
  const SpectralGrid& grid;
  bool upwind = false;
  double sprinkler_age = 0.0;
  Water water;
  std::vector<char> blocked;
  std::vector<double> boundary;  // [freq][dir]; empty = nothing enters

  bool has_islands(int cell) const {
    if (cell < 0 || mesh.obstacle_through.empty()) return false;
    const auto row = obstacle_row(mesh.obstacle_through, cell);
    return std::any_of(row.begin(), row.end(), [](int share) { return share < 100; });
  }
  // The share in one of the tables of obstacles at a bin's direction.
  double share(const std::vector<std::uint8_t>& table, int cell, int dir) const {
    const double place = grid.direction()[dir] / (10.0 * degree);
    const int below = int(std::floor(place));
    const auto at = [&](int i) { return table[std::size_t(36 * cell + (i + 72) % 36)] / 100.0; };
    return at(below) + (place - below) * (at(below + 1) - at(below));
  }
  // What a cell gains of a flux that another one (-1 = none) loses.
  double passing(int from, int to, int dir) const {
    double share_of_flux = 1.0;
    if (has_islands(to)) share_of_flux *= share(mesh.obstacle_within, to, dir);
    if (has_islands(from)) {
      const double within = share(mesh.obstacle_within, from, dir);
      share_of_flux *= within > 0.0 ? share(mesh.obstacle_through, from, dir) / within : 0.0;
    }
    return share_of_flux;
  }
};

using Spectra = std::vector<std::vector<double>>;  // [cell][freq * n_dir + dir]

struct Donor {
  double value, upstream;
  bool exists, whole;  // whole: it has no open boundary, and neither it nor a neighbour has islands
};

class Edge {
 public:
  Edge(const Problem& p, int edge, int freq) : p_(p), m_(p.mesh), edge_(edge), freq_(freq) {
    for (int s = 0; s < 2; ++s) cell_[s] = m_.cell_on_edge(edge, s);
    const int a = cell_[0] < 0 ? cell_[1] : cell_[0], b = cell_[1] < 0 ? cell_[0] : cell_[1];
    const double sigma = p.grid.sigma()[freq], depth = 0.5 * (p.water.depth(a) + p.water.depth(b));
    const double k = compute_wavenumber(sigma, depth);
    cg_ = double(float(compute_group_speed(sigma, k, depth)));
    u_ = 0.5 * (p.water.u(a) + p.water.u(b));
    v_ = 0.5 * (p.water.v(a) + p.water.v(b));
    weighted_ = true;
    if (cell_[0] < 0 || cell_[1] < 0) return;
    for (int k = 0; k < m_.n_edges_on_cell[a]; ++k)
      for (int l = 0; l < m_.n_edges_on_cell[b]; ++l) {
        const int c = m_.cell_on_cell(a, k);
        if (c < 0 || c != m_.cell_on_cell(b, l)) continue;
        side_[left_of_normal(c) ? 0 : 1] = c;
      }
    weighted_ = !is_plain();
    for (int shorter = freq; shorter < p.grid.n_freq(); ++shorter) {
      const double at_edge = group_speed(shorter, depth);
      for (const int c : stencil())
        if (std::abs(group_speed(shorter, p.water.depth(c)) / at_edge - 1) > 1e-3) weighted_ = true;
    }
  }

  // Action that crosses from the first to the second cell in a step [m2 times action].
  double flux(const Spectra& n, int dir, double dt, double max_gain) const {
    const double theta = p_.grid.direction()[dir], alpha = m_.angle_edge[edge_];
    const double normal = cg_ * std::cos(theta - alpha) + u_ * std::cos(alpha) + v_ * std::sin(alpha);
    const double tangent = cg_ * std::sin(theta - alpha) - u_ * std::sin(alpha) + v_ * std::cos(alpha);
    const int from = normal > 0 ? 0 : 1;
    Donor donor = find_donor(n, from, dir);
    donor.value *= weight(cell_[from]);
    const double length = m_.dv_edge[edge_], distance = m_.dc_edge[edge_];
    double value = donor.value;
    if (!p_.upwind && donor.whole && donor.exists && open(cell_[1 - from]) && !onto_shelf(from)) {
      const double c = donor.value, d = weighted(n, cell_[1 - from], dir), u = donor.upstream;
      const double nu = std::abs(normal) * dt / distance;
      double slide = 0.0;
      if (side_[0] >= 0 || side_[1] >= 0)
        slide = tangent * dt / side_span() / 2 *
                ((open(side_[0]) ? weighted(n, side_[0], dir) : 0.0) -
                 (open(side_[1]) ? weighted(n, side_[1], dir) : 0.0));
      value = c + (1 - nu) / 2 * (d - c) - (1 - nu * nu) / 6 * (d - 2 * c + u) - slide;
      value = std::min(std::max(value, 0.0), max_gain * c);
    }
    double moved = dt * length * normal * value;
    if (open(cell_[0]) && open(cell_[1])) {
      const double diffusivity = cg_ * cg_ * std::pow(p_.grid.direction_width(), 2) * p_.sprinkler_age / 12.0;
      moved += 4.0 / 3.0 * std::min(diffusivity * dt, 0.1 * distance * distance) *
               std::pow(std::sin(theta - alpha), 2) * length / distance *
               (at(n, cell_[0], dir) - at(n, cell_[1], dir));
    }
    return moved;
  }

 private:
  Vec3 position(int c) const { return {m_.x_cell[c], m_.y_cell[c], m_.z_cell[c]}; }
  double span(const Vec3& x, const Vec3& y) const {
    return m_.on_sphere ? m_.sphere_radius * arc_length(normalized(x), normalized(y)) : norm(y - x);
  }
  // Land that is no part of the mesh lies as far from the edge as the cell on its other side.
  double side_span() const {
    if (side_[0] >= 0 && side_[1] >= 0) return span(position(side_[0]), position(side_[1]));
    const Vec3 middle{m_.x_edge[edge_], m_.y_edge[edge_], m_.z_edge[edge_]};
    return 2 * span(position(std::max(side_[0], side_[1])), middle);
  }
  bool left_of_normal(int c) const {
    const Vec3 x = position(cell_[0]), y = position(cell_[1]), z = position(c);
    return m_.on_sphere ? dot(z, cross(x, y)) > 0 : cross(y - x, z - x).z > 0;
  }
  bool open(int c) const { return c >= 0 && (p_.blocked.empty() || !p_.blocked[c]); }
  // Whether what leaves a cell may be of third order.
  bool is_whole(int c) const {
    if (!open(c) || p_.has_islands(c)) return false;
    for (int k = 0; k < m_.n_edges_on_cell[c]; ++k) {
      const int other = m_.cell_on_cell(c, k);
      if (other >= 0 && p_.has_islands(other)) return false;
      if (other < 0 && m_.edge_kind[m_.edge_on_cell(c, k)] == EdgeKind::open_boundary) return false;
    }
    return true;
  }
  double at(const Spectra& n, int c, int dir) const {
    return open(c) ? n[c][freq_ * p_.grid.n_dir() + dir] : 0.0;
  }
  bool onto_shelf(int from) const {
    if (cell_[1 - from] < 0) return false;
    return p_.water.depth(cell_[1 - from]) < std::min(20.0, 0.5 * p_.water.depth(cell_[from]));
  }
  double group_speed(int freq, double depth) const {
    const double sigma = p_.grid.sigma()[freq];
    return compute_group_speed(sigma, compute_wavenumber(sigma, depth), depth);
  }
  // Whether nothing but the floor makes the flux differ from that in open sea.
  bool is_plain() const {
    for (int s = 0; s < 2; ++s) {
      if (!open(cell_[s]) || p_.has_islands(cell_[s])) return false;
      if (!p_.upwind && (onto_shelf(s) || !is_whole(cell_[s]) || !open(side_[s]))) return false;
    }
    const std::vector<int> read = stencil();
    return p_.upwind ||
           (read.size() == 8 && std::all_of(read.begin(), read.end(), [&](int c) { return open(c); }));
  }
  // The cells that exist among those that the flux reads.
  std::vector<int> stencil() const {
    std::vector<int> cells{cell_[0], cell_[1]};
    for (int s = 0; s < 2 && !p_.upwind; ++s) {
      const int c = cell_[s], m = m_.n_edges_on_cell[c];
      int slot = 0;
      while (m_.edge_on_cell(c, slot) != edge_) ++slot;
      for (const int other :
           {m_.cell_on_cell(c, (slot + m / 2) % m), m_.cell_on_cell(c, (slot + (m + 1) / 2) % m), side_[s]})
        if (other >= 0) cells.push_back(other);
    }
    return cells;
  }
  // Ratio of the group speed in the cell to that on the edge, where these or shorter waves feel an uneven
  // floor.
  double weight(int c) const {
    return c < 0 || !weighted_ ? 1.0 : group_speed(freq_, p_.water.depth(c)) / cg_;
  }
  double weighted(const Spectra& n, int c, int dir) const { return weight(c) * at(n, c, dir); }
  Donor find_donor(const Spectra& n, int from, int dir) const {
    const int c = cell_[from];
    Donor donor{at(n, c, dir), 0.0, open(c), true};
    if (c < 0) {
      const bool enters = !p_.boundary.empty() && m_.edge_kind[edge_] == EdgeKind::open_boundary;
      donor.value = enters ? p_.boundary[freq_ * p_.grid.n_dir() + dir] : 0.0;
      return donor;
    }
    const int m = m_.n_edges_on_cell[c];
    int slot = 0;
    while (m_.edge_on_cell(c, slot) != edge_) ++slot;
    donor.whole = is_whole(c);
    if (!donor.whole) return donor;
    const auto ring = [&](int k) { return weighted(n, m_.cell_on_cell(c, k % m), dir); };
    donor.upstream =
        m % 2 == 0 ? ring(slot + m / 2) : 0.5 * (ring(slot + (m - 1) / 2) + ring(slot + (m + 1) / 2));
    return donor;
  }

  const Problem& p_;
  const Mesh& m_;
  int edge_, freq_, cell_[2], side_[2] = {-1, -1};
  double cg_, u_, v_;
  bool weighted_;
};

inline void move_frequency(const Problem& p, Spectra& n, int freq, double dt, double max_gain) {
  const Spectra old = n;
  for (int edge = 0; edge < p.mesh.n_edge; ++edge) {
    const Edge e(p, edge, freq);
    for (int dir = 0; dir < p.grid.n_dir(); ++dir) {
      const double flux = e.flux(old, dir, dt, max_gain);
      for (int s = 0; s < 2; ++s) {
        const int c = p.mesh.cell_on_edge(edge, s);
        if (c < 0) continue;
        const double out = s == 0 ? flux : -flux, share = p.passing(p.mesh.cell_on_edge(edge, 1 - s), c, dir);
        n[c][freq * p.grid.n_dir() + dir] -= (out > 0 ? out : share * out) / p.mesh.area_cell[c];
      }
    }
  }
  for (int c = 0; c < p.mesh.n_cell; ++c)
    if (!p.blocked.empty() && p.blocked[c])
      std::fill_n(n[c].begin() + freq * p.grid.n_dir(), p.grid.n_dir(), 0.0);
}

// The third-order flux from bin c to bin d in one dimension, and its bounds: zero, and the most that the
// donor can lose.
struct LineFlux {
  double wanted, least, most;
  double clamped() const { return std::min(std::max(wanted, least), most); }
  double excess() const { return wanted - clamped(); }
};
inline LineFlux line_flux(double courant, double before, double c, double d, double after, double max_gain) {
  const double nu = std::abs(courant);
  if (courant < 0) {
    std::swap(c, d);
    std::swap(before, after);
  }
  const double value = c + (1 - nu) / 2 * (d - c) - (1 - nu * nu) / 6 * (d - 2 * c + before);
  const double most = courant * max_gain * c;
  return {courant * value, std::min(most, 0.0), std::max(most, 0.0)};
}

// The rise of ln k across a planar cell (its gradient times sqrt(area)), from the neighbours' depths.
struct Rise {
  double x = 0.0, y = 0.0;
  double size() const { return std::hypot(x, y); }
};
inline Rise compute_rise(const Problem& p, int cell, int freq) {
  const Mesh& m = p.mesh;
  const double sigma = p.grid.sigma()[freq], depth = p.water.depth(cell), area = m.area_cell[cell];
  const double k = compute_wavenumber(sigma, depth), cg = compute_group_speed(sigma, k, depth);
  double xx = 0.0, xy = 0.0, yy = 0.0, slope_x = 0.0, slope_y = 0.0;
  Rise jump;
  for (int slot = 0; slot < m.n_edges_on_cell[cell]; ++slot) {
    const int other = m.cell_on_cell(cell, slot), edge = m.edge_on_cell(cell, slot);
    if (other < 0) continue;
    const double deep = p.water.depth(other), change = deep - depth;
    const double dx = m.x_cell[other] - m.x_cell[cell], dy = m.y_cell[other] - m.y_cell[cell];
    const double distance = std::hypot(dx, dy), weight = 1.0 / (distance * distance);
    xx += weight * dx * dx, xy += weight * dx * dy, yy += weight * dy * dy;
    const double steep = change / std::min(deep, depth), resolved = std::max(0.0, 1.0 - steep * steep);
    const double local = -compute_sigma_depth_slope(sigma, k, depth) / (cg * k) * change;
    slope_x += weight * dx * resolved * local, slope_y += weight * dy * resolved * local;
    const double step = std::log(compute_wavenumber(sigma, 0.5 * (depth + deep)) / k);
    jump.x += (1.0 - resolved) * std::sinh(step) * m.dv_edge[edge] / area * dx / distance;
    jump.y += (1.0 - resolved) * std::sinh(step) * m.dv_edge[edge] / area * dy / distance;
  }
  const double det = xx * yy - xy * xy, size = std::sqrt(area);
  if (det == 0.0) return {size * jump.x, size * jump.y};
  return {size * ((yy * slope_x - xy * slope_y) / det + jump.x),
          size * ((xx * slope_y - xy * slope_x) / det + jump.y)};
}

// Whether a row is turned in every sub-step: this is so if ln k of its waves or of shorter ones rises by more
// than 0.02 across the cell.
inline bool turns_often(const Problem& p, int cell, int freq) {
  for (int shorter = freq; shorter < p.grid.n_freq(); ++shorter)
    if (compute_rise(p, cell, shorter).size() > 0.02) return true;
  return false;
}

// The angle [rad] by which waves turn to the left in a step, divided by the sine of the angle from their
// direction to that of the rise. If they are turned in every sub-step (`often`), first-order transport
// conserves k sin(angle), as Snell's law requires.
inline double turn_by_depth(const Rise& rise, double courant, bool often) {
  if (!often) return courant * rise.size();
  const double z = courant * (std::exp(std::asinh(rise.size())) - 1.0);
  return z / (1.0 + 0.5 * z);
}

// n_sub = 0: as many sub-steps as keep the outflow of a bin at 0.49 or less.
inline void turn(const Problem& p, Spectra& n, int cell, int freq, double dt, int n_sub, bool often) {
  const Water& w = p.water;
  const int n_dir = p.grid.n_dir();
  const double sigma = p.grid.sigma()[freq], depth = w.depth(cell), k = compute_wavenumber(sigma, depth);
  const double cg = compute_group_speed(sigma, k, depth);
  const Rise rise = p.mesh.on_sphere ? Rise{} : compute_rise(p, cell, freq);
  const double sphere = p.mesh.on_sphere ? std::tan(p.mesh.lat_cell[cell]) / p.mesh.sphere_radius : 0.0;
  double* row = &n[cell][freq * n_dir];
  // An upper bound on |c_theta|, from its harmonics, sets the clamp as large as positivity allows.
  const double courant_number = cg * dt / std::sqrt(p.mesh.area_cell[cell]);
  const double to_rise = std::atan2(rise.y, rise.x);
  const double by_depth = turn_by_depth(rise, courant_number, often) / dt;
  const double bound = std::abs(by_depth * std::sin(to_rise) - cg * sphere) +
                       std::abs(by_depth * std::cos(to_rise)) +
                       std::abs(0.5 * (w.v_x - w.u_y) - w.u(cell) * sphere) +
                       std::abs(0.5 * (w.u_y + w.v_x)) + std::abs(0.5 * (w.u_x - w.v_y));
  const double outflow = bound * dt / p.grid.direction_width();
  if (n_sub == 0) n_sub = std::max(1, int(std::ceil(outflow / 0.49)));
  const double gain = 0.98 / (outflow / n_sub + 1e-3);
  for (int sub = 0; sub < n_sub; ++sub) {
    std::vector<LineFlux> wanted;
    std::vector<double> flux;
    const auto bin = [&](int j) { return row[(j + n_dir) % n_dir]; };
    for (int j = 0; j < n_dir; ++j) {
      const double theta = p.grid.direction()[j] + 0.5 * p.grid.direction_width();
      const double c = std::cos(theta), s = std::sin(theta);
      const double u_m = -s * w.u_x + c * w.u_y, v_m = -s * w.v_x + c * w.v_y;
      const double rate =
          by_depth * std::sin(to_rise - theta) - (c * u_m + s * v_m) - (cg * c + w.u(cell)) * sphere;
      const double courant = rate * dt / n_sub / p.grid.direction_width();
      wanted.push_back(line_flux(courant, bin(j - 1), bin(j), bin(j + 1), bin(j + 2), gain));
    }
    for (int j = 0; j < n_dir; ++j) {
      LineFlux f = wanted[j];
      f.wanted += std::max(wanted[(j + n_dir - 1) % n_dir].excess(), 0.0) +
                  std::min(wanted[(j + 1) % n_dir].excess(), 0.0);
      flux.push_back(f.clamped());
    }
    for (int j = 0; j < n_dir; ++j) row[j] -= flux[j] - flux[(j + n_dir - 1) % n_dir];
  }
}

inline void shift(const Problem& p, Spectra& n, int cell, double dt, int n_sub) {
  const Water& w = p.water;
  const int n_freq = p.grid.n_freq(), n_dir = p.grid.n_dir();
  const auto ratio = [&](int freq) {
    const int f = std::clamp(freq, 0, n_freq - 1);
    const double sigma = p.grid.sigma()[f], k = compute_wavenumber(sigma, w.depth(cell));
    return compute_group_speed(sigma, k, w.depth(cell)) * k / sigma;
  };
  const double step = std::log(p.grid.ratio()), tail = std::pow(p.grid.ratio(), -5);
  const double depth_rate = w.depth_t / w.depth(cell), size = std::sqrt(p.mesh.area_cell[cell]);
  std::vector<double> drift;  // U . grad ln k
  double most = 0.0;
  for (int freq = 0; freq < n_freq; ++freq) {
    const Rise rise = compute_rise(p, cell, freq);
    drift.push_back((w.u(cell) * rise.x + w.v(cell) * rise.y) / size);
    most = std::max(most, std::abs(drift.back()));
  }
  const double bound = std::abs(depth_rate) + std::abs(w.u_x + w.v_y) + std::abs(w.u_x - w.v_y) +
                       std::abs(w.u_y + w.v_x) + 2.0 * most;
  const double gain = 0.98 / (bound * dt / n_sub / step + 1e-3);
  for (int sub = 0; sub < n_sub; ++sub)
    for (int dir = 0; dir < n_dir; ++dir) {
      const double c = std::cos(p.grid.direction()[dir]), s = std::sin(p.grid.direction()[dir]);
      const double stretch = c * (c * w.u_x + s * w.u_y) + s * (c * w.v_x + s * w.v_y);
      const auto density = [&](int f) {
        if (f < 0) return 0.0;
        const int g = std::min(f, n_freq - 1);
        return n[cell][g * n_dir + dir] * p.grid.frequency()[g] * std::pow(tail, f - g);
      };
      std::vector<double> flux;
      for (int f = -1; f < n_freq; ++f) {
        const double r = 0.5 * (ratio(f) + ratio(f + 1));
        const double along = 0.5 * (drift[std::max(f, 0)] + drift[std::min(f + 1, n_freq - 1)]);
        const double courant = ((r - 0.5) * depth_rate - r * (stretch + along)) * dt / n_sub / step;
        flux.push_back(
            line_flux(courant, density(f - 1), density(f), density(f + 1), density(f + 2), gain).clamped());
      }
      for (int f = 0; f < n_freq; ++f)
        n[cell][f * n_dir + dir] -= (flux[f + 1] - flux[f]) / p.grid.frequency()[f];
    }
}

}  // namespace groundswell::slow
