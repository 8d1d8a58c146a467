// SPDX-License-Identifier: Apache-2.0
#include "output/point_variable.hpp"

#include <algorithm>

#include "base/error.hpp"

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

// Throws Error for a statistic of an alias, suggesting that of the field.
void refuse_statistics(const FieldAlias& alias, std::string_view name, const OutputContext& context,
                       std::string_view where) {
  for (const std::string_view ending : {"_mean", "_min", "_max"}) {
    if (name != text(alias.name, ending)) continue;
    const FieldInfo& meant = context.field(text(alias.field, ending), where);
    throw Error(
        text("field '", name, "' in ", where, " is not known, as only fields under their own names have ",
             "_mean, _min and _max; use '", meant.name, "', since ", alias.name, " is ", alias.field));
  }
}

}  // namespace

std::vector<PointVariable> find_point_variables(const OutputContext& context,
                                                const std::vector<std::string>& names, std::string_view where,
                                                std::span<const FieldAlias> aliases) {
  std::vector<PointVariable> variables;
  for (const std::string& name : names) {
    for (const FieldAlias& alias : aliases) refuse_statistics(alias, name, context, where);
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
