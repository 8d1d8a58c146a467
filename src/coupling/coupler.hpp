// SPDX-License-Identifier: Apache-2.0
// A component's part in the exchange of fields: all that a model calls. One object on each process of a
// component; each call is made on all of these, in the same order, and none waits for processes of other
// components except where that is said.
//
//   Coupler coupler(ranks, {settings, components, me, gives, takes});
//   coupler.connect(grid);                              // waits for the components that it exchanges with
//   if (!from_a_restart) put_all(coupler), coupler.send();    // the values of the start
//   while (coupler.now() < end) {
//     coupler.receive();                                // waits for what the step from now() uses
//     coupler.get<double>("wind", {east, north}, now);  // at any date of this step
//     ...                                               // the step
//     coupler.advance();                                // now() is the end of the step
//     put_all(coupler);                                 // for each field: if (coupler.wants("charnock"))
//     coupler.send();                                   // waits if a slow target has all slots full
//   }
//   coupler.finish();                                   // waits until all that was given has been taken
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/timers.hpp"
#include "comm/communicator.hpp"
#include "comm/posted_texts.hpp"
#include "coupling/component_card.hpp"
#include "coupling/coupling_grid.hpp"
#include "coupling/coupling_schedule.hpp"
#include "coupling/coupling_settings.hpp"
#include "coupling/coupling_work.hpp"
#include "coupling/given_field.hpp"
#include "coupling/giving_link.hpp"
#include "coupling/ledger.hpp"
#include "coupling/pair_connection.hpp"
#include "coupling/taken_field.hpp"
#include "coupling/taking_link.hpp"
#include "field/state_list.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

struct CouplerSetup {
  CouplingSettings settings;
  std::vector<ScheduledComponent> components;  // in the order of the settings, the same on all processes
  int component = 0;                           // this one
  std::vector<DeclaredField> gives, takes;
  // The date of the restart from which the job goes on; the values of the state list are then to be loaded
  // before restore().
  std::optional<DateTime> from = {};
  std::string lasting_settings = "";  // of the job, which must be the same when it goes on from a restart
  ReadWeights read_weights = {};      // needed if a field has the regridding `matrix`
  ReadFirst read_first = {};          // needed if a field has a file of first values
};

// What a component has waited for: a field of another component (at the end and for a restart, all fields
// that it gives) or, if `field` is empty, room to give to it.
struct CouplingWait {
  std::string other, field;
  std::int64_t n_wait = 0;
  double seconds = 0.0;
};

class Coupler {
 public:
  // Throws Error as CouplingSchedule and check_fields() do, and for a component that is given fields which it
  // does not declare. The communicator has the component's processes.
  Coupler(const Communicator& ranks, CouplerSetup setup);
  ~Coupler();
  Coupler(const Coupler&) = delete;
  Coupler& operator=(const Coupler&) = delete;

  // Waits for each component that this one exchanges with. Throws Error on all processes of both as
  // connect_pair() does.
  void connect(CouplingGrid grid);
  bool is_connected() const { return is_connected_; }

  const CouplingSchedule& schedule() const { return schedule_; }
  const DateTime& now() const { return now_; }
  const std::string& name() const { return card_.name; }
  const CouplerSetup& setup() const { return setup_; }
  std::string name_of_pair(int pair) const;  // "winds -> waves"

  // Whether the component takes a field from another one, by the name by which it knows it.
  bool takes(const std::string& field) const;
  // How its values are used and what they are: of an instant, or a statistic.
  const CoupledFieldSettings& settings_of_taken(const std::string& field) const;
  // Waits for all values that are used in the step from now(); `meanwhile` is called again and again.
  void receive(const std::function<void()>& meanwhile = [] {});
  // Writes a field's values at `date`, one view for each part; `date` lies in the step that begins at now().
  // Receives them first if need be.
  template <class T>
  void get(const std::string& field, std::vector<View<T>> parts, const DateTime& date);

  // The step from now() has been made.
  void advance();
  // Whether a field, by the name by which the component gives it, is to be put at now(): because it is due
  // there, or for a statistic.
  bool wants(const std::string& field) const;
  // Takes a copy of the values at now(), one view for each part.
  template <class T>
  void put(const std::string& field, std::vector<View<const T>> parts);
  // Gives all that is due at now(). Throws Error if something that wants() names has not been put.
  void send(const std::function<void()>& meanwhile = [] {});
  // Lets messages make progress; for components with long steps.
  void progress();
  // Waits until all that was given has been taken.
  void finish();

  // Adds what a restart of this component must keep. Before a restart is written, prepare_restart() waits for
  // all values up to now(); after one has been loaded, restore() takes over what it has.
  void list_state(StateList& list);
  void prepare_restart(const std::function<void()>& meanwhile = [] {});
  void restore();

  // What this process may wait for, in an order that is the same on all processes of the component, and for
  // how long it has.
  std::vector<CouplingWait> waits() const;
  CouplingWork work() const;  // of this process
  const std::vector<PairConnection>& connections() const { return connections_; }

 private:
  struct Give {
    int field;  // in the settings
    GivenField values;
    bool is_put = false;
  };
  struct Take {
    int field;
    TakenField values;
  };
  struct Link {
    std::unique_ptr<GivingLink> giving;
    std::unique_ptr<TakingLink> taking;
  };
  void connect_one(int pair, const std::string& mistake);
  void add_gives(const PairConnection& made);
  void add_takes(const PairConnection& made);
  std::optional<PairEvent> next_event(int pair, const std::optional<DateTime>& after) const;
  void arrive(const PairConnection& made, const PairEvent& event,
              const std::vector<std::vector<std::byte>>& values);
  Take& find_take(const std::string& field);
  const CoupledFieldSettings& settings_of(int field) const {
    return setup_.settings.fields[std::size_t(field)];
  }
  const std::string& name_of_component(int component) const {
    return setup_.settings.components[std::size_t(component)].name;
  }
  DateTime needed_until() const;
  void receive_field(Take& take, const std::function<void()>& meanwhile);
  bool is_due(const Give& give) const;
  bool is_wanted(const Give& give) const;
  std::string fields_of(const PairConnection& made) const;  // their names
  // Makes progress, with events up to the date `until`, or up to now().
  void progress_until(const DateTime& until, bool is_waiting = false);
  template <class Done>
  void wait_until(Done&& done, const DateTime& until, const PairConnection& made, const std::string& field,
                  const std::function<void()>& meanwhile);
  [[noreturn]] void give_up_waiting(const PairConnection& made, const std::string& field);
  // Says to all processes of a pair, also those of this component, why this one does not go on.
  void tell(const PairConnection& made, const std::string& sentence);
  void listen();

  const Communicator& ranks_;
  CouplerSetup setup_;
  CouplingSchedule schedule_;
  ComponentCard card_;
  CouplingGrid grid_;
  DateTime now_;
  std::optional<DateTime> sent_;  // the date of the last send()
  bool is_connected_ = false;
  TransferGroup group_;
  std::vector<PairConnection> connections_;
  std::vector<Link> links_;  // of these
  std::vector<Give> gives_;
  std::vector<Take> takes_;
  std::map<std::pair<std::string, std::string>, CouplingWait> waits_;
  Timers timers_;
  std::optional<Ledger> ledger_;  // if the job wants one and the component takes something
  PostedTexts posted_;
  bool is_finished_ = false;
  std::string why_;  // why this component does not go on, as far as it knows
};

}  // namespace groundswell
