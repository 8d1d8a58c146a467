// SPDX-License-Identifier: Apache-2.0
#include "components/component_list.hpp"

#include "base/names.hpp"
#include "components/data_component.hpp"
#include "components/toy_atmosphere_component.hpp"
#include "components/toy_ocean_component.hpp"

namespace groundswell {
namespace {

using Read = std::unique_ptr<CoupledComponent> (*)(const std::filesystem::path& file,
                                                   const std::vector<std::string>& overrides);

constexpr NamedValue<Read> kinds[] = {
    {"data", read_data_component}, {"toy_atmosphere", read_toy_atmosphere}, {"toy_ocean", read_toy_ocean}};

}  // namespace

std::vector<std::string> component_kinds() {
  return names_of(kinds);
}

std::unique_ptr<CoupledComponent> read_component(const std::string& kind, const std::filesystem::path& file,
                                                 const std::vector<std::string>& overrides) {
  return find_named(kinds, kind, "components, kind '", kind, "'").value(file, overrides);
}

}  // namespace groundswell
