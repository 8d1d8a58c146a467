// SPDX-License-Identifier: Apache-2.0
// A run of the wave model as a component of a coupled job: it takes wind, current, water level, ice and air
// density, and gives every field that it can write.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "coupling/coupler.hpp"
#include "field/state_list.hpp"
#include "model/model.hpp"
#include "model/model_sources.hpp"

namespace groundswell {

class WaveCoupling {
 public:
  // `ranks` are those that compute; it must outlive this object.
  WaveCoupling(const ForcingSettings& forcing, const Communicator& ranks, CouplerSetup setup);

  // The sources of the quantities of kind `coupled`. Making the first of them connects the components. Until
  // values have come (before a restart has been loaded), they are those of make_placeholder_sources().
  ModelSources sources();
  // Connects if no source has.
  void connect(const LocalMesh& local);
  // Gives what is due at the model's date. Collective.
  void give(Model& model, const std::function<void()>& meanwhile);
  // Waits for what the next step uses.
  void receive(const std::function<void()>& meanwhile) { coupler_.receive(meanwhile); }
  // A step has been made.
  void advance() { coupler_.advance(); }
  Coupler& coupler() { return coupler_; }
  const Coupler& coupler() const { return coupler_; }
  // The restart has been loaded into the state list.
  void restore();

 private:
  class Source;
  std::unique_ptr<ForcingSource> make_source(ForcingQuantity quantity, const LocalMesh& local);

  ForcingSettings forcing_;
  Coupler coupler_;
  bool has_values_;
};

}  // namespace groundswell
