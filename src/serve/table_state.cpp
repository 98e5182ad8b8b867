// Tables on disk: serialising and restoring.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "serve/table.hpp"

namespace banmen::serve {
namespace {

constexpr int layout = 1;  // version of the state's JSON

}  // namespace

Record Table::record() const {
  Record record = game_.record();
  for (Seat k = 0; k < players(); ++k)
    record.seats[static_cast<std::size_t>(k)].second =
        first_sitters_.empty() ? seat_line(k, true) : first_sitters_[static_cast<std::size_t>(k)];
  if (phase_ != Phase::ended) record.seed.reset();
  if (began_ > 0) record.date = write_date(began_);
  if (clock_.ticks())
    record.clock = Record::Clock{std::string(word(clock_.rule().kind)), clock_.rule().seconds, clock_.rule().increment};
  const auto thousandths = [](double seconds) { return std::round(std::max(0.0, seconds) * 1000) / 1000; };
  for (std::size_t k = 0; k < record.moves.size(); ++k) {
    if (played_[k].at > 0) record.moves[k].at = thousandths(played_[k].at - std::floor(began_));
    if (played_[k].left >= 0) record.moves[k].left = thousandths(played_[k].left);
  }
  for (const Takeover& one : takeovers_)
    (one.ply < record.moves.size() ? record.moves[one.ply].seated : record.seated)
        .push_back({game_.session().seat_name(one.seat), one.who});
  if (record.ending && record.ending->how == "forfeit") record.ending->why = verdict_;
  return record;
}

Kept Table::kept(const Table* before, double now, double wall) const {
  Kept out;
  out.id = plan_.id;
  out.game = game_.open_game().name();
  out.phase = word(phase_);
  out.kept = plan_.options.kept;
  out.gone = phase_ == Phase::ended && !plan_.options.kept;
  out.created = plan_.created;
  out.changed = wall;
  out.people = names();
  if (phase_ == Phase::ended) out.record = write_record(record());
  out.plies = played_.size();
  if (before != nullptr) {
    const auto& old = before->played_;
    const auto same = [](const KeptMove& one, const KeptMove& other) { return one.text == other.text && one.at == other.at; };
    const auto [mine, theirs] = std::mismatch(played_.begin(), played_.end(), old.begin(), old.end(), same);
    out.first = static_cast<std::size_t>(mine - played_.begin());
  }
  out.moves.assign(played_.begin() + static_cast<std::ptrdiff_t>(out.first), played_.end());

  Json seats = Json::array(), takeovers = Json::array(), left = Json::array();
  for (const TableSeat& one : plan_.seats)
    seats.push_back({{"who", word(one.who)},
                     {"name", one.name},
                     {"token", one.token},
                     {"agent", one.agent.shown},
                     {"substituted", one.substituted},
                     {"out", one.out}});
  for (const Takeover& one : takeovers_)
    takeovers.push_back({{"ply", one.ply}, {"seat", static_cast<int>(one.seat)}, {"who", one.who}});
  for (Seat k = 0; k < players(); ++k) left.push_back(clock_.left(k, now));
  const TableOptions& options = plan_.options;
  Json state = {{"layout", layout},
                {"origin", plan_.origin},
                {"rules", game_.open_game().rules_stamp()},
                {"start", game_.session().from_initial() ? std::string() : game_.session().start()},
                {"seed", std::to_string(plan_.seed)},
                {"host", plan_.host},
                {"join", plan_.join},
                {"substitute", plan_.substitute.shown},
                {"listed", options.listed},
                {"takeback", options.takeback},
                {"watch", options.watch},
                {"drawn", options.drawn},
                {"claim_after", options.claim_after},
                {"clock",
                 {{"kind", word(options.clock.kind)},
                  {"seconds", options.clock.seconds},
                  {"increment", options.clock.increment},
                  {"left", left}}},
                {"seats", seats},
                {"began", began_},
                {"first_sitters", first_sitters_},
                {"takeovers", takeovers},
                {"verdict", verdict_},
                {"taken_back", taken_back_},
                {"short", short_}};
  if (game_.ending()) state["ending"] = ended_json(game_, {});
  out.state = write(state);
  return out;
}

Result<Table> Table::restore(const Whitelist& offer, const Kept& kept, double now) {
  const auto broken = [&](const std::string& why) {
    return fail(fmt::format("can't restore table {}: {}", kept.id, why), "its moves are still in the store");
  };
  const Json state = Json::parse(kept.state, nullptr, false);
  if (!state.is_object()) return broken("its stored state can't be read");
  try {
    if (state.at("layout") != layout) return broken("it was stored by another version of this program");
    const auto game = offer.share(kept.game);
    if (!game) return broken(game.error().what);
    if ((*game)->rules_stamp() != state.at("rules").get<std::string>())
      return broken("the rules of " + kept.game + " have changed since");
    Opened opened{*game, (*game)->session()};
    if (const auto start = state.at("start").get<std::string>(); !start.empty())
      if (const auto set = opened.session->restart(start); !set) return broken(set.error().what);
    for (const KeptMove& move : kept.moves) {
      if (opened.session->turn() != move.seat) return broken("its moves don't match its seats");
      if (const auto played = opened.session->play(move.text); !played) return broken(played.error().what);
    }
    const auto phase = of_word<Phase>(kept.phase);
    if (!phase) return broken("unknown phase '" + kept.phase + "'");

    Plan plan;
    plan.id = kept.id;
    plan.origin = state.value("origin", std::string());
    plan.created = kept.created;
    plan.host = state.at("host");
    plan.join = state.at("join");
    plan.seed = std::stoull(state.at("seed").get<std::string>());
    auto substitute = offer.look_up(**game, state.at("substitute").get<std::string>());
    if (!substitute) return broken(substitute.error().what);
    plan.substitute = std::move(*substitute);
    plan.options = {state.at("listed"),      kept.kept, state.at("takeback"), state.at("watch"), state.at("drawn"),
                    state.at("claim_after"), {}};
    const Json& clock = state.at("clock");
    plan.options.clock = {of_word<ClockRule::Kind>(clock.at("kind").get<std::string>()).value_or(ClockRule::Kind::none),
                          clock.at("seconds"), clock.at("increment")};
    for (const Json& one : state.at("seats")) {
      TableSeat seat;
      seat.who = of_word<SeatWho>(one.at("who").get<std::string>()).value_or(SeatWho::open);
      seat.name = one.at("name");
      seat.token = one.at("token");
      seat.substituted = one.at("substituted");
      seat.out = one.at("out");
      if (seat.who == SeatWho::agent) {
        auto agent = offer.look_up(**game, one.at("agent").get<std::string>());
        if (!agent) return broken(agent.error().what);
        seat.agent = std::move(*agent);
      }
      plan.seats.push_back(std::move(seat));
    }
    if (plan.seats.size() != static_cast<std::size_t>((*game)->players())) return broken("its seats don't match the game's");

    Table table(std::move(plan), std::move(opened), kept.moves);
    table.phase_ = *phase;
    table.paused_ = *phase == Phase::paused;
    table.began_ = state.at("began");
    table.first_sitters_ = state.at("first_sitters").get<std::vector<std::string>>();
    table.verdict_ = state.at("verdict");
    table.taken_back_ = state.at("taken_back");
    table.short_ = state.at("short");
    for (const Json& one : state.at("takeovers"))
      table.takeovers_.push_back({one.at("ply"), static_cast<Seat>(one.at("seat").get<int>()), one.at("who")});
    if (const auto ending = state.find("ending"); ending != state.end()) {
      const Json& seat = ending->at("seat");
      (void)table.game_.end(ending->at("how"), seat.is_null() ? std::nullopt : std::optional(static_cast<Seat>(seat.get<int>())));
    }
    table.clock_.set_left(clock.at("left").get<std::vector<double>>());
    // Clocks did not run while the server was down.
    if (const Seat next = table.turn(); table.phase_ == Phase::running && next >= 0 && !table.seat(next).substituted)
      table.clock_.resume(next, now);
    return table;
  } catch (const std::exception&) {  // from the JSON library: a missing field, or one of another type
    return broken("its stored state can't be read");
  }
}

}  // namespace banmen::serve
