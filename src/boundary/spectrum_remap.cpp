// SPDX-License-Identifier: Apache-2.0
#include "boundary/spectrum_remap.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

using Bin = SpectrumRemap::Bin;

// Bins extend to the midpoints between neighbours; the first and the last end at their own frequency
// (trapezoidal rule).
std::vector<Bin> make_frequency_bins(const std::vector<double>& frequency) {
  require(frequency.size() >= 2, "spectra of ", frequency.size(),
          " frequencies cannot be used; at least 2 are needed");
  require(frequency.front() > 0.0, "the first frequency of the spectra is ", frequency.front(),
          " Hz; it must lie above 0");
  std::vector<Bin> bins;
  double low = frequency.front();
  for (std::size_t i = 0; i < frequency.size(); ++i) {
    const bool is_last = i + 1 == frequency.size();
    require(is_last || frequency[i] < frequency[i + 1],
            "the frequencies of the spectra do not rise steadily (", frequency[i], " Hz is followed by ",
            is_last ? 0.0 : frequency[i + 1], " Hz)");
    const double high = is_last ? frequency[i] : 0.5 * (frequency[i] + frequency[i + 1]);
    bins.push_back({low, high});
    low = high;
  }
  return bins;
}

// Gaps from each direction to the next around the circle.
std::vector<double> find_gaps(const std::vector<double>& direction) {
  const std::size_t n = direction.size();
  require(n >= 2, "spectra of ", n, " directions cannot be used; at least 2 are needed");
  std::vector<double> gap(n);
  for (std::size_t i = 0; i < n; ++i) {
    gap[i] = i + 1 < n ? direction[i + 1] - direction[i] : direction.front() + 2.0 * pi - direction.back();
    require(gap[i] >= 0.0, "the directions of the spectra go around the circle more than once");
  }
  return gap;
}

// The wider of the two gaps adjacent to a gap.
double widest_beside(const std::vector<double>& gap, std::size_t i) {
  return std::max(gap[(i + gap.size() - 1) % gap.size()], gap[(i + 1) % gap.size()]);
}

bool leaves_out_sector(const std::vector<double>& gap, std::size_t i) {
  return gap[i] > 1.9 * widest_beside(gap, i);
}

// Bins extend to the midpoints between neighbours around the circle. If the spectra leave out a sector (a gap
// wider than 1.9 times both adjacent gaps), the bins beside it reach into it by half the wider of these gaps.
std::vector<Bin> make_direction_bins(const std::vector<double>& direction) {
  const std::size_t n = direction.size();
  const std::vector<double> written = find_gaps(direction);
  std::vector<double> gap = written;
  for (std::size_t i = 0; i < n; ++i)
    if (leaves_out_sector(written, i)) gap[i] = widest_beside(written, i);
  require(std::ranges::any_of(gap, [](double g) { return g > 0.0; }),
          "the directions of the spectra are all the same, ", direction.front() / degree, " degrees");
  std::vector<Bin> bins;
  for (std::size_t i = 0; i < n; ++i)
    bins.push_back({direction[i] - 0.5 * gap[(i + n - 1) % n], direction[i] + 0.5 * gap[i]});
  return bins;
}

// Slope of the line in a bin with mean `here`, limited by its neighbours at the distances `to_left` and
// `to_right` so that the line creates no new extremum and stays positive.
double limited_slope(double left, double here, double right, double to_left, double to_right, double width) {
  const double a = (here - left) / to_left, b = (right - here) / to_right;
  if (a * b <= 0.0) return 0.0;
  const double middle = (right - left) / (to_left + to_right);
  const double size = std::min({2.0 * std::abs(a), 2.0 * std::abs(b), std::abs(middle), 2.0 * here / width});
  return std::copysign(size, a);
}

// Sets the slopes of a row of bins, whose means and slopes are `stride` values apart. The slopes of bins
// beside a gap, and of the first and last bin unless the row is periodic, are not changed.
void add_slopes(const std::vector<Bin>& bins, bool periodic, const double* mean, std::size_t stride,
                double* slope) {
  const std::size_t n = bins.size();
  for (std::size_t i = periodic ? 0 : 1; i + (periodic ? 0 : 1) < n; ++i) {
    const std::size_t left = (i + n - 1) % n, right = (i + 1) % n;
    const double to_left = bins[i].center() - bins[left].center() + (i == 0 ? 2.0 * pi : 0.0);
    const double to_right = bins[right].center() + (i + 1 == n ? 2.0 * pi : 0.0) - bins[i].center();
    const double width = bins[i].width();
    const bool beside = to_left < 1.01 * 0.5 * (width + bins[left].width()) &&
                        to_right < 1.01 * 0.5 * (width + bins[right].width());
    if (!beside || width <= 0.0) continue;
    slope[i * stride] =
        limited_slope(mean[left * stride], mean[i * stride], mean[right * stride], to_left, to_right, width);
  }
}

// A part of bin `from` that lies in bin `to` of the target. The integral over this part of a line with the
// value `mean` at the centre of bin `from` is length * (mean + slope * offset).
struct Overlap {
  std::size_t from = 0, to = 0;
  double length = 0.0, offset = 0.0;
};

void add_overlap(std::vector<Overlap>& overlaps, std::size_t from, std::size_t to, const Bin& bin, double low,
                 double high) {
  if (high > low) overlaps.push_back({from, to, high - low, 0.5 * (low + high) - bin.center()});
}

// Overlaps of the bins, turned by `turn`, with n_dir equal bins, the first of which begins at 0.
std::vector<Overlap> find_direction_overlaps(const std::vector<Bin>& bins, double turn, std::size_t n_dir) {
  std::vector<Overlap> overlaps;
  const double width = 2.0 * pi / double(n_dir);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    Bin bin{bins[i].low + turn, bins[i].high + turn};
    const double whole_turns = 2.0 * pi * std::floor(bin.low / (2.0 * pi));
    bin = {bin.low - whole_turns, bin.high - whole_turns};
    for (auto j = std::size_t(bin.low / width); double(j) * width < bin.high; ++j)
      add_overlap(overlaps, i, j % n_dir, bin, std::max(bin.low, double(j) * width),
                  std::min(bin.high, double(j + 1) * width));
  }
  return overlaps;
}

// Overlaps of the bins, stretched by `factor`, with the bins of the target; energy below the first bin of the
// target goes into that bin.
std::vector<Overlap> find_frequency_overlaps(const std::vector<Bin>& bins, double factor,
                                             const std::vector<Bin>& target) {
  std::vector<Overlap> overlaps;
  std::size_t first = 0;
  for (std::size_t k = 0; k < target.size(); ++k) {
    const double low = k == 0 ? 0.0 : target[k].low / factor, high = target[k].high / factor;
    while (first < bins.size() && bins[first].high <= low) ++first;
    for (std::size_t i = first; i < bins.size() && bins[i].low < high; ++i)
      add_overlap(overlaps, i, k, bins[i], std::max(bins[i].low, low), std::min(bins[i].high, high));
  }
  return overlaps;
}

// The integral of f^-5 from a to b; 0 if b is not above a.
double tail_integral(double a, double b) {
  return b > a ? 0.25 * (std::pow(a, -4.0) - std::pow(b, -4.0)) : 0.0;
}

}  // namespace

int count_left_out_sectors(const std::vector<double>& direction) {
  const std::vector<double> gap = find_gaps(direction);
  int n = 0;
  for (std::size_t i = 0; i < gap.size(); ++i) n += leaves_out_sector(gap, i);
  return n;
}

SpectrumRemap::SpectrumRemap(const SourceAxes& source, const SpectralGrid& grid)
    : source_(source),
      grid_(grid),
      direction_bins_(make_direction_bins(source.direction)),
      frequency_bins_(make_frequency_bins(source.frequency)),
      model_frequency_bins_(make_frequency_bins(grid.frequency())) {}

// Returns means over the model's direction bins: [frequency of the source][direction of the model].
std::vector<double> SpectrumRemap::remap_directions(const std::vector<float>& source, double turn) const {
  const std::size_t n_freq = source_.frequency.size(), n_from = source_.direction.size(),
                    n_dir = std::size_t(grid_.n_dir());
  const std::vector<Overlap> overlaps = find_direction_overlaps(direction_bins_, turn, n_dir);
  std::vector<double> out(n_freq * n_dir, 0.0), row(n_from), slope(n_from);
  for (std::size_t i = 0; i < n_freq; ++i) {
    std::copy_n(source.begin() + std::ptrdiff_t(i * n_from), n_from, row.begin());
    std::ranges::fill(slope, 0.0);
    add_slopes(direction_bins_, true, row.data(), 1, slope.data());
    for (const Overlap& o : overlaps)
      out[i * n_dir + o.to] += o.length * (row[o.from] + slope[o.from] * o.offset) / grid_.direction_width();
  }
  return out;
}

void SpectrumRemap::add(const std::vector<float>& source, const SpectrumChange& change, double weight,
                        std::vector<double>& energy) const {
  const std::size_t n_freq = source_.frequency.size(), n_dir = std::size_t(grid_.n_dir());
  ensure(source.size() == n_freq * source_.direction.size() && energy.size() == std::size_t(grid_.n_bin()),
         "a spectrum of wrong size to remap");
  const std::vector<double> rows = remap_directions(source, change.turn);
  std::vector<double> slopes(rows.size(), 0.0);
  for (std::size_t dir = 0; dir < n_dir; ++dir)
    add_slopes(frequency_bins_, false, rows.data() + dir, n_dir, slopes.data() + dir);
  for (const Overlap& o :
       find_frequency_overlaps(frequency_bins_, change.frequency_factor, model_frequency_bins_)) {
    const double scale = weight * o.length / model_frequency_bins_[o.to].width();
    const double *mean = rows.data() + o.from * n_dir, *slope = slopes.data() + o.from * n_dir;
    for (std::size_t dir = 0; dir < n_dir; ++dir)
      energy[o.to * n_dir + dir] += scale * (mean[dir] + slope[dir] * o.offset);
  }
  add_tail(rows.data() + (n_freq - 1) * n_dir, change.frequency_factor, weight, energy);
}

// Adds the f^-5 tail above the last frequency of the source, whose row is `last_row`.
void SpectrumRemap::add_tail(const double* last_row, double factor, double weight,
                             std::vector<double>& energy) const {
  const std::size_t n_dir = std::size_t(grid_.n_dir());
  const double last = source_.frequency.back() * factor;
  for (std::size_t k = 0; k < model_frequency_bins_.size(); ++k) {
    const Bin& target = model_frequency_bins_[k];
    const double integral = tail_integral(std::max(last, k == 0 ? 0.0 : target.low), target.high);
    const double scale = weight * integral * std::pow(last, 5.0) / (factor * target.width());
    for (std::size_t dir = 0; dir < n_dir && scale > 0.0; ++dir)
      energy[k * n_dir + dir] += scale * last_row[dir];
  }
}

SeaMean SpectrumRemap::mean(const std::vector<float>& source) const {
  SeaMean out;
  double m_minus = 0.0;
  const std::size_t n_dir = source_.direction.size();
  for (std::size_t i = 0; i < source_.frequency.size(); ++i) {
    const double f = source_.frequency[i], tail = i + 1 == source_.frequency.size() ? 1.0 : 0.0;
    const double width = frequency_bins_[i].width() + tail * f / 4.0;
    const double width_over_f = frequency_bins_[i].width() / f + tail / 5.0;
    for (std::size_t j = 0; j < n_dir; ++j) {
      const double e = source[i * n_dir + j] * direction_bins_[j].width();
      out.m0 += e * width;
      m_minus += e * width_over_f;
      out.x += e * width * std::cos(source_.direction[j]);
      out.y += e * width * std::sin(source_.direction[j]);
    }
  }
  if (m_minus > 0.0) out.frequency = out.m0 / m_minus;
  return out;
}

void write_action(const SpectralGrid& grid, const std::vector<double>& energy, float* action) {
  for (int freq = 0; freq < grid.n_freq(); ++freq)
    for (int dir = 0; dir < grid.n_dir(); ++dir) {
      const std::size_t bin = std::size_t(freq) * std::size_t(grid.n_dir()) + std::size_t(dir);
      action[bin] = float(energy[bin] / grid.sigma()[std::size_t(freq)]);
    }
}

}  // namespace groundswell
