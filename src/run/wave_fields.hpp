// SPDX-License-Identifier: Apache-2.0
// The fields that a run exchanges with other models: it takes the quantities of kind `coupled`, and gives
// every field that it can write.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "coupling/declared_field.hpp"
#include "field/field_info.hpp"
#include "model/model.hpp"
#include "model/model_sources.hpp"

namespace groundswell {

// The fields that a wave model with these settings takes: those of kind `coupled`. It gives a scalar, a
// direction or the two parts of a vector, the latter by the name of the eastern one; no drift at depths that
// are not stated, no current, level or ice that it has not got, and nothing of sources that are off.
std::vector<DeclaredField> list_wave_takes(const ForcingSettings& forcing);
std::vector<DeclaredField> list_wave_gives(const ModelSettings& model);
// The entry of a field that is given, or null for another name.
const FieldInfo* find_wave_gives(const std::string& name);

// Makers, by `make`, of the sources of the quantities of kind `coupled`.
ModelSources make_coupled_sources(
    const ForcingSettings& forcing,
    const std::function<std::unique_ptr<ForcingSource>(ForcingQuantity, const LocalMesh&)>& make);

// Sources without meaning in place of those of kind `coupled`, for a check of a run without its job: no wind,
// current or ice, level 0, air of the default density.
ModelSources make_placeholder_sources(const ForcingSettings& forcing);
void fill_placeholder(ForcingQuantity quantity, const EndValues& values);

// The values of fields that are given, in their order, at the model's date: [field][part][owned cell].
// Missing values, as those of the waves under ice, are 0. Collective.
std::vector<std::vector<std::vector<float>>> compute_wave_fields(Model& model,
                                                                 const std::vector<const FieldInfo*>& fields);

}  // namespace groundswell
