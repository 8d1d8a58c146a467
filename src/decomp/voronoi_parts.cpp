// SPDX-License-Identifier: Apache-2.0
#include "decomp/voronoi_parts.hpp"

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "comm/together.hpp"
#include "mesh/voronoi_blocks.hpp"

namespace groundswell {
namespace {

constexpr int tag = 1;

// Calls visit(table) for each table of a part.
template <class Part, class Visit>
void for_tables(Part& part, Visit&& visit) {
  visit(part.triangulation.points);
  visit(part.triangulation.triangles);
  visit(part.point);
  visit(part.complete);
  visit(part.first_edge);
  visit(part.first_vertex);
}

struct PartHeader {
  Block cells, edges, vertices;
  std::int64_t n_point, n_triangle;
};

void send_part(const Communicator& communicator, const TriangulationPart& part, int rank) {
  const PartHeader header{part.cells, part.edges, part.vertices, std::int64_t(part.point.size()),
                          std::int64_t(part.triangulation.triangles.size())};
  communicator.send(std::span<const PartHeader>(&header, 1), rank, tag);
  for_tables(part, [&]<class T>(const std::vector<T>& table) {
    communicator.send(std::span<const T>(table), rank, tag);
  });
}

TriangulationPart receive_part(const Communicator& communicator) {
  PartHeader header{};
  communicator.receive(std::span<PartHeader>(&header, 1), 0, tag);
  TriangulationPart part;
  part.cells = header.cells;
  part.edges = header.edges;
  part.vertices = header.vertices;
  for_tables(part, [&]<class T>(std::vector<T>& table) {
    table.resize(std::size_t(std::is_same_v<T, Triangle> ? header.n_triangle : header.n_point));
    communicator.receive(std::span<T>(table), 0, tag);
  });
  return part;
}

}  // namespace

MeshBlocks build_voronoi_blocks(const Communicator& communicator, Triangulation whole, double radius) {
  const int rank = communicator.rank(), size = communicator.size();
  if (size == 1) return take_whole(build_voronoi_mesh(whole, radius));
  MeshCounts counts;
  int max_edges = 0;
  TriangulationPart part;
  if (rank == 0) {
    const TriangulationCutter cutter(whole);
    counts = cutter.counts();
    max_edges = cutter.max_edges();
    communicator.broadcast(counts, 0);
    for (int other = 1; other < size; ++other)
      send_part(communicator, cutter.cut(make_block(counts.n_cell, other, size)), other);
    part = cutter.cut(make_block(counts.n_cell, 0, size));
  } else {
    communicator.broadcast(counts, 0);
    part = receive_part(communicator);
  }
  communicator.broadcast(max_edges, 0);
  whole = {};
  MeshBlocks blocks;
  run_together(communicator, [&] { blocks = build_voronoi_block(part, counts, max_edges, radius); });
  return blocks;
}

}  // namespace groundswell
