// The laws of scene_laws.hpp over random games of the whole catalog: every line of parameter_sets.txt and every game of the
// library. A game without a scene violates them.
#include "scene_laws.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <memory>

#include "catalog/catalog.hpp"
#include "catalog/scene_json.hpp"
#include "core/move_stack.hpp"
#include "engines/amazons/extensions.hpp"
#include "engines/bao/extensions.hpp"
#include "engines/reversi/extensions.hpp"
#include "parameter_sets.hpp"

namespace banmen::tests {
namespace {

constexpr std::uint64_t games = 5;
constexpr int most_plies = 60;
constexpr std::size_t most_choices = 128 * 1024;  // limit in bytes for choices sent at once

const Dictionary& words() {
  static const Dictionary dictionary;
  return dictionary;
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const ParameterSet& set : parameter_sets()) names.push_back(set.name);
  for (const std::string& id : Catalog::library_ids()) names.push_back(id + ".game");
  return names;
}

/// Choices of these games are sent at once, on boards of the usual sizes.
bool must_be_small(const std::string& name) {
  return name.starts_with("hichain") || (name.starts_with("amazons") && name.find("size=16") == std::string::npos);
}

/// Plays one random game and checks every law at every ply. Returns the first violation and its position.
std::string broken_law(const std::string& name, Session& session, const Board& board, std::uint64_t seed) {
  Random random(seed);
  session.restart();
  std::string where = name + ", seed " + std::to_string(seed) + ", at the start: ";
  for (int ply = 0;; ++ply) {
    const scene::Scene before = session.scene();
    if (const std::string word = board.problem(before); !word.empty()) return where + word;
    if (before.turn != session.turn()) return where + "the scene's turn is not the game's";
    const auto moves = session.moves();
    const scene::Choices choices = session.ways_to_move();
    if (const std::string word = board.problem(choices, moves); !word.empty()) return where + "choices: " + word;
    if (must_be_small(name))
      if (const std::size_t bytes = scene::to_json(choices).dump().size(); bytes >= most_choices)
        return where + "the choices take " + std::to_string(bytes) + " bytes";
    if (session.is_over() || ply == most_plies) return {};

    const auto move = session.play_random(random);
    if (!move) return where + move.error().what;
    where = name + ", seed " + std::to_string(seed) + ", ply " + std::to_string(ply + 1) + ", move " + *move + ": ";
    const scene::Scene after = session.scene();
    if (const std::string word = board.problem(before, session.steps(), after); !word.empty()) return where + word;
    if (session.copy()->scene() != after) return where + "a copy of the session shows another scene";
    session.undo();
    if (const std::string word = difference(before, session.scene()); !word.empty()) return where + "taken back, " + word;
    if (!session.play(*move)) return where + "it can't be played again";
    if (const std::string word = difference(after, session.scene()); !word.empty()) return where + "played again, " + word;
  }
}

class SceneLaws : public testing::TestWithParam<std::string> {};

TEST_P(SceneLaws, HoldInRandomGames) {
  const Catalog catalog;
  const auto game = catalog.open(GetParam());
  ASSERT_TRUE(game) << game.error().what;
  const auto session = (*game)->session();
  auto layout = session->layout();
  ASSERT_TRUE(layout) << GetParam() << " brings no scene";
  const Board board(std::move(*layout), session->players(), words());
  ASSERT_EQ(board.problem(), "") << GetParam();
  for (std::uint64_t seed = 1; seed <= games; ++seed) ASSERT_EQ(broken_law(GetParam(), *session, board, seed), "");
}

INSTANTIATE_TEST_SUITE_P(AllGames, SceneLaws, testing::ValuesIn(all_names()), [](const auto& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name + "_" + std::to_string(info.index);
});

// ---------------------------------------------------------------------------------------------- symmetric games

/// Exchanges the places and seats of a scene; marks keep the order of their sites only where it is meaningful.
scene::Scene exchanged(scene::Scene scene, const std::map<std::string, std::string>& site, auto seat) {
  for (scene::Piece& piece : scene.pieces) {
    piece.at.site = site.at(piece.at.site);
    if (piece.seat) piece.seat = seat(*piece.seat, true);
  }
  for (scene::Mark& mark : scene.marks) {
    for (scene::Place& place : mark.sites) place.site = site.at(place.site);
    if (mark.kind == scene::MarkKind::forbidden) std::sort(mark.sites.begin(), mark.sites.end());
    if (mark.seat) mark.seat = seat(*mark.seat, false);
    mark.label.reset();  // its text names seats
  }
  if (scene.turn >= 0) scene.turn = static_cast<Seat>(seat(scene.turn, false));
  put_in_order(scene);
  return scene;
}

/// Under every symmetry of the rules, the scene of a position's image is the image of its scene.
template <class G, class MoveAt>
void symmetric_positions_have_symmetric_scenes(const G& g, int cells, MoveAt move_at) {
  const auto& scenery = extensions_of<G>().scenery;
  ASSERT_TRUE(scenery.scene);
  const auto site_of = [&](const auto& p, const auto& m) {
    const std::string text = g.text(p, m);
    return text.substr(0, text.find('-'));
  };
  std::map<std::string, std::string> same;
  auto p = g.initial();
  for (int cell = 0; cell < cells; ++cell) same[site_of(p, move_at(cell))] = site_of(p, move_at(cell));
  MoveStack<G> stack(g);
  Random random(7);
  auto before = p;
  typename G::Move last{};
  int compared = 0;
  for (int ply = 0; ply < 20; ++ply) {
    for (std::uint8_t s = 0; s < g.symmetries(); ++s) {
      std::map<std::string, std::string> site;
      for (int cell = 0; cell < cells; ++cell) site[site_of(p, move_at(cell))] = site_of(p, g.image(s, move_at(cell)));
      // A disc has one of two colours, which Yonin's four seats share.
      const auto seat = [&](int old, bool colour) {
        const int image = g.image_seat(s, static_cast<Seat>(old));
        return colour ? image % 2 : image;
      };
      const auto unchanged = [](int old, bool) { return old; };
      const auto earlier = g.image(s, before);
      scene::Standing<G> here, there;
      if (ply > 0) here = {{}, &before, last}, there = {{}, &earlier, g.image(s, last)};
      ASSERT_EQ(difference(exchanged(scenery.scene(g, p, here), site, seat),
                           exchanged(scenery.scene(g, g.image(s, p), there), same, unchanged)),
                "")
          << G::id() << ", ply " << ply << ", symmetry " << int(s);
      ++compared;
    }
    const auto moves = stack.legal(g, p);
    if (moves.empty()) break;
    before = p;
    last = moves[random.below(moves.size())];
    g.play(p, last);
  }
  EXPECT_GT(compared, g.symmetries());
}

TEST(SceneSymmetry, Discs) {
  const auto at = [](const DiscBoard& board) {
    return [board](int cell) { return DiscMove{static_cast<std::uint8_t>(8 * (cell / board.columns) + cell % board.columns)}; };
  };
  for (const DiscBoard board : {DiscBoard{8, 8}, DiscBoard{4, 6}}) {
    symmetric_positions_have_symmetric_scenes(Reversi(board), board.rows * board.columns, at(board));
    symmetric_positions_have_symmetric_scenes(Yonin(board), board.rows * board.columns, at(board));
  }
}

template <class G>
void symmetric_amazons(const char* size, const char* piece) {
  const auto g = *G::make(*check_values("amazons", G::parameters(), {{"size", size}, {"piece", piece}}));
  symmetric_positions_have_symmetric_scenes(g, g.grid().cells(), [](int cell) {
    const auto c = static_cast<std::uint8_t>(cell);
    return typename G::Move{c, c, c};
  });
}

TEST(SceneSymmetry, Amazons) {
  symmetric_amazons<AmazonsQueen2>("10", "queen");
  symmetric_amazons<AmazonsQueen1>("5x7", "queen");
  symmetric_amazons<AmazonsKnight1>("6", "knight");
}

TEST(SceneSymmetry, Bao) {
  for (const std::uint32_t side : {2u, 4u, 8u, 13u})
    symmetric_positions_have_symmetric_scenes(Bao::plain(side), static_cast<int>(2 * side),
                                              [](int hole) { return Bao::Move{static_cast<std::uint8_t>(hole)}; });
}

// ---------------------------------------------------------------------------------------------- features of single games

std::unique_ptr<Session> after(const std::string& name, const std::vector<std::string>& moves, const std::string& position = {}) {
  auto session = (*Catalog().open(name))->session();
  if (!position.empty()) {
    EXPECT_TRUE(session->restart(position)) << position;
  }
  for (const std::string& move : moves) EXPECT_TRUE(session->play(move)) << name << " " << move;
  return session;
}

std::vector<std::string> kinds(const std::vector<scene::Step>& steps) {
  std::vector<std::string> out;
  for (const Json& step : scene::to_json(steps)) out.push_back(step["do"]);
  return out;
}

const scene::Mark* mark_of(const scene::Scene& scene, scene::MarkKind kind) {
  const auto found = std::find_if(scene.marks.begin(), scene.marks.end(), [&](const scene::Mark& m) { return m.kind == kind; });
  return found == scene.marks.end() ? nullptr : &*found;
}

using Places = std::vector<scene::Place>;

/// The paper's example: six sowings, each from the end of the one before it, and two stones captured.
TEST(BaoScene, AMoveIsItsSowingsAndItsCapture) {
  const auto session = after("bao:holes=4", {"d"});
  const auto steps = session->steps();
  EXPECT_EQ(kinds(steps), (std::vector<std::string>{"sow", "sow", "sow", "sow", "sow", "sow", "say", "say", "take", "mark"}));
  for (std::size_t number = 1; number < 6; ++number)
    EXPECT_EQ(std::get<scene::step::Sow>(steps[number]).from, std::get<scene::step::Sow>(steps[number - 1]).over.back());
  EXPECT_EQ(std::get<scene::step::Take>(steps[8]).to, scene::Place("store-first"));
  EXPECT_EQ(mark_of(session->scene(), scene::MarkKind::capture)->sites, Places{"d"});
  EXPECT_EQ(mark_of(session->scene(), scene::MarkKind::last)->sites, (Places{"d", "e"}));
}

/// L4 of the paper: eleven sowings, turned by 3. The board is unchanged, whatever the value of the move.
TEST(BaoScene, AnEndlessMoveIsItsLoop) {
  for (const std::string rule : {"void", "forfeit"}) {
    const std::string name = "bao:holes=4,board=5,1,0,1,0,1,0,1,endless=" + rule;
    const auto session = after(name, {"a"});
    const auto steps = session->steps();
    ASSERT_EQ(steps.size(), 14u);  // eleven sowings, again, say, set
    const auto& again = std::get<scene::step::Again>(steps[11]);
    EXPECT_EQ(again.from, 0);
    EXPECT_EQ(again.period, 11);
    EXPECT_EQ(again.shift, 3);
    const scene::Scene scene = session->scene();
    EXPECT_EQ(scene.pieces, after(name, {})->scene().pieces);
    EXPECT_EQ(mark_of(scene, scene::MarkKind::loop)->sites, (Places{"a", "d"}));
    ASSERT_TRUE(scene.banner);
    EXPECT_EQ(scene.banner->key, "banner.bao." + rule);
    // One round of the loop is the board turned by its shift.
    const std::vector<scene::Step> round(steps.begin(), steps.begin() + 11);
    scene::Scene turned = after(name, {})->scene();
    for (scene::Piece& piece : turned.pieces) piece.at.site[0] = static_cast<char>('a' + (piece.at.site[0] - 'a' + 3) % 8);
    put_in_order(turned);
    EXPECT_EQ(apply(after(name, {})->scene(), round).pieces, turned.pieces);
  }
}

/// A loop of 1029 sowings: part of it is shown, and it is described.
TEST(BaoScene, CutsVeryLongMoves) {
  const std::string name = "bao:holes=4,board=5,0,2,5,9,5,2,1";
  const auto session = after(name, {"a"});
  const auto steps = session->steps();
  EXPECT_LT(steps.size(), 600u);
  EXPECT_TRUE(std::holds_alternative<scene::step::Set>(steps.back()));
  const scene::Scene scene = session->scene();
  const auto label = scene::to_json(*mark_of(scene, scene::MarkKind::loop)->label);
  EXPECT_EQ(label["args"]["sowings"], 1029);
  EXPECT_EQ(difference(scene, apply(after(name, {})->scene(), steps)), "");
}

/// All random boards of all sizes, which include endless and very long moves.
TEST(BaoScene, TheLawsHoldOnAnyBoard) {
  Random random(11);
  int endless = 0;
  std::size_t longest = 0;
  for (int number = 0; number < 2000; ++number) {
    const std::uint32_t side = 2 + random.below(12), most = 2 + random.below(7);
    std::string stones;
    for (std::uint32_t hole = 0; hole < 2 * side; ++hole) stones += (hole ? "," : "") + std::to_string(random.below(most));
    const std::string name = "bao:holes=" + std::to_string(side) + ",board=" + stones;
    const auto session = (*Catalog().open(name))->session();
    const Board board(*session->layout(), 2, words());
    for (const std::string& move : session->moves()) {
      const scene::Scene before = session->scene();
      ASSERT_TRUE(session->play(move));
      const auto steps = session->steps();
      ASSERT_EQ(board.problem(before, steps, session->scene()), "") << name << " " << move;
      longest = std::max(longest, steps.size());
      const auto looping = [](const scene::Step& step) { return std::holds_alternative<scene::step::Again>(step); };
      endless += std::any_of(steps.begin(), steps.end(), looping);
      session->undo();
    }
  }
  EXPECT_GT(endless, 10);
  EXPECT_GT(longest, 100u);
}

TEST(ReversiScene, DiscsNextToTheNewOneAreFlippedFirst) {
  const auto session = after("reversi:size=4x6", {"f1"}, "xoooo./....../....../...... x");
  const auto steps = session->steps();
  EXPECT_EQ(std::get<scene::step::Flip>(steps[1]).at, (Places{"e1", "d1", "c1", "b1"}));
}

TEST(ReversiScene, ShowsAPassAsAKeyAndInWords) {
  // White cannot flank anything; Black can.
  const auto session = after("reversi:size=4", {}, "xo../..../..../xxxx o");
  const auto tree = std::get<scene::Tree>(session->ways_to_move());
  ASSERT_EQ(tree.nodes.size(), 1u);
  ASSERT_EQ(tree.nodes[0].picks.size(), 1u);
  EXPECT_EQ(tree.nodes[0].picks[0].pick, scene::Pick::key("pass"));
  ASSERT_TRUE(session->play("pass"));
  EXPECT_EQ(kinds(session->steps()), (std::vector<std::string>{"say", "mark"}));
}

TEST(YoninScene, TheQuadrantOfThePlayerFacingIsForbidden) {
  auto session = after("yonin:size=4", {});
  for (const Places& quadrant : {Places{"c3", "d3", "c4", "d4"}, Places{"a3", "b3", "a4", "b4"}}) {
    const scene::Scene scene = session->scene();
    const auto* mark = mark_of(scene, scene::MarkKind::forbidden);
    ASSERT_TRUE(mark);
    EXPECT_EQ(mark->sites, quadrant);
    EXPECT_EQ(mark->seat, scene.turn);
    ASSERT_TRUE(session->play(session->moves()[0]));
  }
  EXPECT_FALSE(mark_of(after("yonin:size=4,restrict=false", {})->scene(), scene::MarkKind::forbidden));
}

TEST(AmazonsScene, AMoveIsPieceSquareArrow) {
  const auto session = after("amazons", {"d1-d7/g7"});
  const scene::Scene scene = session->scene();
  EXPECT_EQ(kinds(session->steps()), (std::vector<std::string>{"move", "put", "say", "mark"}));
  EXPECT_EQ(mark_of(scene, scene::MarkKind::last)->sites, (Places{"d1", "d7", "g7"}));
  const auto tree = std::get<scene::Tree>(session->ways_to_move());
  EXPECT_EQ(tree.asks.size(), 3u);
  EXPECT_EQ(tree.nodes[0].picks.size(), 4u);  // the four pieces of the second player
  EXPECT_EQ(std::get<scene::Tree>(after("amazons:piece=knight", {})->ways_to_move()).asks.size(), 2u);
}

// ---------------------------------------------------------------------------------------------- the laws detect violations

struct BrokenScenes : testing::Test {
  const Dictionary few{
      {{"en",
        {{"seat", "seat"}, {"site.square", "square {site}"}, {"ask", "which {thing}"}, {"key.pass", "pass"}, {"only", "only"}}},
       {"ja", {{"seat", "席"}, {"site.square", "マス {site}"}, {"ask", "どれ"}, {"key.pass", "パス"}}}}};
  scene::Layout layout;
  BrokenScenes() {
    layout.game = "line", layout.tone = "wood";
    layout.view.bounds = {0, 0, 2, 1};
    layout.grid = scene::Grid{.columns = 2, .rows = 1};
    layout.seats = {{"seat"}, {"seat"}};
  }
  [[nodiscard]] Board board() const { return {layout, 2, few}; }
};

TEST_F(BrokenScenes, Layouts) {
  EXPECT_EQ(board().problem(), "");
  layout.sites = {{.id = "a1", .at = {0.5, 0.5}, .say = {"seat"}}};
  EXPECT_EQ(board().problem(), "two sites are called a1");
  layout.sites[0].id = "z";
  layout.sites[0].at = {0.5, NAN};
  EXPECT_EQ(board().problem(), "a number of z is not finite");
  layout.sites[0].at = {9, 0};
  EXPECT_EQ(board().problem(), "site z lies outside of the bounds");
  layout.sites.clear();
  layout.track = {"a1", "c1"};
  EXPECT_EQ(board().problem(), "there is no site c1");
}

TEST_F(BrokenScenes, Texts) {
  EXPECT_EQ(few.problem({"only"}), "the text only is missing in ja");
  EXPECT_EQ(few.problem({"ask"}), "nothing fills the gap {thing} of ask in en");
  EXPECT_EQ(few.problem({"ask", {{"thing", "@seat"}}}), "");
  EXPECT_EQ(few.problem({"ask", {{"thing", "@none"}}}), "the text none is missing in en");
}

TEST_F(BrokenScenes, Pieces) {
  scene::Scene scene{.turn = 0, .pieces = {{.at = "b1", .seat = 1}}};
  EXPECT_EQ(board().problem(scene), "");
  scene.pieces[0].at = scene::Place(3, 4);
  EXPECT_NE(board().problem(scene).find("not unbounded"), std::string::npos);
  layout.view.unbounded = true;
  EXPECT_EQ(board().problem(scene), "");
  scene.pieces[0].seat = 2;
  EXPECT_NE(board().problem(scene).find("no seat 2"), std::string::npos);
}

TEST_F(BrokenScenes, Steps) {
  const scene::Scene before{.turn = 0, .pieces = {{.at = "a1", .seat = 0}}};
  const scene::Scene wanted{.turn = 1, .pieces = {{.at = "b1", .seat = 0}}};
  using namespace scene::step;
  EXPECT_EQ(board().problem(before, {Move{"a1", "b1"}, MarkUp{{}, 1}}, wanted), "");
  EXPECT_EQ(board().problem(before, {Move{"a1", "b1"}}, wanted), "the last step is neither mark nor set");
  EXPECT_NE(board().problem(before, {MarkUp{{}, 1}}, wanted).find("first piece that differs"), std::string::npos);
  EXPECT_NE(board().problem(before, {Move{"a1", "b1"}, MarkUp{{}, 0}}, wanted).find("\"turn\":1"), std::string::npos);
  EXPECT_NE(board().problem(before, {Move{"a1", "x"}, MarkUp{{}, 1}}, wanted).find("no site x"), std::string::npos);
}

TEST_F(BrokenScenes, Choices) {
  using scene::Pick;
  scene::Tree tree{.asks = {{"seat"}}, .nodes = {{0, {{Pick::site("a1"), std::size_t{1}}}}, {0, {{Pick::site("b1"), "m"}}}}};
  EXPECT_EQ(board().problem(tree, {"m"}), "");
  EXPECT_EQ(board().problem(tree, {"m", "n"}), "no way leads to the move n");
  EXPECT_EQ(board().problem(tree, {}), "the move m is not legal");
  scene::Tree other = tree;
  other.nodes[1].picks.clear();
  EXPECT_EQ(board().problem(other, {"m"}), "node 1: a dead end");
  other = tree;
  other.nodes[1].picks.push_back({Pick::site("b1"), "n"});
  EXPECT_EQ(board().problem(other, {"m", "n"}), "node 1: one pick leads two ways");
  other = tree;
  other.nodes[1].picks.push_back({Pick::site("a1"), std::size_t{0}});
  EXPECT_EQ(board().problem(other, {"m"}), "node 0 leads back to itself");
  other = tree;
  other.nodes.push_back(other.nodes[1]);
  EXPECT_EQ(board().problem(other, {"m"}), "node 2 is never reached");
  other = tree;
  other.nodes[1].picks[0].pick = Pick::key("resign");
  EXPECT_EQ(board().problem(other, {"m"}), "node 1: the key resign is neither a word of the dictionary, nor a move, nor a number");

  scene::Facets facets{.facets = {{{"seat"}, {{Pick::site("a1"), "a"}, {Pick::site("b1"), "b"}}}}, .moves = {0, 1}};
  EXPECT_EQ(board().problem(facets, {"a", "b"}), "");
  EXPECT_EQ(board().problem(facets, {"a"}), "the move b is not legal");
  facets.moves = {0, 0};
  EXPECT_EQ(board().problem(facets, {"a"}), "two ways lead to one move");
  facets.moves = {0, 7};
  EXPECT_EQ(board().problem(facets, {"a"}), "a move has an option that there is not");
}

}  // namespace
}  // namespace banmen::tests
