// SPDX-License-Identifier: Apache-2.0
// Brings the tables of a mesh made by another program into the order of Mesh, one cell, edge or vertex at a
// time. All numbers in the tables must be in range.
#pragma once

#include "mesh/mesh.hpp"

namespace groundswell {

// Ensures that the first cell of an edge exists, orders the vertices along the normal turned by +90 degrees,
// and corrects an angle that differs from that of the normal by more than 0.01 rad, unless the edge is too
// short to have a direction. Throws Error for an edge without a cell.
void orient_edge(Mesh& mesh, int edge, const MeshNumbers& number = {});

// Makes vertex k of a cell the one where edge k begins, going counter-clockwise; the cell's edges must be
// oriented. Throws Error if its vertices are not the ends of its edges.
void order_vertices_on_cell(Mesh& mesh, int cell, const MeshNumbers& number = {});

// Makes edge k of a vertex the one between its cells k and k + 1: the edge of cell k that ends at the vertex.
// The vertices of these cells must be ordered; edges that belong to no local cell become -1.
void order_edges_on_vertex(Mesh& mesh, int vertex);

}  // namespace groundswell
