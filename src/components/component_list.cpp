// SPDX-License-Identifier: Apache-2.0
#include "components/component_list.hpp"

#include "base/names.hpp"
#include "components/data_component.hpp"
#include "components/toy_kinds.hpp"

namespace groundswell {
namespace {

struct Kind {
  std::unique_ptr<CoupledComponent> (*read)(const std::filesystem::path& file,
                                            const std::vector<std::string>& overrides);
  // Null for options that are those of a case.
  void (*show_options)(const std::function<void(const OptionTable&)>& show);
};

constexpr NamedValue<Kind> kinds[] = {{"data", {read_data_component, nullptr}},
                                      {"toy_atmosphere", {read_toy_atmosphere, show_toy_atmosphere_options}},
                                      {"toy_ocean", {read_toy_ocean, show_toy_ocean_options}}};

}  // namespace

std::vector<std::string> component_kinds() {
  return names_of(kinds);
}

std::unique_ptr<CoupledComponent> read_component(const std::string& kind, const std::filesystem::path& file,
                                                 const std::vector<std::string>& overrides) {
  return find_named(kinds, kind, "components, kind '", kind, "'").value.read(file, overrides);
}

void show_component_options(const std::function<void(const std::string& kind, const OptionTable&)>& show) {
  for (const NamedValue<Kind>& kind : kinds)
    if (kind.value.show_options)
      kind.value.show_options([&](const OptionTable& table) { show(std::string(kind.name), table); });
}

}  // namespace groundswell
