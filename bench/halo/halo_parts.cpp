// SPDX-License-Identifier: Apache-2.0
#include "bench/halo/halo_parts.hpp"

#include <algorithm>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "comm/together.hpp"
#include "files/small_netcdf.hpp"

namespace groundswell {
namespace {

// A row per owned cell of this rank: its global index, part, centre and corners. Unused corners repeat the
// last one.
struct CellTable {
  int n_corner;
  std::vector<double> values;
  std::size_t n_column() const { return 4 + 2 * std::size_t(n_corner); }
};

CellTable list_cells(const LocalMesh& local, int n_corner) {
  const Mesh& mesh = local.mesh;
  const bool on_sphere = mesh.on_sphere;
  const double unit = on_sphere ? degree : 1.0;
  const std::vector<double>&x = on_sphere ? mesh.lon_cell : mesh.x_cell,
        &y = on_sphere ? mesh.lat_cell : mesh.y_cell, &x_vertex = on_sphere ? mesh.lon_vertex : mesh.x_vertex,
        &y_vertex = on_sphere ? mesh.lat_vertex : mesh.y_vertex;
  CellTable table{n_corner, {}};
  for (int cell = 0; cell < local.n_owned; ++cell) {
    const std::size_t c = std::size_t(cell);
    table.values.insert(table.values.end(),
                        {double(local.global_cell[c]), double(local.part), x[c] / unit, y[c] / unit});
    for (int k = 0; k < n_corner; ++k) {
      const auto vertex = std::size_t(mesh.vertex_on_cell(cell, std::min(k, mesh.n_edges_on_cell[c] - 1)));
      table.values.insert(table.values.end(), {x_vertex[vertex] / unit, y_vertex[vertex] / unit});
    }
  }
  return table;
}

// One row per halo cell of this rank: global index, the part whose halo contains it, ring.
std::vector<double> list_halo(const LocalMesh& local) {
  std::vector<double> rows;
  for (int i = 0; i < local.n_halo; ++i)
    rows.insert(rows.end(), {double(local.global_cell[std::size_t(local.n_owned + i)]), double(local.part),
                             double(local.halo_ring[std::size_t(i)])});
  return rows;
}

// One row per message of this rank: part that sends, part that receives, number of cells.
std::vector<double> list_links(const HaloPlan& plan, int part) {
  std::vector<double> rows;
  for (std::size_t n = 0; n < plan.neighbours.size(); ++n)
    if (const int cells = plan.send_begin[n + 1] - plan.send_begin[n]; cells > 0)
      rows.insert(rows.end(), {double(part), double(plan.neighbours[n]), double(cells)});
  return rows;
}

// Adds a column of the rows as a variable.
void add_column(SmallFile& file, const std::string& name, const std::string& dimension,
                const std::vector<double>& rows, std::size_t column, std::size_t n_column,
                const std::string& long_name) {
  SmallVariable variable{name, {dimension}, {}, {{"long_name", long_name}, {"units", "1"}}};
  for (std::size_t i = column; i < rows.size(); i += n_column) variable.values.push_back(rows[i]);
  file.variables.push_back(std::move(variable));
}

// Adds the variables of the cells, in global order.
void add_cells(SmallFile& file, const CellTable& table, bool on_sphere) {
  const std::size_t n_column = table.n_column(), n_cell = table.values.size() / n_column,
                    n_corner = std::size_t(table.n_corner);
  const std::string x_unit = on_sphere ? "degrees_east" : "m", y_unit = on_sphere ? "degrees_north" : "m";
  const auto variable = [&](const char* name, bool is_corner, const std::string& unit, const char* text) {
    std::vector<std::string> dimensions{"cell"};
    if (is_corner) dimensions.push_back("corner");
    return SmallVariable{name,
                         dimensions,
                         std::vector<double>(n_cell * (is_corner ? n_corner : 1)),
                         {{"long_name", text}, {"units", unit}}};
  };
  SmallVariable part = variable("part", false, "1", "rank that owns the cell"),
                x = variable("x", false, x_unit, "centre"), y = variable("y", false, y_unit, "centre"),
                x_corner = variable("x_corner", true, x_unit, "corners, the last one repeated"),
                y_corner = variable("y_corner", true, y_unit, "corners, the last one repeated");
  for (std::size_t row = 0; row < n_cell; ++row) {
    const double* values = table.values.data() + row * n_column;
    const auto cell = std::size_t(values[0]);
    part.values.at(cell) = values[1];
    x.values[cell] = values[2];
    y.values[cell] = values[3];
    for (std::size_t k = 0; k < n_corner; ++k) {
      x_corner.values[cell * n_corner + k] = values[4 + 2 * k];
      y_corner.values[cell * n_corner + k] = values[5 + 2 * k];
    }
  }
  for (SmallVariable* each : {&part, &x, &y, &x_corner, &y_corner})
    file.variables.push_back(std::move(*each));
}

}  // namespace

void write_parts(const DecomposedMesh& mesh, const std::string& path) {
  const Communicator& communicator = mesh.communicator;
  const LocalMesh& local = mesh.local;
  int n_corner = 0;
  for (int cell = 0; cell < local.n_owned; ++cell)
    n_corner = std::max(n_corner, local.mesh.n_edges_on_cell[std::size_t(cell)]);
  CellTable cells = list_cells(local, communicator.max(n_corner));
  const auto gathered = [&](const std::vector<double>& rows) {
    return communicator.gather(std::span<const double>(rows), 0);
  };
  cells.values = gathered(cells.values);
  const std::vector<double> halo = gathered(list_halo(local)),
                            links = gathered(list_links(mesh.plan, local.part));
  run_on_root(communicator, 0, [&] {
    require(!halo.empty() && !links.empty(),
            "no part of the mesh touches another, so there is no halo to write to '", path,
            "'; use more ranks, or another mesh");
    SmallFile file;
    file.dimensions = {{"cell", std::size_t(local.n_global_cell)},
                       {"corner", std::size_t(cells.n_corner)},
                       {"halo", halo.size() / 3},
                       {"link", links.size() / 3}};
    file.attributes = {{"title", text(local.n_global_cell, " cells in ", communicator.size(), " parts")},
                       {"source", text("Groundswell ", version(), " (", commit(), ")")},
                       {"surface", local.mesh.on_sphere ? "sphere" : "plane"}};
    add_cells(file, cells, local.mesh.on_sphere);
    add_column(file, "halo_cell", "halo", halo, 0, 3,
               "number of a cell, from 0, in the halo of another part");
    add_column(file, "halo_part", "halo", halo, 1, 3, "the part whose halo it is in");
    add_column(file, "halo_ring", "halo", halo, 2, 3, "1 where it touches that part");
    add_column(file, "link_from", "link", links, 0, 3, "part that sends");
    add_column(file, "link_to", "link", links, 1, 3, "part that receives");
    add_column(file, "link_cells", "link", links, 2, 3, "cells that it sends");
    write_small_netcdf(path, file);
  });
}

}  // namespace groundswell
