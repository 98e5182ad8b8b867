// Tables on disk: serialising and restoring.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "serve/table.hpp"

namespace banmen::serve {
namespace {

constexpr int layout = 1;  // version of the state's JSON

// Limits of what a server stores. The store may come from elsewhere, and code trusts a restored table.
constexpr double latest = 253'402'300'799;  // unix seconds, the end of the year 9999
constexpr double longest_clock = 1e9;       // seconds; increments add up
constexpr std::size_t longest_id = 40;      // of an invalid one, in a message

/// A stored field has a value that no server writes.
struct Damage : std::runtime_error {
  using std::runtime_error::runtime_error;
};
[[noreturn]] void damaged(std::string_view field) { throw Damage(fmt::format("its field '{}' is invalid", field)); }

bool in_range(double value, double least, double most) { return value >= least && value <= most; }  // false for NaN

template <std::size_t Count>
bool holds(const std::array<const char*, Count>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The JSON library converts between numbers silently, so that -1 becomes a huge index.

double real(const Json& in, const char* field, double least, double most) {
  const Json& value = in.at(field);
  if (!value.is_number() || !in_range(value.get<double>(), least, most)) damaged(field);
  return value;
}

template <class Integer>
Integer whole(const Json& in, const char* field, Integer least, Integer most) {
  const Json& value = in.at(field);
  if (!value.is_number_integer() || !in_range(value.get<double>(), static_cast<double>(least), static_cast<double>(most)))
    damaged(field);
  return value.get<Integer>();
}

std::string text(const Json& in, const char* field) { return in.at(field); }

/// True for text that can follow a seat in a record, where a blank or a ';' at its beginning would mean something else.
bool is_player(const std::string& who) {
  return !who.empty() && who[0] != ';' && who[0] != 0x7f && static_cast<unsigned char>(who[0]) > ' ';
}

/// The hash of a token; empty: no token.
std::string hash(const Json& in, const char* field) {
  std::string value = text(in, field);
  if (!value.empty() && (value.size() != token_hash({}).size() || value.find_first_not_of("0123456789abcdef") != std::string::npos))
    damaged(field);
  return value;
}

template <class Enum>
Enum of_text(const Json& in, const char* field) {
  const auto value = of_word<Enum>(text(in, field));
  if (!value) damaged(field);
  return *value;
}

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
    return fail(fmt::format("can't restore table {}: {}", kept.id.substr(0, longest_id), why),
                "it stays in the store, but is not loaded; 'banmen tables delete' removes it");
  };
  if (!kept.damage.empty()) return broken(kept.damage);
  const Json state = Json::parse(kept.state, nullptr, false);
  if (!state.is_object()) return broken("its stored state can't be read");
  try {
    if (state.at("layout") != layout) return broken("it was stored by another version of this program");
    const auto shared = offer.share(kept.game);
    if (!shared) return broken(shared.error().what);
    const OpenGame& game = **shared;
    const Seat players = game.players();
    if (game.rules_stamp() != text(state, "rules")) return broken("the rules of " + kept.game + " have changed since");
    const auto phase = of_word<Phase>(kept.phase);
    if (!phase) damaged("phase");
    if (!in_range(kept.created, 0, latest) || !in_range(kept.changed, 0, latest)) damaged("created");

    Plan plan;
    plan.id = kept.id;
    plan.origin = state.value("origin", std::string());
    if (!plan.origin.empty() && !is_table_id(plan.origin)) damaged("origin");
    plan.created = kept.created;
    plan.host = hash(state, "host");
    plan.join = hash(state, "join");
    const std::string seed = text(state, "seed");
    if (const auto [end, failed] = std::from_chars(seed.data(), seed.data() + seed.size(), plan.seed);
        failed != std::errc() || end != seed.data() + seed.size())
      damaged("seed");
    auto substitute = offer.look_up(game, text(state, "substitute"));
    if (!substitute) return broken(substitute.error().what);
    plan.substitute = std::move(*substitute);
    constexpr double longest_absence = 24 * 3600;
    plan.options = {state.at("listed"),
                    kept.kept,
                    state.at("takeback"),
                    state.at("watch"),
                    state.at("drawn"),
                    real(state, "claim_after", 0, longest_absence),
                    {}};
    const Json& clock = state.at("clock");
    ClockRule& rule = plan.options.clock;
    rule = {of_text<ClockRule::Kind>(clock, "kind"), real(clock, "seconds", 0, longest_clock),
            real(clock, "increment", 0, longest_clock)};
    const std::vector<double> left = clock.at("left").get<std::vector<double>>();
    const auto is_left = [](double seconds) { return in_range(seconds, 0, longest_clock); };
    if (left.size() != static_cast<std::size_t>(players) || !std::all_of(left.begin(), left.end(), is_left)) damaged("left");

    const Json& seats = state.at("seats");
    if (!seats.is_array() || seats.size() != static_cast<std::size_t>(players)) return broken("its seats don't match the game's");
    for (const Json& one : seats) {
      TableSeat seat;
      seat.who = of_text<SeatWho>(one, "who");
      // Earlier versions accepted names with invisible characters.
      const auto name = checked_name(text(one, "name"), true);
      if (!name) damaged("name");
      seat.name = name.value_or("");
      seat.token = hash(one, "token");
      seat.substituted = one.at("substituted");
      seat.out = text(one, "out");
      if (!seat.out.empty() && (!seat.substituted || !holds(std::array{"resigned", "time", "forfeit"}, seat.out))) damaged("out");
      if (seat.who == SeatWho::open && *phase == Phase::running) damaged("who");
      if (seat.who == SeatWho::agent) {
        auto agent = offer.look_up(game, text(one, "agent"));
        if (!agent) return broken(agent.error().what);
        seat.agent = std::move(*agent);
      }
      plan.seats.push_back(std::move(seat));
    }

    Opened opened{*shared, game.session()};
    Session& session = *opened.session;
    if (const std::string start = text(state, "start"); !start.empty())
      if (const auto set = session.restart(start); !set) return broken(set.error().what);
    std::vector<KeptMove> played = kept.moves;
    for (KeptMove& move : played) {
      if (session.is_over() || session.repeated() || session.turn() != move.seat) return broken("its moves don't match its seats");
      if (const auto made = session.play(move.text); !made) return broken(made.error().what);
      move.text = session.history().back();
      const bool timed = in_range(move.left, 0, longest_clock) && rule.kind != ClockRule::Kind::none;
      if (!in_range(move.at, 0, latest) || !(timed || move.left < 0)) damaged("at");
    }

    Table table(std::move(plan), std::move(opened), std::move(played));
    table.phase_ = *phase;
    table.paused_ = *phase == Phase::paused;
    table.began_ = real(state, "began", 0, latest);
    table.first_sitters_ = state.at("first_sitters").get<std::vector<std::string>>();
    const std::vector<std::string>& first = table.first_sitters_;
    if (first.size() != (*phase == Phase::waiting ? 0 : seats.size()) || !std::all_of(first.begin(), first.end(), is_player))
      damaged("first_sitters");
    table.verdict_ = text(state, "verdict");
    table.taken_back_ = state.at("taken_back");
    table.short_ = state.at("short");
    const auto last = static_cast<Seat>(players - 1);
    for (const Json& one : state.at("takeovers")) {
      table.takeovers_.push_back(
          {whole(one, "ply", std::size_t{0}, table.ply()), whole(one, "seat", Seat{0}, last), text(one, "who")});
      if (!is_player(table.takeovers_.back().who)) damaged("who");
    }
    if (const auto ending = state.find("ending"); ending != state.end()) {
      const std::string how = text(*ending, "how");
      const bool draw = how == "draw";
      if (draw != ending->at("seat").is_null() || !holds(std::array{"resigned", "time", "forfeit", "left", "draw"}, how))
        damaged("ending");
      const auto seat = draw ? std::nullopt : std::optional(whole(*ending, "seat", Seat{0}, last));
      if (!table.game_.end(how, seat, table.verdict_)) damaged("ending");
    }
    if (!table.verdict_.empty() && !(table.game_.ending() && table.game_.ending()->how == "forfeit")) damaged("verdict");
    if (table.game_.is_over() != (*phase == Phase::ended)) return broken("its phase doesn't match its moves");
    table.clock_.set_left(left);
    // Clocks did not run while the server was down.
    if (const Seat next = table.turn(); table.phase_ == Phase::running && next >= 0 && !table.seat(next).substituted)
      table.clock_.resume(next, now);
    return table;
  } catch (const Damage& damage) {
    return broken(damage.what());
  } catch (const std::exception&) {  // from the JSON library: a missing field, or one of another type
    return broken("its stored state can't be read");
  }
}

}  // namespace banmen::serve
