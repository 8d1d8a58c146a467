// SPDX-License-Identifier: Apache-2.0
// Heat diffuses on a longitude-latitude grid. Each rank has some rows of the grid and a halo of one row to
// the south and to the north; the grid is periodic in longitude and ends at the poles. The result is compared
// with that of a rank that has the whole grid.
// Run with: mpirun -n 4 lat_lon_halo_cpp [METHOD]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "base/error.hpp"
#include "comm/mpi_session.hpp"
#include "halo/halo_exchange.hpp"

namespace {

using namespace groundswell;
constexpr std::int64_t n_lon = 36, n_lat = 18, n_step = 20;

// Rows [begin, end) of the grid. Cell (i, j) has the number i + j * n_lon.
struct Band {
  std::int64_t begin = 0, end = 0;
  std::vector<std::int64_t> owned, halo;
  std::vector<int> owners;
};

Band make_band(int rank, int n_rank) {
  const auto begin_of = [&](int r) { return r * n_lat / n_rank; };
  Band band{begin_of(rank), begin_of(rank + 1), {}, {}, {}};
  const auto add_row = [](std::vector<std::int64_t>& cells, std::int64_t row) {
    for (std::int64_t i = 0; i < n_lon; ++i) cells.push_back(i + row * n_lon);
  };
  for (std::int64_t row = band.begin; row < band.end; ++row) add_row(band.owned, row);
  if (rank > 0) add_row(band.halo, band.begin - 1);
  if (rank + 1 < n_rank) add_row(band.halo, band.end);
  for (const std::int64_t cell : band.halo) band.owners.push_back(cell < band.owned[0] ? rank - 1 : rank + 1);
  return band;
}

// Advances rows [first, last) of the band by one step; rows are counted from the band's first row.
void advance(const Band& band, std::int64_t first, std::int64_t last, const std::vector<double>& heat,
             std::vector<double>& next) {
  const std::int64_t n_row = band.end - band.begin, south = n_row, north = n_row + (band.begin > 0 ? 1 : 0);
  const auto at = [&](std::int64_t i, std::int64_t j) {
    if (band.begin + j < 0 || band.begin + j == n_lat) j = j < 0 ? 0 : n_row - 1;  // nothing crosses a pole
    const std::int64_t row = j < 0 ? south : j == n_row ? north : j;
    return heat[std::size_t((i + n_lon) % n_lon + row * n_lon)];
  };
  for (std::int64_t j = first; j < last; ++j)
    for (std::int64_t i = 0; i < n_lon; ++i)
      next[std::size_t(i + j * n_lon)] =
          at(i, j) + 0.2 * (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1) - 4 * at(i, j));
}

std::vector<double> run(const Communicator& ranks, const Band& band, const HaloSettings& settings) {
  std::vector<double> heat(band.owned.size() + band.halo.size()), next(heat.size());
  for (std::size_t k = 0; k < band.owned.size(); ++k) heat[k] = double(band.owned[k] * 37 % 101);
  HaloExchange halo(ranks, make_halo_plan(ranks, band.owned, band.halo, band.owners), settings);
  const std::int64_t n_row = band.end - band.begin;
  for (int step = 0; step < n_step; ++step) {
    HaloHandle transit = halo.start(heat);
    advance(band, 1, n_row - 1, heat, next);  // rows that need no halo, while the halo is in flight
    transit.finish();
    advance(band, 0, 1, heat, next);
    if (n_row > 1) advance(band, n_row - 1, n_row, heat, next);
    std::copy_n(next.begin(), band.owned.size(), heat.begin());
  }
  return heat;
}

int compare(const Communicator& world, const HaloSettings& settings) {
  const Band mine = make_band(world.rank(), world.size());
  const std::vector<double> heat = run(world, mine, settings);
  const std::vector<double> whole = run(Communicator::self(), make_band(0, 1), settings);
  int wrong = 0;
  for (std::size_t k = 0; k < mine.owned.size(); ++k) wrong += heat[k] != whole[std::size_t(mine.owned[k])];
  wrong = world.sum(wrong);
  if (world.rank() == 0)
    std::printf("%d steps with %s, %d wrong values\n", int(n_step), settings.method.c_str(), wrong);
  return wrong != 0;
}

}  // namespace

int main(int argc, char** argv) {
  MpiSession session(argc, argv);
  try {
    HaloSettings settings;
    if (argc > 1) settings.method = argv[1];
    return compare(session.world(), settings);
  } catch (const std::exception& error) {
    session.abort(text(error.what(), "\n"));
  }
}
