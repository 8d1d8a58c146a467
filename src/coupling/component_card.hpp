// SPDX-License-Identifier: Apache-2.0
// What a component tells those with which it exchanges fields, when they meet.
#pragma once

#include <string>
#include <vector>

#include "coupling/coupling_settings.hpp"
#include "coupling/declared_field.hpp"

namespace groundswell {

struct ComponentCard {
  std::string name;
  ComponentClock clock;
  std::vector<DeclaredField> gives, takes;
};

std::string to_text(const ComponentCard& card);
ComponentCard component_card(const std::string& text);

// Throws Error if the component gives or takes two fields of one name, or gives values of an impossible size.
void check_fields(const ComponentCard& card);

// The two ends of a field: what the source gives and the target takes.
struct FieldEnds {
  DeclaredField given, taken;
  double factor = 1.0;  // from the unit of the one to that of the other
};

// Throws Error, naming both components, if one does not give or take the field, if their shapes differ, or if
// a factor does not convert the unit of the one into that of the other.
FieldEnds match_ends(const CoupledFieldSettings& field, const ComponentCard& source,
                     const ComponentCard& target);

}  // namespace groundswell
