// SPDX-License-Identifier: Apache-2.0
// The methods by name.
#include "base/names.hpp"
#include "halo/auto_method.hpp"
#include "halo/graph_methods.hpp"
#include "halo/halo_exchange.hpp"
#include "halo/message_methods.hpp"
#include "halo/shared_methods.hpp"

namespace groundswell {
namespace {

template <class Method>
std::unique_ptr<HaloMethod> make(const HaloContext& context, const std::string&) {
  return std::make_unique<Method>(context);
}
std::unique_ptr<HaloMethod> make_auto(const HaloContext& context, const std::string& choice_folder) {
  return std::make_unique<AutoMethod>(context, choice_folder);
}

struct NamedHaloMethod {
  std::string_view name;
  std::unique_ptr<HaloMethod> (*make)(const HaloContext&, const std::string&);
  bool reads_shared_memory = false;
};
constexpr NamedHaloMethod methods[] = {
    {"point_to_point_ordered", make<PointToPointOrdered>},
    {"point_to_point", make<PointToPointFree>},
    {"persistent", make<Persistent>},
    {"graph", make<Graph>},
    {"graph_blocking", make<GraphBlocking>},
    {"graph_persistent", make<GraphPersistent>},
    {"datatypes", make<Datatypes>},
    {"shared_window", make<SharedWindow>, true},
    {"node_aware", make<NodeAware>, true},
    {"auto", make_auto, true},
};

const NamedHaloMethod& method_of(std::string_view name) {
  return find_named(methods, name, "halo method '", name, "' is not known");
}

}  // namespace

std::vector<std::string> halo_method_names() {
  return names_of(methods);
}

std::unique_ptr<HaloMethod> make_halo_method(std::string_view name, const HaloContext& context,
                                             const std::string& choice_folder) {
  return method_of(name).make(context, choice_folder);
}

bool reads_shared_memory(std::string_view name) {
  return method_of(name).reads_shared_memory;
}

}  // namespace groundswell
