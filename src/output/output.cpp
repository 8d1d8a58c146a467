// SPDX-License-Identifier: Apache-2.0
#include "output/output.hpp"

#include <algorithm>
#include <filesystem>

namespace groundswell {

Output::Output(const Communicator& communicator, ProductList products, const OutputHeader& header,
               const MeshPart& part, const std::optional<DateTime>& keep_until)
    : sender_(communicator, part), writer_(std::move(products), header, part, keep_until) {}

std::vector<std::string> Output::due(const DateTime& now) const {
  std::vector<std::string> names;
  for (const auto& product : writer_.products())
    if (product->schedule().due(now))
      names.push_back(std::filesystem::path(product->path()).filename().string());
  return names;
}

void Output::publish(const DateTime& now, OutputSource& source) {
  if (due(now).empty()) return;
  std::vector<std::string> names;  // each once
  for (const auto& product : writer_.products())
    if (product->schedule().due(now))
      for (const std::string& name : product->fields())
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  source.update(now, names);
  for (const auto& product : writer_.products())
    if (product->schedule().due(now)) writer_.write(*product, now, sender_.send(*product, now, source));
}

}  // namespace groundswell
