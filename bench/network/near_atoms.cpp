// SPDX-License-Identifier: Apache-2.0
#include "bench/network/near_atoms.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace groundswell {
namespace {

double square_distance(const AtomVector& a, const AtomVector& b) {
  const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return x * x + y * y + z * z;
}

// The bounding box of all atoms, divided into cells and surrounded by a layer of empty cells.
class AtomCells {
 public:
  AtomCells(std::span<const AtomVector> positions, double length) {
    low_ = positions[0];
    AtomVector high = positions[0];
    for (const AtomVector& position : positions)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low_[axis] = std::min(low_[axis], position[axis]);
        high[axis] = std::max(high[axis], position[axis]);
      }
    // In a thin gas most cells would be empty: limit their number to about eight times that of the atoms.
    const double most = std::min(1024.0, 2.0 * std::cbrt(double(positions.size())) + 1.0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      n_[axis] = int(std::clamp((high[axis] - low_[axis]) / length, 1.0, most));
      length_[axis] = std::max(length, (high[axis] - low_[axis]) / n_[axis]);
    }
    begin_.assign(std::size_t((n_[0] + 2) * (n_[1] + 2) * (n_[2] + 2)) + 1, 0);
    sort(positions);
  }

  // Calls use(atom) for each atom in the cell that contains the position and in the 26 cells around it.
  template <class Use>
  void for_each_around(const AtomVector& position, Use&& use) const {
    const std::array<int, 3> cell = cell_of(position);
    for (int z = cell[2] - 1; z <= cell[2] + 1; ++z)
      for (int y = cell[1] - 1; y <= cell[1] + 1; ++y)
        for (std::size_t i = begin_[number(cell[0] - 1, y, z)]; i < begin_[number(cell[0] + 1, y, z) + 1];
             ++i)
          use(atoms_[i]);
  }

 private:
  std::array<int, 3> cell_of(const AtomVector& position) const {
    std::array<int, 3> cell{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      cell[axis] = 1 + std::clamp(int((position[axis] - low_[axis]) / length_[axis]), 0, n_[axis] - 1);
    return cell;
  }
  std::size_t number(int x, int y, int z) const {
    return std::size_t((z * (n_[1] + 2) + y) * (n_[0] + 2) + x);
  }
  void sort(std::span<const AtomVector> positions) {
    std::vector<std::size_t> cells;
    for (const AtomVector& position : positions) {
      const auto [x, y, z] = cell_of(position);
      cells.push_back(number(x, y, z));
      ++begin_[cells.back() + 1];
    }
    for (std::size_t cell = 1; cell < begin_.size(); ++cell) begin_[cell] += begin_[cell - 1];
    std::vector<std::size_t> next = begin_;
    atoms_.resize(positions.size());
    for (std::size_t atom = 0; atom < cells.size(); ++atom) atoms_[next[cells[atom]]++] = int(atom);
  }

  AtomVector low_{}, length_{};
  std::array<int, 3> n_{};
  std::vector<std::size_t> begin_;  // [cell] index in atoms_ of the cell's first atom
  std::vector<int> atoms_;
};

}  // namespace

NearAtoms::NearAtoms(std::span<const AtomVector> positions, std::size_t n_first, double reach) {
  begin_.assign(n_first + 1, 0);
  if (n_first == 0) return;
  const AtomCells cells(positions, reach);
  for (std::size_t i = 0; i < n_first; ++i) {
    cells.for_each_around(positions[i], [&](int other) {
      if (std::size_t(other) != i &&
          square_distance(positions[i], positions[std::size_t(other)]) < reach * reach)
        near_.push_back(other);
    });
    begin_[i + 1] = near_.size();
  }
}

}  // namespace groundswell
