// SPDX-License-Identifier: Apache-2.0
// The computing ranks write the published arrays themselves: they bring them into the order of the file at
// once and write them when the date is complete.
#include "output/output_client.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "output/mesh_tables.hpp"
#include "output/point_products.hpp"
#include "output/ugrid_file.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {
namespace {

FileHeader make_header(const OutputHeader& header, const char* conventions) {
  return {header.title, header.source, header.history, conventions};
}

// Tools of WAVEWATCH III accept only this origin of time for spectra.
FileTime spectra_time(const DateTime& first) {
  return {DateTime(DateParts{1990, 1, 1}, first.calendar()), 86400};
}

}  // namespace

class OutputClient::Implementation {
 public:
  Implementation(const Communicator& communicator, OutputLayout layout, const OutputHeader& header,
                 const MeshPart& part);

  void publish(const DateTime& now, std::string_view name, View<const float> owned_values);
  void publish_spectra(const DateTime& now, Rows<const float> spectra);
  void complete(const DateTime& now);
  void finish();

  // The files that this run writes.
  template <class F>
  void for_files(F&& f) {
    if (mesh_file_) f(mesh_file_->dated());
    if (lat_lon_file_) f(lat_lon_file_->dated());
    if (series_file_) f(series_file_->dated());
    if (spectra_file_) f(spectra_file_->dated());
  }

  const OutputPlan& plan() const { return layout_.plan(); }

  Communicator communicator_;
  OutputLayout layout_;

 private:
  void open_files(const OutputHeader& header, const MeshPart& part, const FileTime& axis);
  void write_mesh_fields(const DateTime& now);
  void check_published(const DateTime& now) const;

  std::size_t n_owned_;
  std::size_t n_bin_;  // of a spectrum
  std::optional<Transfer> to_blocks_;
  std::size_t n_block_ = 0;  // cells of this rank's block
  std::optional<UgridFile> mesh_file_;
  std::optional<LatLonFile> lat_lon_file_;
  std::optional<StationFile> series_file_;
  std::optional<SpectraFile> spectra_file_;
  // Published for the current date.
  std::map<std::string, std::vector<float>, std::less<>> blocks_;
  PlaceValues place_values_;
  std::optional<std::vector<float>> spectra_;
};

OutputClient::Implementation::Implementation(const Communicator& communicator, OutputLayout layout,
                                             const OutputHeader& header, const MeshPart& part)
    : communicator_(communicator.duplicate()),
      layout_(std::move(layout)),
      n_owned_(std::size_t(part.n_owned)),
      n_bin_(header.axes.frequencies.size() * header.axes.directions.size()) {
  const Decomposition mine{part.n_global_cell, own_cells(part).global};
  const Decomposition block =
      make_block_decomposition(part.n_global_cell, communicator_.rank(), communicator_.size());
  n_block_ = block.cells.size();
  to_blocks_.emplace(communicator_, &mine, &block, std::vector<TransferField>{{"field", sizeof(float)}},
                     TransferSettings{.name = "to the order of files", .method = "p2p"});
  open_files(header, part, FileTime{plan().first()});
}

void OutputClient::Implementation::open_files(const OutputHeader& header, const MeshPart& part,
                                              const FileTime& axis) {
  const OutputSettings& settings = plan().settings();
  if (plan().writes(OutputKind::mesh_fields))
    mesh_file_.emplace(communicator_, plan().path(OutputKind::mesh_fields),
                       make_header(header, "CF-1.8 UGRID-1.0"), axis, part, settings.mesh.fields);
  if (plan().writes(OutputKind::lat_lon))
    lat_lon_file_.emplace(communicator_, plan().path(OutputKind::lat_lon), make_header(header, "CF-1.8"),
                          axis, layout_.lat_lon()->grid().longitudes, layout_.lat_lon()->grid().latitudes,
                          layout_.lat_lon()->variables());
  if (plan().writes(OutputKind::points))
    series_file_.emplace(communicator_, plan().path(OutputKind::points), make_header(header, "CF-1.8"), axis,
                         layout_.stations(), part.mesh.on_sphere, settings.points.fields);
  if (plan().writes(OutputKind::spectra)) {
    ensure(n_bin_ > 0, "spectra should be written, but the output header has no spectral axes");
    spectra_file_.emplace(communicator_, plan().path(OutputKind::spectra), make_header(header, "CF-1.8"),
                          spectra_time(plan().first()), layout_.stations(), header.axes);
  }
}

void OutputClient::Implementation::publish(const DateTime& now, std::string_view name,
                                           View<const float> owned_values) {
  const std::vector<std::string> due = plan().fields_due(now);
  ensure(std::find(due.begin(), due.end(), name) != due.end(), "field '", name, "' was published at ",
         now.iso(), ", when it is not due");
  ensure(owned_values.size == n_owned_, "field '", name, "' was published with ", owned_values.size,
         " values for ", n_owned_, " owned cells");
  std::vector<float>& block = blocks_[std::string(name)];
  block.resize(n_block_);
  to_blocks_->move<float>(owned_values, {block.data(), block.size()});
  std::vector<float>& at_places = place_values_[std::string(name)];
  at_places.clear();
  for (const LocalPlace& place : layout_.local_places())
    at_places.push_back(owned_values[std::size_t(place.cell)]);
}

void OutputClient::Implementation::publish_spectra(const DateTime& now, Rows<const float> spectra) {
  ensure(plan().due(OutputKind::spectra, now), "spectra were published at ", now.iso(),
         ", when none are due");
  ensure(spectra.n_row == layout_.local_places().size() && (spectra.n_row == 0 || spectra.n_col == n_bin_),
         "spectra were published as ", spectra.n_row, " rows of ", spectra.n_col, " bins for ",
         layout_.local_places().size(), " places with ", n_bin_);
  spectra_.emplace();
  for (std::size_t i = 0; i < spectra.n_row; ++i)
    spectra_->insert(spectra_->end(), spectra.row(i), spectra.row(i) + n_bin_);
}

void OutputClient::Implementation::check_published(const DateTime& now) const {
  for (const std::string& name : plan().fields_due(now))
    ensure(blocks_.count(name) == 1, "field '", name, "' is due at ", now.iso(), " but was not published");
  ensure(!plan().due(OutputKind::spectra, now) || spectra_, "spectra are due at ", now.iso(),
         " but were not published");
}

void OutputClient::Implementation::write_mesh_fields(const DateTime& now) {
  mesh_file_->dated().begin_record(now);
  for (const std::string& name : plan().settings().mesh.fields) {
    std::vector<float>& block = blocks_[name];
    to_file_values(field_info(name), {block.data(), block.size()});
    mesh_file_->write(name, block.data());
  }
  mesh_file_->dated().end_record();
}

void OutputClient::Implementation::complete(const DateTime& now) {
  run_together(communicator_, [&] { check_published(now); });
  if (plan().due(OutputKind::lat_lon, now))
    layout_.lat_lon()->write(*lat_lon_file_, now, [&](std::string_view name) -> View<const float> {
      const std::vector<float>& block = blocks_.find(name)->second;
      return {block.data(), block.size()};
    });
  if (plan().due(OutputKind::points, now))
    write_series(*series_file_, now, plan().settings().points.fields, layout_.place_numbers(), place_values_);
  if (plan().due(OutputKind::spectra, now))
    write_spectra(*spectra_file_, now, layout_.stations(), layout_.place_numbers(), *spectra_, place_values_);
  // Last, because it converts the blocks to file units in place.
  if (plan().due(OutputKind::mesh_fields, now)) write_mesh_fields(now);
  blocks_.clear();
  place_values_.clear();
  spectra_.reset();
}

void OutputClient::Implementation::finish() {
  for_files([](DatedFile& file) { file.finish(); });
}

OutputClient::OutputClient(const Communicator& communicator, OutputLayout layout, const OutputHeader& header,
                           const MeshPart& part)
    : implementation_(std::make_unique<Implementation>(communicator, std::move(layout), header, part)) {}
OutputClient::~OutputClient() = default;
OutputClient::OutputClient(OutputClient&&) noexcept = default;
OutputClient& OutputClient::operator=(OutputClient&&) noexcept = default;

const OutputPlan& OutputClient::plan() const {
  return implementation_->plan();
}
const std::vector<LocalPlace>& OutputClient::local_places() const {
  return implementation_->layout_.local_places();
}
void OutputClient::publish(const DateTime& now, std::string_view name, View<const float> owned_values) {
  implementation_->publish(now, name, owned_values);
}
void OutputClient::publish_spectra(const DateTime& now, Rows<const float> spectra) {
  implementation_->publish_spectra(now, spectra);
}
void OutputClient::complete(const DateTime& now) {
  implementation_->complete(now);
}
void OutputClient::finish() {
  implementation_->finish();
}

std::int64_t OutputClient::bytes_written() const {
  std::int64_t bytes = 0;
  implementation_->for_files([&](DatedFile& file) { bytes += file.file().bytes_written(); });
  return bytes;
}

}  // namespace groundswell
