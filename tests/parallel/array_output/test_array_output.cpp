// SPDX-License-Identifier: Apache-2.0
// Plain arrays of another model in files: their values, and the same bytes on any number of ranks, with any
// share and any servers.
#include <gtest/gtest.h>

#include <algorithm>

#include "comm/mpi_session.hpp"
#include "comm/together.hpp"
#include "files/netcdf_reader.hpp"
#include "parallel/output/output_test_support.hpp"
#include "small_model.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {
namespace {

class ArrayOutputTest : public testing::Test {
 protected:
  ArrayOutputTest() : folder_(world(), "arrays") {}
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  void make_folder(const std::string& name) {
    run_on_root(world(), 0, [&] { std::filesystem::create_directory(path(name)); });
  }
  // The bytes that one rank writes.
  void write_alone(const std::string& name) {
    make_folder(name);
    run_on_root(world(), 0, [&] { run_model(Communicator::self(), path(name), {}); });
  }
  void expect_same(const std::string& one, const std::string& other, const std::string& what) {
    run_on_root(world(), 0, [&] {
      for (const char* name : {"/surface.nc", "/ocean.nc"}) {
        EXPECT_GT(read_bytes(path(one) + name).size(), 5000u);
        EXPECT_TRUE(read_bytes(path(one) + name) == read_bytes(path(other) + name)) << name << ' ' << what;
        EXPECT_FALSE(std::filesystem::exists(path(other) + name + ".part")) << what;
      }
    });
  }

  TestFolder folder_;
};

void expect_value(double found, int variable, std::int64_t cell, std::int64_t level, int hour) {
  const double expected = value_of(variable, cell, level, hour);
  if (std::isnan(expected))
    EXPECT_TRUE(std::isnan(found)) << variable << ' ' << cell << ' ' << level;  // the reader's fill value
  else
    EXPECT_EQ(found, variable % 2 == 0 ? expected : double(float(expected)))
        << variable << ' ' << cell << ' ' << level << ' ' << hour;
}

TEST_F(ArrayOutputTest, ValuesAreThoseOfTheModel) {
  make_folder("many");
  run_model(world(), path("many"), {});
  run_on_root(world(), 0, [&] {
    const NetcdfReader surface(path("many/surface.nc")), ocean(path("many/ocean.nc"));
    EXPECT_EQ(surface.read<double>("time"), (std::vector<double>{0, 3600, 7200, 10800, 14400}));
    EXPECT_EQ(ocean.read<double>("time"), (std::vector<double>{0, 7200, 14400}));
    EXPECT_EQ(ocean.read<double>("level"), (std::vector<double>{1, 3, 7, 15, 31, 63, 127}));
    EXPECT_EQ(ocean.text_attribute("so", "coordinates"), "lon");
    EXPECT_EQ(ocean.text_attribute("so", "units"), "1e-3");
    EXPECT_FALSE(ocean.has_variable("ice"));
    const auto lon = surface.read<double>("lon"), ice = surface.read<double>("ice"),
               so = ocean.read<double>("so");
    const auto zos = ocean.read<float>("zos"), thetao = ocean.read<float>("thetao");
    for (std::int64_t cell = 0; cell < n_cell; ++cell) {
      EXPECT_EQ(lon[std::size_t(cell)], 0.5 * double(cell));
      for (int hour = 0; hour <= 4; ++hour)
        expect_value(ice[std::size_t(hour * n_cell + cell)], 2, cell, 0, hour);
      for (int record = 0; record < 3; ++record) {
        expect_value(zos[std::size_t(record * n_cell + cell)], 1, cell, 0, 2 * record);
        for (std::int64_t level = 0; level < n_level; ++level) {
          const auto at = std::size_t((record * n_level + level) * n_cell + cell);
          expect_value(thetao[at], 3, cell, level, 2 * record);
          expect_value(so[at], 4, cell, level, 2 * record);
        }
      }
    }
  });
}

TEST_F(ArrayOutputTest, BytesDependOnNeitherRanksNorSharesNorServers) {
  write_alone("alone");
  const int n = world().size();
  std::vector<int> splits{0, 1, n / 2, n - 1};
  std::ranges::sort(splits);
  splits.erase(std::unique(splits.begin(), splits.end()), splits.end());
  int number = 0;
  for (const int n_server : splits)
    for (const char* share : {"cells", "levels"})
      for (const char* transport : {"direct", "primary"}) {
        if (n_server >= n || (n_server == 0 && transport == std::string("primary"))) continue;
        const std::string name = "way" + std::to_string(number++);
        make_folder(name);
        const char* progress =
            n_server > 0 && number % 2 == 0 && threads_may_share_mpi() ? "thread" : "calls";
        run_model(world(), path(name), {n_server, share, transport, progress});
        expect_same("alone", name, text(n_server, ' ', share, ' ', transport));
      }
}

TEST_F(ArrayOutputTest, ARunThatGoesOnLeavesTheSameBytes) {
  write_alone("alone");
  const int n_server = world().size() / 2;
  for (const int stop : {1, 3})
    for (const bool is_closed : {false, true}) {
      if (n_server > 0 && !is_closed) continue;
      make_folder("broken");
      run_model(world(), path("broken"), {n_server}, -1, stop, is_closed);
      run_model(world(), path("broken"), {0}, 1, 4);
      expect_same("alone", "broken", text(stop, is_closed));
      run_on_root(world(), 0, [&] { std::filesystem::remove_all(path("broken")); });
    }
}

}  // namespace
}  // namespace groundswell::test
