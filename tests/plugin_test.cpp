// Games behind the plug-in function table: accepted tables, ownership of the rules, missing capabilities, and native games that
// must play the same behind it as without it.
#include "catalog/plugin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>

#include "baseline/native_table.hpp"
#include "catalog/catalog.hpp"
#include "games/backgammon/backgammon.hpp"
#include "games/bao/bao.hpp"
#include "games/reversi/reversi.hpp"

namespace banmen {
namespace {

using baseline::NativeTable;

BanmenGame reversi_table() { return NativeTable<Reversi>::table("outside", "Reversi from outside"); }
BanmenGame bao_table() { return NativeTable<Bao>::table("outside", "Bao from outside"); }
BanmenGame yonin_table() { return NativeTable<Yonin>::table("outside", "Yonin from outside"); }
BanmenGame backgammon_table() { return NativeTable<Backgammon>::table("outside", "Backgammon from outside"); }

/// Returns a copy of the first `size` bytes of a function table, in memory of exactly that size. Reading past its end yields
/// garbage.
Result<GameEntry> entry_of_size(const BanmenGame& table, std::size_t size) {
  std::vector<std::uint64_t> words((size + 7) / 8, 0xdeadbeefdeadbeef);
  std::memcpy(words.data(), &table, std::min(size, sizeof table));
  reinterpret_cast<BanmenGame*>(words.data())->size = static_cast<std::uint32_t>(size);
  return plugin_entry(reinterpret_cast<const BanmenGame*>(words.data()), "test");
}

std::unique_ptr<OpenGame> open(const GameEntry& entry, std::string_view name) {
  const auto values = check_values(entry.id, entry.parameters, read_name(name)->given);
  EXPECT_TRUE(values) << values.error().message();
  auto opened = entry.open(*values);
  EXPECT_TRUE(opened) << opened.error().message();
  return std::move(*opened);
}

/// Opens "bao:holes=4" from a function table.
std::unique_ptr<OpenGame> open(const BanmenGame& table, std::string_view name) {
  const auto entry = plugin_entry(&table, "test");
  EXPECT_TRUE(entry) << entry.error().message();
  return open(*entry, name);
}

std::string refusal(const BanmenGame& table) {
  const auto entry = plugin_entry(&table, "test");
  return entry ? "accepted" : entry.error().what;
}

bool contains(const std::vector<std::string>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

bool can(const OpenGame& game, std::string_view capability) { return contains(game.capabilities(), capability); }

// ---------------------------------------------------------------------------------------------- sizes of function tables

TEST(PluginTable, UsesAllOfAShorterTable) {
  const auto first = entry_of_size(reversi_table(), offsetof(BanmenGame, team));
  ASSERT_TRUE(first) << first.error().message();
  EXPECT_EQ(open(*first, "outside:size=4")->capabilities(), (std::vector<std::string>{"pass", "drawable"}));
  const auto least = entry_of_size(reversi_table(), offsetof(BanmenGame, hash));
  ASSERT_TRUE(least) << least.error().message();
  const auto game = open(*least, "outside:size=4");
  EXPECT_EQ(game->capabilities(), std::vector<std::string>{});
  EXPECT_EQ(game->agents(), (std::vector<std::string>{"random", "greedy", "alphabeta", "maxn", "uct", "dfpn"}));
  EXPECT_EQ(game->perft("", 5, {})->leaves, Catalog().open("reversi:size=4").value()->perft("", 5, {})->leaves);
}

TEST(PluginTable, UsesTheKnownPartOfALongerTable) {
  const auto entry = entry_of_size(reversi_table(), sizeof(BanmenGame) + 24);
  ASSERT_TRUE(entry) << entry.error().message();
  EXPECT_EQ(open(*entry, "outside")->capabilities(), open(reversi_table(), "outside")->capabilities());
}

TEST(PluginTable, OtherSizesAreRefused) {
  const auto why = [](std::size_t size) { return entry_of_size(reversi_table(), size).error().what; };
  const std::string required = std::to_string(offsetof(BanmenGame, hash)), less = std::to_string(offsetof(BanmenGame, move_text));
  EXPECT_EQ(why(offsetof(BanmenGame, move_text)),
            "plug-in refused: its function table has " + less + " bytes, but needs at least " + required);
  const std::string half = std::to_string(sizeof(BanmenGame) - 4);
  EXPECT_EQ(why(sizeof(BanmenGame) - 4),
            "plug-in refused: its function table has " + half + " bytes, and its last pointer is cut off");
}

TEST(PluginTable, AnObjectOfTheFirstHeaderLoads) {
  const auto entry = load_plugin(BANMEN_NIM_V1), today = load_plugin(BANMEN_NIM);
  ASSERT_TRUE(entry) << entry.error().message();
  ASSERT_TRUE(today) << today.error().message();
  const auto old = open(*entry, "nim:heaps=3-4-5"), fresh = open(*today, "nim:heaps=3-4-5");
  for (const OpenGame* nim : {old.get(), fresh.get()}) {
    std::vector<std::string> wanted{"sampled", "drawable"};
    if (nim == fresh.get()) wanted.emplace_back("scene");
    EXPECT_EQ(nim->capabilities(), wanted);
    EXPECT_EQ(nim->session()->layout().has_value(), nim == fresh.get());
    EXPECT_EQ(nim->perft("", 6, {})->leaves, (std::vector<std::uint64_t>{12, 113, 810, 4344, 17610, 54536}));
  }
  EXPECT_EQ(old->playout("", 100, 1000, {})->checksum, fresh->playout("", 100, 1000, {})->checksum);
}

// ---------------------------------------------------------------------------------------------- ownership of the rules

std::atomic<int> made, destroyed;

BanmenGame counted_table() {
  BanmenGame t = reversi_table();
  t.make = [](const char* const* values, char* error, std::size_t room) {
    void* rules = NativeTable<Reversi>::make(values, error, room);
    made += rules != nullptr;
    return rules;
  };
  t.destroy = [](void* rules) {
    ++destroyed;
    NativeTable<Reversi>::destroy(rules);
  };
  return t;
}

TEST(PluginRules, OutliveTheirGamesAndSessions) {
  made = destroyed = 0;
  const BanmenGame table = counted_table();
  auto entry = plugin_entry(&table, "test");
  ASSERT_TRUE(entry) << entry.error().message();
  EXPECT_EQ(made, 1) << "for the trial";
  EXPECT_EQ(destroyed, 1);
  auto game = open(*entry, "outside:size=4");
  EXPECT_EQ(made, 2);
  auto session = game->session();
  auto agent = game->search().agent("uct:playouts=20,workers=2");
  ASSERT_TRUE(agent);
  game.reset();
  *entry = GameEntry{};
  EXPECT_EQ(destroyed, 1) << "a session and an agent still use them";
  EXPECT_TRUE((*agent)->think(*session, {}));
  agent->reset();
  EXPECT_TRUE(session->play(session->moves().front()));
  EXPECT_EQ(destroyed, 1);
  session.reset();
  EXPECT_EQ(destroyed, 2);
  EXPECT_EQ(made, destroyed);
}

TEST(PluginRules, AreDestroyedWhereOpeningFails) {
  made = destroyed = 0;
  BanmenGame table = counted_table();
  EXPECT_FALSE(plugin_entry(&table, "test")->open(*check_values("outside", Reversi::parameters(), {{"size", "5"}})));
  EXPECT_EQ(made, destroyed);
  table.position_size = [](const void*) -> std::uint32_t { return 0; };
  EXPECT_EQ(refusal(table), "plug-in refused: a position has 0 bytes, outside 1 to 1024");
  EXPECT_EQ(made, destroyed);
}

TEST(PluginRules, AreTriedOncePerName) {
  static std::atomic<int> readings;
  BanmenGame table = reversi_table();
  table.read_position = [](const void* g, const char* text, void* p, char* error, std::size_t room) {
    ++readings;
    return NativeTable<Reversi>::read_position(g, text, p, error, room);
  };
  const auto entry = plugin_entry(&table, "test");
  ASSERT_TRUE(entry);
  const int loaded = readings;
  EXPECT_GT(loaded, 0);
  open(*entry, "outside:size=8");
  EXPECT_EQ(readings, loaded);
  open(*entry, "outside:size=4");
  EXPECT_GT(readings, loaded);
}

// ---------------------------------------------------------------------------------------------- broken function tables

TEST(PluginTrial, NamesBrokenFunctions) {
  BanmenGame table = reversi_table();
  table.image_move = nullptr;
  EXPECT_EQ(refusal(table), "plug-in refused: symmetries, image, image_move and image_seat must all be present, or none of them");

  table = reversi_table();
  table.image_seat = [](const void*, std::uint32_t, int seat) { return 1 - seat; };
  EXPECT_NE(refusal(table).find("symmetry 1 does not preserve the game at '"), std::string::npos) << refusal(table);
  table.image_seat = [](const void*, std::uint32_t, int) { return 0; };
  EXPECT_EQ(refusal(table), "plug-in refused: symmetry 1 does not permute the seats");

  table = reversi_table();
  table.layout = [](const void*, char*, std::size_t) -> std::size_t { return 0; };
  EXPECT_EQ(refusal(table), "plug-in refused: layout, scene, steps and choices must all be present, or none of them");

  table = reversi_table();
  table.horizon = [](const void*, const void*) { return 60; };
  EXPECT_NE(refusal(table).find("horizon does not decrease with the move '"), std::string::npos) << refusal(table);

  table = reversi_table();
  table.draw = [](const void* g, const void* p, std::uint32_t (*)(void*), void*, std::uint64_t* move) {
    *move = 0;  // a1, which is never legal at the start
    return NativeTable<Reversi>::rules(g).count(NativeTable<Reversi>::at(p));
  };
  EXPECT_EQ(refusal(table), "plug-in refused: draw() returns a move that moves() does not list");

  table = reversi_table();
  table.endless = [](const void*, const void*, std::uint64_t) { return 1; };
  EXPECT_NE(refusal(table).find("is declared endless, but play continues after it"), std::string::npos) << refusal(table);

  table = reversi_table();
  table.read_move = [](const void*, const void*, const char*, std::uint64_t* move, char*, std::size_t) {
    *move = 99;
    return 0;
  };
  EXPECT_NE(refusal(table).find("does not parse to the same move"), std::string::npos) << refusal(table);
}

// ---------------------------------------------------------------------------------------------- missing capabilities

TEST(PluginCapabilities, AreAbsentWithoutTheirFunctions) {
  BanmenGame table = reversi_table();
  const auto whole = open(table, "outside:size=4");
  EXPECT_EQ(whole->capabilities(),
            (std::vector<std::string>{"symmetric", "sampled", "pass", "evaluated", "horizon", "scored", "drawable"}));

  // Moves left: the agent `exact`, and the option exact= of others.
  table.horizon = nullptr;
  const auto blind = open(table, "outside:size=4");
  EXPECT_FALSE(can(*blind, "horizon"));
  EXPECT_TRUE(contains(whole->agents(), "exact"));
  EXPECT_FALSE(contains(blind->agents(), "exact"));
  EXPECT_EQ(blind->search().agent("exact").error().hint, "it does not report how many moves are left");
  EXPECT_EQ(blind->search().agent("alphabeta:exact=4").error().what, "exact= requires a game that knows how many moves are left");
  EXPECT_TRUE(whole->search().agent("alphabeta:exact=4"));

  // Symmetries: the census counts up to them.
  EXPECT_TRUE(whole->solver().census("", {}, {})->normalised);
  table.symmetries = nullptr;
  table.image = nullptr;
  table.image_move = nullptr;
  table.image_seat = nullptr;
  const auto lopsided = open(table, "outside:size=4");
  EXPECT_FALSE(can(*lopsided, "symmetric"));
  EXPECT_FALSE(lopsided->solver().census("", {}, {})->normalised);

  // Evaluation, then the standing, then nothing.
  const auto greedy_value = [](const OpenGame& game) {
    return (*game.search().agent("greedy"))->think(*game.session(), {})->lines.front().value;
  };
  table.evaluate = nullptr;
  table.evaluation_unit = nullptr;
  table.evaluation_scale = nullptr;
  const auto counting = open(table, "outside:size=4");
  EXPECT_FALSE(can(*counting, "evaluated"));
  EXPECT_EQ(greedy_value(*counting), 4) << "discs after the first move";
  EXPECT_EQ(counting->session()->score(), (std::vector<long>{2, 2}));
  table.score = nullptr;
  const auto plain = open(table, "outside:size=4");
  EXPECT_FALSE(can(*plain, "scored"));
  EXPECT_EQ(greedy_value(*plain), 0);
  EXPECT_EQ(plain->session()->score(), (std::vector<long>{0, 0}));

  // Draws and pictures; listing gives the same games.
  table.draw = nullptr;
  table.picture = nullptr;
  const auto listing = open(table, "outside:size=4");
  EXPECT_FALSE(can(*listing, "sampled"));
  EXPECT_FALSE(can(*listing, "drawable"));
  EXPECT_EQ(listing->session()->picture().plain(), listing->session()->position() + "\n");
  EXPECT_EQ(listing->perft("", 6, {})->leaves, whole->perft("", 6, {})->leaves);

  // A picture may map a text to a site.
  table.picture = [](const void*, const void*, char* text, std::size_t room) {
    return static_cast<std::size_t>(std::snprintf(text, room, "%s", "\3 1 \2\16b1\17. \4\16c1\17x \1over\n\2\16a2"));
  };
  const auto sited = open(table, "outside:size=4");
  Picture picture = sited->session()->picture();
  picture.mark("b1", Mark::legal);
  picture.mark("c1", Mark::last);
  EXPECT_EQ(picture.plain(), " 1 + x<over\n\n");
  table.picture = nullptr;

  // Passes: a forced one is not a decision, so a single choice lowers the mean.
  table.is_pass = nullptr;
  const auto passless = open(table, "outside:size=4");
  EXPECT_FALSE(can(*passless, "pass"));
  EXPECT_GT(passless->playout("", 1000, 1000, {})->branching.mean, listing->playout("", 1000, 1000, {})->branching.mean);
}

TEST(PluginCapabilities, TeamsMakeTwoSidesOfFourSeats) {
  BanmenGame table = yonin_table();
  const auto teams = open(table, "outside:size=4,mode=team");
  EXPECT_TRUE(contains(teams->agents(), "alphabeta"));
  EXPECT_EQ(teams->search().side(2), teams->search().side(0));
  table.team = nullptr;
  const auto alone = open(table, "outside:size=4,mode=team");
  EXPECT_FALSE(can(*alone, "team"));
  EXPECT_FALSE(contains(alone->agents(), "alphabeta"));
  EXPECT_NE(alone->search().side(2), alone->search().side(0));
}

TEST(PluginCapabilities, EndlessMovesAndFactsAreThoseOfTheTable) {
  BanmenGame table = bao_table();
  const auto whole = open(table, "outside:holes=4");
  EXPECT_FALSE(contains(whole->agents(), "dfpn"));
  EXPECT_GT(whole->solver().census("", {}, {})->all.endless_moves, 0u);
  auto session = whole->session();
  EXPECT_TRUE(session->play(session->moves().front()));
  EXPECT_EQ(session->last().front().name, "sowings");
  table.endless = nullptr;
  table.forever = nullptr;
  table.facts = nullptr;
  const auto plain = open(table, "outside:holes=4");
  EXPECT_FALSE(can(*plain, "loopy"));
  EXPECT_FALSE(can(*plain, "narrated"));
  EXPECT_TRUE(contains(plain->agents(), "dfpn"));
  EXPECT_EQ(plain->solver().census("", {}, {})->all.endless_moves, 0u);
  session = plain->session();
  EXPECT_TRUE(session->play(session->moves().front()));
  EXPECT_TRUE(session->last().empty());
}

// ---------------------------------------------------------------------------------------------- twins

struct Twin {
  const char* name;
  BanmenGame (*table)();
  std::uint64_t plies;  // distance in plies between the positions that the agents analyse
  std::vector<std::string> agents;
};

void PrintTo(const Twin& twin, std::ostream* out) { *out << twin.name; }

class PluginTwin : public ::testing::TestWithParam<Twin> {
 protected:
  void SetUp() override {
    native_ = std::move(*Catalog().open(GetParam().name));
    outside_ = open(GetParam().table(), GetParam().name);
  }
  std::unique_ptr<OpenGame> native_, outside_;
};

TEST_P(PluginTwin, HasTheSameCapabilities) {
  std::vector<std::string> wanted = native_->capabilities();
  const std::vector<std::string> without_a_slot = {"indexed", "undo", "staged", "scene"};  // the last one has a slot, left empty
  std::erase_if(wanted, [&](const std::string& name) { return contains(without_a_slot, name); });
  EXPECT_EQ(outside_->capabilities(), wanted);
  EXPECT_EQ(outside_->agents(), native_->agents());
}

TEST_P(PluginTwin, PlaysTheSameSessions) {
  for (std::uint64_t game = 0; game < 5; ++game) {
    const auto a = native_->session(), b = outside_->session();
    Random first(3, game), second(3, game);
    for (int ply = 0; ply < 200; ++ply) {
      ASSERT_EQ(b->position(), a->position());
      EXPECT_EQ(b->turn_name(), a->turn_name());
      EXPECT_EQ(b->moves(), a->moves());
      EXPECT_EQ(b->score(), a->score());
      EXPECT_EQ(b->result(), a->result());
      EXPECT_EQ(b->picture().plain(), a->picture().plain());
      const auto facts = a->last(), same = b->last();
      ASSERT_EQ(same.size(), facts.size());
      for (std::size_t i = 0; i < facts.size(); ++i) {
        EXPECT_EQ(same[i].name, facts[i].name);
        EXPECT_EQ(same[i].value, facts[i].value) << facts[i].name;
      }
      EXPECT_EQ(b->play("?").error().what, a->play("?").error().what);
      if (a->is_over()) break;
      ASSERT_EQ(*b->play_random(second), *a->play_random(first));
    }
  }
}

TEST_P(PluginTwin, CountsTheSamePositions) { EXPECT_EQ(outside_->perft("", 4, {})->leaves, native_->perft("", 4, {})->leaves); }

TEST_P(PluginTwin, PlaysTheSameRandomGames) {
  Control control;
  control.seed = 11;
  const auto a = native_->playout("", 300, 2000, control), b = outside_->playout("", 300, 2000, control);
  EXPECT_EQ(b->checksum, a->checksum);
  EXPECT_EQ(b->branching.mean, a->branching.mean);
  for (std::size_t seat = 0; seat < a->results.size(); ++seat) {
    EXPECT_EQ(b->results[seat].mean, a->results[seat].mean);
    EXPECT_EQ(b->results[seat].wins, a->results[seat].wins);
  }
}

TEST_P(PluginTwin, IsSearchedWithTheSameValues) {
  for (const std::string& name : GetParam().agents) {
    SCOPED_TRACE(name);
    auto a = native_->search().agent(name), b = outside_->search().agent(name);
    ASSERT_TRUE(a) << a.error().message();
    ASSERT_TRUE(b) << b.error().message();
    for (std::uint64_t game = 0; game < 3; ++game) {
      const auto here = native_->session(), there = outside_->session();
      Random random(5, game);
      for (std::uint64_t ply = 0; (ply < 2 + GetParam().plies * game || here->turn() == chance) && !here->is_over(); ++ply)
        ASSERT_TRUE(there->play(*here->play_random(random)));
      if (here->is_over()) continue;
      const auto one = (*a)->think(*here, {}), same = (*b)->think(*there, {});
      ASSERT_TRUE(one && same);
      EXPECT_EQ(same->lines.front().value, one->lines.front().value) << here->position();
      EXPECT_EQ(same->lines.front().exact, one->lines.front().exact) << here->position();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, PluginTwin,
    ::testing::Values(
        Twin{"reversi:size=6",
             reversi_table,
             11,
             {"greedy:ties=first", "alphabeta:depth=4", "alphabeta:depth=2,exact=8", "maxn:depth=2", "exact:empties=8",
              "uct:playouts=200", "uct:playouts=100,cut=3", "dfpn:nodes=2000"}},
        Twin{"yonin:size=4,mode=team",
             yonin_table,
             3,
             {"greedy:ties=first", "alphabeta:depth=3", "maxn:depth=3", "exact:empties=8", "exact:empties=6,ties=all",
              "paranoid:depth=2", "uct:playouts=200"}},
        Twin{"bao:holes=4", bao_table, 3, {"greedy:ties=first", "alphabeta:depth=4", "maxn:depth=3", "uct:playouts=200"}},
        Twin{"backgammon:checkers=3", backgammon_table, 4, {"greedy:ties=first", "uct:playouts=100"}}));

/// Combines the graph of one game with the index of the other.
TEST(PluginTwins, HaveTheSameCensusAndValues) {
  for (const char* parameters : {"holes=2", "holes=4", "holes=4,endless=illegal", "holes=4,endless=forfeit"}) {
    SCOPED_TRACE(parameters);
    const auto native = Catalog().open("bao:" + std::string(parameters)).value();
    const auto outside = open(bao_table(), "outside:" + std::string(parameters));
    const auto a = native->solver().census("", {}, {}), b = outside->solver().census("", {}, {});
    ASSERT_TRUE(a && b);
    EXPECT_EQ(b->all.positions, a->all.positions);
    EXPECT_EQ(b->all.moves, a->all.moves);
    EXPECT_EQ(b->all.endless_moves, a->all.endless_moves);
    EXPECT_EQ(b->normalised, a->normalised);
    EXPECT_EQ(b->cycle_positions, a->cycle_positions);
    EXPECT_EQ(b->first_endless, a->first_endless);
    const auto one = native->solver().solve("", {}, {}), same = outside->solver().solve("", {}, {});
    ASSERT_TRUE(one && same);
    EXPECT_EQ(same->value, one->value);
    EXPECT_EQ(same->line, one->line);
  }
}

/// Proofs keep one of the symmetric positions: the value is the same with and without symmetries.
TEST(PluginTwins, AreProvedAlike) {
  BanmenGame table = reversi_table();
  const auto proof = [](const OpenGame& game) {
    SolveOptions options;
    options.method = "proof";
    return game.solver().solve("", options, {}).value();
  };
  const SolveReport native = proof(**Catalog().open("reversi:size=4")), alike = proof(*open(table, "outside:size=4"));
  table.symmetries = nullptr;
  table.image = nullptr;
  table.image_move = nullptr;
  table.image_seat = nullptr;
  const SolveReport lopsided = proof(*open(table, "outside:size=4"));
  EXPECT_EQ(alike.value, native.value);
  EXPECT_EQ(lopsided.value, native.value);
  EXPECT_LT(alike.nodes, lopsided.nodes);
}

}  // namespace
}  // namespace banmen
