// SPDX-License-Identifier: Apache-2.0
// Three-dimensional Fourier transform of periodic vector fields by slab decomposition: each rank holds whole
// y-z planes and transforms them along z and y; a transpose then gives it whole lines along x. The transposes
// there and back are transfers between two decompositions. The number of points need not be divisible by the
// number of ranks.
#pragma once

#include <array>
#include <complex>
#include <memory>
#include <string>

#include "base/block.hpp"
#include "bench/network/line_transform.hpp"
#include "comm/communicator.hpp"
#include "exec/array.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// Values of three components at this rank's grid points, which are ordered by x, y and z; z varies fastest.
using GridVectors = std::array<Array<double>, 3>;
// Coefficients are ordered by ky, kx and kz; those with kz < 0 are omitted.
using WaveVectors = std::array<Array<std::complex<double>>, 3>;

struct SlabFftSettings {
  int n = 32;               // points along each axis
  bool to_pencils = false;  // divide lines along x among the ranks in y and z, not in y alone
  std::string transfer_method = "p2p";
};

class SlabFft {
 public:
  // The communicator must outlive this object. Throws Error unless n is 2 to 4096. Collective.
  SlabFft(const Communicator& communicator, const SlabFftSettings& settings);
  SlabFft(const SlabFft&) = delete;
  SlabFft& operator=(const SlabFft&) = delete;

  int n() const { return n_; }
  const Communicator& communicator() const { return communicator_; }
  const Block& x() const { return x_; }    // x indices of this rank's values
  const Block& ky() const { return ky_; }  // indices 0 .. n - 1 of this rank's coefficients
  const Block& kz() const { return kz_; }  // indices 0 .. n / 2 of this rank's coefficients
  GridVectors make_values() const;
  WaveVectors make_coefficients() const;

  // Coefficients of exp(i k x): the zeroth coefficient of a constant field is that constant. Collective.
  void to_coefficients(const GridVectors& values, WaveVectors& coefficients);
  void to_values(const WaveVectors& coefficients, GridVectors& values);
  // Whether the transfers are still timing their methods.
  bool is_timing() const { return forth_->is_timing() || back_->is_timing(); }
  // Time [s] spent in transfers so far, on this rank.
  double swap_seconds() const { return swap_seconds_; }

 private:
  std::size_t n_coefficient() const { return std::size_t(ky_.size() * n_ * kz_.size()); }
  void swap(Transfer& transfer, bool is_forth);
  void transform_planes(const Array<double>& values, Array<std::complex<double>>& slab);
  void transform_planes_back(Array<std::complex<double>>& slab, Array<double>& values);
  void transform_along_y(Array<std::complex<double>>& slab, bool is_back);
  void transform_along_x(Array<std::complex<double>>& lines, bool is_back);

  const Communicator& communicator_;
  int n_;
  LineTransform transform_;
  Block x_, ky_, kz_;
  Array<std::complex<double>> slab_[3], lines_[3];  // the two sides of the transfers
  std::int64_t row_values_ = 1;                     // number of coefficients that are sent together
  std::unique_ptr<Transfer> forth_, back_;
  double swap_seconds_ = 0.0;
};

}  // namespace groundswell
