// SPDX-License-Identifier: Apache-2.0
#include "output/array_file.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "comm/together.hpp"

namespace groundswell {
namespace {

VariableText text_of(const auto& described) {
  return {described.name.c_str(), described.unit.c_str(), described.standard_name.c_str(),
          described.long_name.c_str()};
}

FileType type_of(const ArrayForm& form) {
  return form.element_bytes == sizeof(double) ? FileType::float64 : FileType::float32;
}

// In files a fill value stands where memory has NaN.
template <class T>
void replace_missing(ByteBuffer& bytes) {
  T* values = reinterpret_cast<T*>(bytes.data());
  std::replace_if(
      values, values + bytes.size() / sizeof(T), [](T value) { return std::isnan(value); },
      T(file_fill_value));
}

// From [cell][level] to [level][cell], some cells at a time, so that lines of memory are used while they are
// near.
template <class T>
ByteBuffer transposed(const ByteBuffer& rows, std::size_t n_level) {
  constexpr std::size_t n_together = 16;
  ByteBuffer bytes(rows.size());
  const T* from = reinterpret_cast<const T*>(rows.data());
  T* to = reinterpret_cast<T*>(bytes.data());
  const std::size_t n_cell = rows.size() / sizeof(T) / n_level;
  for (std::size_t begin = 0; begin < n_cell; begin += n_together)
    for (std::size_t level = 0; level < n_level; ++level)
      for (std::size_t cell = begin; cell < std::min(n_cell, begin + n_together); ++cell)
        to[level * n_cell + cell] = from[cell * n_level + level];
  return bytes;
}

template <class T>
ByteBuffer in_file_form(ByteBuffer rows, std::int64_t n_level) {
  if (n_level > 1) rows = transposed<T>(rows, std::size_t(n_level));
  replace_missing<T>(rows);
  return rows;
}

}  // namespace

ArrayFile::ArrayFile(const Communicator& writers, const ArrayOutputSettings& settings, std::size_t number,
                     std::vector<ArrayPiece> pieces, const std::vector<ArrayForm>& forms,
                     const Schedule& schedule, const std::vector<std::vector<double>>& positions)
    : writers_(writers),
      dated_(writers, settings.files[number].path, settings.header, FileTime{settings.start},
             settings.goes_on_from),
      n_cell_(settings.n_cell),
      pieces_(std::move(pieces)),
      variables_(forms.size()) {
  define(settings, settings.files[number], forms, positions);
  if (settings.goes_on_from)
    dated_.require_kept(schedule.n_date_until(*settings.goes_on_from),
                        schedule.last_until(*settings.goes_on_from));
}

void ArrayFile::define(const ArrayOutputSettings& settings, const ArrayFileSettings& file_settings,
                       const std::vector<ArrayForm>& forms,
                       const std::vector<std::vector<double>>& positions) {
  ParallelFile& file = dated_.file();
  const int time = dated_.time_dimension(), cell = file.add_dimension("cell", n_cell_);
  const ArrayLevels& levels = settings.levels;
  int level = -1, level_values = -1;
  if (!levels.values.empty()) {
    level = file.add_dimension("level", std::int64_t(levels.values.size()));
    level_values = add_described_variable(
        file, {"level", levels.unit.c_str(), levels.standard_name.c_str(), ""}, FileType::float64, {level});
    file.add_attribute(level_values, "axis", "Z");
    file.add_attribute(level_values, "positive", levels.is_down ? "down" : "up");
  }
  std::vector<int> fixed;
  std::string coordinates;
  for (const ArrayPosition& position : settings.positions) {
    fixed.push_back(add_described_variable(file, text_of(position), FileType::float64, {cell}));
    coordinates += (coordinates.empty() ? "" : " ") + position.name;
  }
  for (std::size_t v = 0; v < forms.size(); ++v) {
    if (std::ranges::find(file_settings.variables, forms[v].name) == file_settings.variables.end()) continue;
    const VariableText words = text_of(settings.variables[v]);
    const int number = forms[v].n_level == 0
                           ? add_described_variable(file, words, type_of(forms[v]), {time, cell})
                           : add_described_variable(file, words, type_of(forms[v]), {time, level, cell});
    if (type_of(forms[v]) == FileType::float64)
      file.add_attribute(number, "_FillValue", double(file_fill_value));
    else
      file.add_attribute(number, "_FillValue", file_fill_value);
    if (!coordinates.empty()) file.add_attribute(number, "coordinates", coordinates);
    variables_[v] = {number, forms[v]};
  }
  file.end_definitions();
  const Block mine = make_block(n_cell_, writers_.rank(), writers_.size());
  if (level >= 0 && writers_.rank() == 0)
    file.write(level_values, {{0}, {std::int64_t(levels.values.size())}}, levels.values.data());
  for (std::size_t p = 0; p < fixed.size(); ++p)
    file.write(fixed[p], {{mine.begin}, {mine.size()}}, positions[p].data());
  file.flush();
}

std::vector<ArrayFile::Part> ArrayFile::make_parts(std::vector<ReceivedParcel> parcels) const {
  std::vector<Part> parts;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    const ArrayPiece& piece = pieces_[p];
    const Block cells = piece.cells(n_cell_, writers_.rank(), writers_.size());
    auto field = parcels[p].fields.begin();
    const auto add = [&](const Variable& variable, const Block& levels) {
      ByteBuffer rows = std::move(*field++);
      parts.push_back({&variable, levels, cells,
                       variable.form.element_bytes == sizeof(double)
                           ? in_file_form<double>(std::move(rows), levels.size())
                           : in_file_form<float>(std::move(rows), levels.size())});
    };
    for (const std::size_t v : piece.variables) {
      const Variable& variable = variables_[v];
      const Block levels = variable.form.n_level == 0 ? Block{0, 1} : piece.levels;
      if (variable.form.is_whole) add(variable, levels);
      for (std::int64_t level = levels.begin; level < levels.end && !variable.form.is_whole; ++level)
        add(variable, {level, level + 1});
    }
  }
  return parts;
}

void ArrayFile::write(const Part& part) {
  if (part.values.empty()) return;
  const std::int64_t record = dated_.record();
  const Slab slab =
      part.variable->form.n_level == 0
          ? Slab{{record, part.cells.begin}, {1, part.cells.size()}}
          : Slab{{record, part.levels.begin, part.cells.begin}, {1, part.levels.size(), part.cells.size()}};
  if (part.variable->form.element_bytes == sizeof(double))
    dated_.file().write(part.variable->number, slab, reinterpret_cast<const double*>(part.values.data()));
  else
    dated_.file().write(part.variable->number, slab, reinterpret_cast<const float*>(part.values.data()));
}

void ArrayFile::write(const DateTime& now, std::vector<ReceivedParcel> parcels) {
  std::vector<Part> parts;
  run_together(writers_, [&] { parts = make_parts(std::move(parcels)); });
  dated_.begin_record(now);
  for (const Part& part : parts) write(part);
  dated_.end_record();
}

}  // namespace groundswell
