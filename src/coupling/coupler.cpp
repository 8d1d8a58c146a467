// SPDX-License-Identifier: Apache-2.0
#include "coupling/coupler.hpp"

#include <algorithm>
#include <exception>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr int farewell_tag = 1;
// What has arrived may take several looks, as MPI does a little in each; more are a wait.
constexpr int quick_looks = 3;

const CouplingSettings& checked(const CouplerSetup& setup) {
  ensure(setup.component >= 0 && setup.component < int(setup.settings.components.size()) &&
             setup.components.size() == setup.settings.components.size(),
         "a component is set up that is not one of its job");
  return setup.settings;
}

}  // namespace

Coupler::Coupler(const Communicator& ranks, CouplerSetup setup)
    : ranks_(ranks),
      setup_(std::move(setup)),
      schedule_(checked(setup_), setup_.components),
      card_{name_of_component(setup_.component), setup_.components[std::size_t(setup_.component)].clock,
            setup_.gives, setup_.takes},
      now_(setup_.from.value_or(card_.clock.start)),
      sent_(setup_.from) {
  check_fields(card_);
}

// What is still under way is left to MPI. Who ends because of another one passes on the reason, so that all
// processes name the first.
Coupler::~Coupler() {
  const bool has_failed = std::uncaught_exceptions() > 0;
  if (why_.empty())
    why_ = text(card_.name, has_failed ? " has ended with an error at " : " has left the job at ", now_.iso(),
                ", before its end at ", card_.clock.end.iso());
  if (has_failed || !is_finished_)
    for (const PairConnection& made : connections_) {
      try {
        tell(made, why_);
      } catch (const std::exception&) {  // the others will find out at their limit
      }
    }
  links_.clear();
  for (PairConnection& made : connections_) {
    made.transfer.reset();
    made.communicator.abandon();
  }
}

std::string Coupler::name_of_pair(int pair) const {
  const CoupledPair& ends = schedule_.pairs()[std::size_t(pair)];
  return text(name_of_component(ends.source), " -> ", name_of_component(ends.target));
}

void Coupler::connect(CouplingGrid grid) {
  ensure(!is_connected_, "a component connects twice");
  grid_ = std::move(grid);
  grid_.name = card_.name;
  const std::string mistake = find_grid_mistake(ranks_, grid_);
  for (std::size_t pair = 0; pair < schedule_.pairs().size(); ++pair) connect_one(int(pair), mistake);
  throw_together(ranks_, mistake);  // unless the first pair has
  for (const PairConnection& made : connections_) made.is_source ? add_gives(made) : add_takes(made);
  if (!takes_.empty() && !setup_.settings.ledger.empty())
    ledger_.emplace(setup_.settings.ledger, card_.name, grid_.cells, setup_.from);
  is_connected_ = true;
  if (ledger_) ledger_->flush(ranks_, now_);  // makes the file, or throws before the first step
}

void Coupler::connect_one(int pair, const std::string& mistake) {
  const CoupledPair& ends = schedule_.pairs()[std::size_t(pair)];
  if (ends.source != setup_.component && ends.target != setup_.component) return;
  const ConnectionSide side{ranks_, card_, grid_, setup_.read_weights, setup_.read_first, now_, mistake};
  connections_.push_back(
      connect_pair(setup_.settings, schedule_, pair, ends.source == setup_.component, side, group_));
}

void Coupler::add_gives(const PairConnection& made) {
  const std::vector<int>& fields = schedule_.pairs()[std::size_t(made.number)].fields;
  for (std::size_t i = 0; i < fields.size(); ++i)
    gives_.push_back({fields[i], GivenField(settings_of(fields[i]), made.ends[i].given, grid_.n_point())});
  links_.push_back(
      {std::make_unique<GivingLink>(*made.transfer, made.row_bytes, made.n_cell, setup_.settings.n_slot),
       nullptr});
}

void Coupler::add_takes(const PairConnection& made) {
  const std::vector<int>& fields = schedule_.pairs()[std::size_t(made.number)].fields;
  for (std::size_t i = 0; i < fields.size(); ++i)
    takes_.push_back({fields[i], TakenField(settings_of(fields[i]), made.ends[i],
                                            made.regriddings[i].regridder, made.regriddings[i].places,
                                            schedule_.most_kept(fields[i]), made.regriddings[i].first)});
  const int pair = made.number;
  const std::size_t connection = links_.size();
  links_.push_back(
      {nullptr, std::make_unique<TakingLink>(
                    *made.transfer, made.fields_of, made.row_bytes, made.n_cell, setup_.from,
                    [this, pair](const std::optional<DateTime>& after) { return next_event(pair, after); },
                    [this, connection](const PairEvent& event, const auto& values) {
                      arrive(connections_[connection], event, values);
                    })});
}

std::optional<PairEvent> Coupler::next_event(int pair, const std::optional<DateTime>& after) const {
  const std::optional<DateTime> date =
      after ? schedule_.next_event(pair, *after) : schedule_.first_event(pair);
  if (!date) return {};
  return PairEvent{*date, schedule_.fields_due(pair, *date)};
}

void Coupler::arrive(const PairConnection& made, const PairEvent& event,
                     const std::vector<std::vector<std::byte>>& values) {
  ScopedTimer timer(timers_, coupling_timers::arrival);
  const std::vector<int>& fields = schedule_.pairs()[std::size_t(made.number)].fields;
  std::size_t first = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t n = n_part(made.ends[i].given.shape);
    const auto take = std::ranges::find(takes_, fields[i], &Take::field);
    if (event.mask[i]) {
      const std::int64_t number = schedule_.number_given_at(fields[i], event.date);
      take->values.arrive(number, std::span(values).subspan(first, n));
      if (ledger_) {
        const CoupledFieldSettings& field = settings_of(fields[i]);
        ledger_->add({event.date, schedule_.value(fields[i], number).due, field.name, field.source},
                     take->values.value(number));
      }
    }
    first += n;
  }
}

void Coupler::progress_until(const DateTime& until, bool is_waiting) {
  const Stopwatch looking;
  const double cpu_begin = thread_cpu_seconds();
  bool has_moved = false;
  listen();
  try {
    for (const Link& link : links_)
      if (link.giving ? link.giving->progress() : link.taking->progress(until)) has_moved = true;
  } catch (const Error&) {
    listen();  // a component that ends says why, and its transfers fail
    throw;
  }
  timers_.add(is_waiting && !has_moved ? coupling_timers::looks : coupling_timers::messages,
              looking.seconds(), thread_cpu_seconds() - cpu_begin);
}

void Coupler::progress() {
  progress_until(now_);
}

void Coupler::listen() {
  posted_.forget_taken();
  for (const PairConnection& made : connections_)
    if (const auto farewell = made.communicator.receive_text_if_any(farewell_tag)) {
      why_ = *farewell;
      throw CommonError(why_, false);  // the one that has failed says why
    }
}

void Coupler::tell(const PairConnection& made, const std::string& sentence) {
  for (int rank = 0; rank < made.communicator.size(); ++rank)
    if (rank != made.communicator.rank()) posted_.send(sentence, made.communicator, rank, farewell_tag);
}

template <class Done>
void Coupler::wait_until(Done&& done, const DateTime& until, const PairConnection& made,
                         const std::string& field, const std::function<void()>& meanwhile) {
  const Stopwatch waiting;
  for (int look = 0; look < quick_looks; ++look) {
    progress_until(until);
    if (done()) return;
  }
  nap_until([&] {
    progress_until(until, true);
    meanwhile();
    if (!done() && waiting.seconds() > setup_.settings.wait_limit) give_up_waiting(made, field);
    return done();
  });
  const CoupledPair& pair = schedule_.pairs()[std::size_t(made.number)];
  CouplingWait& wait = waits_[{name_of_component(made.is_source ? pair.target : pair.source), field}];
  ++wait.n_wait;
  wait.seconds += waiting.seconds();
}

void Coupler::give_up_waiting(const PairConnection& made, const std::string& field) {
  const CoupledPair& pair = schedule_.pairs()[std::size_t(made.number)];
  const std::string other = name_of_component(made.is_source ? pair.target : pair.source);
  why_ =
      text(card_.name, " has waited ", setup_.settings.wait_limit, " s (coupling.wait_limit) at ", now_.iso(),
           " for ", other, field.empty() ? " to take what it was given" : text(" to give '", field, "'"),
           field.empty() ? "; raise coupling.slots if it is only slower for a while"
                         : "; does it run, and does it get that far?");
  throw Error(why_);
}

bool Coupler::takes(const std::string& field) const {
  return std::ranges::any_of(setup_.settings.fields, [&](const CoupledFieldSettings& each) {
    return each.target == card_.name && each.name_in_target() == field;
  });
}

const CoupledFieldSettings& Coupler::settings_of_taken(const std::string& field) const {
  for (const CoupledFieldSettings& each : setup_.settings.fields)
    if (each.target == card_.name && each.name_in_target() == field) return each;
  throw Error(text("'", field, "' is asked for, but no field of the job (fields) brings it to ", card_.name));
}

Coupler::Take& Coupler::find_take(const std::string& field) {
  const std::string& name = settings_of_taken(field).name;
  const auto take =
      std::ranges::find_if(takes_, [&](const Take& each) { return each.values.settings().name == name; });
  require(take != takes_.end(), "'", field, "' is asked for before ", card_.name, " is connected");
  return *take;
}

// While the component waits for one field, it also receives what it needs of others: their sources may
// otherwise have no room, and the source of this field may wait for them.
DateTime Coupler::needed_until() const {
  DateTime until = now_;
  for (const Take& take : takes_) {
    const CoupledValue newest = schedule_.values_used(take.field, now_).back();
    if (!newest.is_first) until = std::max(until, newest.given);
  }
  return until;
}

void Coupler::receive_field(Take& take, const std::function<void()>& meanwhile) {
  const std::vector<CoupledValue> used = schedule_.values_used(take.field, now_);
  const auto is_there = [&](const CoupledValue& value) {
    return value.is_first || take.values.has(value.number);
  };
  if (!std::ranges::all_of(used, is_there)) {
    const int pair = schedule_.pair_of(take.field);
    const auto made = std::ranges::find(connections_, pair, &PairConnection::number);
    wait_until([&] { return std::ranges::all_of(used, is_there); }, needed_until(), *made,
               take.values.settings().name, meanwhile);
  }
  if (!used.front().is_first) take.values.forget_before(used.front().number);
}

void Coupler::receive(const std::function<void()>& meanwhile) {
  progress();
  for (Take& take : takes_) receive_field(take, meanwhile);
}

template <class T>
void Coupler::get(const std::string& field, std::vector<View<T>> parts, const DateTime& date) {
  Take& take = find_take(field);
  require(date >= now_ && date <= now_ + card_.clock.step, "'", field, "' is asked for at ", date.iso(),
          " by ", card_.name, ", which is not in its step of ", card_.clock.step, " s from ", now_.iso());
  receive_field(take, [] {});
  ScopedTimer timer(timers_, coupling_timers::get);
  const std::vector<CoupledValue> used = schedule_.values_used(take.field, now_);
  take.values.write(std::span(used), date, std::span<const View<T>>(parts));
}
template void Coupler::get(const std::string&, std::vector<View<float>>, const DateTime&);
template void Coupler::get(const std::string&, std::vector<View<double>>, const DateTime&);

void Coupler::advance() {
  require(now_ < card_.clock.end, card_.name, " goes on beyond its end at ", card_.clock.end.iso());
  for (const Give& give : gives_)
    require(sent_ == now_ || !is_wanted(give), card_.name, " goes on from ", now_.iso(),
            " without having sent '", give.values.declared().name,
            "'; call send() after the values of each date");
  now_ = now_ + card_.clock.step;
  for (Give& give : gives_) give.is_put = false;
}

bool Coupler::is_due(const Give& give) const {
  const int pair = schedule_.pair_of(give.field);
  const std::vector<int>& fields = schedule_.pairs()[std::size_t(pair)].fields;
  const std::size_t i = std::size_t(std::ranges::find(fields, give.field) - fields.begin());
  return schedule_.fields_due(pair, now_)[i];
}

bool Coupler::is_wanted(const Give& give) const {
  return give.values.is_statistic() ? now_ > card_.clock.start : is_due(give);
}

bool Coupler::wants(const std::string& field) const {
  return std::ranges::any_of(
      gives_, [&](const Give& give) { return give.values.declared().name == field && is_wanted(give); });
}

template <class T>
void Coupler::put(const std::string& field, std::vector<View<const T>> parts) {
  ScopedTimer timer(timers_, coupling_timers::put);
  bool is_known = false;
  for (Give& give : gives_) {
    if (give.values.declared().name != field) continue;
    is_known = true;
    require(!give.is_put, "'", field, "' is put twice at ", now_.iso(), " by ", card_.name);
    if (is_wanted(give)) give.values.put(std::span<const View<const T>>(parts)), give.is_put = true;
  }
  require(is_known || std::ranges::find(card_.gives, field, &DeclaredField::name) != card_.gives.end(), "'",
          field, "' is put by ", card_.name, ", which did not declare that it gives it");
}
template void Coupler::put(const std::string&, std::vector<View<const float>>);
template void Coupler::put(const std::string&, std::vector<View<const double>>);

void Coupler::send(const std::function<void()>& meanwhile) {
  require(sent_ != now_, card_.name, " sends twice at ", now_.iso(),
          setup_.from == now_ ? ", the date of the restart, before which all due there has been sent" : "");
  for (const Give& give : gives_)
    require(give.is_put || !is_wanted(give), "'", give.values.declared().name, "' of ", card_.name,
            give.values.is_statistic() ? " is part of a statistic" : " is due", " at ", now_.iso(),
            " but was not put; put what wants() names before send()");
  progress();
  for (std::size_t c = 0; c < connections_.size(); ++c) {
    const PairConnection& made = connections_[c];
    if (!made.is_source) continue;
    const std::vector<bool> due = schedule_.fields_due(made.number, now_);
    const std::vector<int>& fields = schedule_.pairs()[std::size_t(made.number)].fields;
    std::vector<bool> mask;
    std::vector<std::vector<std::byte>> values;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      Give& give = *std::ranges::find(gives_, fields[i], &Give::field);
      std::vector<std::vector<std::byte>> parts(n_part(give.values.declared().shape));
      ScopedTimer timer(timers_, coupling_timers::put);
      if (due[i]) parts = give.values.take();
      if (give.values.is_statistic() && schedule_.ends_period(fields[i], now_)) give.values.begin_anew();
      for (std::vector<std::byte>& part : parts) {
        mask.push_back(due[i]);
        values.push_back(std::move(part));
      }
    }
    if (std::ranges::find(due, true) == due.end()) continue;
    wait_until([&] { return links_[c].giving->has_room(); }, now_, made, "", meanwhile);
    ScopedTimer timer(timers_, coupling_timers::messages);
    links_[c].giving->give(std::move(mask), std::move(values));
  }
  sent_ = now_;
}

std::string Coupler::fields_of(const PairConnection& made) const {
  std::string names;
  for (const int field : schedule_.pairs()[std::size_t(made.number)].fields)
    names += (names.empty() ? "" : ", ") + settings_of(field).name;
  return names;
}

void Coupler::finish() {
  DateTime until = now_;
  if (now_ == card_.clock.end)
    for (const Take& take : takes_)
      if (const std::optional<CoupledValue> last = schedule_.last_given(take.field))
        until = std::max(until, last->given);
  for (std::size_t c = 0; c < connections_.size(); ++c) {
    const PairConnection& made = connections_[c];
    const auto is_through = [&] {
      return made.is_source ? links_[c].giving->is_empty() : links_[c].taking->has_all_until(until);
    };
    wait_until(is_through, until, made, made.is_source ? "" : fields_of(made), [] {});
  }
  if (ledger_) ledger_->flush(ranks_, {});
  is_finished_ = true;
}

void Coupler::list_state(StateList& list) {
  for (Give& give : gives_) give.values.list_state(list, "coupled_" + settings_of(give.field).name);
  for (Take& take : takes_) take.values.list_state(list, "coupled_" + settings_of(take.field).name);
}

void Coupler::prepare_restart(const std::function<void()>& meanwhile) {
  for (std::size_t c = 0; c < connections_.size(); ++c)
    if (!connections_[c].is_source)
      wait_until([&] { return links_[c].taking->has_all_until(now_); }, now_, connections_[c],
                 fields_of(connections_[c]), meanwhile);
  if (ledger_) ledger_->flush(ranks_, now_);
  for (Take& take : takes_) {
    const std::vector<CoupledValue> kept = schedule_.values_kept(take.field, now_);
    kept.empty() ? take.values.save(0, -1) : take.values.save(kept.front().number, kept.back().number);
  }
}

void Coupler::restore() {
  for (Take& take : takes_) take.values.restore();
}

}  // namespace groundswell
