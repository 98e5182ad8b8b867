#include "engines/amazons/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "games/amazons/test_plain_rules.hpp"

namespace banmen {
namespace {

using Variant = PlainAmazons::Variant;

/// Plain brute force on the plain rules, with memoisation.
class PlainSolver {
 public:
  bool mover_wins(const PlainAmazons& plain) {
    const std::string key = plain.text();
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    bool wins = false;
    for (const auto& move : plain.moves()) {
      PlainAmazons next = plain;
      next.play(move);
      if (!mover_wins(next)) {
        wins = true;
        break;
      }
    }
    return known_[key] = wins;
  }

 private:
  std::unordered_map<std::string, bool> known_;
};

/// Brute force over the game's own move lists (which are tested against the plain rules): no regions, symmetries or bounds.
template <class G>
class BruteForce {
 public:
  explicit BruteForce(const G& g) : g_(g) {}
  bool mover_wins(const typename G::Position& p) {
    if (const auto found = known_.find(p); found != known_.end()) return found->second;
    std::vector<typename G::Move> storage(g_.move_capacity());
    MoveList<typename G::Move> list(storage.data(), g_.move_capacity());
    g_.moves(p, list);
    bool wins = false;
    for (const auto m : list) {
      auto next = p;
      g_.play(next, m);
      if (mover_wins(next)) continue;
      wins = true;
      break;
    }
    return known_[p] = wins;
  }

 private:
  struct Hash {
    std::size_t operator()(const typename G::Position& p) const { return hash_bytes(p); }
  };
  const G& g_;
  std::unordered_map<typename G::Position, bool, Hash> known_;
};

bool the_long_way() { return std::getenv("BANMEN_LONG") != nullptr; }

template <AmazonsPiece Piece>
void compare(const PlainAmazons& plain) {
  std::vector<std::pair<std::string, std::string>> given{{"board", plain.text().substr(0, plain.text().size() - 2)}};
  if (plain.variant != Variant::queen) given.emplace_back("piece", "knight");
  if (plain.variant == Variant::knightx) given.emplace_back("arrow", "knight");
  const auto values = check_values("amazons", Amazons<1, Piece>::parameters(), given);
  const auto game = Amazons<1, Piece>::make(*values);
  ASSERT_TRUE(game) << game.error().message();
  AmazonsSolver<1, Piece> solver(*game, 1 << 20);
  const auto p = game->read_position(plain.text());
  ASSERT_TRUE(p);
  const auto winner = solver.winner(*p, Control{});
  ASSERT_TRUE(winner);
  EXPECT_EQ(*winner == (plain.mover == 'x' ? 0 : 1), BruteForce(*game).mover_wins(*p)) << plain.text();
}

}  // namespace

// 100 random layouts of 3×3 and 4×4 for each of the three variants, with up to three pieces a side. Brute force is slow for queens
// on open boards, so cells are burnt first until few are left; BANMEN_LONG=1 leaves four more open.
TEST(AmazonsSolver, AgreesWithBruteForceOnSmallBoards) {
  Random random(23);
  for (const Variant variant : {Variant::queen, Variant::knight, Variant::knightx})
    for (int round = 0; round < 100; ++round) {
      const int side = 3 + round % 2;
      PlainAmazons plain{variant, side, side, {}};
      const auto cells = static_cast<std::uint32_t>(side * side);
      plain.cells.assign(cells, '.');
      const auto put = [&](char what, std::uint32_t n) {
        while (n > 0)
          if (char& cell = plain.cells[random.below(cells)]; cell == '.') {
            cell = what;
            --n;
          }
      };
      put('x', 1 + random.below(3));
      put('o', 1 + random.below(3));
      const auto open = static_cast<std::uint32_t>(std::count(plain.cells.begin(), plain.cells.end(), '.'));
      const std::uint32_t most = (variant == Variant::knight ? 10 : 7) + (the_long_way() ? 4 : 0);
      if (open > most) put('#', open - most);
      plain.mover = random.below(2) ? 'x' : 'o';
      if (variant == Variant::queen)
        compare<AmazonsPiece::queen>(plain);
      else
        compare<AmazonsPiece::knight>(plain);
      if (HasFatalFailure()) return;
    }
}

TEST(AmazonsSolver, EveryOpeningAndALineToTheEnd) {
  const auto values = check_values("amazons", AmazonsQueen1::parameters(), {{"size", "3"}, {"layout", "corners"}});
  const auto game = AmazonsQueen1::make(*values);
  SolveOptions options;
  options.openings = true;
  options.memory = 1 << 22;
  const auto report = AmazonsSolver<1, AmazonsPiece::queen>::solution(*game, game->initial(), options, Control{});
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->proved);
  EXPECT_EQ(report->openings.size(), game->count(game->initial()));
  // The value is the best of the openings, and each opening agrees with brute force.
  std::int32_t best = -1;
  PlainSolver brute;
  for (const OpeningValue& opening : report->openings) {
    auto p = game->initial();
    game->play(p, *game->read_move(p, opening.move));
    const std::string text = game->text(p);
    PlainAmazons plain{Variant::queen, 3, 3, {}, text.back()};
    for (const char c : text.substr(0, 11))
      if (c != '/') plain.cells += c;
    EXPECT_EQ(opening.low, brute.mover_wins(plain) ? -1 : 1) << opening.move;
    best = std::max(best, opening.low);
  }
  EXPECT_EQ(*report->value, best);
  auto p = game->initial();
  for (const std::string& move : report->line) {
    const auto read = game->read_move(p, move);
    ASSERT_TRUE(read) << read.error().message();
    game->play(p, *read);
  }
  EXPECT_EQ(game->count(p), 0u);
  EXPECT_EQ(game->payoff(p)[0], *report->value);
}

TEST(AmazonsSolver, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  Control control;
  control.stop = stop.get_token();
  const auto values = check_values("amazons", AmazonsQueen1::parameters(), {{"size", "6"}});
  const auto game = AmazonsQueen1::make(*values);
  SolveOptions options;
  options.memory = 1 << 22;
  const auto report = AmazonsSolver<1, AmazonsPiece::queen>::solution(*game, game->initial(), options, control);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->value);
  EXPECT_FALSE(report->proved);
}

}  // namespace banmen
