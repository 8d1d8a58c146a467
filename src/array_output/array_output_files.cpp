// SPDX-License-Identifier: Apache-2.0
// What ArrayOutput does on ranks that write: files of dates, and restarts.
#include <cstring>
#include <filesystem>
#include <utility>

#include "array_output/array_output.hpp"
#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/together.hpp"
#include "files/restart_saving.hpp"

namespace groundswell {
namespace {

// The shipment must outlive what this returns.
CopyRows copy_from(const ReceivedShipment& shipment) {
  return [&](std::size_t piece, std::size_t field, const Block& places, std::span<std::byte> to) {
    const ByteBuffer& rows = shipment.packets[piece].fields[field];
    const std::size_t row_bytes = to.size() / std::size_t(places.size());
    std::memcpy(to.data(), rows.data() + std::size_t(places.begin) * row_bytes, to.size());
  };
}

}  // namespace

std::string ArrayOutput::restart_path(const DateTime& now) const {
  return text(settings_.restart.path, '_', now.compact(), ".nc");
}

// `next` returns the rows of one slab after another; each is used before the next one is asked for.
WrittenNews ArrayOutput::save_restart(const DateTime& now, const std::function<CopyRows(int slab)>& next,
                                      const std::function<void()>& wait_for_output) {
  const ArrayFileSettings settings{{}, restart_path(now), settings_.restart.variables};
  write_or_remove(writers(), settings.path, [&] {
    ArrayFile file(writers(), settings_, settings, {restarts_.piece}, fields_, nullptr, file_cells_,
                   restarts_.positions, ParallelFile::Start::anew);
    file.begin(now);
    for (int slab = 0; slab < n_slab(); ++slab) {
      const CopyRows copy_rows = next(slab);
      const Block places{slab * restarts_.slabs.rows, (slab + 1) * restarts_.slabs.rows};
      file.write_piece(0, file_cells_.part(written_block(), places), copy_rows);
    }
    file.end();
    wait_for_output();
    file.finish();
    restarts_.bytes += file.file().bytes_written();
    times_.reorder += file.times().reorder, times_.write += file.times().write;
  });
  WrittenNews news;
  run_on_root(writers(), 0, [&] {
    const std::filesystem::path path = settings.path;
    news = {describe_restart(path, std::int64_t(std::filesystem::file_size(path)), now.iso()),
            {{path.filename().string(), now.iso(), now.iso()}}};
  });
  return news;
}

// `copy_rows` numbers pieces consecutively over all files that are due.
WrittenNews ArrayOutput::write_files(const DateTime& now, const std::vector<std::size_t>& due,
                                     const CopyRows& copy_rows) {
  const Stopwatch writing;
  std::size_t first = 0;
  WrittenNews news;
  for (const std::size_t f : due) {
    const std::size_t first_of_file = std::exchange(first, first + files_[f].pieces.size());
    if (!writes(files_[f])) continue;
    files_[f].open->write(
        now, [&](std::size_t piece, std::size_t field, const Block& places, std::span<std::byte> to) {
          copy_rows(first_of_file + piece, field, places, to);
        });
    const std::string name = std::filesystem::path(settings_.files[f].path).filename();
    news.add_file(now.iso(), name);
    const Schedule& schedule = files_[f].schedule;
    if (now == schedule.date(schedule.n_date() - 1))
      news.complete.push_back({name, schedule.date(0).iso(), now.iso()});
  }
  if (settings_.after_each_date) settings_.after_each_date(writing.seconds());
  return news;
}

std::vector<std::string> ArrayOutput::written_files() const {
  std::vector<std::string> paths;
  for (std::size_t f = 0; f < files_.size(); ++f)
    if (files_[f].open) paths.push_back(settings_.files[f].path);
  return paths;
}

std::vector<ArrayFile*> ArrayOutput::opened() const {
  std::vector<ArrayFile*> open;
  for (const File& file : files_)
    if (file.open) open.push_back(file.open.get());
  return open;
}

void ArrayOutput::commit() {
  std::vector<ParallelFile*> files;
  for (ArrayFile* file : opened()) files.push_back(&file->file());
  if (!files.empty()) ParallelFile::commit(writers(), files);
}

void ArrayOutput::finish() {
  const Stopwatch closing;
  finish_all(opened());
  times_.close += closing.seconds();
}

// Closing is collective on servers, which may end several outputs in different orders.
void ArrayOutput::leave() {
  for (ArrayFile* file : opened()) file->file().close();
}

WriteTimes ArrayOutput::times() const {
  WriteTimes all = times_;
  for (const ArrayFile* file : opened()) {
    all.reorder += file->times().reorder;
    all.write += file->times().write;
  }
  return all;
}

WrittenNews ArrayOutput::write(const DateTime& now, ReceivedShipment& shipment) {
  return write_files(now, find_due(now), copy_from(shipment));
}

WrittenNews ArrayOutput::write_restart(const DateTime& now, const ServedFacts&,
                                       const std::function<ReceivedShipment()>& next,
                                       const std::function<void()>& wait_for_output) {
  ReceivedShipment shipment;
  const auto next_slab = [&](int) {
    shipment = {};  // frees its memory before the next one comes
    shipment = next();
    return copy_from(shipment);
  };
  return save_restart(now, next_slab, wait_for_output);
}

std::int64_t ArrayOutput::bytes_written() const {
  std::int64_t bytes = restarts_.bytes;
  for (ArrayFile* file : opened()) bytes += file->file().bytes_written();
  return bytes;
}

}  // namespace groundswell
