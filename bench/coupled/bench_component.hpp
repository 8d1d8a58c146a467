// SPDX-License-Identifier: Apache-2.0
// A component of a coupled run: what it computes per coupling step, and the cells of which it gives and takes
// values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "bench/coupled/coupled_settings.hpp"
#include "comm/communicator.hpp"
#include "coupling/regridder.hpp"
#include "transfer/decomposition.hpp"

namespace groundswell {

// The value that a component gives in a cell, unlike those of any other cell, field and step.
inline double known_value(std::int64_t cell, int field, std::int64_t step) {
  return double(step) + 1e-2 * field + 1e4 * double(cell);
}

class BenchComponent {
 public:
  // `regridder`, if given, leads from the cells that are taken to the component's own points.
  BenchComponent(int n_field, Decomposition gives, Decomposition takes,
                 std::optional<Regridder> regridder = {});
  virtual ~BenchComponent() = default;
  // The work of a coupling step, and all values that are given at its end.
  virtual void compute(std::int64_t step) = 0;
  // The number of fields whose values are known_value(), the last ones of all.
  virtual int n_known() const { return n_field(); }

  // What has come, onto the component's own points.
  void regrid();
  // Throws Error if one of the last `n_known` fields that have come is not what was given in this step.
  void check(std::int64_t step, int n_known) const;

  int n_field() const { return int(given.size()); }
  const Decomposition& gives() const { return gives_; }
  const Decomposition& takes() const { return takes_; }
  std::vector<std::vector<double>> given, taken;  // [field][cell]

 protected:
  void fill_known(std::int64_t step, int first_field);

 private:
  Decomposition gives_, takes_;
  std::optional<Regridder> regridder_;
  std::vector<double> regridded_;
};

// The component of this process: of n + n, the first n belong to one, the others to the other. Busy loops
// have the grid of GAMIL2 and CLM3 of 128 x 60 cells; the first one's cells are dealt round-robin, the second
// one's lie in rectangles. With waves, these are the first one, on the cells of their own mesh, and the grid
// of 128 x 60 in rectangles their partner, a busy loop; each side takes the cells that the coupler's
// regridding of three points (bilinear onto the waves' cells) needs. Throws Error on all processes.
// Collective.
std::unique_ptr<BenchComponent> make_bench_component(const CoupledSettings& settings,
                                                     const Communicator& both, const Communicator& mine,
                                                     bool is_first);

}  // namespace groundswell
