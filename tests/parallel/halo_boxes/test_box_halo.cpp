// SPDX-License-Identifier: Apache-2.0
// Halos of structured grids: every cell of every array is compared with the whole grid, whose edges are
// written plainly here. The tables of a fold are those of NEMO (lbcnfd), with i and j from 1.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "halo/box_halo_plan.hpp"
#include "halo/halo_exchange.hpp"
#include "parallel/halo/halo_samples.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::all_methods;
using test::message_of;
using test::value_of;
using test::world;

// The number, counted from 0, of the cell that lies at (i, j), both counted from 0; -1 if there is none.
std::int64_t cell_at(const HaloBox& box, std::int64_t i0, std::int64_t j0) {
  const std::int64_t ni = box.n_grid[0], nj = box.n_grid[1];
  std::int64_t i = i0 + 1, j = j0 + 1;
  if (box.fold != HaloFold::none && j > nj) {
    const std::int64_t k = j - nj;
    const bool t = box.fold == HaloFold::at_t;
    switch (box.point) {
      case GridPoint::t:
        i = t ? ni + 2 - i : ni + 1 - i, j = t ? nj - k : nj + 1 - k;
        break;
      case GridPoint::u:
        i = t ? ni + 1 - i : ni - i, j = t ? nj - k : nj + 1 - k;
        break;
      case GridPoint::v:
        i = t ? ni + 2 - i : ni + 1 - i, j = t ? nj - 1 - k : nj - k;
        break;
      case GridPoint::f:
        i = t ? ni + 1 - i : ni - i, j = t ? nj - 1 - k : nj - k;
        break;
    }
  }
  while (box.is_periodic[0] && i < 1) i += ni;
  while (box.is_periodic[0] && i > ni) i -= ni;
  while (box.is_periodic[1] && j < 1) j += nj;
  while (box.is_periodic[1] && j > nj) j -= nj;
  return i < 1 || i > ni || j < 1 || j > nj ? -1 : (i - 1) + ni * (j - 1);
}

struct Part {
  std::int64_t i, j, n_i, n_j;
};

// Cuts the grid into boxes at random places; at most one per rank, the other ranks have none.
std::vector<Part> cut(std::int64_t n_i, std::int64_t n_j, int n_box, int n_rank, std::mt19937& random) {
  std::vector<Part> parts{{0, 0, n_i, n_j}};
  for (int tries = 0; int(parts.size()) < n_box && tries < 100; ++tries) {
    Part& part = parts[random() % parts.size()];
    const bool along_i = part.n_i > 1 && (part.n_j < 2 || random() % 2 == 0);
    std::int64_t& n = along_i ? part.n_i : part.n_j;
    if (n < 2) continue;
    const std::int64_t kept = 1 + std::int64_t(random() % std::uint64_t(n - 1));
    Part rest = part;
    (along_i ? rest.i : rest.j) += kept;
    (along_i ? rest.n_i : rest.n_j) = n - kept;
    n = kept;
    parts.push_back(rest);
  }
  parts.resize(std::size_t(n_rank), Part{0, 0, 0, 0});
  std::shuffle(parts.begin(), parts.end(), random);
  return parts;
}

// An array whose axes are in some order, inside of a larger one: `margin` elements more along each axis.
template <class T>
class Field {
 public:
  Field(const HaloBox& box, const std::string& axes, int n_level, int margin)
      : box_(box), axes_(axes), n_level_(n_level) {
    const bool has_cells = box.n_own[0] > 0;
    for (std::size_t a : {0u, 1u}) n_[a] = has_cells ? box.before[a] + box.n_own[a] + box.after[a] : 0;
    std::int64_t stride = 1;
    for (const char axis : axes) {
      const std::int64_t extent = axis == 'i' ? n_[0] : axis == 'j' ? n_[1] : n_level;
      extents_.push_back(extent);
      strides_.push_back(stride * std::int64_t(sizeof(T)));
      stride *= extent + (has_cells ? margin : 0);
    }
    size_ = std::size_t(stride);
  }
  std::size_t bytes() const { return size_ * sizeof(T); }
  HaloArray place(void* memory) {
    values_ = static_cast<T*>(memory);
    return make_halo_array(values_, sizeof(T), axes_, extents_, strides_);
  }
  void fill(int repetition) {
    std::fill_n(values_, size_, T(-7));
    for_all([&](std::int64_t i, std::int64_t j, int k, bool is_own) {
      if (is_own)
        at(i, j, k) = value_of<T>(cell_at(box_, box_.first[0] + i, box_.first[1] + j), k, repetition);
    });
  }
  // `missing`: cells that nobody has.
  int count_wrong(int repetition, const std::vector<std::int64_t>& missing) {
    int n_wrong = 0;
    std::size_t n_known = 0;
    for_all([&](std::int64_t i, std::int64_t j, int k, bool) {
      const std::int64_t cell = cell_at(box_, box_.first[0] + i, box_.first[1] + j);
      const bool is_known = cell >= 0 && std::ranges::find(missing, cell) == missing.end();
      n_wrong += at(i, j, k) != (is_known ? value_of<T>(cell, k, repetition) : T(-7));
      n_known += is_known;
    });
    const std::size_t n_untouched = std::size_t(std::count(values_, values_ + size_, T(-7)));
    return n_wrong + int(sizeof(T) > 1 && n_untouched != size_ - n_known);  // a byte may be -7 by chance
  }

 private:
  template <class Work>
  void for_all(Work&& work) const {
    for (std::int64_t j = -box_.before[1]; j < n_[1] - box_.before[1]; ++j)
      for (std::int64_t i = -box_.before[0]; i < n_[0] - box_.before[0]; ++i)
        for (int k = 0; k < n_level_; ++k)
          work(i, j, k, i >= 0 && i < box_.n_own[0] && j >= 0 && j < box_.n_own[1]);
  }
  T& at(std::int64_t i, std::int64_t j, int k) {
    std::int64_t byte = 0;
    for (std::size_t a = 0; a < axes_.size(); ++a)
      byte += strides_[a] * (axes_[a] == 'i' ? i + box_.before[0] : axes_[a] == 'j' ? j + box_.before[1] : k);
    return *reinterpret_cast<T*>(reinterpret_cast<char*>(values_) + byte);
  }

  HaloBox box_;
  std::string axes_;
  int n_level_;
  std::array<std::int64_t, 2> n_{};
  std::vector<std::int64_t> extents_, strides_;
  std::size_t size_ = 0;
  T* values_ = nullptr;
};

struct GridCase {
  std::string name;
  HaloBox grid;  // without a box
  int most_width;
  bool has_hole = false, is_bands = false;  // bands along j, without a halo along i
};

std::vector<GridCase> grid_cases() {
  const auto folded = [](std::int64_t n_i, std::int64_t n_j, HaloFold fold, GridPoint point) {
    return HaloBox{.n_grid = {n_i, n_j}, .is_periodic = {true, false}, .fold = fold, .point = point};
  };
  return {
      {"closed", {.n_grid = {17, 11}}, 2},
      {"channel", {.n_grid = {7, 13}, .is_periodic = {true, false}}, 3},
      {"torus", {.n_grid = {9, 8}, .is_periodic = {true, true}}, 1},
      {"narrow torus", {.n_grid = {2, 9}, .is_periodic = {true, true}}, 3},
      {"one row", {.n_grid = {19, 1}, .is_periodic = {false, true}}, 2},
      {"with a hole", {.n_grid = {12, 10}, .is_periodic = {true, false}, .may_lack_boxes = true}, 2, true},
      {"bands", {.n_grid = {6, 24}}, 2, false, true},
      {"folded bands", folded(6, 24, HaloFold::at_t, GridPoint::t), 2, false, true},
      {"fold at T, T", folded(12, 9, HaloFold::at_t, GridPoint::t), 3},
      {"fold at T, U", folded(10, 6, HaloFold::at_t, GridPoint::u), 1},
      {"fold at T, V", folded(10, 6, HaloFold::at_t, GridPoint::v), 2},
      {"fold at T, F", folded(14, 7, HaloFold::at_t, GridPoint::f), 2},
      {"fold at F, T", folded(12, 8, HaloFold::at_f, GridPoint::t), 2},
      {"fold at F, U", folded(8, 9, HaloFold::at_f, GridPoint::u), 3},
      {"fold at F, V", folded(10, 7, HaloFold::at_f, GridPoint::v), 1},
      {"fold at F, F", folded(4, 9, HaloFold::at_f, GridPoint::f), 3}};
}

// Float, double, byte and 64-bit arrays with levels along any axis, some of them parts of larger arrays, in
// one exchange; then again with other values.
int count_wrong_by(const std::string& method, const HaloPlan& plan, const HaloBox& box, std::size_t variant,
                   bool is_shared, const std::vector<std::int64_t>& missing) {
  constexpr const char* axes[] = {"kij", "ijk", "ikj", "jik", "jki", "kji"};
  HaloExchange halo(world(), plan, {.method = method});
  Field<float> ssh(box, "ij", 1, 0);
  Field<double> heat(box, axes[variant % 6], 3, 0);
  Field<std::int8_t> ice(box, "ij", 1, variant % 3 == 0 ? 2 : 0);
  Field<std::int64_t> tracers(box, axes[(variant + 1) % 6], 2, variant % 2 == 0 ? 1 : 0);
  std::vector<std::byte> own(ssh.bytes() + heat.bytes() + ice.bytes() + tracers.bytes() + 64);
  std::size_t used = 0;
  const auto memory = [&](std::size_t bytes) -> void* {
    if (is_shared) return halo.allocate(bytes).data();
    used = (used + 7) / 8 * 8;
    return own.data() + std::exchange(used, used + bytes);
  };
  std::vector<HaloArray> arrays{ssh.place(memory(ssh.bytes())), heat.place(memory(heat.bytes())),
                                ice.place(memory(ice.bytes()))};
  if (variant % 4 < 2) arrays.push_back(tracers.place(memory(tracers.bytes())));
  int n_wrong = 0;
  for (const int repetition : {1, 2}) {
    ssh.fill(repetition), heat.fill(repetition), ice.fill(repetition);
    if (arrays.size() == 4) tracers.fill(repetition);
    halo.exchange(std::span<const HaloArray>(arrays));
    n_wrong += ssh.count_wrong(repetition, missing) + heat.count_wrong(repetition, missing) +
               ice.count_wrong(repetition, missing);
    if (arrays.size() == 4) n_wrong += tracers.count_wrong(repetition, missing);
    ssh.fill(repetition);
    halo.exchange(arrays[0]);  // alone, where rows could be received in place
    n_wrong += ssh.count_wrong(repetition, missing);
  }
  halo.close();
  return n_wrong;
}

TEST(box_halo, every_array_gets_what_lies_around_its_box) {
  const int me = world().rank(), n_rank = world().size();
  const std::vector<std::string> methods = all_methods();
  std::mt19937 random(20240607);
  std::mt19937 own_random{unsigned(me)};
  std::size_t n_case = 0, n_method = 0;
  for (const GridCase& each : grid_cases()) {
    const int n_box = n_case % 3 == 2 && n_rank > 2 ? n_rank - 1 : n_rank;
    std::vector<Part> parts =
        cut(each.is_bands ? 1 : each.grid.n_grid[0], each.grid.n_grid[1], n_box, n_rank, random);
    std::vector<std::int64_t> missing;
    if (each.has_hole && n_rank > 1) {
      const Part gone = std::exchange(parts[std::size_t(n_rank) - 1], {0, 0, 0, 0});
      for (std::int64_t j = gone.j; j < gone.j + gone.n_j; ++j)
        for (std::int64_t i = gone.i; i < gone.i + gone.n_i; ++i)
          missing.push_back(i + j * each.grid.n_grid[0]);
    }
    HaloBox box = each.grid;
    const Part& mine = parts[std::size_t(me)];
    box.first = {mine.i, mine.j};
    box.n_own = {each.is_bands && mine.n_j > 0 ? each.grid.n_grid[0] : mine.n_i, mine.n_j};
    const auto width = [&] {
      return n_case % 2 == 0 ? each.most_width : int(own_random() % unsigned(each.most_width + 1));
    };
    box.before = {width(), width()};
    box.after = {width(), width()};
    if (each.is_bands) box.before[0] = box.after[0] = 0;
    ++n_case;
    const HaloPlan plan = make_box_halo_plan(world(), box);
    for (int pass = 0; pass < 2; ++pass) {  // all methods in turn
      const bool is_shared = n_method / methods.size() % 2 == 0;
      const std::string& method = methods[n_method++ % methods.size()];
      EXPECT_EQ(count_wrong_by(method, plan, box, random(), is_shared, missing), 0)
          << each.name << ", " << method << ", box of " << mine.n_i << " x " << mine.n_j;
    }
  }
  EXPECT_GE(n_method, 2 * methods.size());
}

// A plain block in the order of its array, so that mistakes in the grid do not hide.
HaloBox band(std::int64_t n_i, std::int64_t n_j) {
  const std::int64_t me = world().rank(), n = world().size();
  HaloBox box{.n_grid = {n_i, n_j * n}, .is_periodic = {true, false}};
  box.first = {0, me * n_j};
  box.n_own = {n_i, n_j};
  return box;
}

// The first axes count levels that are contiguous on some ranks and, as parts of larger arrays, strided on
// others, while the last rank has no cells.
TEST(box_halo, levels_may_be_contiguous_on_some_ranks_alone) {
  const int me = world().rank(), n_box = std::max(1, world().size() - 1);
  HaloBox box{.n_grid = {4, 3 * n_box}, .is_periodic = {true, true}};
  box.first = {0, me < n_box ? 3 * me : 0};
  if (me < n_box) box.n_own = {4, 3};
  box.before = box.after = {1, 1};
  const HaloPlan plan = make_box_halo_plan(world(), box);
  constexpr std::int64_t n_k = 3, n_l = 2;
  const std::int64_t n_i = me < n_box ? 6 : 0, n_j = me < n_box ? 5 : 0;
  const std::int64_t step = me % 3 == 2 ? 2 : 1, wide = me % 3 == 0 ? n_k : 2 * n_k;
  const std::array<std::int64_t, 4> places{step, wide, wide * n_l, wide * n_l * n_i};
  std::array<std::int64_t, 4> strides{};
  for (std::size_t axis = 0; axis < 4; ++axis) strides[axis] = places[axis] * std::int64_t(sizeof(double));
  for (const std::string& method : all_methods()) {
    HaloExchange halo(world(), plan, {.method = method});
    const std::size_t size = std::size_t(wide * n_l * n_i * n_j);
    const std::span<double> values(reinterpret_cast<double*>(halo.allocate(size * sizeof(double)).data()),
                                   size);
    const auto for_all = [&](auto&& work) {
      for (std::int64_t j = 0; j < n_j; ++j)
        for (std::int64_t i = 0; i < n_i; ++i)
          for (std::int64_t l = 0; l < n_l; ++l)
            for (std::int64_t k = 0; k < n_k; ++k)
              work(values[std::size_t(k * places[0] + l * places[1] + i * places[2] + j * places[3])],
                   double(100 * cell_at(box, i - 1, box.first[1] + j - 1) + 10 * l + k),
                   i > 0 && i < n_i - 1 && j > 0 && j < n_j - 1);
    };
    std::ranges::fill(values, -7.0);
    for_all([](double& value, double right, bool is_own) { value = is_own ? right : -1.0; });
    const std::array<std::int64_t, 4> extents{n_k, n_l, n_i, n_j};
    halo.exchange(make_halo_array(values.data(), sizeof(double), "klij", extents, strides));
    int n_wrong = 0;
    for_all([&](const double& value, double right, bool) { n_wrong += value != right; });
    EXPECT_EQ(n_wrong, 0) << method;
    EXPECT_EQ(std::ranges::count(values, -7.0), std::int64_t(size) - n_k * n_l * n_i * n_j) << method;
    halo.close();
  }
}

TEST(box_halo, mistakes_are_refused_on_all_ranks) {
  const int last = world().size() - 1, me = world().rank();
  const auto refused = [](const HaloBox& box) {
    return message_of([&] { make_box_halo_plan(world(), box); });
  };
  const auto has = [](const std::string& message, const std::string& words) {
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  HaloBox box = band(6, 3);
  if (me == last) box.first[1] -= world().size() > 1 ? 1 : -1;
  if (world().size() > 1)
    has(refused(box),
        text("cell (0, ", 3 * last - 1, ") (counted from 0) is owned by ranks ", last - 1, " and ", last));
  else
    has(refused(box),
        "the box of rank 0 reaches beyond the grid: along j it has 3 cells from 1 on (counted from 0), the "
        "grid has 3");
  box = band(6, 3);
  if (me == last) box.first[0] = INT64_MAX;
  has(refused(box), text("the box of rank ", last, " reaches beyond the grid: along i it has 6 cells from ",
                         INT64_MAX, " on"));
  box = band(6, 3);
  box.n_grid[1] += 2;
  has(refused(box), text("cell (5, ", 3 * last + 3, ") (counted from 0), in the halo of rank ", last,
                         ", is owned by no rank"));
  box = band(6, 3);
  if (me == last) box.n_own[0] = 0;
  has(refused(box), text("rank ", last, " has 0 x 3 cells; give 0 x 0"));
  box = band(6, 3);
  if (me == last) box.before[1] = -2;
  has(refused(box), text("the halo of rank ", last, " is -2 cells wide along j"));
  box = band(7, 3);
  box.fold = HaloFold::at_f;
  has(refused(box), "even number of cells along i, but this one has 7");
  box = band(6, 1);
  box.fold = HaloFold::at_t;
  box.after = {1, world().size()};
  has(refused(box), "rows, too few for a fold with a halo as wide as that");
  box = band(6, 3);
  box.is_periodic[1] = true;
  box.fold = HaloFold::at_t;
  has(refused(box), "this one is periodic along both");
  box = band(0, 3);
  has(refused(box), "a grid of 0 x");
  if (last > 0) {
    box = band(6, 3);
    if (me == last) box.is_periodic = {true, true};
    has(refused(box), text("rank ", last, " describes another grid than rank 0"));
  }
}

TEST(box_halo, arrays_that_do_not_fit_are_refused_on_their_rank) {
  HaloExchange halo(world(), make_box_halo_plan(world(), band(6, 3)));
  std::vector<double> values(8 * 5);
  const auto refused = [&](const HaloArray& array) { return message_of([&] { (void)halo.start(array); }); };
  EXPECT_NE(refused(make_halo_array(values.data(), "ji", {4, 10}))
                .find("10 cells along i, but the box of this rank has 8"),
            std::string::npos);
  EXPECT_NE(refused(make_halo_array(values.data(), "ji", {4, 8}))
                .find("32 rows, of which the positions of its cells need 40"),
            std::string::npos);
  const auto axes = [&](const char* names) {
    return message_of([&] { make_halo_array(values.data(), names, {5, 8}); });
  };
  EXPECT_NE(axes("jj").find("have 'j' twice"), std::string::npos);
  EXPECT_NE(axes("kj").find("have no 'i'"), std::string::npos);
  EXPECT_NE(axes("kij").find("2 dimensions"), std::string::npos);
  const std::string huge = message_of([&] { make_halo_array(values.data(), "kji", {5, INT64_MAX / 8, 8}); });
  EXPECT_NE(huge.find("along 'j'"), std::string::npos) << huge;
  EXPECT_NE(huge.find("more bytes than 64 bits can count"), std::string::npos) << huge;
  halo.exchange(make_halo_array(values.data(), "ji", {5, 8}));
  halo.close();
}

}  // namespace
}  // namespace groundswell
