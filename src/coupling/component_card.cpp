// SPDX-License-Identifier: Apache-2.0
#include "coupling/component_card.hpp"

#include <set>

#include "base/error.hpp"
#include "base/units.hpp"
#include "base/words.hpp"

namespace groundswell {
namespace {

const DeclaredField& find_declared(const std::vector<DeclaredField>& fields, const std::string& name,
                                   const CoupledFieldSettings& field, const std::string& component,
                                   const char* does, const char* role) {
  std::string known;
  for (const DeclaredField& each : fields) {
    if (each.name == name) return each;
    known += (known.empty() ? "" : ", ") + each.name;
  }
  throw Error(text("fields, ", field.name, ": ", component, " does not ", does, " '", name, "'; it ", does,
                   "s ", known.empty() ? "nothing" : known, "; correct the name (fields.", role,
                   "_field, by default fields.name), or let the settings of ", component, " ", does, " it"));
}

void check_names(const std::vector<DeclaredField>& fields, const std::string& component, const char* does) {
  std::set<std::string> names;
  for (const DeclaredField& field : fields)
    require(names.insert(field.name).second, component, " ", does, " two fields called '", field.name,
            "'; declare each under a name of its own");
}

}  // namespace

std::string to_text(const ComponentCard& card) {
  return WordWriter()
      .add(card.name, card.clock.start.calendar(), card.clock.start.seconds(), card.clock.end.seconds(),
           card.clock.step, card.gives, card.takes)
      .text();
}

ComponentCard component_card(const std::string& text) {
  ComponentCard card;
  Calendar calendar = Calendar::standard;
  std::int64_t start = 0, end = 0;
  WordReader(text).read(card.name, calendar, start, end, card.clock.step, card.gives, card.takes);
  const DateTime epoch({}, calendar);
  card.clock.start = epoch + start;
  card.clock.end = epoch + end;
  return card;
}

void check_fields(const ComponentCard& card) {
  check_names(card.gives, card.name, "gives");
  check_names(card.takes, card.name, "takes");
  for (const DeclaredField& field : card.gives)
    require(field.value_bytes == 4 || field.value_bytes == 8, card.name, " gives '", field.name,
            "' as numbers of ", field.value_bytes, " bytes; declare 4 (float) or 8 (double)");
}

FieldEnds match_ends(const CoupledFieldSettings& field, const ComponentCard& source,
                     const ComponentCard& target) {
  FieldEnds ends{find_declared(source.gives, field.name_in_source(), field, source.name, "give", "source"),
                 find_declared(target.takes, field.name_in_target(), field, target.name, "take", "target")};
  require(ends.given.shape == ends.taken.shape, "fields, ", field.name, ": ", source.name, " gives a ",
          name_of(field_shapes, ends.given.shape), " ('", ends.given.name, "'), but ", target.name,
          " takes a ", name_of(field_shapes, ends.taken.shape), " ('", ends.taken.name,
          "'); name another field (fields.source_field, fields.target_field)");
  require(ends.given.shape == FieldShape::scalar || field.statistic == CoupledStatistic::instant ||
              field.statistic == CoupledStatistic::mean,
          "fields, ", field.name, ": fields.statistic is ", name_of(coupled_statistics, field.statistic),
          ", but '", ends.given.name, "' is a ", name_of(field_shapes, ends.given.shape),
          ", which has only a mean; make it instant or mean");
  try {
    ends.factor = conversion_factor(ends.given.unit, ends.taken.unit);
  } catch (const Error& error) {
    throw Error(text("fields, ", field.name, ": ", source.name, " gives '", ends.given.name, "' in '",
                     ends.given.unit, "', but ", target.name, " takes '", ends.taken.name, "' in '",
                     ends.taken.unit, "': ", error.what(),
                     "; name another field (fields.source_field, fields.target_field)"));
  }
  return ends;
}

}  // namespace groundswell
