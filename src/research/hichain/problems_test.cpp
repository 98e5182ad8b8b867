// The stored mates in two, checked by the plain rules, and the study that finds them.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "core/text.hpp"
#include "engines/hichain/mate.hpp"
#include "engines/hichain/player.hpp"
#include "games/hichain/test_plain_rules.hpp"
#include "host/files.hpp"
#include "research/hichain/games.hpp"

namespace banmen::hichain {
namespace {

using plain::Place;
using plain::PlainRules;
using Board = HichainRules::Board;
using Move = HichainRules::Move;

std::vector<Problem> stored_problems(const Hichain& g) {
  std::istringstream content(read_file(BANMEN_SOURCE_DIR "/src/research/hichain/test_two_move_mates.txt").value());
  std::vector<Problem> out;
  for (std::string line; std::getline(content, line);) {
    if (line.starts_with('#')) continue;
    const auto parts = words(line);
    Problem problem{
        std::stoull(std::string(parts.at(0))), static_cast<std::uint32_t>(std::stoul(std::string(parts.at(1)))), {}, {}};
    problem.position = g.read_position(line.substr(static_cast<std::size_t>(parts.at(3).data() - line.data()))).value();
    problem.key = g.read_move(problem.position, parts[2]).value();
    EXPECT_EQ(text(g, problem), line);
    out.push_back(problem);
  }
  return out;
}

/// Cards with every mark on the lattice of the plain rules, so that trying one more card is fast.
class PlainTable {
 public:
  PlainTable(const PlainRules& rules, const HichainRules::Position& p) : rules_(rules) {
    for (const Laid& card : layout(p)) lay(card);
    for (int colour = 0; colour < 2; ++colour)
      for (int sign = 0; sign < signs; ++sign)
        if (p.cards[colour][sign].turned == 0) field_[colour].insert(sign);
  }

  void lay(const Laid& card) { change(card, 1), cards_.push_back(card), field_[card.colour].erase(card.sign); }
  void lift() { change(cards_.back(), -1), field_[cards_.back().colour].insert(cards_.back().sign), cards_.pop_back(); }

  [[nodiscard]] bool is_legal(const Laid& card) const {
    if (taken_.contains({card.x, card.y}) || !field_[card.colour].contains(card.sign)) return false;
    for (const Place& p : rules_.marks(card, true))
      if (there(sides_, p)) return false;
    for (const Place& p : rules_.marks(card, false))
      if (there(points_[1 - card.colour], p)) return true;
    return false;
  }

  [[nodiscard]] std::vector<Laid> placements(int colour) const {
    std::set<Place> near;
    for (const Laid& card : cards_)
      for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy) near.insert({card.x + dx, card.y + dy});
    std::vector<Laid> out;
    for (const auto& [x, y] : near)
      for (const int sign : field_[colour])
        for (int q = 0; q < 4; ++q) {
          const Laid card{static_cast<std::int8_t>(colour), static_cast<std::int8_t>(sign), static_cast<std::int8_t>(q),
                          static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)};
          if (is_legal(card)) out.push_back(card);
        }
    return out;
  }

  /// The score that one more own card adds. It depends on the own cards alone, so it is cached.
  [[nodiscard]] int gain(const Laid& card) const {
    std::vector<Laid> own;
    for (const Laid& one : cards_)
      if (one.colour == card.colour) own.push_back(one);
    const int before = score(own, card.colour);
    own.push_back(card);
    return score(own, card.colour) - before;
  }

 private:
  using Marks = std::map<Place, int>;
  [[nodiscard]] int score(const std::vector<Laid>& own, int colour) const {
    std::string key;
    for (const Laid& card : own) key += text(card) + " ";
    const auto at = scores_.find(key);
    return at != scores_.end() ? at->second : scores_[key] = rules_.score(own, colour);
  }
  static bool there(const Marks& marks, const Place& p) {
    const auto at = marks.find(p);
    return at != marks.end() && at->second > 0;
  }
  void change(const Laid& card, int by) {
    for (const Place& p : rules_.marks(card, true)) sides_[p] += by;
    for (const Place& p : rules_.marks(card, false)) points_[card.colour][p] += by;
    if (by > 0) taken_.insert({card.x, card.y});
    if (by < 0) taken_.erase({card.x, card.y});
  }

  const PlainRules& rules_;
  std::vector<Laid> cards_;
  std::set<Place> taken_;
  std::array<std::set<int>, 2> field_;
  Marks sides_;
  std::array<Marks, 2> points_;
  mutable std::map<std::string, int> scores_;
};

Laid laid_card(int colour, Move m) {
  return {static_cast<std::int8_t>(colour), static_cast<std::int8_t>(m.sign), static_cast<std::int8_t>(m.orientation), m.x, m.y};
}
Move move_of(const Laid& card) {
  return {static_cast<std::uint8_t>(card.sign), static_cast<std::uint8_t>(card.orientation), card.x, card.y};
}

/// The offers of a colour that score at least `gain` by the plain rules.
std::vector<Laid> proved_offers(const Hichain& g, Board& board, const PlainTable& table, int colour, int gain) {
  std::vector<Offer> offers;
  list_offers(g, board, colour, gain, offers);
  std::vector<Laid> out;
  for (const Offer& offer : offers) {
    const Laid card = laid_card(colour, offer.move(board.ground));
    if (table.gain(card) >= gain) out.push_back(card);
  }
  return out;
}
bool any_legal(const PlainTable& table, const std::vector<Laid>& cards) {
  return std::any_of(cards.begin(), cards.end(), [&](const Laid& card) { return table.is_legal(card); });
}

/// Returns whether every legal reply leaves a scoring placement or a mate in one. The search only suggests candidates.
bool plainly_mates_in(int k, const Hichain& g, Board& board, PlainTable& table, Move m, int gain) {
  const int mover = board.at.mover, other = 1 - mover;
  if (!table.is_legal(laid_card(mover, m))) return false;
  table.lay(laid_card(mover, m));
  g.play(board, m);
  const auto offers = proved_offers(g, board, table, mover, gain);
  const auto replies = table.placements(other);
  bool mated = !replies.empty() && board.at.royal == 0;
  for (const Laid& reply : replies) {
    if (!mated) break;
    table.lay(reply);
    if (!any_legal(table, offers)) {
      g.play(board, move_of(reply));
      Move next{};
      mated = k > 1 && board.at.royal == 0 && MateSearch(g, gain).find(board, k - 1, &next) &&
              plainly_mates_in(k - 1, g, board, table, next, gain);
      g.undo(board);
    }
    table.lift();
  }
  g.undo(board);
  table.lift();
  return mated;
}

}  // namespace

TEST(HichainProblems, AreMatesInTwoOfDifferentGames) {
  const Hichain g;
  const PlainRules rules(BANMEN_SOURCE_DIR "/src/games/hichain/cards.csv");
  const auto problems = stored_problems(g);
  EXPECT_GE(problems.size(), 20u);
  std::set<std::uint64_t> games;
  for (const Problem& problem : problems) {
    games.insert(problem.game);
    Board board = g.board(problem.position);
    EXPECT_EQ(54 - Hichain::horizon(problem.position), static_cast<int>(problem.laid));
    PlainTable table(rules, problem.position);
    // Neither side scores at once.
    for (int colour = 0; colour < 2; ++colour) {
      EXPECT_FALSE(any_legal(table, proved_offers(g, board, table, colour, 4))) << text(g, problem);
      EXPECT_EQ(table.placements(colour).size(), rules.placements(problem.position, colour).size());
    }
    Move none;
    EXPECT_FALSE(MateSearch(g, 4).find(board, 1, &none)) << text(g, problem);
    EXPECT_TRUE(plainly_mates_in(2, g, board, table, problem.key, 4)) << text(g, problem);
    EXPECT_FALSE(plainly_mates_in(1, g, board, table, problem.key, 4)) << text(g, problem);
  }
  EXPECT_EQ(games.size(), problems.size());
}

TEST(HichainProblems, TheExpertSolvesThem) {
  const Hichain g;
  std::size_t solved = 0;
  const auto problems = stored_problems(g);
  for (const Problem& problem : problems) {
    Board board = g.board(problem.position);
    Random random(1);
    const Move chosen = make_player("expert")->choose(g, board, random);
    solved += MateSearch(g, 4).mates(board, chosen, 2);
  }
  EXPECT_GE(solved + 1, problems.size());
}

TEST(HichainProblems, DoNotDependOnThreads) {
  const Hichain g;
  Control one, three;
  one.seed = three.seed = 5;
  three.threads = 3;
  const MatePlan plan{.gain = 4, .games = 34, .from = 45, .to = 46};
  const ProblemList a = find_problems(g, plan, one), b = find_problems(g, plan, three);
  EXPECT_EQ(a.games, 34u);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.quiet, b.quiet);
  ASSERT_EQ(a.found.size(), 1u);
  ASSERT_EQ(b.found.size(), 1u);
  EXPECT_EQ(text(g, a.found[0]), text(g, b.found[0]));
  // The position is that of random play of the game.
  auto p = g.initial();
  Board board = g.board(p);
  Random random(5, a.found[0].game);
  for (std::uint32_t laid = 0; laid < a.found[0].laid; ++laid) g.play(board, g.sample(board, random).move);
  EXPECT_EQ(g.position(board), a.found[0].position);
}

}  // namespace banmen::hichain
