// SPDX-License-Identifier: Apache-2.0
#include "output/point_variable.hpp"

#include <algorithm>
#include <utility>

namespace groundswell {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> ecmwf_names{{
    {"swh", "hs"},
    {"mwd", "dir"},
    {"pp1d", "tp"},
    {"mp2", "t02"},
    {"mwp", "t0m1"},
    {"u10", "uwnd"},
    {"v10", "vwnd"},
}};

PointVariable make_point_variable(const FieldInfo& info) {
  if (info.form == FileForm::from_direction) return {info, {info.name, ""}, Interpolation::direction};
  if (info.part == VectorPart::east)
    return {info, {info.name, info.other_part}, Interpolation::east_component};
  if (info.part == VectorPart::north)
    return {info, {info.other_part, info.name}, Interpolation::north_component};
  return {info, {info.name, ""}, Interpolation::scalar};
}

}  // namespace

std::vector<PointVariable> find_point_variables(const OutputContext& context,
                                                const std::vector<std::string>& names, std::string_view where,
                                                bool with_ecmwf_names) {
  std::vector<PointVariable> variables;
  for (const std::string& name : names) {
    const auto alias = std::ranges::find(ecmwf_names, name, [](const auto& pair) { return pair.first; });
    const bool has_alias = with_ecmwf_names && alias != ecmwf_names.end();
    variables.push_back(make_point_variable(context.field(has_alias ? alias->second : name, where)));
    if (has_alias) variables.back().info.name = alias->first;
  }
  return variables;
}

std::vector<FieldInfo> infos_of(const std::vector<PointVariable>& variables) {
  std::vector<FieldInfo> infos;
  for (const PointVariable& variable : variables) infos.push_back(variable.info);
  return infos;
}

std::vector<std::string> sources_of(const std::vector<PointVariable>& variables) {
  std::vector<std::string> sources;
  for (const PointVariable& variable : variables)
    for (const std::string_view source : variable.sources)
      if (!source.empty() && std::ranges::find(sources, source) == sources.end())
        sources.emplace_back(source);
  return sources;
}

}  // namespace groundswell
