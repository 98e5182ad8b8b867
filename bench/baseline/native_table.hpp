// Adapter from any native game to the C function table of plug-ins, to measure the table's overhead and to test games behind it.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "catalog/plugin.h"
#include "core/game.hpp"

namespace banmen::baseline {

template <NativeGame G>
struct NativeTable {
  using Position = typename G::Position;
  using Move = typename G::Move;
  static_assert(sizeof(Position) <= BANMEN_MAX_POSITION && alignof(Position) <= 8);

  static const G& rules(const void* g) { return *static_cast<const G*>(g); }
  static const Position& at(const void* p) { return *static_cast<const Position*>(p); }
  static std::uint64_t number(Move m) {
    std::uint64_t value = 0;
    std::memcpy(&value, &m, sizeof m);
    return value;
  }
  static Move move(std::uint64_t value) {
    Move m;
    std::memcpy(static_cast<void*>(&m), &value, sizeof m);
    return m;
  }
  static std::size_t write(const std::string& text, char* out, std::size_t room) {
    const std::size_t length = std::min(text.size(), room - 1);
    std::memcpy(out, text.data(), length);
    out[length] = '\0';
    return text.size();
  }
  static void write(const GainsOf<G>& gains, std::int32_t* out) { std::copy(gains.begin(), gains.end(), out); }
  static MoveList<Move> listed(const G& g, const Position& p) {
    thread_local std::vector<Move> storage;
    storage.resize(g.move_capacity());
    MoveList<Move> list(storage.data(), g.move_capacity());
    g.moves(p, list);
    return list;
  }

  static void* make(const char* const* texts, char* error, std::size_t room) {
    std::vector<std::pair<std::string, std::string>> given;
    for (const Parameter& parameter : G::parameters()) given.emplace_back(parameter.name, *texts++);
    const auto made = check_values(G::id(), G::parameters(), given).and_then([](const Values& values) { return G::make(values); });
    if (made) return new G(*made);
    write(made.error().message(), error, room);
    return nullptr;
  }
  static void destroy(void* g) { delete static_cast<G*>(g); }
  static std::uint32_t position_size(const void*) { return sizeof(Position); }
  static int players(const void* g) { return rules(g).players(); }
  static std::uint32_t move_capacity(const void* g) { return rules(g).move_capacity(); }
  static void initial(const void* g, void* p) { *static_cast<Position*>(p) = rules(g).initial(); }
  static int turn(const void* g, const void* p) { return rules(g).turn(at(p)); }
  static std::uint32_t moves(const void* g, const void* p, std::uint64_t* out) {
    const auto list = listed(rules(g), at(p));
    for (const Move m : list) *out++ = number(m);
    return list.size();
  }
  static void play(const void* g, void* p, std::uint64_t m, std::int32_t* gains) {
    write(rules(g).play(*static_cast<Position*>(p), move(m)), gains);
  }
  static void payoff(const void* g, const void* p, std::int32_t* out) { write(rules(g).payoff(at(p)), out); }
  static std::size_t position_text(const void* g, const void* p, char* out, std::size_t room) {
    return write(rules(g).text(at(p)), out, room);
  }
  static int read_position(const void* g, const char* text, void* p, char* error, std::size_t room) {
    const auto read = rules(g).read_position(text);
    if (read) *static_cast<Position*>(p) = *read;
    if (!read) write(read.error().what, error, room);
    return read ? 0 : 1;
  }
  static std::size_t move_text(const void* g, const void* p, std::uint64_t m, char* out, std::size_t room) {
    return write(rules(g).text(at(p), move(m)), out, room);
  }
  static int read_move(const void* g, const void* p, const char* text, std::uint64_t* m, char* error, std::size_t room) {
    const auto read = rules(g).read_move(at(p), text);
    if (read) *m = number(*read);
    if (!read) write(read.error().what, error, room);
    return read ? 0 : 1;
  }
  static std::uint64_t hash(const void* g, const void* p) { return rules(g).hash(at(p)); }
  static std::size_t seat_name(const void* g, int seat, char* out, std::size_t room) {
    return write(rules(g).seat_name(static_cast<Seat>(seat)), out, room);
  }
  static int of_zero_sum(const void* g) { return zero_sum(rules(g)); }

  /// Draws as most games do: one random word if there is a choice, none for a pass.
  static std::uint32_t draw(const void* g, const void* p, std::uint32_t (*next_word)(void*), void* source, std::uint64_t* m) {
    const auto list = listed(rules(g), at(p));
    if (list.empty()) return 0;
    *m = number(list[is_pass(rules(g), list[0]) ? 0 : Random::bounded(next_word(source), list.size())]);
    return list.size();
  }

  static std::string lines_of(const Figures& facts) {
    std::string lines;
    for (const Figure& fact : facts) {
      lines += lines.empty() ? "" : "\n";
      lines += fact.name + "=";
      if (const auto* flag = std::get_if<bool>(&fact.value.value)) lines += *flag ? "true" : "false";
      if (const auto* whole = std::get_if<std::int64_t>(&fact.value.value)) lines += std::to_string(*whole);
      if (const auto* text = std::get_if<std::string>(&fact.value.value)) lines += *text;
    }
    return lines;
  }

  static const std::vector<BanmenParameter>& parameters() {
    static const auto own = G::parameters();
    static const auto texts = [] {
      std::vector<std::pair<std::string, std::string>> kinds_and_ranges;
      for (const Parameter& p : own) kinds_and_ranges.emplace_back(p.type(), p.range());
      return kinds_and_ranges;
    }();
    static const auto described = [] {
      std::vector<BanmenParameter> all;
      for (std::size_t i = 0; i < own.size(); ++i)
        all.push_back(
            {own[i].name.c_str(), texts[i].first.c_str(), own[i].fallback.c_str(), texts[i].second.c_str(), own[i].help.c_str()});
      return all;
    }();
    return described;
  }

  static BanmenGame table(const char* id, const char* title) {
    BanmenGame t{};
    t.magic = BANMEN_PLUGIN_MAGIC;
    t.version = BANMEN_PLUGIN_VERSION;
    t.size = sizeof t;
    t.parameter_count = static_cast<std::uint32_t>(parameters().size());
    t.id = id;
    t.title = title;
    t.parameters = parameters().data();
    t.make = make;
    t.destroy = destroy;
    t.position_size = position_size;
    t.players = players;
    t.move_capacity = move_capacity;
    t.initial = initial;
    t.turn = turn;
    t.moves = moves;
    t.play = play;
    t.payoff = payoff;
    t.position_text = position_text;
    t.read_position = read_position;
    t.move_text = move_text;
    t.hash = hash;
    t.seat_name = seat_name;
    t.zero_sum = of_zero_sum;
    t.read_move = read_move;
    if constexpr (SampledGame<G>) {
      t.count = [](const void* g, const void* p) { return rules(g).count(at(p)); };
      t.draw = draw;
    }
    if constexpr (ChanceGame<G>)
      t.weight = [](const void* g, const void* p, std::uint64_t m) { return rules(g).weight(at(p), move(m)); };
    if constexpr (DrawableGame<G>)
      t.picture = [](const void* g, const void* p, char* out, std::size_t room) {
        return write(rules(g).picture(at(p)).plain(), out, room);
      };
    if constexpr (PassGame<G>) t.is_pass = [](const void* g, std::uint64_t m) -> int { return rules(g).is_pass(move(m)); };
    if constexpr (TeamGame<G>) t.team = [](const void* g, int seat) { return rules(g).team(static_cast<Seat>(seat)); };
    if constexpr (ScoredGame<G>)
      t.score = [](const void* g, const void* p, std::int32_t* out) { write(rules(g).score(at(p)), out); };
    if constexpr (EvaluatedGame<G>)
      t.evaluate = [](const void* g, const void* p, int seat) { return rules(g).evaluate(at(p), static_cast<Seat>(seat)); };
    if constexpr (HasEvaluationUnit<G>) t.evaluation_unit = [](const void* g) { return rules(g).evaluation_unit(); };
    if constexpr (HasEvaluationScale<G>) t.evaluation_scale = [](const void* g) { return rules(g).evaluation_scale(); };
    if constexpr (HorizonGame<G>) t.horizon = [](const void* g, const void* p) -> int { return rules(g).horizon(at(p)); };
    if constexpr (SymmetricGame<G>) {
      t.symmetries = [](const void* g) { return static_cast<std::uint32_t>(rules(g).symmetries()); };
      t.image = [](const void* g, std::uint32_t s, const void* p, void* out) {
        *static_cast<Position*>(out) = rules(g).image(static_cast<std::uint8_t>(s), at(p));
      };
      t.image_move = [](const void* g, std::uint32_t s, std::uint64_t m) {
        return number(rules(g).image(static_cast<std::uint8_t>(s), move(m)));
      };
      t.image_seat = [](const void* g, std::uint32_t s, int seat) -> int {
        return rules(g).image_seat(static_cast<std::uint8_t>(s), static_cast<Seat>(seat));
      };
    }
    if constexpr (LoopyGame<G>) {
      t.endless = [](const void* g, const void* p, std::uint64_t m) -> int { return rules(g).endless(at(p), move(m)); };
      t.forever = [](const void* g, std::int32_t* out) { write(rules(g).forever(), out); };
    }
    if constexpr (NarratedGame<G>)
      t.facts = [](const void* g, const void* p, std::uint64_t m, char* out, std::size_t room) {
        return write(lines_of(rules(g).facts(at(p), move(m))), out, room);
      };
    return t;
  }
};

}  // namespace banmen::baseline
