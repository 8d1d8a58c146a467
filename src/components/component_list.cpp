// SPDX-License-Identifier: Apache-2.0
#include "components/component_list.hpp"

#include "base/names.hpp"
#include "components/data_component.hpp"

namespace groundswell {
namespace {

using Read = std::unique_ptr<CoupledComponent> (*)(const std::filesystem::path& file);

constexpr NamedValue<Read> kinds[] = {{"data", read_data_component}};

}  // namespace

std::vector<std::string> component_kinds() {
  return names_of(kinds);
}

std::unique_ptr<CoupledComponent> read_component(const std::string& kind, const std::filesystem::path& file) {
  return find_named(kinds, kind, "components, kind '", kind, "'").value(file);
}

}  // namespace groundswell
