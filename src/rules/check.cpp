#include "rules/check.hpp"

#include <algorithm>
#include <tuple>

#include "core/random.hpp"
#include "rules/check_parts.hpp"
#include "rules/interpreter.hpp"
#include "rules/layout.hpp"
#include "rules/reference.hpp"
#include "rules/symmetries.hpp"

namespace banmen::rules {
namespace {

bool names(const Expr& e, const File& file, std::vector<std::string>& lets) {
  const auto is = [&](const auto& section) { return section.name == e.name; };
  if (e.kind == Expr::Kind::name || e.kind == Expr::Kind::call) {
    if (std::any_of(file.params.begin(), file.params.end(), is)) return true;
    const auto let = std::find_if(file.lets.begin(), file.lets.end(), is);
    if (let != file.lets.end() && std::find(lets.begin(), lets.end(), e.name) == lets.end()) {
      lets.push_back(e.name);
      if (names(let->body, file, lets)) return true;
    }
  }
  return std::any_of(e.parts.begin(), e.parts.end(), [&](const Expr& part) { return names(part, file, lets); });
}

}  // namespace

bool Case::names_parameter(const Expr& e) const {
  std::vector<std::string> lets;
  return names(e, reading.file, lets);
}

bool Checked::valid() const {
  return std::all_of(messages.begin(), messages.end(), [](const Message& m) { return m.warning; });
}

namespace {

/// Stops at the first check that leaves nothing for the others.
void run_checks(Checked& out, Messages& messages) {
  out.rules = resolve(out.reading, default_values(out.reading.file), messages);
  if (!out.rules) return;
  check_starts(out.reading, messages);
  Effects effects;
  const Case c{out.reading, *out.rules, effects, messages};
  if (messages.any_error()) return;
  const MoveBound bound = move_bound(*out.rules);
  if (!check_limits(out.reading, *out.rules, bound, messages) || !make_vm(*out.rules, messages)) return;
  if (bound.wide_pass.line > 0)
    messages.warn(bound.wide_pass,
                  "a run of 'repeat' may have more than " + std::to_string(most_ways_of_a_pass) + " options, and only the first " +
                      std::to_string(most_ways_of_a_pass) + " are offered",
                  "let each run choose from fewer sites");
  out.facts.position_bytes = Layout(*out.rules).size;
  out.facts.move_bits = bound.bits;
  out.facts.most_moves = static_cast<long>(bound.capacity());
  effects = effects_of(*out.rules);
  out.facts.measure = find_measure(*out.rules, effects);
  const long plies = out.facts.measure.moves_left(*out.rules, out.rules->start);
  out.facts.most_plies = out.facts.measure.found && plies < Measure::unbounded ? plies : 0;
  out.facts.symmetries = symmetries_of(*out.rules);
  const Played played = check_by_playing(c, out.facts);
  check_moves_end(c, played);
  check_never_true(c);
  check_results(c, played);
  check_end_of_play(c, out.facts, played);
  check_seats_alike(c, out.facts);
}

}  // namespace

Checked check_file(Text text, const FindText& find, const BudgetLimits& limits) {
  const Budget budget(limits);
  Checked out;
  Messages messages;
  try {
    out.reading = read_file(std::move(text), find, messages);
    if (!messages.any_error()) run_checks(out, messages);
  } catch (const TooCostly& cost) {
    messages.error(cost.place, cost.what, cost.hint);
  }
  out.messages = messages.sorted();
  if (!out.valid()) out.rules.reset();
  return out;
}

std::string shown(const Message& message, const Reading& reading) {
  const Place& place = message.place;
  const auto file = static_cast<std::size_t>(place.file);
  std::string out = file < reading.texts.size() ? reading.texts[file].name : "";
  if (place.line > 0) out += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  out += ": " + message.what + (message.hint.empty() ? "" : " (" + message.hint + ")") + "\n";
  if (place.line == 0 || file >= reading.texts.size()) return out;
  std::string_view text = line_at(reading, place);
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  const std::string number = std::to_string(place.line);
  out += std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " | " + std::string(text) + "\n";
  out += "      | " + std::string(static_cast<std::size_t>(std::max(0, place.column - 1)), ' ') +
         std::string(static_cast<std::size_t>(std::max(1, place.length)), '^') + "\n";
  return out;
}

// Symmetry of the seats: some symmetry of the board must map each seat's rules and start onto the next one's.

namespace {

/// True if play shows no difference between a position and its image: random positions have images of each other's successors. The
/// rules may be symmetric in a way that no comparison of their texts finds, such as a choice of one of two equivalent directions.
bool plays_alike(const Rules& rules, const BoardMap& map, int rotation) {
  constexpr int least = 4, most = 24;  // positions
  const StepLimit limit(60'000);
  const Reference reference(rules);
  Random random(1);
  int compared = 0;
  for (State state = reference.initial(); compared < most; ++compared) {
    const State there = image_of(rules, map, rotation, state);
    if (reference.turn(state) != over && reference.turn(there) == over) return false;
    const auto moves = reference.moves(state), images = reference.moves(there);
    if (StepLimit::reached()) break;
    if (moves.size() != images.size()) return false;
    std::vector<bool> taken(images.size());
    for (const ReferenceMove& move : moves) {
      const State after = image_of(rules, map, rotation, move.after);
      std::size_t found = 0;
      while (found < images.size() && (taken[found] || !(images[found].after == after))) ++found;
      if (found == images.size()) return false;
      taken[found] = true;
    }
    if (moves.empty()) return true;  // the game is over
    state = moves[random.below(static_cast<std::uint32_t>(moves.size()))].after;
  }
  return compared >= least;
}

}  // namespace

void check_seats_alike(const Case& c, const Facts& facts) {
  const Rules& rules = c.rules;
  if (rules.unequal || rules.seat_count() < 2) return;
  const auto exchanges = [](const Symmetry& s) { return s.rotation == 1 && s.keeps_start; };
  if (std::any_of(facts.symmetries.begin(), facts.symmetries.end(), exchanges)) return;
  // Reports the obstacle of the nearest symmetry: one that keeps the start, if there is any.
  const SymmetryTest test(rules);
  std::vector<int> strays;
  const Place* broken = nullptr;
  bool kept = false, broken_keeps_start = false;
  const auto maps = board_maps(rules.board);
  for (const BoardMap& map : maps) {
    const auto here = test.strays(map, 1);
    if (const Place* place = test.breaks(map, 1)) {
      const auto order = [](bool keeps_start, const Place& p) { return std::tuple(keeps_start, p.line, p.column); };
      if (!broken || order(broken_keeps_start, *broken) < order(here.empty(), *place)) {
        broken = place;
        broken_keeps_start = here.empty();
      }
      continue;
    }
    if (!kept || here.size() < strays.size()) strays = here;
    kept = true;
  }
  if (broken_keeps_start)
    for (const BoardMap& map : maps)
      if (test.strays(map, 1).empty() && plays_alike(rules, map, 1)) return;
  const std::string of_first = rules.seats[0] + "'s ", of_second = rules.seats[1] + "'s";
  // An occupied site is a better example than its empty image.
  const auto stands = [&](int s) { return rules.start.piece[static_cast<std::size_t>(s)] >= 0; };
  std::stable_partition(strays.begin(), strays.end(), stands);
  if (kept && !broken_keeps_start)
    c.messages.warn({},
                    "the seats are not alike: no symmetry of the board maps " + of_first + "start to " + of_second + "; " +
                        rules.board.point(strays[0]).name + " has no counterpart",
                    "declare the game 'unequal' or fix the start");
  else
    c.messages.warn(broken && broken->line != 0 ? *broken : Place{},
                    "the seats are not alike: no symmetry of the board maps " + of_first + "rules to " + of_second,
                    "declare the game 'unequal' or fix the rules");
}

// Limits of a game: pieces, bytes of a position, bits of a move, moves of a position. Reports the line that exceeds one.

namespace {

/// The line with which the position exceeds its limit.
Place heaviest(const Reading& reading, const Rules& rules) {
  const File& file = reading.file;
  const Layout layout(rules);
  std::size_t sum = 0;
  Place where = file.board.place;
  const auto add = [&](std::size_t bytes, const Place& place) {
    if (sum <= most_bytes) where = place;
    sum += bytes;
  };
  for (std::size_t k = 0; k < file.pieces.size(); ++k)
    add(layout.set_bytes() * file.pieces[k].letters.size(), file.pieces[k].place);
  for (const auto& [name, place] : file.marks) add(layout.set_bytes(), place);
  add(layout.stone_bytes * static_cast<std::size_t>(rules.board.size()), file.board.place);
  for (const HandSection& hand : file.hands) add(rules.seats.size(), hand.place);
  for (const CounterSection& counter : file.counters) add(2 * (counter.each ? rules.seats.size() : 1), counter.place);
  return where;
}

}  // namespace

bool check_limits(const Reading& reading, const Rules& rules, const MoveBound& bound, Messages& messages) {
  const auto too_much = [&](const Place& place, const std::string& what, const std::string& most) {
    messages.error(place, what + ", and at most " + most + " are possible");
  };
  if (const std::size_t bytes = Layout(rules).size; bytes > most_bytes)
    too_much(heaviest(reading, rules), "a position needs " + std::to_string(bytes) + " bytes", std::to_string(most_bytes));
  if (const std::size_t pieces = rules.codes.size(); pieces > most_pieces)
    too_much(reading.file.pieces.back().place,
             "there are " + std::to_string(pieces) + " kinds of pieces, each owner's counted separately",
             std::to_string(most_pieces));
  if (bound.moves > most_moves && !bound.repeats)
    too_much(bound.too_many,
             "a position may have " +
                 (bound.moves >= static_cast<std::uint64_t>(Range::endless) ? "very many" : std::to_string(bound.moves)) + " moves",
             "a million");
  if (bound.bits > bits_of_a_move)
    too_much(bound.too_long, "a move needs " + std::to_string(bound.bits) + " bits", std::to_string(bits_of_a_move));
  if (bound.wide_number.line > 0)
    messages.error(bound.wide_number, "a number can be chosen from at most " + std::to_string(most_numbers) + " values");
  return !messages.any_error();
}

// Parameters: each combination of values must have a start that fits its board.

namespace {

constexpr std::size_t most_combinations = 200;

/// All values of a parameter, or with `ends_only` its bounds and its default.
std::vector<std::string> values_of(const ParamSection& p, bool ends_only) {
  if (p.kind == ParamSection::Kind::flag) return {"false", "true"};
  if (p.kind == ParamSection::Kind::choice) return p.choices;
  const long last = p.least + (p.most - p.least) / p.step * p.step;
  if (ends_only) return {std::to_string(p.least), p.fallback, std::to_string(last)};
  std::vector<std::string> out;
  for (long v = p.least; v <= p.most; v += p.step) out.push_back(std::to_string(v));
  return out;
}

long count_of(const ParamSection& p) {
  if (p.kind == ParamSection::Kind::flag) return 2;
  if (p.kind == ParamSection::Kind::choice) return static_cast<long>(p.choices.size());
  return (p.most - p.least) / p.step + 1;
}

std::vector<ParamValues> combinations(const std::vector<ParamSection>& params) {
  long product = 1;
  for (const ParamSection& p : params)
    if (product <= static_cast<long>(most_combinations)) product *= std::min(count_of(p), 1000L);
  std::vector<ParamValues> out;
  if (product <= static_cast<long>(most_combinations)) {
    out.push_back({});
    for (const ParamSection& p : params) {
      std::vector<ParamValues> longer;
      for (const ParamValues& values : out)
        for (const std::string& v : values_of(p, false)) {
          longer.push_back(values);
          longer.back().emplace_back(p.name, v);
        }
      out = std::move(longer);
    }
    return out;
  }
  ParamValues usual, least, most;
  for (const ParamSection& p : params) {
    const auto values = values_of(p, true);
    usual.emplace_back(p.name, p.fallback);
    least.emplace_back(p.name, values.front());
    most.emplace_back(p.name, values.back());
  }
  out = {least, most};
  for (std::size_t i = 0; i < params.size() && out.size() < most_combinations; ++i)
    for (const std::string& v : values_of(params[i], true)) {
      out.push_back(usual);
      out.back()[i].second = v;
    }
  return out;
}

}  // namespace

void check_starts(const Reading& reading, Messages& messages) {
  for (const ParamValues& values : combinations(reading.file.params)) {
    if (values == default_values(reading.file)) continue;  // already checked
    if (!parameters_fit(reading, values)) continue;
    Messages own;
    const auto rules = resolve(reading, values, own);
    std::string with;
    for (const auto& [name, value] : values) with += (with.empty() ? "" : ", ") + name + "=" + value;
    if (rules) check_limits(reading, *rules, move_bound(*rules), own);
    for (const Message& m : own.sorted())
      if (!m.warning) messages.error(m.place, m.what + ", with " + with, m.hint);
    if (messages.any_error()) return;
  }
}

}  // namespace banmen::rules
