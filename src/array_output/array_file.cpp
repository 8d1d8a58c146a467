// SPDX-License-Identifier: Apache-2.0
#include "array_output/array_file.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>
#include <utility>

#include "base/byte_order.hpp"
#include "base/stopwatch.hpp"

namespace groundswell {
namespace {

VariableText text_of(const auto& described) {
  return {described.name.c_str(), described.unit.c_str(), described.standard_name.c_str(),
          described.long_name.c_str()};
}

constexpr std::int32_t file_fill_integer = -2147483647;  // as in NetCDF

FileType type_of(const ArrayVariable& variable) {
  if (variable.is_integer) return FileType::int32;
  return variable.array.element_bytes == sizeof(double) ? FileType::float64 : FileType::float32;
}

template <class T>
using WordOf = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

// Rows are reordered and written in parts of about this many bytes, which stay in cache.
constexpr std::int64_t part_bytes = 1 << 20;

// A value in the file's byte order; the fill value if it is NaN in memory.
template <class T>
auto in_file(T value) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(value)) value = T(file_fill_value);
  return big_endian(std::bit_cast<WordOf<T>>(value));
}

// Transposes [cell][level] in memory to [level][cell] in the file, where levels are `stride` values apart; a
// few cells at a time, so that cache lines are reused.
template <class T>
void transpose_to_file(const std::byte* rows, std::size_t n_cell, std::size_t n_level, std::byte* file,
                       std::size_t stride) {
  constexpr std::size_t n_together = 64;
  const T* from = reinterpret_cast<const T*>(rows);
  auto* to = reinterpret_cast<WordOf<T>*>(file);
  if (n_level == 1) {
    for (std::size_t cell = 0; cell < n_cell; ++cell) to[cell] = in_file(from[cell]);
    return;
  }
  for (std::size_t begin = 0; begin < n_cell; begin += n_together)
    for (std::size_t level = 0; level < n_level; ++level)
      for (std::size_t cell = begin; cell < std::min(n_cell, begin + n_together); ++cell)
        to[level * stride + cell] = in_file(from[cell * n_level + level]);
}

// As above, for the listed cells of a part of the grid, with `fill` on land between them.
template <class T>
void transpose_to_file(const FileCells& cells, const Block& part, std::size_t n_level, const std::byte* rows,
                       std::byte* file, T fill) {
  const auto stride = std::size_t(part.size());
  if (cells.have_land()) std::fill_n(reinterpret_cast<WordOf<T>*>(file), n_level * stride, in_file(fill));
  cells.for_runs(part, [&](const Block& run) {
    const auto n = std::size_t(run.size());
    transpose_to_file<T>(rows, n, n_level, file + std::size_t(run.begin - part.begin) * sizeof(T), stride);
    rows += n * n_level * sizeof(T);
  });
}

FileHeader with(FileHeader header, ParallelFile::Start how_to_keep) {
  header.how_to_keep = how_to_keep;
  return header;
}

void add_fill_value(ParallelFile& file, int variable, FileType type) {
  AttributeValue fill = file_fill_value;
  if (type == FileType::float64) fill = double(file_fill_value);
  if (type == FileType::int32) fill = file_fill_integer;
  file.add_attribute(variable, "_FillValue", fill);
}

}  // namespace

ArrayFile::ArrayFile(const Communicator& writers, const ArrayOutputSettings& settings,
                     const ArrayFileSettings& file, std::vector<ArrayPiece> pieces,
                     const std::vector<AgreedField>& fields, const Schedule* schedule, const FileCells& cells,
                     const std::vector<std::vector<double>>& positions, ParallelFile::Start how_to_go_on)
    : writers_(writers),
      dated_(writers, file.path, with(settings.header, how_to_go_on), FileTime{settings.start},
             schedule ? settings.goes_on_from : std::nullopt),
      keeps_bits_(!schedule),
      n_cell_(settings.n_cell),
      n_column_(settings.axes.empty() ? 0 : settings.axes[0].size),
      cells_(cells),
      pieces_(std::move(pieces)),
      variables_(fields.size()) {
  std::int64_t longest = part_bytes;
  for (const AgreedField& field : fields) longest = std::max(longest, field.n_value * field.element_bytes);
  rows_ = ByteBuffer(std::size_t(longest));
  values_ = ByteBuffer(std::size_t(longest));
  define(settings, file, fields, positions);
  if (schedule && settings.goes_on_from)
    dated_.require_kept(schedule->n_date_until(*settings.goes_on_from),
                        schedule->last_until(*settings.goes_on_from));
}

// Defines the dimensions of the cells, which follow time and level in a variable.
std::vector<int> ArrayFile::define_cells(const ArrayOutputSettings& settings) {
  if (settings.axes.empty()) return {dated_.file().add_dimension("cell", n_cell_)};
  const int column = dated_.file().add_dimension(settings.axes[0].name.c_str(), n_column_);
  return {dated_.file().add_dimension(settings.axes[1].name.c_str(), settings.axes[1].size), column};
}

std::vector<ArrayFile::Axis> ArrayFile::define_axes(const ArrayOutputSettings& settings,
                                                    const std::vector<int>& cell, int level) {
  ParallelFile& file = dated_.file();
  std::vector<Axis> axes;
  const auto add = [&](const VariableText& words, int dimension, const std::vector<double>& values,
                       const char* axis) {
    axes.push_back({add_described_variable(file, words, FileType::float64, {dimension}), values});
    file.add_attribute(axes.back().variable, "axis", axis);
  };
  for (std::size_t i = 0; i < settings.axes.size(); ++i)
    if (const ArrayAxis& axis = settings.axes[i]; !axis.values.empty())
      add({axis.name.c_str(), axis.unit.c_str(), axis.standard_name.c_str(), ""}, cell[1 - i], axis.values,
          i == 0 ? "X" : "Y");
  const ArrayLevels& levels = settings.levels;
  if (level < 0) return axes;
  add({"level", levels.unit.c_str(), levels.standard_name.c_str(), ""}, level, levels.values, "Z");
  file.add_attribute(axes.back().variable, "positive", levels.is_down ? "down" : "up");
  return axes;
}

void ArrayFile::define(const ArrayOutputSettings& settings, const ArrayFileSettings& file_settings,
                       const std::vector<AgreedField>& fields,
                       const std::vector<std::vector<double>>& positions) {
  ParallelFile& file = dated_.file();
  const std::vector<int> cell = define_cells(settings);
  const auto on_cells = [&](std::vector<int> before) {
    before.insert(before.end(), cell.begin(), cell.end());
    return before;
  };
  const int level = settings.levels.values.empty()
                        ? -1
                        : file.add_dimension("level", std::int64_t(settings.levels.values.size()));
  const std::vector<Axis> axes = define_axes(settings, cell, level);
  std::vector<int> fixed;
  std::string coordinates;
  for (const ArrayPosition& position : settings.positions) {
    fixed.push_back(add_described_variable(file, text_of(position), FileType::float64, cell));
    if (cells_.have_land()) add_fill_value(file, fixed.back(), FileType::float64);
    coordinates += (coordinates.empty() ? "" : " ") + position.name;
  }
  const int time = dated_.time_dimension();
  for (std::size_t v = 0; v < fields.size(); ++v) {
    if (std::ranges::find(file_settings.variables, fields[v].name) == file_settings.variables.end()) continue;
    const ArrayVariable& variable = settings.variables[v];
    const FileType type = type_of(variable);
    const int number =
        add_described_variable(file, text_of(variable), type,
                               on_cells(variable.has_levels ? std::vector{time, level} : std::vector{time}));
    add_fill_value(file, number, type);
    if (!coordinates.empty()) file.add_attribute(number, "coordinates", coordinates);
    variables_[v] = {number, fields[v], type};
  }
  file.end_definitions();
  for (const Axis& axis : axes)
    if (writers_.rank() == 0)
      file.write(axis.variable, {{0}, {std::int64_t(axis.values.size())}}, axis.values.data());
  const Block mine = make_block(n_cell_, writers_.rank(), writers_.size());
  std::vector<std::vector<double>> values;  // on all cells including land; needed until they are written
  for (std::size_t p = 0; p < fixed.size(); ++p) {
    if (cells_.have_land()) values.push_back(with_land(positions[p], mine));
    write_fixed(fixed[p], mine, cells_.have_land() ? values.back().data() : positions[p].data());
  }
  file.flush();
}

std::vector<double> ArrayFile::with_land(const std::vector<double>& listed, const Block& block) const {
  std::vector<double> all(std::size_t(block.size()), double(file_fill_value));
  auto from = listed.begin();
  cells_.for_runs(block, [&](const Block& run) {
    std::copy_n(from, run.size(), all.begin() + (run.begin - block.begin));
    from += run.size();
  });
  return all;
}

// Writes a contiguous range of cells of a 2-D grid as up to three slabs: the rest of the first row, the full
// rows, the start of the last row.
void ArrayFile::write_fixed(int variable, const Block& cells, const double* values) {
  ParallelFile& file = dated_.file();
  if (n_column_ == 0) return file.write(variable, {{cells.begin}, {cells.size()}}, values);
  for (std::int64_t cell = cells.begin; cell < cells.end;) {
    const std::int64_t row = cell / n_column_, column = cell % n_column_, n_left = cells.end - cell;
    const std::int64_t n_row = column == 0 ? std::max<std::int64_t>(1, n_left / n_column_) : 1;
    const std::int64_t n = n_row > 1 ? n_column_ : std::min(n_left, n_column_ - column);
    file.write(variable, {{row, column}, {n_row, n}}, values + (cell - cells.begin));
    cell += n_row * n;
  }
}

// Changes the rows of the listed cells of a part of the grid to the values of all its cells in the file.
void ArrayFile::change_to_file_form(FileType type, const Block& part, std::size_t n_level) {
  const auto change = [&](auto fill) {
    transpose_to_file(cells_, part, n_level, rows_.data(), values_.data(), fill);
  };
  const auto change_from = [&](auto fill) {
    keeps_bits_ ? change(std::bit_cast<WordOf<decltype(fill)>>(fill)) : change(fill);
  };
  if (type == FileType::int32)
    change(file_fill_integer);
  else if (type == FileType::float64)
    change_from(double(file_fill_value));
  else
    change_from(file_fill_value);
}

void ArrayFile::write_field(
    const Variable& variable, const Block& levels, const Block& cells,
    const std::function<void(const Block& places, std::span<std::byte> to)>& copy_rows) {
  const std::int64_t value_bytes = variable.field.element_bytes, row_bytes = levels.size() * value_bytes;
  const std::int64_t n_together = std::max<std::int64_t>(1, part_bytes / row_bytes);
  for (std::int64_t begin = cells.begin; begin < cells.end; begin += n_together) {
    const Block part{begin, std::min(begin + n_together, cells.end)}, places = cells_.places(cells, part);
    const Stopwatch reordering;
    if (places.size() > 0) copy_rows(places, {rows_.data(), std::size_t(places.size() * row_bytes)});
    change_to_file_form(variable.type, part, std::size_t(levels.size()));
    times_.reorder += reordering.seconds();
    const Stopwatch writing;
    const auto n_byte = std::size_t(part.size() * value_bytes);
    for (std::int64_t level = levels.begin; level < levels.end; ++level)
      dated_.file().write_in_place(variable.number, dated_.record(), level * n_cell_ + part.begin,
                                   {values_.data() + std::size_t(level - levels.begin) * n_byte, n_byte});
    times_.write += writing.seconds();
  }
}

void ArrayFile::write_piece(std::size_t number, const Block& cells, const CopyRows& copy_rows) {
  const ArrayPiece& piece = pieces_[number];
  std::size_t field = 0;
  const auto write_next = [&](const Variable& variable, const Block& levels) {
    write_field(variable, levels, cells, [&, field](const Block& places, std::span<std::byte> to) {
      copy_rows(number, field, places, to);
    });
    ++field;
  };
  for (const std::size_t v : piece.variables) {
    const Variable& variable = variables_[v];
    for (const Block& levels : variable.field.parts(piece.values(variable.field)))
      write_next(variable, levels);
  }
}

void ArrayFile::end() {
  const Stopwatch writing;
  dated_.end_record();
  times_.write += writing.seconds();
}

void ArrayFile::write(const DateTime& now, const CopyRows& copy_rows) {
  begin(now);
  for (std::size_t p = 0; p < pieces_.size(); ++p)
    write_piece(p, pieces_[p].cells(n_cell_, writers_.rank(), writers_.size()), copy_rows);
  end();
}

}  // namespace groundswell
