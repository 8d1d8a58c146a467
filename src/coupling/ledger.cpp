// SPDX-License-Identifier: Apache-2.0
#include "coupling/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "base/words.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr char heading[] =
    "given at the source   due at the target     field  source  least  most  checksum\n";

}  // namespace

Ledger::Ledger(const std::filesystem::path& path, const std::string& component,
               std::vector<std::int64_t> cells, const std::optional<DateTime>& from)
    : path_(path.parent_path() / (path.stem().string() + "_" + component + path.extension().string())),
      cells_(std::move(cells)),
      from_(from) {}

void Ledger::add(const Entry& entry, std::span<const std::vector<double>> parts) {
  Line line{entry, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0};
  for (std::size_t point = 0; point < cells_.size(); ++point) {
    Hash hash;
    hash.add(cells_[point]);
    for (const std::vector<double>& part : parts) {
      hash.add(part[point]);
      line.least = std::min(line.least, part[point]);
      line.most = std::max(line.most, part[point]);
    }
    line.sum = std::int64_t(std::uint64_t(line.sum) + hash.value());
  }
  lines_.push_back(std::move(line));
}

// Dates have the same length up to the year 9999, and a line begins with that of the source.
void Ledger::open() {
  std::string text = heading;
  if (from_ && std::filesystem::exists(path_)) {
    const std::string all = read_if_there(path_);
    WordReader lines(all, '\n');
    for (std::string line; lines.try_read(line);)
      if (line.size() > 20 && line[0] >= '0' && line[0] <= '9' && line.substr(0, 20) <= from_->iso())
        text += line + "\n";
  }
  write_text_file(path_, text);
  is_open_ = true;
}

void Ledger::flush(const Communicator& ranks, const std::optional<DateTime>& until) {
  std::ranges::sort(lines_, [](const Line& a, const Line& b) {
    return std::tie(a.entry.given, a.entry.field) < std::tie(b.entry.given, b.entry.field);
  });
  const auto later =
      std::ranges::find_if(lines_, [&](const Line& line) { return until && line.entry.given > *until; });
  const std::vector<Line> due(lines_.begin(), later);
  lines_.erase(lines_.begin(), later);
  std::vector<double> extremes;
  std::vector<std::int64_t> sums;
  for (const Line& line : due) {
    extremes.push_back(-line.least);
    extremes.push_back(line.most);
    sums.push_back(line.sum);
  }
  ranks.max_in_place(extremes);
  ranks.sum_in_place(sums);
  run_on_root(ranks, 0, [&] {
    if (!is_open_) open();
    std::ofstream file(path_, std::ios::app);
    for (std::size_t i = 0; i < due.size(); ++i)
      file << fmt::format("{}  {}  {}  {}  {:.6g}  {:.6g}  {:016x}\n", due[i].entry.given.iso(),
                          due[i].entry.due.iso(), due[i].entry.field, due[i].entry.source, -extremes[2 * i],
                          extremes[2 * i + 1], std::uint64_t(sums[i]));
    file.flush();
    require(file.good(), "the ledger '", path_.string(), "' (coupling.ledger) could not be written");
  });
}

}  // namespace groundswell
