// SPDX-License-Identifier: Apache-2.0
#include "output/mesh_fields_product.hpp"

#include "base/error.hpp"
#include "transfer/decomposition.hpp"

namespace groundswell {
namespace {

// Size [B] of the mesh's variables in a file (output/ugrid_file.cpp).
double topology_bytes(const MeshPart& part) {
  const Mesh& mesh = part.mesh;
  const double ring = mesh.max_edges, positions = mesh.on_sphere ? 4 : 2;
  const double cell = 8.0 * (positions + 2) + (mesh.on_sphere ? 16.0 * ring : 0.0) + 4.0 * (2.0 * ring + 2.0);
  return cell * double(part.n_global_cell) + (8.0 * positions + 12.0) * double(part.n_global_vertex);
}

}  // namespace

MeshFieldsProduct::MeshFieldsProduct(const OutputContext& context, const std::string& path,
                                     const MeshOutputSettings& settings)
    : ProductOf(context, path, Schedule(settings, context.start, context.end, "mesh output"), settings.file),
      names_(settings.fields),
      cells_(make_block_decomposition(context.part.n_global_cell, communicator_.rank(), communicator_.size())
                 .cells),
      n_global_cell_(double(context.part.n_global_cell)),
      mesh_bytes_(topology_bytes(context.part)) {
  for (const std::string& name : names_) infos_.push_back(context.field(name, "mesh output"));
}

void MeshFieldsProduct::open_file(const OutputHeader& header, const MeshPart& part,
                                  const std::optional<DateTime>& keep_until) {
  file_.emplace(communicator_, path(), make_file_header(header, "CF-1.8 UGRID-1.0"),
                make_file_time(run_start_, schedule(), infos_), part, infos_, keep_until);
}

void MeshFieldsProduct::write(const DateTime& now, ProductValues& values) {
  file().begin_record(now);
  for (std::size_t i = 0; i < infos_.size(); ++i) {
    to_file_values(infos_[i], values.field(i));
    file_->write(i, values.field(i).data);
  }
  file().end_record();
}

std::string MeshFieldsProduct::describe() const {
  return text(names_.size(), " fields on the mesh");
}

double MeshFieldsProduct::bytes() const {
  return mesh_bytes_ * double(n_file()) +
         (4.0 * n_global_cell_ * double(names_.size()) + 8.0) * double(schedule().n_date());
}

}  // namespace groundswell
