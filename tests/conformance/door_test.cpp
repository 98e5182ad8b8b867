// The suite of conformance.hpp over games opened at run time: the example plug-in and native games behind the function table
// (PluginGame), which must also answer as they do without it, and every game of the library (TextGame).
#include <dlfcn.h>

#include "baseline/native_table.hpp"
#include "catalog/any_game.hpp"
#include "catalog/plugin_game.hpp"
#include "catalog/text_games.hpp"
#include "conformance/conformance.hpp"
#include "games/backgammon/backgammon.hpp"
#include "games/bao/bao.hpp"
#include "games/reversi/reversi.hpp"
#include "rules/reader.hpp"
#include "rules/text_game.hpp"

namespace banmen::tests {
namespace {

using baseline::NativeTable;
using SharedGame = std::shared_ptr<const RuntimeGame>;

/// Every move but a pass takes at least one, and none is left at the end.
template <HorizonGame G>
void horizons_fall(const G& g, const ParameterSet&) {
  walk(g, effort(20000), [&](const Visit<G>& at) {
    const int here = g.horizon(at.position);
    EXPECT_GE(here, 0) << g.text(at.position);
    for (const auto& m : at.moves) {
      auto next = at.position;
      g.play(next, m);
      EXPECT_LE(g.horizon(next), here - (is_pass(g, m) ? 0 : 1)) << g.text(at.position, m) << " at " << g.text(at.position);
    }
  });
}

/// Applies the whole suite to a game whose capabilities are known at run time.
template <class G>
void conforms(const G& g, const ParameterSet& set) {
  const auto fine = [] { return !::testing::Test::HasFailure(); };
  seats_are_in_range(g, set);
  legal_moves_are_distinct_and_playable(g, set);
  move_lists_are_appended_to(g, set);
  hashes_tell_positions_apart(g, set);
  payoffs_fit(g, set);
  positions_are_read_back(g, set);
  moves_are_read_back(g, set);
  broken_positions_are_refused(g, set);
  broken_moves_are_refused(g, set);
  pictures_have_lines(g, set);
  if (fine() && g.has(Capability::sampled)) samples_are_uniform(g, set);
  if (fine() && g.has(Capability::chance)) weights_add_up(g, set);
  if (fine() && g.has(Capability::loopy)) endless_moves_end_the_game(g, set);
  if (fine() && g.has(Capability::pass)) passes_are_forced(g, set);
  if (fine() && g.has(Capability::symmetric)) symmetries_commute_with_play(g, set);
  if (fine() && g.has(Capability::horizon)) horizons_fall(g, set);
  if (fine() && allocations_are_counted) loops_do_not_allocate(g, set);
}

ParameterSet set_of(const std::string& name, int players, bool zero_sum) {
  return {.name = name, .zero_sum = players == 2 && zero_sum, .allocates = false};
}

/// Opens the game as the smallest class in which it fits, as the catalog does.
void expect_conforms(const RuntimeGame& game, const std::string& name) {
  with_any_game(game, [&](const auto& g) { conforms(g, set_of(name, g.players(), g.zero_sum())); });
}

SharedGame made(const BanmenGame& table, const std::vector<std::string>& values) {
  std::vector<const char*> texts;
  for (const std::string& value : values) texts.push_back(value.c_str());
  texts.push_back(nullptr);
  char error[256] = "";
  void* rules = table.make(texts.data(), error, sizeof error);
  EXPECT_TRUE(rules) << error;
  return rules ? std::make_shared<const PluginGame>(std::make_shared<const BanmenGame>(table), rules, "") : nullptr;
}

TEST(Door, ThePluginConforms) {
  void* object = dlopen(BANMEN_NIM, RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(object) << dlerror();
  const auto entry = reinterpret_cast<const BanmenGame* (*)()>(dlsym(object, "banmen_game"));
  ASSERT_TRUE(entry);
  BanmenGame table{};
  std::memcpy(&table, entry(), std::min<std::size_t>(entry()->size, sizeof table));
  for (const char* heaps : {"3-4-5", "1-2", "7-7-7"}) expect_conforms(*made(table, {heaps}), std::string("nim:heaps=") + heaps);
}

// ---------------------------------------------------------------------------------------------- native games behind a function
// table

template <class T, class U>
void expect_same_gains(const T& a, const U& b, int players, const std::string& where) {
  for (int seat = 0; seat < players; ++seat)
    EXPECT_EQ(a[static_cast<std::size_t>(seat)], b[static_cast<std::size_t>(seat)]) << where;
}

/// Compares a game with itself behind the function table at the same positions: every function gives the same answer.
template <NativeGame G>
class Twins {
 public:
  using A = LargeGame;

  Twins(const G& g, const A& a) : g_(g), a_(a) {}

  void at(const Visit<G>& visit) {
    const auto& p = visit.position;
    const A::Position q = wrapped(p);
    const std::string where = g_.text(p);
    EXPECT_EQ(a_.turn(q), g_.turn(p)) << where;
    EXPECT_EQ(a_.text(q), where);
    EXPECT_EQ(a_.hash(q), g_.hash(p)) << where;
    if constexpr (ScoredGame<G>) expect_same_gains(a_.score(q), g_.score(p), g_.players(), where);
    if constexpr (HorizonGame<G>) {
      EXPECT_EQ(a_.horizon(q), g_.horizon(p)) << where;
    }
    if constexpr (DrawableGame<G>) {
      EXPECT_EQ(a_.picture(q).plain(), g_.picture(p).plain()) << where;
    }
    for (Seat seat = 0; seat < g_.players(); ++seat) {
      EXPECT_EQ(a_.seat_name(seat), g_.seat_name(seat));
      EXPECT_EQ(a_.team(seat), team_of(g_, seat));
      if constexpr (EvaluatedGame<G>)
        if (g_.turn(p) >= 0) {
          EXPECT_EQ(a_.evaluate(q, seat), g_.evaluate(p, seat)) << where;
        }
    }
    if constexpr (SampledGame<G>)
      if (g_.turn(p) >= 0) {
        EXPECT_EQ(a_.count(q), g_.count(p)) << where;
      }
    if (visit.moves.empty()) expect_same_gains(a_.payoff(q), g_.payoff(p), g_.players(), where);
    if constexpr (SymmetricGame<G>)
      for (int s = 0; s < g_.symmetries(); ++s) {
        const auto symmetry = static_cast<std::uint8_t>(s);
        EXPECT_EQ(raw_bytes(a_.image(symmetry, q)), raw_bytes(wrapped(g_.image(symmetry, p)))) << where;
        for (Seat seat = 0; seat < g_.players(); ++seat) EXPECT_EQ(a_.image_seat(symmetry, seat), g_.image_seat(symmetry, seat));
      }
    std::size_t next_move = 0;
    const auto theirs = moves_.at(a_, q);
    ASSERT_EQ(theirs.size(), visit.moves.size()) << where;
    for (const auto& m : visit.moves) moved(p, m, q, theirs[next_move++]);
  }

 private:
  void moved(const typename G::Position& p, const typename G::Move& m, const A::Position& q, A::Move n) {
    const std::string where = g_.text(p, m) + " at " + g_.text(p);
    EXPECT_EQ(a_.text(q, n), g_.text(p, m)) << where;
    EXPECT_EQ(a_.is_pass(n), is_pass(g_, m)) << where;
    if constexpr (ChanceGame<G>)
      if (g_.turn(p) == chance) {
        EXPECT_EQ(a_.weight(q, n), g_.weight(p, m)) << where;
      }
    if constexpr (LoopyGame<G>) {
      EXPECT_EQ(a_.endless(q, n), g_.endless(p, m)) << where;
    }
    if constexpr (NarratedGame<G>) {
      EXPECT_EQ(a_.facts(q, n).size(), g_.facts(p, m).size()) << where;
    }
    if constexpr (SymmetricGame<G>)
      for (int s = 0; s < g_.symmetries(); ++s) {
        const auto symmetry = static_cast<std::uint8_t>(s);
        EXPECT_EQ(a_.image(symmetry, q, n).value, NativeTable<G>::number(g_.image(symmetry, m))) << where;
      }
    auto next = p;
    auto same = q;
    expect_same_gains(a_.play(same, n), g_.play(next, m), g_.players(), where);
    EXPECT_EQ(raw_bytes(same), raw_bytes(wrapped(next))) << where;
  }

  static A::Position wrapped(const typename G::Position& p) {
    A::Position q{};
    std::memcpy(q.bytes.data(), &p, sizeof p);
    return q;
  }

  const G& g_;
  const A& a_;
  Moves<A> moves_{a_};
};

template <NativeGame G>
void expect_twins(const std::string& name) {
  SCOPED_TRACE(name);
  const auto values = check_values(G::id(), G::parameters(), read_name(name)->given);
  ASSERT_TRUE(values) << values.error().message();
  const auto native = G::make(*values);
  ASSERT_TRUE(native) << native.error().message();
  std::vector<std::string> texts;
  for (const Parameter& parameter : G::parameters()) texts.push_back(values->text(parameter.name));
  const SharedGame game = made(NativeTable<G>::table("outside", "from outside"), texts);
  ASSERT_TRUE(game);
  const LargeGame outside(*game);
  Twins<G> twins(*native, outside);
  walk(*native, effort(5000), [&](const Visit<G>& at) { twins.at(at); });
  one_part_of = 4;
  ParameterSet set = set_of(name, native->players(), zero_sum(*native));
  set.allocates = true;  // the function table lists moves into a separate buffer
  conforms(outside, set);
  one_part_of = 1;
}

TEST(Door, ReversiWithATableIsReversi) {
  for (const char* name : {"reversi", "reversi:size=4"}) expect_twins<Reversi>(name);
}
TEST(Door, YoninWithATableIsYonin) { expect_twins<Yonin>("yonin:size=6,mode=team"); }
TEST(Door, BaoWithATableIsBao) {
  for (const char* name : {"bao:holes=4", "bao:holes=4,endless=forfeit"}) expect_twins<Bao>(name);
}
TEST(Door, BackgammonWithATableIsBackgammon) { expect_twins<Backgammon>("backgammon:checkers=3"); }

// ---------------------------------------------------------------------------------------------- the library

/// A small board for games whose default board takes long.
std::string small(const std::string& id) {
  static const std::map<std::string, std::string> parameters = {
      {"amazons", "size=4"},
      {"knight", "size=6"},
      {"knightx", "size=4"},
      {"breakthrough", "rows=5,columns=4"},
      {"domineering", "size=5"},
      {"gomoku", "size=7"},
      {"hex", "size=5"},
      {"isolation", "rows=4,columns=4"},
      {"connect4", "rows=5,columns=5"},
      {"loa", "size=5"},
      {"pente", "size=7"},
      {"reversi", "size=6"},
      {"yonin", "size=6"},
      {"ataxx", "size=5"},
      {"konane", "size=6"},
      {"pig", "target=20"},
      {"foxgeese", "size=6"},
  };
  const auto found = parameters.find(id);
  return found == parameters.end() ? id : id + ":" + found->second;
}

class LibraryConforms : public ::testing::Test {
 public:
  explicit LibraryConforms(std::string id) : id_(std::move(id)) {}

  void TestBody() override {
    const std::string name = small(id_);
    const auto reading = read_text_game(id_);
    ASSERT_TRUE(reading) << reading.error().message();
    const auto values = check_values(id_, rules::schema_of(reading->file), read_name(name)->given);
    ASSERT_TRUE(values) << values.error().message();
    const auto game = rules::TextGame::make(*reading, *values, name, false);
    ASSERT_TRUE(game) << game.error().message();
    one_part_of = 4;
    expect_conforms(**game, name);
    one_part_of = 1;
  }

 private:
  std::string id_;
};

[[maybe_unused]] const bool registered = [] {
  for (const rules::LibraryFile& file : rules::library())
    ::testing::RegisterTest("Door", ("Library_" + std::string(file.id)).c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [id = std::string(file.id)]() -> ::testing::Test* { return new LibraryConforms(id); });
  return true;
}();

}  // namespace
}  // namespace banmen::tests
