// SPDX-License-Identifier: Apache-2.0
// Files of plain arrays of another model: their values, and that their bytes do not depend on the number of
// ranks and servers or on how these share the levels.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/byte_order.hpp"
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
  // Writes the files on a single rank, for comparison.
  void write_alone(const std::string& name) {
    make_folder(name);
    run_on_root(world(), 0, [&] { run_model(Communicator::self(), path(name), {}); });
  }
  void expect_same(const std::string& one, const std::string& other, const std::string& what) {
    run_on_root(world(), 0, [&] {
      for (const char* name : {"/surface.nc", "/ocean.nc", restart_name}) {
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
    EXPECT_TRUE(std::isnan(found)) << variable << ' ' << cell << ' ' << level;  // a fill value
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

TEST_F(ArrayOutputTest, RestartsHaveAllBits) {
  make_folder("many");
  run_model(world(), path("many"), {std::min(2, world().size() - 1)});
  world().barrier();
  run_on_root(world(), 0, [&] {
    const int hour = restart_hour;
    const std::string name = path("many") + restart_name;
    const NetcdfReader file(name);
    EXPECT_EQ(file.read<double>("time"), std::vector{3600.0 * hour});
    EXPECT_EQ(file.dimension_size("cell"), std::size_t(n_cell));
    EXPECT_FALSE(file.has_variable("zos"));
    const auto ice = file.read<double>("ice"), so = file.read<double>("so"),
               basin = file.read<double>("basin");
    const auto thetao = file.read<float>("thetao");
    for (std::int64_t cell = 0; cell < n_cell; ++cell) {
      expect_value(ice[std::size_t(cell)], 2, cell, 0, hour);
      EXPECT_EQ(basin[std::size_t(cell)], double(SmallModel::basin_of(cell, hour)));
      for (std::int64_t level = 0; level < n_level; ++level) {
        expect_value(thetao[std::size_t(level * n_cell + cell)], 3, cell, level, hour);
        expect_value(so[std::size_t(level * n_cell + cell)], 4, cell, level, hour);
      }
    }
    const auto nan = big_endian(strange_nan);
    const std::string bytes(reinterpret_cast<const char*>(&nan), sizeof nan);
    EXPECT_NE(read_bytes(name).find(bytes), std::string::npos);
    EXPECT_EQ(read_bytes(path("many/surface.nc")).find(bytes), std::string::npos);
  });
}

// Restarts need no file, and little memory.
TEST_F(ArrayOutputTest, RestartsTravelInSlabs) {
  constexpr std::int64_t n = 100'000, slab = 80'000;
  const int n_compute = std::max(1, world().size() - 1);
  ArrayOutputSettings settings;
  settings.start = settings.end = first_date;
  settings.n_cell = n;
  settings.servers.n_server = world().size() - n_compute;
  settings.servers.memory = 2 * slab, settings.servers.transport.n_slot = 2;
  Decomposition cells{n, {}};
  for (std::int64_t cell = world().rank(); cell < n && world().rank() < n_compute; cell += n_compute)
    cells.cells.push_back(cell);
  std::vector<double> values(cells.cells.begin(), cells.cells.end());
  settings.variables = {{"number", "", "", "", false, make_cell_array(values.data())}};
  settings.restart = {path("slabs"), {"number"}};
  ArrayOutput output(world(), settings, cells);
  if (output.is_server()) return output.serve();
  output.write_restart(first_date);
  values.assign(values.size(), -1.0);
  output.close();
  EXPECT_EQ(output.counts().n_shipment, settings.servers.n_server * (n * 8 / slab + 1));
  EXPECT_LE(output.counts().slot_bytes, 2 * slab);
  if (world().rank() > 0) return;
  const auto numbers = NetcdfReader(path("slabs_20010203T060000Z.nc")).read<double>("number");
  ASSERT_EQ(numbers.size(), std::size_t(n));
  for (std::int64_t cell = 0; cell < n; ++cell) ASSERT_EQ(numbers[std::size_t(cell)], double(cell));
}

TEST_F(ArrayOutputTest, BytesDependOnNeitherRanksNorSharesNorServers) {
  write_alone("alone");
  const int n = world().size();
  std::vector<int> splits{0, 1, n / 2, n - 1};
  std::ranges::sort(splits);
  splits.erase(std::unique(splits.begin(), splits.end()), splits.end());
  int number = 0;
  for (const int n_server : splits)
    for (const ArrayShare share : {ArrayShare::cells, ArrayShare::levels, ArrayShare::files})
      for (const char* transport : {"direct", "primary"}) {
        if (n_server >= n || (n_server == 0 && transport == std::string("primary"))) continue;
        if (share == ArrayShare::files && n_server < 2) continue;
        const std::string name = "way" + std::to_string(number++);
        make_folder(name);
        const char* progress =
            n_server > 0 && number % 2 == 0 && threads_may_share_mpi() ? "thread" : "calls";
        const int first_index = number / 2 % 2;  // as in C and in Fortran
        run_model(world(), path(name), {n_server, share, transport, progress, first_index});
        expect_same("alone", name, text(n_server, ' ', name_of(array_shares, share), ' ', transport));
      }
}

TEST_F(ArrayOutputTest, ARunThatGoesOnLeavesTheSameBytes) {
  write_alone("alone");
  const int n = world().size();
  std::vector<int> then{0, n / 2, n - 1, 0};  // servers of the run that goes on
  for (const int stop : {1, 3})
    for (const bool is_closed : {false, true}) {
      const int n_server = is_closed ? n / 2 : 0;  // servers write on until output is closed
      make_folder("broken");
      run_model(world(), path("broken"), {n_server}, -1, stop, is_closed);
      run_model(world(), path("broken"), {then.back()}, 1, 4);
      expect_same("alone", "broken", text(stop, ' ', is_closed, ' ', n_server, ' ', then.back()));
      run_on_root(world(), 0, [&] { std::filesystem::remove_all(path("broken")); });
      then.pop_back();
    }
}

// Each file is one server's: the larger one the first's, restarts the last's.
TEST_F(ArrayOutputTest, ServersMayWriteWholeFiles) {
  const int n_server = std::min(3, world().size() - 1), n_compute = world().size() - n_server;
  const SmallModel model(world().rank(), n_compute, world().rank() < n_compute);
  ArrayOutputSettings settings = model.settings(folder_.path());
  settings.files[1].interval = 3600;
  settings.servers.n_server = n_server, settings.share = ArrayShare::files;
  ArrayOutput output(world(), settings, model.decomposition());
  std::vector<std::string> expected;
  const int server = n_server == 0 ? 0 : world().rank() - n_compute;
  if (server == std::min(1, std::max(0, n_server - 1))) expected.push_back(settings.files[0].path);
  if (server == 0) expected.push_back(settings.files[1].path);
  EXPECT_EQ(output.written_files(),
            n_server == 0 || output.is_server() ? expected : std::vector<std::string>());
  output.is_server() ? output.serve() : output.close();
}

// A failure ends a run with servers after a restart; the next run goes on from its date.
TEST_F(ArrayOutputTest, ARunGoesOnFromItsLastRestart) {
  write_alone("alone");
  const int n = world().size(), n_server = std::min(2, n - 1);
  make_folder("broken");
  {
    SmallModel model(world().rank(), n - n_server, world().rank() < n - n_server);
    ArrayOutputSettings settings = model.settings(path("broken"));
    settings.servers.n_server = n_server, settings.servers.memory = 3000;
    settings.share = ArrayShare::files;
    ArrayOutput output(world(), settings, model.decomposition());
    if (output.is_server()) output.serve();
    for (int hour = 0; hour <= 2 && !output.is_server(); ++hour) {
      model.set_values(hour);
      output.write(first_date + hour * 3600);
      if (hour == restart_hour) output.write_restart(first_date + hour * 3600);
    }
    if (!output.is_server()) {
      EXPECT_THROW(output.write(first_date), Error);
      EXPECT_THROW(output.close(), Error);
    }
  }
  world().barrier();
  EXPECT_TRUE(std::filesystem::exists(path("broken") + restart_name));
  EXPECT_TRUE(std::filesystem::exists(path("broken/surface.nc.part")));
  run_model(world(), path("broken"), {n / 2}, restart_hour);
  expect_same("alone", "broken", "after a failure");
}

// Collective.
void write_once(const ArrayOutputSettings& settings, const Decomposition& cells) {
  ArrayOutput output(world(), settings, cells);
  if (output.is_server()) return output.serve();
  output.write(first_date);
  output.write_restart(first_date);
  output.close();
}

// A grid of rows and columns, in which the cells that no rank lists are land, among them whole rows.
TEST_F(ArrayOutputTest, FilesOfAGridHaveLand) {
  constexpr std::int64_t n_x = 11, n_y = 9;
  const auto is_wet = [](std::int64_t cell) {
    return (cell * cell) % 7 != 1 && cell / n_x != 4 && cell > 25;
  };
  int number = 0;
  for (const int n_server : {0, world().size() / 2, world().size() - 1})
    for (const ArrayShare share : {ArrayShare::cells, ArrayShare::levels, ArrayShare::files}) {
      if (share == ArrayShare::files && n_server < 2) continue;
      const int n_compute = world().size() - n_server;
      Decomposition cells{n_x * n_y, {}};
      for (std::int64_t cell = n_x * n_y - 1; cell >= 0 && world().rank() < n_compute; --cell)
        if (cell % n_compute == world().rank())
          cells.cells.push_back(is_wet(cell) ? cell : Decomposition::no_cell);
      std::vector<float> flat;
      std::vector<double> deep;
      ArrayOutputSettings settings;
      settings.start = settings.end = first_date;
      settings.n_cell = n_x * n_y, settings.share = share, settings.servers.n_server = n_server;
      settings.axes = {{"lon", "degrees_east", "longitude", n_x, {}}, {"j", "", "", n_y, {}}};
      for (std::int64_t x = 0; x < n_x; ++x) settings.axes[0].values.push_back(0.5 * double(x));
      settings.levels.values = {3, 2, 1};
      settings.positions = {{"lat", "degrees_north", "latitude", "", {}}};
      for (const std::int64_t cell : cells.cells) {
        settings.positions[0].values.push_back(double(cell));
        flat.push_back(float(cell));
        for (int level = 0; level < 3; ++level) deep.push_back(double(1000 * level + cell));
      }
      settings.variables = {{"flat", "", "", "", false, make_cell_array(flat.data())},
                            {"deep", "", "", "", true, make_cell_array(deep.data(), 3)}};
      settings.files.resize(1);
      settings.files[0].path = path("grid" + std::to_string(number++) + ".nc");
      settings.files[0].variables = {"flat", "deep"};
      settings.restart = {path("grid"), {"deep", "flat"}};
      settings.servers.memory = 2 * 10 * 28;  // ten cells in a slab
      write_once(settings, cells);
      run_on_root(world(), 0, [&] {
        const NetcdfReader file(settings.files[0].path);
        const auto flats = file.read<float>("flat"), lat = file.read<float>("lat");
        const auto deeps = file.read<double>("deep");
        EXPECT_EQ(file.read<double>("lon"), settings.axes[0].values);
        EXPECT_FALSE(file.has_variable("j"));
        ASSERT_EQ(deeps.size(), std::size_t(3 * n_x * n_y));
        for (std::int64_t cell = 0; cell < n_x * n_y; ++cell) {
          const auto expect = [&](double found, double expected) {
            EXPECT_TRUE(is_wet(cell) ? found == expected : std::isnan(found))
                << cell << ' ' << n_server << ' ' << name_of(array_shares, share) << ' ' << found;
          };
          expect(flats[std::size_t(cell)], double(cell));
          expect(lat[std::size_t(cell)], double(cell));
          for (int level = 0; level < 3; ++level)
            expect(deeps[std::size_t(level * n_x * n_y + cell)], double(1000 * level + cell));
        }
        // The restart has the same variables with the same values, and here no NaN.
        for (const std::string& other : {settings.files[0].path, path("grid_20010203T060000Z.nc")})
          EXPECT_TRUE(read_bytes(path("grid0.nc")) == read_bytes(other))
              << other << n_server << name_of(array_shares, share);
      });
    }
}

// Arrays are written in parts of about 1 MiB, even if the levels of a cell are contiguous.
TEST_F(ArrayOutputTest, LargeArraysArriveWhole) {
  constexpr std::int64_t n = 160001, n_deep = 7;
  const auto value = [](std::int64_t cell, std::int64_t level) { return double(n * level + cell) + 0.25; };
  for (const int n_server : {0, std::min(1, world().size() - 1)})
    for (const ArrayShare share : {ArrayShare::cells, ArrayShare::levels}) {
      const int n_compute = world().size() - n_server;
      Decomposition cells{n, {}};
      for (std::int64_t cell = n - 1; cell >= 0 && world().rank() < n_compute; --cell)
        if (cell / 37 % n_compute == world().rank()) cells.cells.push_back(cell);
      std::vector<double> flat, deep;
      for (const std::int64_t cell : cells.cells) {
        flat.push_back(value(cell, 0));
        for (std::int64_t level = 0; level < n_deep; ++level) deep.push_back(value(cell, level));
      }
      ArrayOutputSettings settings;
      settings.start = settings.end = first_date;
      settings.n_cell = n, settings.share = share, settings.servers.n_server = n_server;
      settings.levels.values = {1, 2, 3, 4, 5, 6, 7};
      settings.variables = {{"flat", "", "", "", false, make_cell_array(flat.data())},
                            {"deep", "", "", "", true, make_cell_array(deep.data(), n_deep)}};
      settings.files.resize(1);
      settings.files[0].path = path("large.nc"), settings.files[0].variables = {"flat", "deep"};
      settings.restart = {path("large"), {"flat"}};
      write_once(settings, cells);
      run_on_root(world(), 0, [&] {
        const NetcdfReader file(path("large.nc"));
        const auto flats = file.read<double>("flat"), deeps = file.read<double>("deep");
        std::int64_t n_wrong = 0;
        for (std::int64_t cell = 0; cell < n; ++cell) {
          n_wrong += flats[std::size_t(cell)] != value(cell, 0);
          for (std::int64_t level = 0; level < n_deep; ++level)
            n_wrong += deeps[std::size_t(level * n + cell)] != value(cell, level);
        }
        EXPECT_EQ(n_wrong, 0) << n_server << name_of(array_shares, share);
      });
    }
}

}  // namespace
}  // namespace groundswell::test
