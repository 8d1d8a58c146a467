// SPDX-License-Identifier: Apache-2.0
#include "output/point_variable.hpp"

#include <algorithm>

namespace groundswell {
namespace {

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
                                                std::span<const FieldAlias> aliases) {
  std::vector<PointVariable> variables;
  for (const std::string& name : names) {
    const auto alias = std::ranges::find(aliases, name, &FieldAlias::name);
    const bool has_alias = alias != aliases.end();
    variables.push_back(make_point_variable(context.field(has_alias ? alias->field : name, where)));
    if (has_alias) variables.back().info.name = alias->name;
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
